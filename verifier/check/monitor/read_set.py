"""Read sets: an expression in, the cells and zones that its value depends on out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import assert_never

from verifier.analysis.effects import Families, Look, state_reads
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Zones, values
from verifier.kernel.layout import Layout, flat
from verifier.kernel.visit import Node

# More combinations than this are not told apart: then it may be any.
MANY = 1_000

Numbers = frozenset[int]
Cells = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class ReadSet:
    """What is looked at: cells by name and place in their row, zones by number."""

    cells: Cells = frozenset()
    zones: Numbers = frozenset()

    def __or__(self, other: ReadSet) -> ReadSet:
        return ReadSet(self.cells | other.cells, self.zones | other.zones)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of the names: which values they may have, in which zones what they name may lie."""

    maybe: Mapping[str, Numbers]
    lying: Mapping[str, Numbers]

    def with_(self, local: str, maybe: Numbers | None, lying: Numbers | None) -> _Known:
        found, places = dict(self.maybe), dict(self.lying)
        found.pop(local, None)
        places.pop(local, None)
        if maybe is not None:
            found[local] = maybe
        if lying is not None:
            places[local] = lying
        return _Known(found, places)


class ReadSets:
    """The sights of one machine. In doubt, all zones."""

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self.layout = machine.analysis(Layout)
        self.families = Families(machine)
        self.all_zones = frozenset(range(machine.zones))
        self.all_cells = frozenset(each for name in machine.cells for each in self._row(name))
        self._calls: dict[tuple[object, ...], ReadSet] = {}

    def at(self, expr: k.Expr) -> ReadSet:
        """Everything that the value of an expression depends on."""
        return self._of(expr, _Known({}, {}))

    def _of(self, node: Node, known: _Known) -> ReadSet:
        found = ReadSet()
        for look, here in state_reads(node, known, self._bound):
            found |= self._look(look, here)
        return found

    def _look(self, look: Look, known: _Known) -> ReadSet:
        match look:
            case k.Read(cell, index):
                return ReadSet(cells=self._cells(cell, index, known))
            case k.Call():
                return self._call(look, known)
            case k.ZoneOf(thing) | k.Position(thing):
                return ReadSet(zones=self._lies(thing, known))
            case k.Contents(zones, _) | k.End(zone=zones):
                return ReadSet(zones=self._zones(zones, known))
            case k.Fold():
                raise AssertionError("nothing is taken for counted")
            case _:
                assert_never(look)

    def _bound(self, known: _Known, local: str, source: k.Source | k.End) -> _Known:
        match source:
            case k.Values(domain, _):
                return known.with_(local, frozenset(values(domain)), None)
            case k.ZonesOf():
                return known.with_(local, self._zones(source, known), None)
            case k.Contents(zones, things) | k.End(zone=zones, things=things):
                return known.with_(local, frozenset(things.ids), self._zones(zones, known))
            case _:
                assert_never(source)

    def _call(self, call: k.Call, known: _Known) -> ReadSet:
        """What a definition looks at when it is asked about these."""
        shape = self.machine.definitions[call.definition]
        inner = _Known({}, {})
        for (name, domain), arg in zip(shape.params, call.args, strict=True):
            maybe = self._maybe(arg, known)
            lying = known.lying.get(arg.name) if isinstance(arg, k.Local) else None
            inner = inner.with_(name, frozenset(values(domain)) if maybe is None else maybe, lying)
        key = (call.definition, *inner.maybe.items(), None, *inner.lying.items())
        if key not in self._calls:
            # A definition that asks itself may look anywhere, for all we know.
            self._calls[key] = ReadSet(self.all_cells, self.all_zones)
            self._calls[key] = self._of(shape, inner)
        return self._calls[key]

    # --- which values, which zones

    def _maybe(self, expr: k.Expr, known: _Known) -> Numbers | None:
        """The values that an expression may have, if that can be told without a state."""
        match expr:
            case k.Const(value, _):
                return frozenset((value,))
            case k.Local(name, _):
                return known.maybe.get(name)
            case k.ZoneOf(k.Local(name, _)):
                return known.lying.get(name)
            case k.ZoneAt():
                return self._zone_at(expr, known)
            case k.Lookup(name, index):
                table = self.machine.tables[name]
                axes = [self.layout.wide_axis(domain) for domain in table.index]
                chosen = [self._maybe(each, known) for each in index]
                told = [each for each in chosen if each is not None]
                if len(told) < len(chosen) or prod(map(len, told)) > MANY:
                    return None
                places = (flat(axes, each) for each in product(*told))
                return frozenset(table.missing if at < 0 else table.values[at] for at in places)
            case k.If(_, then, otherwise):
                one, other = self._maybe(then, known), self._maybe(otherwise, known)
                return None if one is None or other is None else one | other
            case k.Read() | k.ZoneOf() | k.Position() | k.Arith() | k.Compare():
                return None
            case k.Not() | k.Logic() | k.Fold() | k.End() | k.Call():
                return None
            case _:
                assert_never(expr)

    def _row(self, cell: str) -> Cells:
        return frozenset((cell, place) for place in range(len(self.layout.row(self.machine.cells[cell]))))

    def _cells(self, name: str, index: tuple[k.Expr, ...], known: _Known) -> Cells:
        """The places of a cell that may be read."""
        chosen = [self._maybe(each, known) for each in index]
        told = [each for each in chosen if each is not None]
        if len(told) < len(chosen) or prod(map(len, told)) > MANY:
            return self._row(name)
        axes = self.layout.cell_axes(self.machine.cells[name])
        # What is read through nothing stands last, and never changes.
        places = (flat(axes, each) for each in product(*told))
        return frozenset((name, place) for place in places if place >= 0)

    def _zone_at(self, zone: k.ZoneAt | k.ZonesOf, known: _Known) -> Numbers:
        """The zones of a family whose indexes may be as said."""
        family = self.machine.families[zone.family]
        axes = self.layout.family_axes(family)
        chosen = []
        for (_, domain), each in zip(family.index, zone.index, strict=True):
            maybe = None if each is None else self._maybe(each, known)
            chosen.append(frozenset(values(domain)) if maybe is None else maybe)
        if prod(map(len, chosen)) > MANY:
            return frozenset(range(family.base, family.base + family.size))
        places = (flat(axes, each) for each in product(*chosen))
        return frozenset(family.base + place for place in places if place >= 0)

    def _zones(self, zones: k.ZonesOf | k.Expr, known: _Known) -> Numbers:
        if isinstance(zones, k.ZonesOf):
            return self._zone_at(zones, known)
        maybe = self._maybe(zones, known)
        if maybe is not None:
            return maybe & self.all_zones
        if isinstance(zones, k.Local) and isinstance(zones.domain, Zones) and zones.domain.ids:
            return frozenset(zones.domain.ids)
        families = (self.machine.families[name] for name in self.families.of(zones, {}))
        return frozenset(zone for each in families for zone in range(each.base, each.base + each.size))

    def _lies(self, thing: k.Expr, known: _Known) -> Numbers:
        here = known.lying.get(thing.name) if isinstance(thing, k.Local) else None
        return self.all_zones if here is None else here
