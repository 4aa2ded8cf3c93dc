"""What an expression looks at and what steps can change: cells, and components in zones. All guessed from above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from verifier.analysis.reach import Reach, Set
from verifier.kernel.domain import NOTHING
from verifier.kernel.expression import Call, Contents, End, Expr, Local, Position, Read, ZoneOf, ZonesOf
from verifier.kernel.machine import (
    Branch,
    Each,
    Let,
    Machine,
    Mark,
    Put,
    Roll,
    Shuffle,
    Step,
    Take,
    Times,
    Write,
)
from verifier.kernel.visit import children

Names = dict[Expr | str, Set]
"""What names may stand for."""

Spread = tuple[frozenset[int], frozenset[int]]
"""Zones, and the components that may lie there."""


# Stands among the components for the order in which they lie.
ORDER = -2


@dataclass(frozen=True, slots=True)
class Footprint:
    """Cells by name; components in zones."""

    cells: frozenset[str] = frozenset()
    spreads: frozenset[Spread] = frozenset()

    def __or__(self, other: Footprint) -> Footprint:
        return Footprint(self.cells | other.cells, self.spreads | other.spreads)

    def meets(self, other: Footprint) -> bool:
        """May one be about something of the other?"""
        if not self.cells.isdisjoint(other.cells):
            return True
        return any(
            not zones.isdisjoint(other_zones) and not things.isdisjoint(other_things)
            for zones, things in self.spreads
            for other_zones, other_things in other.spreads
        )


def either_of(one: Set, other: Set) -> Set:
    """What is known of a value that may be either; of a name bound on one way only, nothing."""
    return None if one is None or other is None else one | other


class Footprints:
    """The footprints of one machine's expressions and blocks."""

    def __init__(self, machine: Machine, reach: Reach) -> None:
        self.machine = machine
        self.reach = reach
        self.parameters: dict[str, Mapping[Expr | str, Set]] = dict(reach.entries())
        self._zones = frozenset(range(machine.zones))
        self._things = frozenset(range(len(machine.things)))
        self._definitions: dict[str, Footprint] = {}
        self._blocks: dict[str, Footprint] = {}

    # --- what is looked at

    def looked_at(self, node: Any) -> Footprint:
        """By an expression or a source; of its free names only their domains are known."""
        match node:
            case Read(cell, index):
                return self._all(index) | Footprint(cells=frozenset((cell,)))
            case Call(definition, args):
                return self._all(args) | self._definition(definition)
            case ZoneOf(thing):
                return self._spread(self._zones, self._known(thing)) | self.looked_at(thing)
            case Position(thing):
                # Whatever lies below is counted.
                return self._spread(self._zones, self._things | {ORDER}) | self.looked_at(thing)
            case Contents(zones, things):
                here = (
                    self.reach.members(zones, {})
                    if isinstance(zones, ZonesOf)
                    else self.reach.values(zones, {})
                )
                return self._spread(self._zoned(here), frozenset(things.ids)) | self.looked_at(zones)
            case End(_, _, zone, things, where):
                there = self._zoned(self.reach.values(zone, {}))
                found = self._spread(there, frozenset((*things.ids, ORDER)))
                return found | self.looked_at(zone) | (self.looked_at(where) if where else Footprint())
            case _:
                return self._all(tuple(children(node)))

    def _all(self, nodes: Iterable[Any]) -> Footprint:
        found = Footprint()
        for node in nodes:
            found |= self.looked_at(node)
        return found

    def _definition(self, name: str) -> Footprint:
        if name not in self._definitions:
            shape = self.machine.definitions[name]
            found = self.looked_at(shape.start)
            for rung in shape.rungs:
                found |= self._all((*rung.when, rung.value))
            self._definitions[name] = found
        return self._definitions[name]

    def _known(self, thing: Expr) -> frozenset[int]:
        found = self.reach.values(thing, {})
        return self._things if found is None else found - {NOTHING}

    def _zoned(self, zones: Set) -> frozenset[int]:
        return self._zones if zones is None else zones - {NOTHING}

    def _spread(self, zones: frozenset[int], things: frozenset[int]) -> Footprint:
        return Footprint(spreads=frozenset(((zones, things),))) if zones and things else Footprint()

    # --- what is changed

    def changed_by(self, label: str) -> Footprint:
        """By the steps of a block."""
        if label not in self._blocks:
            steps, known = self.machine.blocks[label].steps, dict(self.parameters[label])
            self._blocks[label] = self.changed(steps, known)
        return self._blocks[label]

    def changed(self, steps: Iterable[Step], known: Names) -> Footprint:
        """By some steps, given what their names may be; names that they bind are added."""
        found = Footprint()
        for step in steps:
            match step:
                case Let(local, value):
                    known[local] = self.reach.values(value, known)
                case Write(cell, _, _, _) | Roll(cell, _):
                    found |= Footprint(cells=frozenset((cell,)))
                case Take(thing, zone) | Put(thing, zone):
                    found |= self._moved(thing, zone, known)
                case Shuffle(zone):
                    found |= self._spread(self._zoned(self.reach.values(zone, known)), frozenset((ORDER,)))
                case Branch(_, then, otherwise, _):
                    yes, no = dict(known), dict(known)
                    found |= self.changed(then, yes) | self.changed(otherwise, no)
                    known.update({name: either_of(yes.get(name), no.get(name)) for name in yes | no})
                case Each(local, source, inner):
                    found |= self.changed(inner, {**known, local: self.reach.members(source, known)})
                case Times(_, _, inner):
                    found |= self.changed(inner, known)
                case Mark():
                    pass
                case _:
                    assert_never(step)
        return found

    def _moved(self, thing: Expr, zone: Expr, known: Names) -> Footprint:
        things = self.reach.values(thing, known)
        moved = self._things if things is None else things - {NOTHING}
        found = Footprint()
        # The zone often depends on the component itself, so it is asked for one component at a time.
        by_zones: dict[frozenset[int], set[int]] = {}
        for one in moved:
            alone: Set = frozenset((one,))
            names: Names = {**known, thing: alone}
            if isinstance(thing, Local):
                names[thing.name] = alone
            by_zones.setdefault(self._zoned(self.reach.values(zone, names)), set()).add(one)
        for zones, group in by_zones.items():
            found |= self._spread(zones, frozenset(group))
        return found
