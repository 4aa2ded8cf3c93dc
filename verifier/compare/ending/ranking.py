"""A measure that falls with every move: ways between places in, weights of zones and places out, by Z3.

The measure of a state is a weighted sum of how many components lie in each family of zones, and a number for
the place. It falls by one at least on every way that counts, rises on none, and is never negative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import z3

from verifier.compare.ending.ways import Place, Way
from verifier.kernel import expression as k

MILLISECONDS = 5_000

Counts = Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The most that can be counted from the first pause on, and what a component weighs in each family."""

    most: int
    weights: Mapping[str, Fraction]


def ranking(
    ways: Iterable[Way],
    counts: Callable[[Way], bool],
    places: Iterable[Place],
    first: Iterable[Place],
    dealt: Counts,
    caps: Mapping[str, int],
) -> Ranking | None:
    """The measure with the lowest start, or nothing if there is none."""
    solver = z3.Optimize()
    solver.set(timeout=MILLISECONDS)
    weight = {family: z3.Real(f"weight {family}") for family in caps}
    number = {place: z3.Real(f"place {at}") for at, place in enumerate(places)}
    for way in ways:
        change = [
            _most(weight[family], interval) for family, interval in way.change.items() if family in weight
        ]
        rise = z3.Sum([*change, number[way.end] - number[way.start]])
        solver.add(rise <= (-1 if counts(way) else 0))
    for place, value in number.items():
        held = {zone.family for zone, _ in place.facts.full if isinstance(zone, k.ZoneAt)}
        least = [_least(weight[family], (int(family in held), cap)) for family, cap in caps.items()]
        solver.add(z3.Sum([value, *least]) >= 0)
    start = z3.Real("start")
    for place in first:
        solver.add(
            start >= z3.Sum([number[place], *(_most(weight[family], dealt[family]) for family in caps)])
        )
    solver.minimize(start)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    return Ranking(
        int(_value(model, start) // 1), {family: _value(model, each) for family, each in weight.items()}
    )


def _most(weight: z3.ArithRef, interval: tuple[int, int]) -> z3.ArithRef:
    low, high = interval
    return weight * low if low == high else z3.If(weight >= 0, weight * high, weight * low)


def _least(weight: z3.ArithRef, interval: tuple[int, int]) -> z3.ArithRef:
    low, high = interval
    return weight * low if low == high else z3.If(weight >= 0, weight * low, weight * high)


def _value(model: z3.ModelRef, term: z3.ArithRef) -> Fraction:
    found = model.eval(term, model_completion=True)
    return Fraction(found.numerator_as_long(), found.denominator_as_long())
