"""Known sentences by what they speak of: which of them are closest to a sentence, and what they say there."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nlargest

from verifier.words.analogy.telling import DENIAL, PLAIN, Telling

# So many known sentences are looked at, and so many that are not true.
NEAREST = 24
# What no known sentence speaks of weighs so much of what only one does.
UNHEARD = 0.6
# A sense counts as said where it is nearly as close as any other on its axis.
AS_CLOSE = 0.8


@dataclass(frozen=True, slots=True)
class Near:
    """A known sentence and how like it is, from 0 to 1."""

    likeness: float
    number: int


def _nearest_of(found: Iterable[tuple[float, int]]) -> list[Near]:
    return [Near(likeness, -place) for likeness, place in nlargest(NEAREST, found)]


class Rarity:
    """How much a word or thing tells: the rarer, the more. Two sets are compared by the cosine of what they share."""

    def __init__(self, sets: Iterable[Iterable[str]]) -> None:
        counts: Counter[str] = Counter()
        total = 0
        for each in sets:
            counts.update(each)
            total += 1
        self.unheard = (UNHEARD * math.log(total + 1)) ** 2
        self.squares = {name: math.log((total + 1) / (count + 0.5)) ** 2 for name, count in counts.items()}

    def square(self, feature: str) -> float:
        return self.squares.get(feature, self.unheard)

    def size(self, features: Iterable[str]) -> float:
        squares, unheard = self.squares, self.unheard
        return math.sqrt(sum([squares.get(each, unheard) for each in features])) or 1.0

    def likeness(self, one: frozenset[str], size: float, other: frozenset[str], other_size: float) -> float:
        """How much two sets have in common, given their sizes."""
        squares, unheard = self.squares, self.unheard
        return sum([squares.get(each, unheard) for each in one & other]) / (size * other_size)


class Memory:
    """Known sentences, ready to be compared with; `denied` are those that are not true of the game."""

    def __init__(self, known: Sequence[Telling], denied: Sequence[Telling] = ()) -> None:
        self.known: Sequence[Telling] = (*known, *denied)
        self.first_denied = len(known)
        self.true_words = frozenset(words for each in known for words in each.wordings)
        self.topics = Rarity(each.features for each in self.known)
        self.words = Rarity(frozenset().union(*each.wordings) for each in self.known)
        self.sizes = [self.topics.size(each.features) for each in self.known]
        self.places: defaultdict[str, list[int]] = defaultdict(list)
        for number, each in enumerate(self.known):
            for feature in each.features:
                self.places[feature].append(number)
        self._clause_sizes: dict[int, list[tuple[float, float]]] = {}
        self._nearest: dict[frozenset[str], tuple[list[Near], list[Near]]] = {}

    def clause_sizes(self, number: int) -> list[tuple[float, float]]:
        """Of every clause of a known sentence the size of its words and of what it speaks of."""
        if number not in self._clause_sizes:
            own = self.known[number]
            self._clause_sizes[number] = [
                (self.words.size(words), self.topics.size(topics))
                for words, topics in zip(own.wordings, own.clauses, strict=True)
            ]
        return self._clause_sizes[number]

    def nearest(self, told: Telling) -> tuple[list[Near], list[Near]]:
        """The closest known sentences, true ones and others, the closest first."""
        if told.features not in self._nearest:
            self._nearest[told.features] = self._closest(told.features)
        return self._nearest[told.features]

    def _closest(self, features: frozenset[str]) -> tuple[list[Near], list[Near]]:
        shared: defaultdict[int, float] = defaultdict(float)
        for feature in sorted(features):
            weight = self.topics.squares.get(feature, 0.0)
            for number in self.places.get(feature, ()):
                shared[number] += weight
        own = self.topics.size(features)
        # Of equals the first.
        found = [(value / (own * self.sizes[number]), -number) for number, value in shared.items()]
        true = [each for each in found if -each[1] < self.first_denied]
        denied = [each for each in found if -each[1] >= self.first_denied]
        return _nearest_of(true), _nearest_of(denied)

    def likeness(self, one: frozenset[str], other: frozenset[str]) -> float:
        """How much two clauses speak of the same."""
        if not one or not other:
            return 0.0
        return self.topics.likeness(one, self.topics.size(one), other, self.topics.size(other))

    def senses(self, axis: str, clause: frozenset[str], near: Near) -> dict[str, float]:
        """What a known sentence says on an axis, each sense with how close the clause that says it is."""
        known = self.known[near.number]
        places = [(each.sense, each.clause) for each in known.told if each.axis == axis]
        if axis == DENIAL:
            places += [(PLAIN, each) for each in known.plain]
        found: dict[str, float] = {}
        for sense, place in places:
            close = (self.likeness(clause, known.clauses[place]) + near.likeness) / 2
            found[sense] = max(found.get(sense, 0.0), close)
        return found
