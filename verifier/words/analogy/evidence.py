"""A clause between what is known to be true and what is known to be false: the closest of each, and how they differ."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.words.analogy.memory import Memory, Near
from verifier.words.analogy.telling import DENIAL, Telling
from verifier.words.analogy.wordings import Weighed, weighed

# What has fewer words and things than this is compared with nothing.
LEAST = 3
# So much less worth is a witness for each axis on which it says something else, or one of the two says nothing.
OPPOSED, ONE_SIDED = 0.08, 0.02
# So many witnesses of each side are asked word by word, and none that is worth less.
ASKED, LEAST_WORTH = 10, 0.05
SENSES = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Witness:
    """A clause of a known sentence beside a clause of the text."""

    worth: float = 0.0
    # In all words, and in what both speak of.
    words: float = 0.0
    topics: float = 0.0
    # On so many axes the two say different things; does one deny what the other does not?
    opposed: int = 0
    denies: int = 0
    # On so many axes only the witness, or only the text, says something.
    unsaid: int = 0
    added: int = 0
    # Of the whole sentence.
    likeness: float = 0.0
    # Which sentence of the memory, and which clause of it.
    number: int = -1
    place: int = 0

    @property
    def closeness(self) -> float:
        return self.words + self.topics + self.likeness


@dataclass(frozen=True, slots=True)
class Evidence:
    """For one clause: the best witness that it is false, the best that it is true, and the closest of each, whatever
    they say."""

    false: Witness
    true: Witness
    close_false: Witness
    close_true: Witness
    next_false: float
    next_true: float
    size: int
    clauses: int
    weighed: Weighed

    def measures(self) -> tuple[float, ...]:
        """What the estimate is made of, in the order of its weights."""
        false, true, close = self.false, self.true, self.close_true
        apart = false.worth - true.worth
        return (
            false.worth, true.worth, apart, false.worth**2, true.worth**2, max(0.0, apart), false.worth * apart,
            false.words, false.topics, false.opposed, false.denies, false.unsaid, false.added, false.likeness,
            true.words, true.topics, true.opposed, true.denies, true.unsaid, true.added, true.likeness,
            false.words - true.words, false.likeness - true.likeness,
            close.words, close.topics, close.opposed, close.denies, close.topics * close.opposed,
            close.topics * close.denies,
            self.close_false.opposed, self.close_false.denies, self.close_false.topics * self.close_false.denies,
            self.next_false, self.next_true, math.log(1 + self.size), math.log(self.clauses), false.words**3,
            (false.words + false.topics) * (false.opposed + false.denies),
            false.words * (false.opposed == 0 and false.denies == 0),
            *self.weighed.measures(),
            self.weighed.unheard * close.words, self.weighed.most_false * close.words,
            self.weighed.covered * true.worth, self.weighed.balance * false.worth,
        )  # fmt: skip


def evidence(told: Telling, memory: Memory) -> Iterator[tuple[int, Evidence]]:
    """Every clause that says enough, with what speaks for and against it."""
    true, false = memory.nearest(told)
    for index, words in enumerate(told.wordings):
        if len(words) >= LEAST:
            for_it, against = _witnesses(told, index, true, memory), _witnesses(told, index, false, memory)
            yield index, Evidence(
                against[0], for_it[0], max(against, key=_close), max(for_it, key=_close),
                against[1].worth if len(against) > 1 else 0.0, for_it[1].worth if len(for_it) > 1 else 0.0,
                len(words), len(told.wordings),
                weighed(words, _said(for_it, memory), _said(against, memory), memory),
            )  # fmt: skip


def _said(witnesses: Sequence[Witness], memory: Memory) -> Iterator[tuple[float, frozenset[str]]]:
    """What the best of them are worth and say."""
    for each in witnesses[:ASKED]:
        if each.worth > LEAST_WORTH:
            yield each.worth, memory.known[each.number].wordings[each.place]


def _close(witness: Witness) -> float:
    return witness.closeness


def _witnesses(told: Telling, index: int, near: Sequence[Near], memory: Memory) -> list[Witness]:
    """Of each sentence nearby the clause that is worth most; nothing is a witness too."""
    own = told.wordings[index], told.clauses[index]
    sizes = memory.words.size(own[0]), memory.topics.size(own[1])
    senses = told.senses[index]
    found = []
    for each in near:
        other = memory.known[each.number]
        best = Witness(worth=-math.inf)
        for place, (words, topics) in enumerate(zip(other.wordings, other.clauses, strict=True)):
            if each.number >= memory.first_denied and words in memory.true_words:
                # What is false of this sentence stands in another clause.
                continue
            of_words, of_topics = memory.clause_sizes(each.number)[place]
            witness = _witness(
                memory.words.likeness(own[0], sizes[0], words, of_words),
                memory.topics.likeness(own[1], sizes[1], topics, of_topics),
                senses, other.senses[place], each, place,
            )  # fmt: skip
            best = max(best, witness, key=lambda one: one.worth)
        if best.number >= 0:
            found.append(best)
    found.sort(key=lambda one: -one.worth)
    return found or [Witness()]


def _witness(words: float, topics: float, own: SENSES, other: SENSES, near: Near, place: int) -> Witness:
    opposed, denies, unsaid, added = _differences(own, other)
    worth = (words + topics + near.likeness) / 3
    worth -= OPPOSED * (opposed + denies) + ONE_SIDED * (unsaid + added)
    return Witness(worth, words, topics, opposed, denies, unsaid, added, near.likeness, near.number, place)


def _differences(own: SENSES, other: SENSES) -> tuple[int, int, int, int]:
    """On how many axes two clauses say different things; whether one denies; what only the other, only the one says."""
    if own == other:
        return 0, 0, 0, 0
    ours, theirs = _by_axis(own), _by_axis(other)
    opposed = sum(axis in theirs and not ours[axis] & theirs[axis] for axis in ours)
    denies = (DENIAL in ours) != (DENIAL in theirs)
    return opposed, int(denies), len(theirs.keys() - ours.keys()), len(ours.keys() - theirs.keys())


def _by_axis(senses: SENSES) -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for axis, sense in senses:
        found[axis].add(sense)
    return dict(found)
