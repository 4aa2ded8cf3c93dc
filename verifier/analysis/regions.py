"""Regions of the state that expressions read and steps change: cells, components in zones. An over-approximation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from verifier.analysis.effects import Look, state_reads
from verifier.analysis.possible_values import Reach, Set
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING
from verifier.kernel.visit import Node

Names = dict[k.Expr | str, Set]
"""What names may stand for."""

Spread = tuple[frozenset[int], frozenset[int]]
"""Zones, and the components that may lie there."""

# Stands among the components for the order in which they lie.
ORDER = -2


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the state: cells by name; components in zones."""

    cells: frozenset[str] = frozenset()
    spreads: frozenset[Spread] = frozenset()

    def __or__(self, other: Region) -> Region:
        return Region(self.cells | other.cells, self.spreads | other.spreads)

    def meets(self, other: Region) -> bool:
        """May one be about something of the other?"""
        if not self.cells.isdisjoint(other.cells):
            return True
        return any(
            not zones.isdisjoint(other_zones) and not things.isdisjoint(other_things)
            for zones, things in self.spreads
            for other_zones, other_things in other.spreads
        )


def _spread(zones: frozenset[int], things: frozenset[int]) -> Region:
    return Region(spreads=frozenset(((zones, things),))) if zones and things else Region()


def either_of(one: Set, other: Set) -> Set:
    """What is known of a value that may be either; of a name bound on one way only, nothing."""
    return None if one is None or other is None else one | other


def zone_numbers(zones: k.ZonesOf | k.Expr, reach: Reach) -> Set:
    """The zones that may be meant; `None` if that is not known."""
    return reach.members(zones, {}) if isinstance(zones, k.ZonesOf) else reach.values(zones, {})


class Regions:
    """What one machine's expressions look at, and what its blocks and steps change."""

    def __init__(self, machine: km.Machine, reach: Reach) -> None:
        self.machine = machine
        self.reach = reach
        self.parameters: dict[str, Mapping[k.Expr | str, Set]] = dict(reach.entries())
        self._zones = frozenset(range(machine.zones))
        self._things = frozenset(range(len(machine.things)))
        self._definitions: dict[str, Region] = {}
        self._blocks: dict[str, Region] = {}

    def looked_at(self, node: Node) -> Region:
        """By an expression or a source; of its free names only their domains are known."""
        found = Region()
        for look, _ in state_reads(node, None, lambda known, local, source: known, in_order=True):
            found |= self._look(look)
        return found

    def _look(self, look: Look) -> Region:
        match look:
            case k.Read(cell, _):
                return Region(cells=frozenset((cell,)))
            case k.Call(definition, _):
                return self._definition(definition)
            case k.ZoneOf(thing):
                return _spread(self._zones, self._among(self.reach.values(thing, {}), self._things))
            case k.Position():
                # Whatever lies below is counted.
                return _spread(self._zones, self._things | {ORDER})
            case k.Contents(zones, things):
                there = self._among(zone_numbers(zones, self.reach), self._zones)
                return _spread(there, frozenset(things.ids))
            case k.End(_, _, zone, things, _):
                there = self._among(self.reach.values(zone, {}), self._zones)
                return _spread(there, frozenset((*things.ids, ORDER)))
            case k.Fold():
                raise AssertionError("nothing is taken for counted")
            case _:
                assert_never(look)

    def _definition(self, name: str) -> Region:
        if name not in self._definitions:
            self._definitions[name] = self.looked_at(self.machine.definitions[name])
        return self._definitions[name]

    def _among(self, values: Set, every: frozenset[int]) -> frozenset[int]:
        return every if values is None else values - {NOTHING}

    def changed_by(self, label: str) -> Region:
        """By the steps of a block."""
        if label not in self._blocks:
            steps, known = self.machine.blocks[label].steps, dict(self.parameters[label])
            self._blocks[label] = self.changed(steps, known)
        return self._blocks[label]

    def changed(self, steps: Iterable[km.Step], known: Names) -> Region:
        """By some steps, given what their names may be; names that they bind are added."""
        found = Region()
        for step in steps:
            match step:
                case km.Let(local, value):
                    known[local] = self.reach.values(value, known)
                case km.Write(cell, _, _, _) | km.Roll(cell, _):
                    found |= Region(cells=frozenset((cell,)))
                case km.Take(thing, zone) | km.Put(thing, zone):
                    found |= self._moved(thing, zone, known)
                case km.Shuffle(zone):
                    there = self._among(self.reach.values(zone, known), self._zones)
                    found |= _spread(there, frozenset((ORDER,)))
                case km.Branch(_, then, otherwise, _):
                    yes, no = dict(known), dict(known)
                    found |= self.changed(then, yes) | self.changed(otherwise, no)
                    known.update({name: either_of(yes.get(name), no.get(name)) for name in yes | no})
                case km.Each(local, source, inner):
                    found |= self.changed(inner, {**known, local: self.reach.members(source, known)})
                case km.Times(_, _, inner):
                    found |= self.changed(inner, known)
                case km.Mark():
                    pass
                case _:
                    assert_never(step)
        return found

    def _moved(self, thing: k.Expr, zone: k.Expr, known: Names) -> Region:
        # The zone often depends on the component itself, so it is asked for one component at a time.
        by_zones: dict[frozenset[int], set[int]] = {}
        for one in self._among(self.reach.values(thing, known), self._things):
            alone: Set = frozenset((one,))
            names: Names = {**known, thing: alone}
            if isinstance(thing, k.Local):
                names[thing.name] = alone
            zones = self._among(self.reach.values(zone, names), self._zones)
            by_zones.setdefault(zones, set()).add(one)
        found = Region()
        for zones, group in by_zones.items():
            found |= _spread(zones, frozenset(group))
        return found
