"""Numbers in words: num2words turned round, with what a lexicon adds to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from num2words import num2words

from verifier.words.reader.folding import folded

# No rulebook spells out more.
LARGEST = 120


@dataclass(frozen=True, slots=True)
class Numerals:
    """Number words of a language, folded, and where they stand in a text."""

    cardinals: Mapping[str, int]
    ordinals: Mapping[str, int]
    cardinal: re.Pattern[str]
    ordinal: re.Pattern[str]


def numerals(
    lang: str, more: Mapping[str, int], ordinals: Mapping[str, int | list[str]], kept: frozenset[str]
) -> Numerals:
    """Number words of a language.

    `more` adds words and, with the value -1, takes words away that are mostly something else (`neuf`, `second`).
    `ordinals` does the same for ordinals; its `endings` follow digits (`3rd`) and `inflected` follow the words.
    """
    inflected = [str(each) for each in _list(ordinals.get("inflected"))] or [""]
    endings = [str(each) for each in _list(ordinals.get("endings"))]
    one: dict[str, int] = {}
    nth: dict[str, int] = {}
    for value in range(2, LARGEST + 1):
        spelled = folded(str(num2words(value, lang=lang)), kept)
        one |= {spelled: value, spelled.replace("-", " "): value}
        if value <= 20:
            word = folded(str(num2words(value, lang=lang, to="ordinal")), kept)
            nth |= {word + ending: value for ending in inflected}
    one |= {folded(word, kept): value for word, value in more.items()}
    nth |= {folded(word, kept): value for word, value in ordinals.items() if isinstance(value, int)}
    one = {word: value for word, value in one.items() if value >= 0}
    nth = {word: value for word, value in nth.items() if value >= 0}
    marks = "|".join(map(re.escape, sorted(endings, key=len, reverse=True)))
    return Numerals(
        one,
        nth,
        re.compile(rf"(?<![\w-])({_any(one)})(?![\w-])"),
        re.compile(rf"(?<!\w)(?:(\d+) ?(?:{marks})(?!\w)|({_any(nth)})(?!\w))" if marks else rf"()({_any(nth)})"),
    )


def _any(words: Mapping[str, int]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def _list(value: int | list[str] | None) -> list[str]:
    return value if isinstance(value, list) else []
