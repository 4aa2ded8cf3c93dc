"""Who reads a page: a language in, our own words in it out, and how lines, plays and names are said in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from verifier.languages import ENGLISH, language, language_table
from verifier.verdict.finding import Finding

# The sections of `pages.toml` that pages which stand alone take their words from.
SECTIONS = ("report", "verdict", "sheet")
# `0 joueur`, but `0 players`.
NONE_IS_SINGULAR = frozenset({"fr"})


@dataclass(frozen=True, slots=True)
class TableNames:
    """The words for what lies on a table: names of zones, amounts and members of kinds; components."""

    name: Callable[[str], str] = str
    thing: Callable[[str], str] = str


@dataclass(frozen=True, slots=True)
class PageReader:
    """The language of a reader; without anything else lines, plays and names stay as they are, in English."""

    lang: str = ENGLISH
    line: Callable[[str], str] = lambda english: language(ENGLISH).counted(english)
    story: Callable[[Finding], Finding] = lambda finding: finding
    # By rule set and number of players.
    table: Callable[[str, int], TableNames] = field(default=lambda ruleset, players: TableNames())
    # Why rules accept that something fails, by what it says there, rule set and number of players.
    reasons: Callable[[str, str, int], str] = lambda words, ruleset, players: words

    def __call__(self, key: str, **holes: object) -> str:
        """Our own words by their key, `{...}` filled in."""
        return language(self.lang).counted(report_words(self.lang)[key].format(**holes))

    def count(self, key: str, number: int, **holes: object) -> str:
        """A number with its noun, `key-one` or `key-other`."""
        alone = number == 1 or (number == 0 and self.lang in NONE_IS_SINGULAR)
        return self(f"{key}-{'one' if alone else 'other'}", n=number, **holes)


IN_ENGLISH = PageReader()


@lru_cache(maxsize=8)
def report_words(lang: str) -> Mapping[str, str]:
    """The words of pages that stand alone, by `section.key`; in English what nobody has translated."""
    return {
        f"{section}.{key}": language(lang).typeset(text)
        for each in (ENGLISH, lang)
        for section in SECTIONS
        for key, text in language_table(each, "pages.toml")[section].items()
    }
