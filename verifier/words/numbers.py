"""A number in the manner of a language: digits, words, and the form that goes with it (CLDR)."""

from __future__ import annotations

from functools import lru_cache

from babel import Locale
from babel.numbers import format_decimal

MINUS, HYPHEN = "\N{MINUS SIGN}", "-"


@lru_cache
def _locale(lang: str) -> Locale:
    return Locale.parse(lang)


def digits(value: int, lang: str) -> str:
    """`1 200`, `1,200` or `1.200`, with a true minus sign."""
    return str(format_decimal(value, locale=_locale(lang))).replace(HYPHEN, MINUS)


def is_plural(value: int, lang: str) -> bool:
    """Does the language put what it counts in the plural here? French does from two on, English for none too."""
    return str(_locale(lang).plural_form(abs(value))) != "one"


def spelled(value: int, lang: str, gender: str | None = None) -> str | None:
    """The number in words, as far as rulebooks write numbers in words."""
    if value < 0 or value > 100:
        return None
    if value == 1:
        return _ONE[lang].get(gender or "m", _ONE[lang]["m"])
    return _SPELLED[lang](value)


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_ONE = {
    "en": {"m": "one"},
    "fr": {"m": "un", "f": "une"},
    "de": {"m": "ein", "f": "eine", "n": "ein"},
}
_EN = _listed(
    "zero one two three four five six seven eight nine "
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_EN_TENS = _listed("twenty thirty forty fifty sixty seventy eighty ninety")
_FR = _listed(
    "zéro un deux trois quatre cinq six sept huit neuf "
    "dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf"
)
_FR_TENS = _listed("vingt trente quarante cinquante soixante")
_DE = _listed(
    "null ein zwei drei vier fünf sechs sieben acht neun "
    "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
)
_DE_TENS = _listed("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")


def _english(value: int) -> str:
    if value < 20:
        return _EN[value]
    if value == 100:
        return "one hundred"
    tens, ones = divmod(value, 10)
    return _EN_TENS[tens - 2] + (f"-{_EN[ones]}" if ones else "")


def _french(value: int) -> str:
    if value < 20:
        return _FR[value]
    if value == 100:
        return "cent"
    if value >= 80:
        return "quatre-vingts" if value == 80 else f"quatre-vingt-{_FR[value - 80]}"
    tens, ones = (6, value - 60) if value >= 60 else divmod(value, 10)
    joined = "-et-" if ones in (1, 11) else "-"
    return _FR_TENS[tens - 2] + (f"{joined}{_FR[ones]}" if ones else "")


def _german(value: int) -> str:
    if value < 20:
        return "eins" if value == 1 else _DE[value]
    if value == 100:
        return "hundert"
    tens, ones = divmod(value, 10)
    return (f"{_DE[ones]}und" if ones else "") + _DE_TENS[tens - 2]


_SPELLED = {"en": _english, "fr": _french, "de": _german}


@lru_cache
def number_words(lang: str) -> dict[str, int]:
    """Every number word that a sentence could have: from two on, since the word for one is an article too."""
    words = {_SPELLED[lang](value): value for value in range(2, 101)}
    if lang == "fr":
        words |= {word.replace("-et-", " et "): value for word, value in words.items() if "-et-" in word}
    if lang == "en":
        words |= {word.replace("-", " "): value for word, value in words.items() if "-" in word}
        words |= {"a hundred": 100}
    return words
