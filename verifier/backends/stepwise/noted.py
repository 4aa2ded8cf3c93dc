"""Truths written down: once each, and those known so far within a block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.analysis.regions import Names, Region, Regions
from verifier.kernel.expression import Expr
from verifier.kernel.visit import free_locals

Facts = frozenset[int]
"""Truths by their numbers in a `Book`."""


class Book:
    """Every truth once: by a number, with the names and the footprint it has."""

    def __init__(self, regions: Regions) -> None:
        self._regions = regions
        self._numbers: dict[Expr, int] = {}
        self.truths: list[Expr] = []
        self.names: list[frozenset[str]] = []
        self.looks: list[Region] = []

    def number(self, truth: Expr) -> int:
        found = self._numbers.get(truth)
        if found is None:
            found = self._numbers[truth] = len(self.truths)
            self.truths.append(truth)
            self.names.append(free_locals(truth))
            self.looks.append(self._regions.looked_at(truth))
        return found


@dataclass(slots=True)
class Walk:
    """Within a block: truths so far, names that are other names, and cells that hold what a name stands for."""

    known: Names
    facts: dict[int, None] = field(default_factory=dict)
    alias: dict[str, Expr] = field(default_factory=dict)
    homes: dict[str, Expr] = field(default_factory=dict)

    def copy(self) -> Walk:
        return Walk(dict(self.known), dict(self.facts), dict(self.alias), dict(self.homes))

    def meet(self, other: Walk) -> None:
        self.facts = {fact: None for fact in self.facts if fact in other.facts}
        self.alias = common(self.alias, other.alias)
        self.homes = common(self.homes, other.homes)


@dataclass(frozen=True, slots=True)
class Passage:
    """What a block does to truths: those it adds on each way out, what it changes, which cells keep its names."""

    added: Facts
    then: Facts
    otherwise: Facts
    changed: Region
    homes: Mapping[str, Expr]


def common(one: Mapping[str, Expr], other: Mapping[str, Expr]) -> dict[str, Expr]:
    return {name: expr for name, expr in one.items() if other.get(name) == expr}
