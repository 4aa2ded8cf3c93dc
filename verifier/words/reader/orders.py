"""Which doing a sentence puts before which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from verifier.words.reader.clauses import Clauses
from verifier.words.reader.mentions import Mention

# Nouns that stand for a doing: `the bonus is added after multiplying`.
_DOINGS = frozenset({"bonus", "cost"})
_NAMED = ("action:", "phase:", "procedure:", "name:")


@dataclass(frozen=True, slots=True)
class Order:
    """`put<take`: the first doing comes before the second; from `start` to `end` stands the word that says so."""

    value: str
    start: int
    end: int


def orders(clauses: Clauses) -> Iterator[Order]:
    """Every pair of doings that an order word separates."""
    for index, own in enumerate(clauses.own):
        for word in own:
            if word.group == "order":
                yield from dict.fromkeys(_of(word, index, clauses))
    yield from _listed(clauses)


def _listed(clauses: Clauses) -> Iterator[Order]:
    """`A turn has four steps: roll, build, check your hand, swap a card`."""
    for index, each in enumerate(clauses.parts):
        said = {word.concept for own in clauses.own[:index] for word in own}
        if clauses.text[each.start] == ":" and said & {"turn", "step"}:
            steps = [own[0] for own in map(_doings, clauses.own[index:]) if own]
            for one, other in pairwise(steps):
                yield from _pairs([one], [other], one)
            return


def _of(word: Mention, index: int, clauses: Clauses) -> Iterator[Order]:
    here = _doings(clauses.own[index])
    left = [each for each in here if each.end <= word.start]
    right = [each for each in here if each.start >= word.end]
    before = _nearest(clauses, index, -1)
    behind = _nearest(clauses, index, +1)
    match word.value:
        case "then":
            yield from _pairs(left or before, right or behind, word)
        case "earlier":
            # Behind a comma something else may be meant, unless the word itself goes on with it.
            joined = (
                clauses.parts[index].start not in clauses.strong or " " in clauses.text[word.start : word.end]
            )
            yield from _pairs(right or left or behind, before if joined else [], word)
        case "first":
            later = _later(clauses, index)
            # `Play a card, but first draw one`: what is put behind comes first.
            yield from _pairs(right or left or behind, later or before, word)
        case "before":
            # `Vor dem Ziehen wird gelegt`: the doing that belongs to the word stands next to it.
            main = left or right[1:] or (before if right else behind) or behind
            yield from _pairs(main, right[:1] or behind, word)
        case "after":
            main = [*left, *right[1:]] or (before if right else []) or _beyond(clauses, index, right)
            yield from _pairs(right[:1] or behind, main, word)


def _doings(own: Sequence[Mention]) -> list[Mention]:
    return [
        each
        for each in own
        if each.group == "verbs" or each.concept in _DOINGS or each.concept.startswith(_NAMED)
    ]


def _nearest(clauses: Clauses, index: int, step: int) -> list[Mention]:
    """The doings of the nearest clause on one side that has any."""
    at = index + step
    while 0 <= at < len(clauses.own):
        found = _doings(clauses.own[at])
        if found:
            return found
        at += step
    return []


def _beyond(clauses: Clauses, index: int, right: Sequence[Mention]) -> list[Mention]:
    """`After playing, draw`: the main clause stands behind."""
    return _nearest(clauses, index, +1) if right else []


def _later(clauses: Clauses, index: int) -> list[Mention]:
    return [each for own in clauses.own[index + 1 :] for each in _doings(own)]


def _pairs(first: Sequence[Mention], second: Sequence[Mention], word: Mention) -> Iterator[Order]:
    for one in first:
        for other in second:
            if one.concept != other.concept and one != other:
                yield Order(f"{one.concept}<{other.concept}", word.start, word.end)
