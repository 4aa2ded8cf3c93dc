"""Access to state and tables in generated Python: row-major indexes, and reads at NOTHING."""

from __future__ import annotations

import math

from verifier.analysis.interval_domain import Interval
from verifier.engine.generate.patterns import distinguishing_test
from verifier.engine.generate.scope import Precedence, PyTerm, Scope
from verifier.kernel.domain import NOTHING, Things, Truth, bounds, missing
from verifier.kernel.expression import Const, Contents, Expr, ZoneAt, ZonesOf
from verifier.kernel.layout import Axis, flat, size
from verifier.kernel.machine import Table
from verifier.kernel.visit import free_locals

# --- cells and tables


Index = tuple[Expr, ...]


def read(cell: str, index: Index, scope: Scope) -> PyTerm:
    module = scope.module
    shape, slot = module.machine.cells[cell], module.layout.slots[cell]
    if not index:
        return PyTerm(f"s.{slot}")
    axes, intervals = module.layout.cell_axes(shape), tuple(map(scope.interval, index))
    if _reaches_the_last_slot(axes, intervals):
        return PyTerm(f"s.{slot}[{scope.number(index[0]).text}]")
    at, condition = cell_place(cell, index, scope)
    return _guarded(f"s.{slot}[{at.text}]", condition, missing(shape.domain))


def lookup(table: str, index: Index, scope: Scope) -> PyTerm:
    module = scope.module
    shape = module.machine.tables[table]
    axes = tuple(module.layout.wide_axis(domain) for domain in shape.index)
    intervals = tuple(map(scope.interval, index))
    by_number = _class_by_number(shape, index, intervals, scope)
    if by_number is not None:
        return by_number
    name = module.constant(f"table {table}", (*shape.values, shape.missing))
    if _reaches_the_last_slot(axes, intervals):
        return PyTerm(f"{name}[{scope.number(index[0]).text}]")
    fine = tuple(map(module.ranges.on_axis, intervals, shape.index))
    at, condition = _place(axes, 0, index, fine, 0, scope)
    return _guarded(f"{name}[{at.text}]", condition, shape.missing)


def _class_by_number(
    shape: Table, index: Index, intervals: tuple[Interval, ...], scope: Scope
) -> PyTerm | None:
    """Membership of a class, where the numbers of its components say enough."""
    if len(index) != 1 or not isinstance(shape.domain, Truth) or not isinstance(shape.index[0], Things):
        return None
    among = intervals[0].among
    if among is None or shape.missing:
        return None
    meant = frozenset(one for one in among if one != NOTHING and shape.values[one])
    return distinguishing_test(scope.number(index[0]), meant, among - meant)


def zone_at(family: str, index: Index, scope: Scope) -> PyTerm:
    """The number of a zone; with fewer indexes than the family has, that of the first such zone.

    What the leading indexes give may have been worked out before a loop.
    """
    module = scope.module
    shape = module.machine.families[family]
    axes = module.layout.family_axes(shape)
    fine = tuple(
        scope.interval(part).fits(domain) for part, (_, domain) in zip(index, shape.index, strict=False)
    )
    for known in range(len(index) - 1, 0, -1):
        start = scope.worked_out.get(ZoneAt(family, index[:known]))
        if start is not None and all(fine):
            rest, _ = _place(axes, known, index[known:], fine[known:], 0, scope)
            return _summed([start, rest], 0)
    at, condition = _place(axes, 0, index, fine, shape.base, scope)
    return at if condition is None else PyTerm(f"{at.text} if {condition} else -1", Precedence.IF)


def steady_start(zone: ZoneAt, bound: frozenset[str], scope: Scope) -> ZoneAt | None:
    """The leading indexes of a zone that do not read the bound names, if there is something to work out."""
    domains = [domain for _, domain in scope.module.machine.families[zone.family].index]
    known = 0
    while known < len(zone.index) and not free_locals(zone.index[known]) & bound:
        known += 1
    fits = all(map(Interval.fits, map(scope.interval, zone.index[:known]), domains))
    return ZoneAt(zone.family, zone.index[:known]) if 0 < known < len(zone.index) and fits else None


