"""The abstract state of the ownership analysis: what is known between two steps of cells, names, components and zones.

`AbstractValues` answers questions about an `AbstractState`: how far values reach, whether two expressions may mean the
same, what a test tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from verifier.analysis.effects import reads_zones
from verifier.analysis.interval_domain import Interval, domain_interval, interval_of
from verifier.analysis.possible_values import Reach
from verifier.analysis.ranges import ranges_of
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Number, Things
from verifier.kernel.machine import Machine
from verifier.kernel.visit import cells_read, mapped, substituted, used_locals

K = TypeVar("K")
V = TypeVar("V")

# Names are compared by themselves, whatever they were declared to be.
PLAIN = Number(0, 0)
NAMELESS = k.Local("what lost its name", PLAIN)


@dataclass(slots=True)
class AbstractState:
    """How far cells and names reach, and what was found out about components and zones.

    `meant` is what a name stands for, `kept` the name whose value a cell was given. `lying` says in which zone a
    thing lies, `filled` that a zone holds one of certain things, `enough` as which count a zone was counted,
    `apart` which two expressions differ, `held` what is taken and not yet put.
    """

    cells: dict[str, Interval]
    intervals: dict[str, Interval] = field(default_factory=dict)
    meant: dict[str, k.Expr] = field(default_factory=dict)
    kept: dict[str, k.Expr] = field(default_factory=dict)
    lying: dict[k.Expr, k.Expr] = field(default_factory=dict)
    filled: dict[k.Expr, frozenset[int]] = field(default_factory=dict)
    enough: dict[k.Expr, k.Expr] = field(default_factory=dict)
    apart: set[frozenset[k.Expr]] = field(default_factory=set)
    held: list[k.Expr] = field(default_factory=list)

    def copy(self) -> AbstractState:
        return AbstractState(*(copy(getattr(self, each.name)) for each in fields(self)))

    def met(self, other: AbstractState) -> AbstractState:
        """What is known both here and there."""
        return AbstractState(
            joined(self.cells, other.cells),
            joined(self.intervals, other.intervals),
            _common(self.meant, other.meant),
            _common(self.kept, other.kept),
            _common(self.lying, other.lying),
            _common(self.filled, other.filled),
            _common(self.enough, other.enough),
            self.apart & other.apart,
            list(self.held),
        )

    def said(self, expr: k.Expr) -> k.Expr:
        """The expression with every name that stands for another read as that; such expressions can be compared."""
        found: k.Expr = substituted(_plain(expr), self.meant)
        return found

    def name(self, local: str, value: k.Expr | None, interval: Interval) -> k.Local:
        """A name gets a value; whatever was known of it before is forgotten."""
        meaning = None if value is None else self.said(value)
        self.meant.pop(local, None)
        self._forget(lambda expr: local in used_locals(expr))
        self.intervals[local] = interval
        if (
            isinstance(meaning, k.Local | k.Read | k.ZoneAt)
            and not reads_zones(meaning)
            and local not in used_locals(meaning)
        ):
            self.meant[local] = meaning
        return k.Local(local, PLAIN)

    def forget_cell(self, cell: str) -> None:
        self.cells.pop(cell, None)
        self.kept.pop(cell, None)
        self._forget(lambda expr: cell in cells_read(expr))

    def _forget(self, gone: Callable[[k.Expr], bool]) -> None:
        self.meant = {name: expr for name, expr in self.meant.items() if not gone(expr)}
        self.kept = {cell: expr for cell, expr in self.kept.items() if not gone(expr)}
        self.lying = {thing: zone for thing, zone in self.lying.items() if not (gone(thing) or gone(zone))}
        self.filled = {zone: things for zone, things in self.filled.items() if not gone(zone)}
        self.enough = {zone: count for zone, count in self.enough.items() if not (gone(zone) or gone(count))}
        self.apart = {pair for pair in self.apart if not any(map(gone, pair))}
        # What is still held has no name any more: nothing that is put is known to be it.
        self.held = [NAMELESS if gone(one) else one for one in self.held]


def _plain(node: k.Expr) -> k.Expr:
    return mapped(node, lambda part: k.Local(part.name, PLAIN) if isinstance(part, k.Local) else None)


def joined(one: Mapping[str, Interval], other: Mapping[str, Interval]) -> dict[str, Interval]:
    return {name: interval.joined(other[name]) for name, interval in one.items() if name in other}


def _common(one: Mapping[K, V], other: Mapping[K, V]) -> dict[K, V]:
    return {key: value for key, value in one.items() if key in other and other[key] == value}


class AbstractValues:
    """The values of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.ranges = ranges_of(machine)
        self._holders: list[set[int]] = [set() for _ in range(machine.zones)]
        for thing, zones in enumerate(machine.analysis(Reach).zones):
            for zone in zones:
                self._holders[zone].add(thing)

    def interval(self, expr: k.Expr, known: AbstractState) -> Interval:
        names = {_what_it_holds(cell): interval for cell, interval in known.cells.items()}
        return self.ranges.interval(_by_name(expr, known), {**known.intervals, **names})

    def members(self, source: k.Source, known: AbstractState) -> Interval:
        names = {_what_it_holds(cell): interval for cell, interval in known.cells.items()}
        return self.ranges.members(_by_name(source, known), {**known.intervals, **names})

    def lying_at(self, zone: k.Expr, known: AbstractState) -> frozenset[int]:
        """The components that can lie in a zone."""
        zones = self.interval(zone, known).among
        numbers = range(self.machine.zones) if zones is None else zones - {NOTHING}
        return frozenset().union(*(self._holders[number] for number in numbers))

    def declared(self, cell: str) -> Interval:
        found = self.machine.cells[cell]
        return domain_interval(found.domain, nothing=found.optional or found.starts == NOTHING)

    # --- is it anything?

    def something(self, expr: k.Expr, known: AbstractState) -> bool:
        """Is it never nothing?"""
        said = known.said(expr)
        match said:
            case k.ZoneOf(thing):
                # What is not held lies somewhere.
                return self.something(thing, known) and not self.may_be_held(thing, known)
            case k.End(_, _, zone, things, None) if zone in known.filled:
                return known.filled[zone] & self.lying_at(zone, known) <= frozenset(things.ids)
        return self.interval(said, known).something or self.interval(expr, known).something

    def may_be(self, one: k.Expr, other: k.Expr, known: AbstractState) -> bool:
        """Could two expressions mean the same component, or the same zone?"""
        if one == other:
            return True
        if frozenset((one, other)) in known.apart or _differ(one, other):
            return False
        first, second = self.interval(one, known).among, self.interval(other, known).among
        return first is None or second is None or not first.isdisjoint(second)

    def may_be_held(self, thing: k.Expr, known: AbstractState) -> bool:
        return any(self.may_be(thing, other, known) for other in known.held)

    # --- what a test tells

    def suppose(self, test: k.Expr, known: AbstractState) -> None:
        """Learn from a test that holds."""
        match test:
            case k.Logic("and", parts):
                for part in parts:
                    self.suppose(part, known)
            case k.Not(operand):
                self.suppose_not(operand, known)
            case k.Compare("!=", one, k.Const(value)) if value == NOTHING:
                self._is_something(known.said(one), known)
            case k.Compare("!=", one, other):
                known.apart.add(frozenset((known.said(one), known.said(other))))
            case k.Compare("=", k.Lookup(table, (k.Local() as name,)), k.Const(value)):
                self._is_printed(table, name, value, known)
            case k.Compare("<", k.Read(cell, ()), k.Const(limit)):
                interval = known.cells.get(cell) or self.declared(cell)
                known.cells[cell] = Interval(interval.low, min(interval.high, limit - 1))
            case k.Compare(">", count, k.Const(0)):
                self._is_filled(count, known)

    def suppose_not(self, test: k.Expr, known: AbstractState) -> None:
        """Learn from a test that does not hold."""
        match test:
            case k.Logic("or", parts):
                for part in parts:
                    self.suppose_not(part, known)
            case k.Not(operand):
                self.suppose(operand, known)
            case k.Compare("=", one, other):
                self.suppose(k.Compare("!=", one, other), known)

    def _is_something(self, one: k.Expr, known: AbstractState) -> None:
        match one:
            case k.Read(cell, ()):
                known.cells[cell] = (known.cells.get(cell) or self.declared(cell)).without_nothing()
            case k.Local(name, _) if name in known.intervals:
                known.intervals[name] = known.intervals[name].without_nothing()
                for cell, kept in known.kept.items():
                    if kept == one:
                        known.cells[cell] = domain_interval(self.machine.cells[cell].domain)

    def _is_printed(self, table: str, name: k.Local, value: int, known: AbstractState) -> None:
        """What the table says of a component is this."""
        found = self.machine.tables[table]
        interval = known.intervals.get(name.name)
        if interval is not None and interval.among is not None and isinstance(found.index[0], Things):
            printed = {one: found.missing if one == NOTHING else found.values[one] for one in interval.among}
            known.intervals[name.name] = interval_of(
                frozenset(one for one in printed if printed[one] == value)
            )

    def _is_filled(self, count: k.Expr, known: AbstractState) -> None:
        found = counted_contents(count)
        if found is not None:
            zone, things = known.said(found[0]), found[1]
            if not reads_zones(zone):
                known.filled[zone] = things


