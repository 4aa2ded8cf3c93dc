"""Numbers in words: those of `language.toml`, with what a lexicon adds to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.words.reader.folding import folded

HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Numerals:
    """Number words of a language, folded, and where they stand in a text."""

    cardinals: Mapping[str, int]
    ordinals: Mapping[str, int]
    cardinal: re.Pattern[str]
    ordinal: re.Pattern[str]


def numerals(
    spelled: Mapping[str, int], more: Mapping[str, int], nth: Mapping[str, Any], kept: frozenset[str]
) -> Numerals:
    """Number words of a language: `spelled` and `more`, whose -1 takes away what mostly means something else.

    `nth` has the ordinals from the second on as `words`, what these may end in as `inflected`, what follows digits
    (`3rd`) as `endings`, other words with their values as `also`, and what may stand behind a hundred as `joints`.
    """
    one: dict[str, int] = {}
    for word, value in spelled.items():
        bare = folded(word, kept)
        one |= {bare: value, bare.replace("-", " "): value}
    one |= {folded(word, kept): value for word, value in more.items()}
    one = {word: value for word, value in one.items() if value >= 0}
    one |= _above_a_hundred(one, nth.get("joints", ()))
    words = str(nth.get("words", "")).split()
    ordinals = {
        folded(word, kept) + ending: value
        for value, word in enumerate(words, start=2)
        for ending in ("", *nth.get("inflected", ()))
    } | {folded(word, kept): int(value) for word, value in nth.get("also", {}).items()}
    marks = _any(nth.get("endings", ()))
    return Numerals(
        one,
        ordinals,
        re.compile(rf"(?<![\w-])({_any(one)})(?![\w-])"),
        re.compile(rf"(?<!\w)(?:(\d+) ?(?:{marks})(?!\w)|({_any(ordinals)})(?!\w))"),
    )


def _above_a_hundred(one: Mapping[str, int], words: Iterable[str]) -> dict[str, int]:
    """`cent dix`, `hundertzehn`, `a hundred and ten`: joined by a blank, by nothing or by a word."""
    joints = ("", " ", *(f" {word} " for word in words))
    hundreds = [word for word, value in one.items() if value == HUNDRED]
    return {
        f"{hundred}{joint}{word}": HUNDRED + value
        for hundred in hundreds
        for joint in joints
        for word, value in one.items()
        if 0 < value < HUNDRED
    }


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)"
