"""Known sentences by what they speak of: which of them are closest to a sentence, and what they say there."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from verifier.words.analogy.telling import DENIAL, PLAIN, Telling

# So many known sentences are looked at.
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


@dataclass(frozen=True)
class Memory:
    """Known sentences, ready to be compared with (cosine of words and concepts by their rarity)."""

    known: Sequence[Telling]
    weights: dict[str, float] = field(default_factory=dict)
    places: dict[str, list[int]] = field(default_factory=dict)
    sizes: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, known: Sequence[Telling]) -> Memory:
        counts = Counter(feature for each in known for feature in each.features)
        weights = {feature: math.log((len(known) + 1) / (count + 0.5)) for feature, count in counts.items()}
        made = cls(known, weights)
        for number, each in enumerate(known):
            made.sizes.append(made.size(each.features))
            for feature in each.features:
                made.places.setdefault(feature, []).append(number)
        return made

    def weight(self, feature: str) -> float:
        return self.weights.get(feature, UNHEARD * math.log(len(self.known) + 1))

    def size(self, features: frozenset[str]) -> float:
        return math.sqrt(sum(self.weight(each) ** 2 for each in features)) or 1.0

    def nearest(self, told: Telling) -> list[Near]:
        """The closest known sentences, the closest first."""
        shared: Counter[int] = Counter()
        for feature in sorted(told.features):
            for number in self.places.get(feature, ()):
                shared[number] += self.weight(feature) ** 2  # type: ignore[assignment]
        own = self.size(told.features)
        found = [Near(value / (own * self.sizes[number]), number) for number, value in shared.items()]
        return sorted(found, key=lambda each: (-each.likeness, each.number))[:NEAREST]

    def likeness(self, one: frozenset[str], other: frozenset[str]) -> float:
        """How much two clauses speak of the same."""
        if not one or not other:
            return 0.0
        return sum(self.weight(each) ** 2 for each in one & other) / (self.size(one) * self.size(other))

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