def _differ(one: k.Expr, other: k.Expr) -> bool:
    """Are two values plainly not the same? A player and the opponent are `p` and `1 - p`."""
    match one, other:
        case k.ZoneAt(family, index), k.ZoneAt(same, others) if family == same:
            return any(map(_differ, index, others))
        case k.Const(value), k.Const(another):
            return value != another
        case (k.Arith("-", k.Const(both), part), whole) | (whole, k.Arith("-", k.Const(both), part)):
            return part == whole and both % 2 == 1
    return False


def counted_contents(expr: k.Expr) -> tuple[k.Expr, frozenset[int]] | None:
    """The zone whose contents an expression counts, and which components it counts."""
    match expr:
        case k.Fold("count", (bind,), None, k.Const(), None) if isinstance(bind.source, k.Contents):
            zones, things = bind.source.zones, bind.source.things
            return None if isinstance(zones, k.ZonesOf) else (zones, frozenset(things.ids))
    return None


def _by_name(node: Any, known: AbstractState) -> Any:
    """The expression with each cell of which something is known read under a name of its own."""

    def name(part: Any) -> Any:
        if isinstance(part, k.Read) and not part.index and part.cell in known.cells:
            return k.Local(_what_it_holds(part.cell), PLAIN)
        return None

    return mapped(node, name)


def _what_it_holds(cell: str) -> str:
    return f"what {cell} holds"