def zone_list(zone: Expr, scope: Scope) -> PyTerm:
    """The components of a zone, bottom to top; those of nothing are none."""
    named = scope.worked_out.get(Contents(zone, scope.module.machine.all_things))
    if named is not None:
        return named
    return PyTerm(f"{scope.zones()}[{scope.number(zone).text}]")


def zone_of(thing: Expr, scope: Scope) -> PyTerm:
    return PyTerm(f"{scope.where()}[{scope.number(thing).text}]")


def position(thing: Expr, scope: Scope) -> PyTerm:
    found = scope.named(scope.number(thing), "thing").text
    lies = scope.named(PyTerm(f"{scope.where()}[{found}]"), "zone").text
    return PyTerm(f"{scope.zones()}[{lies}].index({found}) if {lies} >= 0 else 0", Precedence.IF)


def cell_place(cell: str, index: Index, scope: Scope) -> tuple[PyTerm, str | None]:
    """Where an entry of an indexed cell is kept, and the condition under which there is one."""
    module = scope.module
    shape = module.machine.cells[cell]
    fine = tuple(map(module.ranges.on_axis, map(scope.interval, index), shape.index))
    return _place(module.layout.cell_axes(shape), 0, index, fine, 0, scope)


def _reaches_the_last_slot(axes: tuple[Axis, ...], intervals: tuple[Interval, ...]) -> bool:
    """A single index from 0 on that is at worst NOTHING reads the last slot, which is there for that."""
    return len(axes) == 1 and axes[0].offset == 0 and intervals[0].within(-1, axes[0].size - 1)


def _guarded(found: str, condition: str | None, otherwise: int) -> PyTerm:
    return (
        PyTerm(found)
        if condition is None
        else PyTerm(f"{found} if {condition} else {otherwise}", Precedence.IF)
    )


def _place(
    axes: tuple[Axis, ...], first: int, index: Index, fine: tuple[bool, ...], base: int, scope: Scope
) -> tuple[PyTerm, str | None]:
    """The row-major place of an index from `base` on, and the condition under which it is on the axes.

    The index begins at the axis `first`. A part that is `fine` is always on its axis.
    """
    terms = [scope.number(part) for part in index]
    conditions = []
    for nth, good in enumerate(fine):
        if not good:
            terms[nth] = scope.named(terms[nth], "index")
            conditions.append(on_axis(axes[first + nth], terms[nth].text, scope))
    pieces, constant = [], base
    for nth, part in enumerate(terms, first):
        axis, stride = axes[nth], size(axes[nth + 1 :])
        if axis.places is not None:
            pieces.append(scaled(placed(axis, part, scope), stride))
        elif part.text.lstrip("-").isdigit():
            constant += (int(part.text) - axis.offset) * stride
        else:
            pieces.append(scaled(part, stride))
            constant -= axis.offset * stride
    return _summed(pieces, constant), " and ".join(conditions) or None


def _summed(pieces: list[PyTerm], constant: int) -> PyTerm:
    texts = [piece.within(Precedence.SUM) for piece in pieces]
    if not pieces:
        return PyTerm(str(constant))
    if not constant:
        return pieces[0] if len(pieces) == 1 else PyTerm(" + ".join(texts), Precedence.SUM)
    sign = "+" if constant > 0 else "-"
    return PyTerm(f"{' + '.join(texts)} {sign} {abs(constant)}", Precedence.SUM)


def on_axis(axis: Axis, part: str, scope: Scope) -> str:
    """Python that says whether a value is on an axis."""
    if axis.places is not None:
        return f"{part} in {scope.module.constant('places', tuple(axis.places))}"
    return f"{axis.offset} <= {part} < {axis.offset + axis.size}"


def placed(axis: Axis, part: PyTerm, scope: Scope) -> PyTerm:
    """The place of a value that is on the axis."""
    if axis.places is None:
        return _summed([part], -axis.offset)
    table = tuple(axis.places.get(value, -1) for value in range(max(axis.places) + 1))
    return PyTerm(f"{scope.module.constant('places', table)}[{part.text}]")


def scaled(part: PyTerm, stride: int) -> PyTerm:
    return (
        part if stride == 1 else PyTerm(f"{part.within(Precedence.PRODUCT)} * {stride}", Precedence.PRODUCT)
    )


# --- zones


