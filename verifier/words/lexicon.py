"""How a language says more than, at least, must, may, not, before: a text in, what its words mean out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from babel import Locale
from babel.numbers import format_decimal

from verifier.diagnostics import Label, Rejected, Report, diagnostic
from verifier.source import Source
from verifier.surface.parser import grammar_text
from verifier.words.terms import Glossary, glossary_of

# --- a number in the manner of a language: digits, words, and the form that goes with it (CLDR)


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


def _french_number(value: int) -> str:
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


_SPELLED = {"en": _english, "fr": _french_number, "de": _german}


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


# --- how a language says more than, at least, must, may, not, before: a text in, what its words mean out


LANGUAGES = ("en", "fr", "de")

COMPARISONS = ("at-least", "more-than", "at-most", "less-than", "exactly")
MODALITIES = ("must", "may", "any-number", "must-not", "only")
ORDERS = ("before", "after", "then", "first")
SENSES = (*COMPARISONS, *MODALITIES, "not", "other", *ORDERS, "plain")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a sentence with a meaning."""

    sense: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Lexicon:
    lang: str
    senses: Mapping[str, str]
    wordings: Mapping[str, tuple[str, ...]]
    pattern: re.Pattern[str]
    numbers: re.Pattern[str]
    multiples: Mapping[str, int]
    # Words that rulebooks use for one and the same doing.
    alike: Mapping[str, tuple[str, ...]]
    general: Glossary

    def phrases(self, text: str) -> Iterator[Phrase]:
        """What the words mean, the longest wording first; no word is read twice."""
        for found in self.pattern.finditer(text):
            # Every wording is a group of its own, named by its place in the table.
            name = found.lastgroup
            if name is not None:
                yield Phrase(self.senses[name], found[0], found.start(), found.end())

    def number_words(self, text: str, multiples: bool = False) -> Iterator[tuple[str, int, int]]:
        """Every number word of a text with its value and its place; with `multiples` also those like `double`."""
        values = number_words(self.lang)
        for found in self.numbers.finditer(text):
            yield found[0], values[found[0].lower()], found.start()
        for found in re.finditer(r"\w+", text) if multiples else ():
            if found[0].lower() in self.multiples:
                yield found[0], self.multiples[found[0].lower()], found.start()


@lru_cache
def lexicon(lang: str) -> Lexicon:
    """The lexicon of a language."""
    name = f"phrases.{lang}.toml"
    text = grammar_text(name)
    try:
        table: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # People add wordings to this file: a slip in it is theirs to mend.
        report = Report()
        report.add(
            diagnostic("L703", Label(Source(name, text).whole), hint=str(error), path=f"grammar/{name}")
        )
        raise Rejected(report) from None
    wordings: dict[str, tuple[str, ...]] = {}
    for group in ("comparison", "modality", "negation", "harmless", "order"):
        wordings |= {sense: tuple(phrases) for sense, phrases in table[group].items()}
    listed = sorted(
        ((phrase, sense) for sense, phrases in wordings.items() for phrase in phrases),
        # `ne ... pas` reaches further than `ne`, `more than` wins over `more ... than`.
        key=lambda pair: (-len(pair[0].replace("...", "").split()), -len(pair[0]), pair[0]),
    )
    senses = {f"w{number}": sense for number, (_, sense) in enumerate(listed)}
    groups = (f"(?P<w{number}>{_regex(phrase)})" for number, (phrase, _) in enumerate(listed))
    # A wording begins where a word begins: asked once, before any of them is tried.
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(groups)})", re.IGNORECASE)
    words = sorted(number_words(lang), key=len, reverse=True)
    numbers = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])", re.IGNORECASE)
    general = glossary_of(_terms_of(name, text), Report())
    multiples = {word: int(value) for word, value in table.get("multiples", {}).items()}
    alike = {name: tuple(listed) for name, listed in table.get("alike", {}).items()}
    return Lexicon(lang, senses, wordings, pattern, numbers, multiples, alike, general)


def _terms_of(name: str, text: str) -> Source:
    """The words that every game has, as a glossary of their own."""
    start = text.find("[terms.")
    return Source(name, text[start:].replace("[terms.", "[") if start >= 0 else "")


# Up to six words of the same clause.
_GAP = r"(?:[^\s.,;:!?]+\s+){0,6}?"


def _regex(phrase: str) -> str:
    parts = []
    for word in phrase.split():
        if word == "...":
            parts.append(_GAP)
            continue
        # French elides: what follows `n'` follows without a space.
        glued = word.endswith("...")
        bare = word.removesuffix("...")
        body = re.escape(bare).replace(r"\*", r"\w*").replace("'", "['\N{RIGHT SINGLE QUOTATION MARK}]")
        parts.append(body + (_GAP if glued else "" if bare.endswith("'") else r"\s+"))
    whole = "".join(parts).removesuffix(r"\s+")
    end = "" if phrase.endswith("'") else r"(?!\w)"
    return f"{whole}{end}"
