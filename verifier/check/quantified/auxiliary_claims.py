"""Generated lemmas for quantified proofs: capacities of zones and the kinds of their contents.

The kinds are guessed from some plays, and worth nothing until every step has been seen to keep them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.analysis.possible_values import Reach
from verifier.analysis.regions import Names, Region, Regions
from verifier.engine import Engine
from verifier.kernel import expression as k
from verifier.kernel.domain import Number, Things, Truth, Zones
from verifier.kernel.machine import WORKED_OUT, Choice, Claim, Decide, Family, Machine
from verifier.kernel.visit import free_locals, mapped, substituted
from verifier.runtime import Fault, Seeded
from verifier.trace.policies.uniform import random_given

# --- generated lemmas


PLAYS, STEPS, SEED = 4, 400, 1
ROOM = "room in "
KINDS = "kinds in "
LASTING = "always "
GUESSES = 3


def capacity_lemmas(machine: Machine) -> Iterator[Claim]:
    """That no zone holds more than it may."""
    for family in machine.families.values():
        if family.holds is not None:
            zones = Zones(family.name, tuple(range(family.base, family.base + family.size)))
            inside = k.Bind("x", k.Contents(k.Local("zone", zones), machine.all_things))
            count = k.Fold("count", (inside,), None, k.Const(1, Truth()))
            room = k.Compare("<=", count, k.Const(family.holds, Number(family.holds, family.holds)))
            yield Claim(
                ROOM + family.name,
                "invariant",
                None,
                k.Fold("every", (k.Bind("zone", _zones(family)),), None, room),
            )


def kind_lemmas(machine: Machine, reach: Reach) -> Iterator[Claim]:
    """That in the zones of a family there are only components of some kinds: of a few guesses each may do."""
    seen = _seen(machine)
    classes = _classes(machine)
    for family in machine.families.values():
        zones = _of(family)
        can = frozenset(thing for thing, places in enumerate(reach.zones) if not places.isdisjoint(zones))
        found = frozenset[int]().union(*(seen[zone] for zone in zones))
        # Where nothing was ever seen, it may be what is seen elsewhere.
        wide = (
            classes
            if found
            else [
                frozenset().union(*(seen[zone] for zone in _of(other))) for other in machine.families.values()
            ]
        )
        guesses = {ids & can for ids in wide if found <= ids and ids and not can <= ids}
        for number, kind in enumerate(sorted(guesses, key=lambda ids: (len(ids), sorted(ids)))[:GUESSES]):
            inside = k.Bind("x", k.Contents(_zones(family), Things("stranger", tuple(sorted(can - kind)))))
            claim = k.Fold("every", (inside,), None, k.Const(0, Truth()))
            yield Claim(f"{KINDS}{family.name} {number + 1}", "invariant", None, claim)


def lasting_lemmas(machine: Machine) -> Iterator[Claim]:
    """That what is claimed of a moment holds all the time."""
    for claim in machine.claims:
        if claim.sort == "invariant" and claim.moment is not None:
            yield Claim(LASTING + claim.name, "invariant", None, claim.truth)


def _of(family: Family) -> range:
    return range(family.base, family.base + family.size)


def _zones(family: Family) -> k.ZonesOf:
    return k.ZonesOf(family.name, (None,) * len(family.index))


def _classes(machine: Machine) -> list[frozenset[int]]:
    """The classes of components that the rules speak of."""
    found = {cell.domain.ids for cell in machine.cells.values() if isinstance(cell.domain, Things)}
    for block in machine.blocks.values():
        if isinstance(block.out, Decide):
            for alternative in block.out.alternatives:
                for part in alternative.prelude:
                    if isinstance(part, Choice) and isinstance(part.source, k.Contents):
                        found.add(part.source.things.ids)
    for table in machine.tables.values():
        # What is printed on some components and not on others sets them apart.
        if len(table.index) == 1 and isinstance(table.index[0], Things) and isinstance(table.domain, Truth):
            found.add(tuple(thing for thing, entry in enumerate(table.values) if entry))
    return [frozenset(ids) for ids in sorted(found)]


def _seen(machine: Machine) -> list[set[int]]:
    """What lay in each zone at the pauses of some plays."""
    engine = Engine(machine)
    seen: list[set[int]] = [set() for _ in range(machine.zones)]
    for play in range(PLAYS):
        chance = random.Random(f"{SEED} {play}")
        oracle = Seeded(chance.randrange(1 << 30))
        try:
            state = engine.new(oracle, random_given(engine, chance))
            for _ in range(STEPS):
                for zone, contents in enumerate(state.zones[: machine.zones]):
                    seen[zone].update(contents)
                moves = engine.legal(state)
                if not moves:
                    break
                engine.step(state, chance.choice(moves), oracle)
        except Fault:
            continue
    return seen


# --- numbered facts, and those known within a block


Facts = frozenset[int]
"""Truths by their numbers in a `FactTable`."""


class FactTable:
    """Every truth once: by a number, with the names and the footprint it has."""

    def __init__(self, regions: Regions) -> None:
        self._regions = regions
        self._numbers: dict[k.Expr, int] = {}
        self.truths: list[k.Expr] = []
        self.names: list[frozenset[str]] = []
        self.looks: list[Region] = []

    def number(self, truth: k.Expr) -> int:
        found = self._numbers.get(truth)
        if found is None:
            found = self._numbers[truth] = len(self.truths)
            self.truths.append(truth)
            self.names.append(free_locals(truth))
            self.looks.append(self._regions.looked_at(truth))
        return found


@dataclass(slots=True)
class BlockFacts:
    """Within a block: truths so far, names that are other names, and cells that hold what a name stands for."""

    known: Names
    facts: dict[int, None] = field(default_factory=dict)
    alias: dict[str, k.Expr] = field(default_factory=dict)
    homes: dict[str, k.Expr] = field(default_factory=dict)

    def copy(self) -> BlockFacts:
        return BlockFacts(dict(self.known), dict(self.facts), dict(self.alias), dict(self.homes))

    def meet(self, other: BlockFacts) -> None:
        self.facts = {fact: None for fact in self.facts if fact in other.facts}
        self.alias = common_entries(self.alias, other.alias)
        self.homes = common_entries(self.homes, other.homes)


@dataclass(frozen=True, slots=True)
class BlockTransfer:
    """What a block does to truths: those it adds on each way out, what it changes, which cells keep its names."""

    added: Facts
    then: Facts
    otherwise: Facts
    changed: Region
    homes: Mapping[str, k.Expr]


def common_entries(one: Mapping[str, k.Expr], other: Mapping[str, k.Expr]) -> dict[str, k.Expr]:
    return {name: expr for name, expr in one.items() if other.get(name) == expr}


# --- inlined definitions


class InlinedDefinitions:
    """The definitions of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._inlined: dict[k.Expr, k.Expr] = {}

    def inlined(self, expr: k.Expr) -> k.Expr:
        """The expression with every definition written out in its place."""
        found = self._inlined.get(expr)
        if found is None:
            found = self._inlined[expr] = mapped(expr, self._meant)
        return found

    def _meant(self, node: Any) -> k.Expr | None:
        if not isinstance(node, k.Call):
            return None
        shape = self.machine.definitions[node.definition]
        value = shape.start
        for clause in shape.clauses:
            step: k.Expr = (
                k.Logic("and", (value, clause.value))
                if clause.op == "require"
                else k.Arith(WORKED_OUT[clause.op], value, clause.value)
            )
            value = k.If(k.Logic("and", clause.when), step, value) if clause.when else step
        args = [self.inlined(arg) for arg in node.args]
        names = {param: arg for (param, _), arg in zip(shape.params, args, strict=True)}
        return self.inlined(substituted(value, names))
