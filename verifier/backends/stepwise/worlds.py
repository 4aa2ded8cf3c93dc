"""A state as functions into terms of Z3: where each component lies, how many lie in each zone, what each cell holds.

A world remembers how it came from the one before, so that a count over many components is the count before, less what
was moved away, plus what was moved there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from verifier.analysis.regions import Region
from verifier.backends.stepwise.folding import Value, chosen, equal

At = Callable[[Value], Value]


def changed_at(place: Value, new: Value, before: At) -> At:
    """The same function but for one place."""
    return lambda one: chosen(equal(one, place), new, before(one))


@dataclass(frozen=True, slots=True)
class Moved:
    """One component lies elsewhere."""

    thing: Value


@dataclass(frozen=True, slots=True)
class Written:
    """One cell, or one place of it, holds something else."""

    cell: str
    index: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One of two ways was taken."""

    test: Value
    then: World
    otherwise: World


@dataclass(frozen=True, slots=True)
class Anything:
    """Much may have changed, but nothing outside this footprint."""

    changed: Region


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """`lies` gives the zone of a component, `sizes` how many lie in a zone, `rows` what a cell holds at a place.

    The first world has none `before`.
    """

    number: int
    lies: At
    sizes: At
    cells: Mapping[str, Value]
    rows: Mapping[str, At]
    before: World | None = None
    how: Moved | Written | Either | Anything | None = None
