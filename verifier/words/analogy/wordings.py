"""Word by word: what of a clause stands in true sentences nearby, what in false ones, and what is lacking of it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass

from verifier.words.analogy.memory import Memory

# What no witness says is as likely as this.
FLOOR = 0.08
# What so many of the true ones say is expected; so much of it makes one.
EXPECTED, MUCH = 0.4, 20.0
PAIR, SENSE, THING = "_", ":", "="
# A witness: how much it is worth, and its words.
Said = tuple[float, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the words of a clause amount to."""

    # So much of it stands in true sentences; the weightiest single word that does not, and that false ones have.
    covered: float
    unheard: float
    unheard_but_false: float
    # How much more the false ones say these words, on the whole, at most and at least.
    balance: float
    most_false: float
    most_true: float
    # What the true ones say and this does not: all of it, and the sense on an axis that most of them have.
    lacking: float
    lacking_sense: float
    # Single words that speak for false and for true, summed up.
    against: float
    supporting: float

    def measures(self) -> tuple[float, ...]:
        return astuple(self)


def weighed(words: frozenset[str], true: Iterable[Said], false: Iterable[Said], memory: Memory) -> Weighed:
    by_true, by_false = _shares(true), _shares(false)
    weights = {each: memory.words.square(each) for each in words}
    size = sum(weights.values()) or 1.0
    odds = {
        each: math.log((by_false.get(each, 0.0) + FLOOR) / (by_true.get(each, 0.0) + FLOOR)) for each in words
    }
    single = [each for each in words if PAIR not in each or each.startswith(THING)]
    unheard = [each for each in single if each not in by_true]
    lacking = {each: share for each, share in by_true.items() if each not in words}
    return Weighed(
        sum(weights[each] for each in words if each in by_true) / size,
        math.sqrt(max((weights[each] for each in unheard), default=0.0)),
        math.sqrt(max((weights[each] * by_false.get(each, 0.0) for each in unheard), default=0.0)),
        sum(odds[each] * weights[each] for each in words) / size,
        max((odds[each] for each in single), default=0.0),
        min((odds[each] for each in single), default=0.0),
        sum(memory.words.square(each) * max(0.0, share - EXPECTED) for each, share in lacking.items()) / MUCH,
        max((share for each, share in lacking.items() if _is_sense(each)), default=0.0),
        sum(max(0.0, odds[each]) for each in single),
        sum(min(0.0, odds[each]) for each in single),
    )  # fmt: skip


def _is_sense(word: str) -> bool:
    """Is a word none, but a sense on an axis?"""
    return SENSE in word and not word.startswith(THING)


def _shares(witnesses: Iterable[Said]) -> Mapping[str, float]:
    """Of the witnesses of one side, by what they are worth, how many say each word."""
    found: defaultdict[str, float] = defaultdict(float)
    total = 0.0
    for worth, words in witnesses:
        weight = worth**2
        total += weight
        for each in words:
            found[each] += weight
    return {each: value / total for each, value in found.items()}
