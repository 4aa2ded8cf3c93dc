"""Where a text says something else than the known sentences closest to it: how likely that is a slip."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.words.analogy.memory import AS_CLOSE, Memory, Near
from verifier.words.analogy.telling import DENIAL, PLAIN, Telling, Told
from verifier.words.analogy.weights import AXES, FEATURES, START

# Nothing closer than this is no evidence.
FAR = 0.25
# What speaks for a sense by so much more than against it settles it.
SETTLED = 1.2
MOST_MASS = 4.0


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something told that known sentences say otherwise, the closest of them, and what it says instead."""

    told: Told
    against: int
    instead: str
    # By name, for the estimate and for whoever fits it.
    features: tuple[float, ...]

    @property
    def kind(self) -> str:
        """The axis; what lacks a denial is another matter than one too many."""
        return PLAIN if self.told.axis == DENIAL and self.told.sense == PLAIN else self.told.axis

    @property
    def likely(self) -> float:
        """The probability that the sentence says something wrong, as fitted to edited rulebooks."""
        bias, slope = AXES.get(self.kind, (0.0, 0.0))
        closest, agreeing = self.features[:2]
        found = START + bias + slope * (closest - agreeing)
        found += sum(weight * value for weight, value in zip(FEATURES, self.features, strict=True))
        return 1 / (1 + math.exp(-found))


def doubts(told: Telling, memory: Memory) -> Iterator[Doubt]:
    """Every sense of a sentence that known sentences close to it do not have."""
    near = memory.nearest(told)
    heard = sum(each in memory.weights for each in told.features) / max(1, len(told.features))
    for each in (*told.told, *_plain(told)):
        found = _doubt(each, told, near, heard, memory)
        if found is not None:
            yield found


def _plain(told: Telling) -> Iterator[Told]:
    for clause in sorted(told.plain):
        own = told.sentence.clauses[clause]
        yield Told(DENIAL, PLAIN, clause, own.start, min(own.end, len(told.sentence.text)))


def _doubt(each: Told, told: Telling, near: Sequence[Near], heard: float, memory: Memory) -> Doubt | None:
    clause = told.clauses[each.clause]
    pro: list[float] = []
    con: list[tuple[float, int, str]] = []
    for one in near:
        senses = memory.senses(each.axis, clause, one)
        if not senses:
            continue
        sense = max(senses, key=lambda known: (senses[known], known))
        if senses.get(each.sense, 0.0) >= AS_CLOSE * senses[sense]:
            pro.append(senses[each.sense])
        else:
            con.append((senses[sense], one.number, sense))
    if not con:
        return None
    closest, against, instead = max(con, key=lambda one: (one[0], -one[1]))
    agreeing = max(pro, default=0.0)
    if closest < FAR or agreeing > SETTLED * closest:
        return None
    enough = AS_CLOSE * closest
    features = (
        closest,
        agreeing,
        min(MOST_MASS, sum(value for value, _, _ in con if value >= enough)),
        min(MOST_MASS, sum(value for value in pro if value >= enough)),
        near[0].likeness,
        heard,
        math.log(1 + len(clause)),
        closest**3,
    )
    return Doubt(each, against, instead, features)