class Zoning:
    """One run of numbers if the fixed indexes come first, otherwise a table with an entry for each case."""

    def __init__(self, source: ZonesOf, scope: Scope) -> None:
        self.source = source
        self.scope = scope
        family = scope.module.machine.families[source.family]
        sizes = [axis.size for axis in scope.module.layout.family_axes(family)]
        fixed = [part is not None for part in source.index]
        self.count = math.prod(length for length, is_fixed in zip(sizes, fixed, strict=True) if not is_fixed)
        in_front = fixed == sorted(fixed, reverse=True)
        sure = all(
            part is None or scope.interval(part).fits(domain)
            for part, (_, domain) in zip(source.index, family.index, strict=True)
        )
        self.first: PyTerm | None = None
        self.table = ""
        self.runs = False
        if in_front and sure:
            self.first = self._first()
        else:
            self.table = self._table()

    def _first(self) -> PyTerm:
        """The first zone of the run: that with the lowest free indexes."""
        family = self.scope.module.machine.families[self.source.family]
        index = tuple(
            Const(bounds(domain)[0], domain) if part is None else part
            for part, (_, domain) in zip(self.source.index, family.index, strict=True)
        )
        return self.scope.named(zone_at(self.source.family, index, self.scope), "first")

    def _table(self) -> str:
        """The zones for each combination of the fixed indexes, and at last for indexes that are nothing."""
        module = self.scope.module
        family = module.machine.families[self.source.family]
        axes = module.layout.family_axes(family)
        fixed = [nth for nth, part in enumerate(self.source.index) if part is not None]
        rows: list[list[int]] = [[] for _ in range(math.prod(axes[nth].size for nth in fixed))]
        for zone in range(family.base, family.base + family.size):
            index = module.layout.zone_index(zone)
            rows[flat([axes[nth] for nth in fixed], [index[nth] for nth in fixed])].append(zone)
        runs = [_run(row) for row in rows]
        self.runs = all(runs)
        entries = (*runs, range(0)) if self.runs else (*map(tuple, rows), ())
        name = module.constant(f"zones {family.name}", entries)
        place = self._place([(axes[nth], self.source.index[nth]) for nth in fixed])
        return self.scope.named(PyTerm(f"{name}[{place}]"), "numbers").text

    def _place(self, fixed: list[tuple[Axis, Expr | None]]) -> str:
        if len(fixed) == 1 and self._reaches_the_last_entry(*fixed[0]):
            assert fixed[0][1] is not None
            return self.scope.number(fixed[0][1]).text
        pieces, conditions = [], []
        for nth, (axis, part) in enumerate(fixed):
            assert part is not None
            term = self.scope.named(self.scope.number(part), "index")
            stride = math.prod(other.size for other, _ in fixed[nth + 1 :])
            conditions.append(on_axis(axis, term.text, self.scope))
            pieces.append(scaled(placed(axis, term, self.scope), stride).within(Precedence.SUM))
        return f"{' + '.join(pieces)} if {' and '.join(conditions)} else -1"

    def _reaches_the_last_entry(self, axis: Axis, part: Expr | None) -> bool:
        """Is an index from 0 on at worst NOTHING, for which the last entry is there?"""
        counted = part is not None and axis.offset == 0 and axis.places is None
        return counted and part is not None and self.scope.interval(part).within(NOTHING, axis.size - 1)

    def numbers(self) -> str:
        if self.first is None:
            return self.table
        return f"range({self.first.text}, {self._end()})"

    def piles(self) -> str:
        zones = self.scope.zones()
        if self.first is None and self.runs:
            return f"{zones}[{self.table}.start : {self.table}.stop : {self.table}.step]"
        if self.first is None:
            return f"[{zones}[number] for number in {self.table}]"
        return f"{zones}[{self.first.text}:{self._end()}]"

    def holds(self, zone: str) -> str:
        """Is a zone one of them?"""
        if self.first is None:
            return f"{zone} in {self.table}"
        return f"{self.first.text} <= {zone} < {self._end()}"

    def _end(self) -> str:
        assert self.first is not None
        if self.first.text.isdigit():
            return str(int(self.first.text) + self.count)
        return f"{self.first.within(Precedence.SUM)} + {self.count}"


def _run(numbers: list[int]) -> range | None:
    """The numbers as a range, if they are one."""
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    run = range(numbers[0], numbers[-1] + 1, step)
    return run if list(run) == numbers else None
