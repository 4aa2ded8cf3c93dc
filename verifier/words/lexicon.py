"""How a language says more than, at least, must, may, not, before: a text in, what its words mean out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from verifier.diagnostics import Label, Rejected, Report
from verifier.source import Source
from verifier.surface.parser import grammar_text
from verifier.words.codes import problem
from verifier.words.numbers import number_words
from verifier.words.terms import Glossary, glossary_of

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
        report.add(problem("L703", Label(Source(name, text).whole), hint=str(error), path=f"grammar/{name}"))
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
