"""How a language says more than, at least, must, may, not, before: a text in, what its words mean out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from babel import Locale
from babel.numbers import format_decimal

from verifier.diagnostics import Report
from verifier.languages import language, language_table, language_text, shown_path
from verifier.source import Source
from verifier.words.terms import Glossary, glossary_of

# --- a number in the manner of a language: digits, words, and the form that goes with it (CLDR)


MINUS, HYPHEN = "\N{MINUS SIGN}", "-"
PHRASES = "phrases.toml"
# What fits no text.
NOTHING = r"(?!)"


@lru_cache
def _locale(lang: str) -> Locale:
    return Locale.parse(language(lang).locale, sep="-")


def digits(value: float, lang: str) -> str:
    """`1 200`, `1,200` or `1.200`, with a true minus sign; what is not whole has one place after the comma."""
    pattern = None if isinstance(value, int) else "#,##0.0"
    return str(format_decimal(value, pattern, locale=_locale(lang))).replace(HYPHEN, MINUS)


def is_plural(value: int, lang: str) -> bool:
    """Does the language put what it counts in the plural here? French does from two on, English for none too."""
    return str(_locale(lang).plural_form(abs(value))) != "one"


def spelled(value: int, lang: str, gender: str | None = None) -> str | None:
    """The number in words, as far as rulebooks write numbers in words."""
    return language(lang).spelled(value, gender)


# --- how a language says more than, at least, must, may, not, before: a text in, what its words mean out


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
    values: Mapping[str, int]
    multiples: Mapping[str, int]
    # Words that rulebooks use for one and the same doing.
    alike: Mapping[str, tuple[str, ...]]
    general: Glossary
    # What ends a clause, and what may stand between a comparison and its number.
    clause_end: re.Pattern[str]
    link: re.Pattern[str]

    def phrases(self, text: str) -> Iterator[Phrase]:
        """What the words mean, the longest wording first; no word is read twice."""
        for found in self.pattern.finditer(text):
            # Every wording is a group of its own, named by its place in the table.
            name = found.lastgroup
            if name is not None:
                yield Phrase(self.senses[name], found[0], found.start(), found.end())

    def number_words(self, text: str, multiples: bool = False) -> Iterator[tuple[str, int, int]]:
        """Every number word of a text with its value and its place; with `multiples` also those like `double`."""
        values = self.values
        for found in self.numbers.finditer(text):
            yield found[0], values[found[0].lower()], found.start()
        for found in re.finditer(r"\w+", text) if multiples else ():
            if found[0].lower() in self.multiples:
                yield found[0], self.multiples[found[0].lower()], found.start()


@lru_cache
def lexicon(lang: str) -> Lexicon:
    """The lexicon of a language."""
    table = language_table(lang, PHRASES)
    text = language_text(lang, PHRASES) or ""
    name = shown_path(lang, PHRASES)
    wordings: dict[str, tuple[str, ...]] = {}
    for group in ("comparison", "modality", "negation", "harmless", "order"):
        wordings |= {sense: tuple(phrases) for sense, phrases in table.get(group, {}).items()}
    listed = sorted(
        ((phrase, sense) for sense, phrases in wordings.items() for phrase in phrases),
        # `ne ... pas` reaches further than `ne`, `more than` wins over `more ... than`.
        key=lambda pair: (-len(pair[0].replace("...", "").split()), -len(pair[0]), pair[0]),
    )
    senses = {f"w{number}": sense for number, (_, sense) in enumerate(listed)}
    groups = (f"(?P<w{number}>{_regex(phrase)})" for number, (phrase, _) in enumerate(listed))
    # A wording begins where a word begins: asked once, before any of them is tried.
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(groups) or NOTHING})", re.IGNORECASE)
    values = language(lang).number_words()
    words = sorted(values, key=len, reverse=True)
    listed_numbers = "|".join(map(re.escape, words)) or NOTHING
    numbers = re.compile(rf"(?<![\w-])(?:{listed_numbers})(?![\w-])", re.IGNORECASE)
    general = glossary_of(_terms_of(name, text), Report())
    multiples = {word: int(value) for word, value in table.get("multiples", {}).items()}
    alike = {name: tuple(listed) for name, listed in table.get("alike", {}).items()}
    return Lexicon(
        lang, senses, wordings, pattern, numbers, values, multiples, alike, general, *_joints(table)
    )


def _joints(table: Mapping[str, Any]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    joints = table.get("joints", {})
    ends, links = ("|".join(map(re.escape, joints.get(name, ()))) or NOTHING for name in ("clause", "link"))
    return (
        re.compile(rf"[.,;:!?()]|\s[–—]\s|\b(?:{ends})\b", re.IGNORECASE),
        re.compile(rf"\s*(?:{links})?\s*", re.IGNORECASE),
    )


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
