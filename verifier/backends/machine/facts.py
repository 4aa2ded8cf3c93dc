"""What holds in every play, found by looking at the whole machine once.

Which components can lie where, how far the parameters of blocks and definitions reach. Facts save work only:
without them the code is longer and does the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from verifier.backends.machine.extent import (
    TRUTH,
    UNKNOWN,
    Extent,
    among,
    combined,
    compared,
    conjoined,
    exactly,
    of_domain,
)
from verifier.backends.machine.layout import missing
from verifier.kernel.domain import NOTHING, Domain, Number, Things, Zones
from verifier.kernel.expression import (
    Arith,
    Call,
    Compare,
    Const,
    Contents,
    End,
    Expr,
    Fold,
    If,
    Local,
    Logic,
    Lookup,
    Not,
    Position,
    Read,
    Source,
    Values,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import Cell, Machine, Table

Extents = Mapping[str, Extent]


class Facts:
    """The extent of every expression, given those of the names it reads."""

    def __init__(self, machine: Machine, anywhere: bool = False) -> None:
        self.machine = machine
        self.every_zone = frozenset(range(machine.zones))
        everything = frozenset(range(len(machine.things)))
        self.possible = dict.fromkeys(self.every_zone, everything if anywhere else frozenset())
        self.possible[machine.box] = everything
        self.arguments: dict[str, tuple[Extent, ...] | None] = dict.fromkeys(machine.definitions)
        self.parameters: dict[str, dict[str, Extent]] = {label: {} for label in machine.blocks}
        self.results: dict[str, Extent] = {}
        self.settled = False

    def extent(self, expr: Expr, known: Extents) -> Extent:
        """How far the value of an expression reaches. Calls inside add to facts that are not settled."""
        match expr:
            case Const(value, _):
                return exactly(value)
            case Local(name, domain):
                return known.get(name) or _declared(domain)
            case Read(cell, index):
                return self._read(self.machine.cells[cell], self._each(index, known))
            case Lookup(table, index):
                return self._lookup(table, self._each(index, known))
            case ZoneAt(family, index):
                return self._zone_at(family, self._each(index, known))
            case ZoneOf(thing):
                self.extent(thing, known)
                return among(self.every_zone).joined(exactly(NOTHING))
            case Position(thing):
                self.extent(thing, known)
                return Extent(0, len(self.machine.things))
            case Arith(op, left, right):
                return combined(op, self.extent(left, known), self.extent(right, known))
            case Compare(op, left, right):
                return compared(op, self.extent(left, known), self.extent(right, known))
            case Not(operand):
                truth = self.extent(operand, known)
                return exactly(1 - truth.low) if truth.low == truth.high else TRUTH
            case Logic(op, parts):
                return conjoined(op, self._each(parts, known))
            case If(test, then, otherwise):
                self.extent(test, known)
                yes = self.extent(then, self.given(test, known))
                if is_something(test, then):
                    yes = yes.without_nothing()
                return yes.joined(self.extent(otherwise, known))
            case Fold():
                return self._fold(expr, known)
            case End():
                return self._end(expr, known)
            case Call(definition, args):
                return self._call(definition, self._each(args, known))
            case _:
                assert_never(expr)

    def _read(self, cell: Cell, index: tuple[Extent, ...]) -> Extent:
        found = of_domain(cell.domain, nothing=cell.optional)
        if not cell.given:
            found = found.joined(exactly(cell.starts))
        if not self.on_axes(index, cell.index):
            found = found.joined(exactly(missing(cell.domain)))
        return found

    def on_axes(self, index: tuple[Extent, ...], domains: tuple[Domain, ...]) -> bool:
        """Does an index of a cell or table never miss?"""
        return all(map(self.on_axis, index, domains))

    def on_axis(self, extent: Extent, domain: Domain) -> bool:
        """The same for one index; components and zones run over all of them."""
        match domain:
            case Things():
                return extent.within(0, len(self.machine.things) - 1)
            case Zones():
                return extent.within(0, self.machine.zones - 1)
            case _:
                return extent.fits(domain)

    def members(self, source: Source, known: Extents) -> Extent:
        """How far the members of a source reach."""
        match source:
            case Values(domain, first):
                if first is not None:
                    self.extent(first, known)
                return of_domain(domain)
            case ZonesOf(family, index):
                self._each(tuple(part for part in index if part is not None), known)
                return self._family(family)
            case Contents(_, things):
                return among(self.lying(source, known) & frozenset(things.ids))
            case _:
                assert_never(source)

    def lying(self, source: Contents, known: Extents) -> frozenset[int]:
        """The components, of whatever class, that can lie in the zones of a source."""
        if isinstance(source.zones, ZonesOf):
            return self._in_zones(self.members(source.zones, known))
        return self._in_zones(self.extent(source.zones, known))

    def lying_at(self, zone: Expr, known: Extents) -> frozenset[int]:
        """The components that can lie in a zone."""
        return self._in_zones(self.extent(zone, known))

    def given(self, test: Expr, known: Extents) -> dict[str, Extent]:
        """What is known where a test holds: names that are something, names that are of a class."""
        found = dict(known)
        for part in test.parts if isinstance(test, Logic) and test.op == "and" else (test,):
            match part:
                case Compare("!=", Local(name, _) as local, _) if name in found and is_something(part, local):
                    found[name] = found[name].without_nothing()
                case Lookup(table, (Local(name, _),)) if name in found:
                    found[name] = self._of_class(self.machine.tables[table], found[name])
                case Not(Lookup(table, (Local(name, _),))) if name in found:
                    found[name] = self._of_class(self.machine.tables[table], found[name], of=False)
        return found

    def _of_class(self, table: Table, extent: Extent, of: bool = True) -> Extent:
        if not isinstance(table.index[0], Things) or extent.among is None:
            return extent
        values = {one: table.missing if one == NOTHING else table.values[one] for one in extent.among}
        return among(frozenset(one for one, value in values.items() if bool(value) == of))

    def _each(self, parts: tuple[Expr, ...], known: Extents) -> tuple[Extent, ...]:
        return tuple(self.extent(part, known) for part in parts)

    def _in_zones(self, zones: Extent) -> frozenset[int]:
        numbers = self.every_zone if zones.among is None else zones.among
        return frozenset().union(*(self.possible[zone] for zone in numbers if zone != NOTHING))

    def _family(self, name: str) -> Extent:
        family = self.machine.families[name]
        return among(frozenset(range(family.base, family.base + family.size)))

    def _zone_at(self, family: str, index: tuple[Extent, ...]) -> Extent:
        domains = [domain for _, domain in self.machine.families[family].index]
        found = self._family(family)
        if all(extent.fits(domain) for extent, domain in zip(index, domains, strict=True)):
            return found
        return found.joined(exactly(NOTHING))

    def _lookup(self, name: str, index: tuple[Extent, ...]) -> Extent:
        table = self.machine.tables[name]
        numbers = index[0].among if len(index) == 1 and isinstance(table.index[0], Things | Zones) else None
        if numbers is not None:
            return among(frozenset(table.missing if one == NOTHING else table.values[one] for one in numbers))
        found = among(frozenset(table.values))
        return found if self.on_axes(index, table.index) else found.joined(exactly(table.missing))

    def _fold(self, fold: Fold, known: Extents) -> Extent:
        inner = dict(known)
        many = 1
        for bind in fold.binds:
            members = self.members(bind.source, inner)
            inner[bind.local] = members
            many *= members.high - members.low + 1 if members.among is None else len(members.among)
        if fold.where is not None:
            self.extent(fold.where, inner)
        body = self.extent(fold.body, inner)
        empty = exactly(0) if fold.default is None else self.extent(fold.default, known)
        match fold.op:
            case "every" | "any":
                return TRUTH
            case "count":
                return Extent(0, many)
            case "sum":
                return combined("*", body, Extent(0, many))
            case "highest" | "lowest":
                return body.joined(empty)
            case _:
                assert_never(fold.op)

    def _end(self, end: End, known: Extents) -> Extent:
        fitting = self.lying_at(end.zone, known) & frozenset(end.things.ids)
        if end.where is not None:
            self.extent(end.where, {**known, end.local: among(fitting)})
        return among(fitting | {NOTHING})

    def _call(self, definition: str, args: tuple[Extent, ...]) -> Extent:
        if self.settled:
            return self.results.get(definition, UNKNOWN)
        before = self.arguments[definition]
        if before is not None:
            args = tuple(map(Extent.joined, before, args))
        if args != before:
            self.arguments[definition] = args
            self.results[definition] = UNKNOWN
        return self.results.get(definition, UNKNOWN)


def _declared(domain: Domain) -> Extent:
    """All that a name's domain says; numbers may have been worked out and are not held to theirs."""
    return UNKNOWN if isinstance(domain, Number) else of_domain(domain, nothing=True)


def is_something(test: Expr, expr: Expr) -> bool:
    """Does the test ask just this, whether the expression is something?"""
    return (
        isinstance(test, Compare)
        and test.op == "!="
        and test.left == expr
        and isinstance(test.right, Const)
        and test.right.value == NOTHING
    )
