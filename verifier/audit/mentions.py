"""What a sentence commits itself to: its numbers, each with what it counts, and its comparisons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verifier.audit.passages import Passage
from verifier.words.lexicon import COMPARISONS, Lexicon, Phrase

# In digits, `6ème` and `6th` too; not as part of a sum.
_DIGITS = re.compile(
    r"(?<![\w.,/+×=-])[-\N{MINUS SIGN}]?\d{1,4}"
    r"(?=(?:<sup>)?(?:e|er|re|ème|th|st|nd|rd|te[nr]?)\b|(?![\w%/]|[.,]\d|\s*[×x=+]\s*\d))"
)
_WORD = re.compile(r"[^\W\d_]+")
# Numbers of pages, of paragraphs and of a scale say nothing of the game.
_ELSEWHERE = re.compile(
    r"(?:\b(?:pages?|p|seiten?|s|fig|no|nr|figure|abb)\.?|[(«\"'“„]|\bn°)\s*$", re.IGNORECASE
)
_AGE = re.compile(r"\s*(?:ans|years|jahre|minutes?|minuten)\b", re.IGNORECASE)
_SCALE = re.compile(r"\s*(?:-|–|à|to|bis)\s*\d")
# What a number counts stands right behind it, perhaps after an adjective.
BEHIND = 4


@dataclass(frozen=True, slots=True)
class Mention:
    """A number in a sentence, or a comparison without one: `behind` are the words behind it, `op` how it compares."""

    passage: Passage
    value: int | None
    text: str
    start: int
    end: int
    behind: str
    op: str | None


def numbers(passage: Passage, lexicon: Lexicon) -> Iterator[Mention]:
    """Every number of a sentence, in digits or in words, but for those that count something outside the game."""
    text = passage.text
    compared = _compared(text, lexicon)
    found = [
        (int(each[0].replace("\N{MINUS SIGN}", "-")), each.start(), each.end())
        for each in _DIGITS.finditer(text)
    ]
    found += [
        (value, start, start + len(word)) for word, value, start in lexicon.number_words(text, multiples=True)
    ]
    for value, start, end in sorted(found, key=lambda each: each[1]):
        is_label = (
            start == 0 and re.match(r"[.)]|\s+[A-ZÀ-Ý]", text[end:]) is not None and text[:end].isdecimal()
        )
        outside = _ELSEWHERE.search(text[:start]) or _AGE.match(text[end:]) or _SCALE.match(text[end:])
        if is_label or outside:
            continue
        clause = re.split(r"[.,;:!?()]|\d", text[end:])[0]
        behind = " ".join(_WORD.findall(clause)[:BEHIND]).lower()
        yield Mention(
            passage, value, text[start:end], start, end, behind, _beside(text, compared, start, end)
        )


def comparisons(passage: Passage, lexicon: Lexicon) -> Iterator[Mention]:
    """Every comparison that stands beside no number."""
    beside = {each.op for each in numbers(passage, lexicon)}
    for phrase in _compared(passage.text, lexicon):
        if phrase.sense not in beside:
            rest = " ".join(_WORD.findall(passage.text[phrase.end :])[:BEHIND]).lower()
            yield Mention(passage, None, phrase.text, phrase.start, phrase.end, rest, phrase.sense)


def _compared(text: str, lexicon: Lexicon) -> list[Phrase]:
    return [phrase for phrase in lexicon.phrases(text) if phrase.sense in COMPARISONS]


def _beside(text: str, compared: list[Phrase], start: int, end: int) -> str | None:
    """The comparison that touches a number: `more than 8`, `8 cards or more`."""
    for phrase in compared:
        if phrase.end <= start and not text[phrase.end : start].strip():
            return phrase.sense
        between = text[end : phrase.start] if phrase.start >= end else None
        # `8 cards or more`: behind, and only with an `or`.
        trailing = phrase.text.split()[0].lower() in ("or", "ou", "oder", "und", "and", "et")
        if (
            between is not None
            and trailing
            and len(between.split()) <= BEHIND + 3
            and not re.search(r"[.,;:!?\d]", between)
        ):
            return phrase.sense
    return None
