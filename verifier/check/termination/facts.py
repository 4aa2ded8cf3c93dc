"""Facts along a path: known values of cells, zones known not to be empty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from verifier.analysis.constants import facts_at_start
from verifier.analysis.simplify import SOMETHING, Folding
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Number, Things, Truth
from verifier.kernel.machine import Machine
from verifier.kernel.visit import cells_read

Cells = tuple[tuple[str, int], ...]
Holding = tuple[k.Expr, Things]
"""A zone, and the components of which at least one lies in it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Cells with a known value (or known to hold something), and zones known to hold a component."""

    cells: Cells = ()
    full: frozenset[Holding] = frozenset()

    @property
    def known(self) -> dict[str, int]:
        return dict(self.cells)

    def having(self, cell: str, value: int | None) -> Facts:
        """With a new value of a cell; `None` if it is not known."""
        rest = dict(self.cells)
        rest.pop(cell, None)
        if value is not None:
            rest[cell] = value
        # A zone named by what a cell holds is another zone now.
        full = frozenset(each for each in self.full if not _speaks_of(each[0], cell))
        return Facts(tuple(sorted(rest.items())), full)

    def filled(self, holding: Holding) -> Facts:
        return replace(self, full=self.full | {holding})

    def emptier(self, family: str) -> Facts:
        """After something was taken from a zone of a family: none of them is known to hold anything."""
        left = [
            each for each in self.full if not (isinstance(each[0], k.ZoneAt) and each[0].family == family)
        ]
        return replace(self, full=frozenset(left))

    def holds(self, end: k.End, possible: Mapping[str, frozenset[int]]) -> bool:
        """Is there surely a component at this end of a zone?"""
        return is_held(end, self.full, possible)


def is_held(end: k.End, full: Iterable[Holding], possible: Mapping[str, frozenset[int]]) -> bool:
    if end.where is not None or not isinstance(end.zone, k.ZoneAt):
        return False
    wanted = frozenset(end.things.ids)
    return any(
        zone == end.zone and possible[end.zone.family] & frozenset(things.ids) <= wanted
        for zone, things in full
    )


def _speaks_of(zone: k.Expr, cell: str) -> bool:
    return not isinstance(zone, k.ZoneAt) or cell in cells_read(zone)


def is_closed(zone: k.Expr) -> bool:
    """Is this the same zone wherever it is named? Not if a local name is part of it."""
    return isinstance(zone, k.ZoneAt) and all(isinstance(part, k.Const | k.Read) for part in zone.index)


def assumed(test: k.Expr, holds: bool, facts: Facts) -> Facts:
    """The facts where a test is known to hold, or not to."""
    match test:
        case k.Logic("and", parts) if holds:
            for part in parts:
                facts = assumed(part, True, facts)
            return facts
        case k.Logic("or", parts) if not holds:
            for part in parts:
                facts = assumed(part, False, facts)
            return facts
        case k.Not(operand):
            return assumed(operand, not holds, facts)
        case k.Compare("=" | "!=" as op, k.Read(cell, ()), k.Const(value, domain)):
            is_it = (op == "=") == holds
            if is_it:
                return facts.having(cell, value)
            if value == NOTHING and not isinstance(domain, Number):
                return facts.having(cell, SOMETHING)
            if isinstance(domain, Truth):
                return facts.having(cell, 1 - value)
            return facts
        case k.Read(cell, ()):
            return facts.having(cell, int(holds))
        case _:
            holding = counted_zone(test, holds)
            return facts.filled(holding) if holding is not None and is_closed(holding[0]) else facts


def counted_zone(test: k.Expr, holds: bool) -> Holding | None:
    """The zone that holds something if the test comes out so."""
    match test:
        case k.Compare("<=", k.Const(1), k.Fold("count", (k.Bind(_, source),), None, k.Const())) if holds:
            pass
        case k.Compare(
            "=" | "!=" as op, k.Fold("count", (k.Bind(_, source),), None, k.Const()), k.Const(0)
        ) if holds == (op == "!="):
            pass
        case _:
            return None
    if isinstance(source, k.Contents) and not isinstance(source.zones, k.ZonesOf):
        return source.zones, source.things
    return None


def expression_folded(folding: Folding, expr: k.Expr, facts: Facts, sure: frozenset[str]) -> k.Expr:
    """An expression with what is known put in."""
    found = folding.expr(expr, facts.known, sure)
    if facts.full and isinstance(found, k.Compare):
        for holds in (True, False):
            holding = counted_zone(found, holds)
            if holding is not None and holding in facts.full:
                return k.Const(int(holds), Truth())
    return found


def initial_facts(machine: Machine) -> Facts:
    """What is known before the set-up."""
    return Facts(tuple(sorted(facts_at_start(machine).items())))
