"""How far values reach at a place, and what a test tells about them."""

from __future__ import annotations

from typing import Any

from verifier.backends.machine.extent import Extent, among, of_domain
from verifier.backends.machine.find_facts import facts_of
from verifier.backends.proof.reach import Reach
from verifier.backends.reading.known import PLAIN, Known, is_steady
from verifier.kernel.domain import NOTHING, Things
from verifier.kernel.expression import (
    Arith,
    Compare,
    Const,
    Contents,
    End,
    Expr,
    Fold,
    Local,
    Logic,
    Lookup,
    Not,
    Read,
    Source,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import Machine
from verifier.kernel.visit import mapped


class Values:
    """The values of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.facts = facts_of(machine)
        self._holders: list[set[int]] = [set() for _ in range(machine.zones)]
        for thing, zones in enumerate(Reach(machine).zones):
            for zone in zones:
                self._holders[zone].add(thing)

    def extent(self, expr: Expr, known: Known) -> Extent:
        names = {_what_it_holds(cell): extent for cell, extent in known.cells.items()}
        return self.facts.extent(_by_name(expr, known), {**known.extents, **names})

    def members(self, source: Source, known: Known) -> Extent:
        names = {_what_it_holds(cell): extent for cell, extent in known.cells.items()}
        return self.facts.members(_by_name(source, known), {**known.extents, **names})

    def lying_at(self, zone: Expr, known: Known) -> frozenset[int]:
        """The components that can lie in a zone."""
        zones = self.extent(zone, known).among
        numbers = range(self.machine.zones) if zones is None else zones - {NOTHING}
        return frozenset().union(*(self._holders[number] for number in numbers))

    def declared(self, cell: str) -> Extent:
        found = self.machine.cells[cell]
        return of_domain(found.domain, nothing=found.optional or found.starts == NOTHING)

    # --- is it anything?

    def something(self, expr: Expr, known: Known) -> bool:
        """Is it never nothing?"""
        said = known.said(expr)
        match said:
            case ZoneOf(thing):
                # What is not held lies somewhere.
                return self.something(thing, known) and not self.may_be_held(thing, known)
            case End(_, _, zone, things, None) if zone in known.filled:
                return known.filled[zone] & self.lying_at(zone, known) <= frozenset(things.ids)
        return self.extent(said, known).something or self.extent(expr, known).something

    def may_be(self, one: Expr, other: Expr, known: Known) -> bool:
        """Could two expressions mean the same component, or the same zone?"""
        if one == other:
            return True
        if frozenset((one, other)) in known.apart or _differ(one, other):
            return False
        first, second = self.extent(one, known).among, self.extent(other, known).among
        return first is None or second is None or not first.isdisjoint(second)

    def may_be_held(self, thing: Expr, known: Known) -> bool:
        return any(self.may_be(thing, other, known) for other in known.held)

    # --- what a test tells

    def suppose(self, test: Expr, known: Known) -> None:
        """Learn from a test that holds."""
        match test:
            case Logic("and", parts):
                for part in parts:
                    self.suppose(part, known)
            case Not(operand):
                self.suppose_not(operand, known)
            case Compare("!=", one, Const(value)) if value == NOTHING:
                self._is_something(known.said(one), known)
            case Compare("!=", one, other):
                known.apart.add(frozenset((known.said(one), known.said(other))))
            case Compare("=", Lookup(table, (Local() as name,)), Const(value)):
                self._is_printed(table, name, value, known)
            case Compare("<", Read(cell, ()), Const(limit)):
                extent = known.cells.get(cell) or self.declared(cell)
                known.cells[cell] = Extent(extent.low, min(extent.high, limit - 1))
            case Compare(">", count, Const(0)):
                self._is_filled(count, known)

    def suppose_not(self, test: Expr, known: Known) -> None:
        """Learn from a test that does not hold."""
        match test:
            case Logic("or", parts):
                for part in parts:
                    self.suppose_not(part, known)
            case Not(operand):
                self.suppose(operand, known)
            case Compare("=", one, other):
                self.suppose(Compare("!=", one, other), known)

    def _is_something(self, one: Expr, known: Known) -> None:
        match one:
            case Read(cell, ()):
                known.cells[cell] = (known.cells.get(cell) or self.declared(cell)).without_nothing()
            case Local(name, _) if name in known.extents:
                known.extents[name] = known.extents[name].without_nothing()
                for cell, kept in known.kept.items():
                    if kept == one:
                        known.cells[cell] = of_domain(self.machine.cells[cell].domain)

    def _is_printed(self, table: str, name: Local, value: int, known: Known) -> None:
        """What the table says of a component is this."""
        found = self.machine.tables[table]
        extent = known.extents.get(name.name)
        if extent is not None and extent.among is not None and isinstance(found.index[0], Things):
            printed = {one: found.missing if one == NOTHING else found.values[one] for one in extent.among}
            known.extents[name.name] = among(frozenset(one for one in printed if printed[one] == value))

    def _is_filled(self, count: Expr, known: Known) -> None:
        found = counted(count)
        if found is not None:
            zone, things = known.said(found[0]), found[1]
            if is_steady(zone):
                known.filled[zone] = things


def _differ(one: Expr, other: Expr) -> bool:
    """Are two values plainly not the same? A player and the opponent are `p` and `1 - p`."""
    match one, other:
        case ZoneAt(family, index), ZoneAt(same, others) if family == same:
            return any(map(_differ, index, others))
        case Const(value), Const(another):
            return value != another
        case (Arith("-", Const(both), part), whole) | (whole, Arith("-", Const(both), part)):
            return part == whole and both % 2 == 1
    return False


def counted(expr: Expr) -> tuple[Expr, frozenset[int]] | None:
    """The zone whose contents an expression counts, and which components it counts."""
    match expr:
        case Fold("count", (bind,), None, Const(), None) if isinstance(bind.source, Contents):
            zones, things = bind.source.zones, bind.source.things
            return None if isinstance(zones, ZonesOf) else (zones, frozenset(things.ids))
    return None


def _by_name(node: Any, known: Known) -> Any:
    """The expression with each cell of which something is known read under a name of its own."""

    def name(part: Any) -> Any:
        if isinstance(part, Read) and not part.index and part.cell in known.cells:
            return Local(_what_it_holds(part.cell), PLAIN)
        return None

    return mapped(node, name)


def _what_it_holds(cell: str) -> str:
    return f"what {cell} holds"
