"""Some zones of a family, as numbers and as lists of components."""

from __future__ import annotations

import math

from verifier.backends.machine.layout import Axis, flat
from verifier.backends.machine.reads import on_axis, placed, scaled, zone_at
from verifier.backends.machine.scope import Level, Scope, Term
from verifier.kernel.domain import NOTHING, bounds
from verifier.kernel.expression import Const, Expr, ZonesOf


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
        self.first: Term | None = None
        self.table = ""
        self.runs = False
        if in_front and sure:
            self.first = self._first()
        else:
            self.table = self._table()

    def _first(self) -> Term:
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
        return self.scope.named(Term(f"{name}[{place}]"), "numbers").text

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
            pieces.append(scaled(placed(axis, term, self.scope), stride).within(Level.SUM))
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
        return f"{self.first.within(Level.SUM)} + {self.count}"


def _run(numbers: list[int]) -> range | None:
    """The numbers as a range, if they are one."""
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    run = range(numbers[0], numbers[-1] + 1, step)
    return run if list(run) == numbers else None
