"""Where a text says something else than the known sentences closest to it: how likely that is a slip."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from verifier.words.analogy.evidence import Evidence, evidence
from verifier.words.analogy.memory import AS_CLOSE, Memory, Near
from verifier.words.analogy.telling import DENIAL, PLAIN, Telling, Told
from verifier.words.analogy.weights import AXES, FEATURES, MEASURES, OPEN, START

# Nothing closer than this is no evidence.
FAR = 0.25
# What speaks for a sense by so much more than against it settles it.
SETTLED = 1.2
MOST_MASS = 4.0
# A clause is never surer than this to differ on an axis, or not to.
SUREST = 0.98
# The axis of what is false as a whole.
WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Difference:
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


@dataclass(frozen=True, slots=True)
class Doubt:
    """A clause that may be false: by what it tells on some axis, or as a whole, and what is known to be true."""

    told: Told
    against: int
    measures: tuple[float, ...]

    @property
    def likely(self) -> float:
        """The probability that the clause says something wrong, as fitted to edited rulebooks."""
        found = OPEN + sum(weight * value for weight, value in zip(MEASURES, self.measures, strict=True))
        return 1 / (1 + math.exp(-found))


# One sentence stands in many texts where edits of a text are measured.
_found: WeakKeyDictionary[Memory, dict[tuple[object, ...], tuple[Doubt, ...]]] = WeakKeyDictionary()


def doubts(told: Telling, memory: Memory) -> tuple[Doubt, ...]:
    """Every clause of a sentence that known sentences speak against, or may."""
    known = _found.setdefault(memory, {})
    key = told.features, told.clauses, told.told, told.wordings
    if key not in known:
        known[key] = tuple(_doubts(told, memory))
    return known[key]


def _doubts(told: Telling, memory: Memory) -> Iterator[Doubt]:
    by_clause: dict[int, Difference] = {}
    for each in differences(told, memory):
        best = by_clause.get(each.told.clause)
        if best is None or each.likely > best.likely:
            by_clause[each.told.clause] = each
    surest = max((each.likely for each in by_clause.values()), default=0.0)
    for clause, found in evidence(told, memory):
        difference = by_clause.get(clause)
        measures = (*found.measures(), *_by_axes(surest, found))
        if difference is not None:
            yield Doubt(difference.told, difference.against, measures)
        elif found.true.number >= 0:
            yield Doubt(_whole(told, clause), found.close_true.number, measures)


def _by_axes(likely: float, found: Evidence) -> tuple[float, float, float]:
    """What the axes say of a sentence, beside what its clause says as a whole."""
    bounded = min(max(likely, 1 - SUREST), SUREST)
    odds = math.log(bounded / (1 - bounded))
    return odds, float(likely == 0.0), odds * (found.false.worth - found.true.worth)


def _whole(told: Telling, clause: int) -> Told:
    own = told.sentence.clauses[clause]
    text = told.sentence.text[: own.end]
    start = own.start + len(text[own.start :]) - len(text[own.start :].lstrip(" ,;:.–—-"))
    return Told(WHOLE, WHOLE, clause, start, max(start, len(text.rstrip())))


def differences(told: Telling, memory: Memory) -> Iterator[Difference]:
    """Every sense of a sentence that known sentences close to it do not have."""
    near, _ = memory.nearest(told)
    heard = sum(each in memory.topics.squares for each in told.features) / max(1, len(told.features))
    for each in (*told.told, *_plain(told)):
        found = _difference(each, told, near, heard, memory)
        if found is not None:
            yield found


def _plain(told: Telling) -> Iterator[Told]:
    for clause in sorted(told.plain):
        own = told.sentence.clauses[clause]
        yield Told(DENIAL, PLAIN, clause, own.start, min(own.end, len(told.sentence.text)))


def _difference(
    each: Told, told: Telling, near: Sequence[Near], heard: float, memory: Memory
) -> Difference | None:
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
    return Difference(each, against, instead, features)
