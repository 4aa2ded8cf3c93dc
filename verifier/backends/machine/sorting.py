"""Components sorted by what is printed on them: a loop over those that fit, instead of a test for each."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.backends.machine.scope import Scope
from verifier.kernel.domain import NOTHING, Things
from verifier.kernel.expression import Compare, Expr, Local, Logic, Lookup
from verifier.kernel.visit import free_locals


@dataclass(frozen=True, slots=True)
class Sorted:
    """The members whose entry in a table has a value; `rest` is what else is asked of them."""

    table: str
    value: Expr
    rest: Expr | None

    def among(self, candidates: tuple[int, ...], scope: Scope) -> str:
        """Python for the candidates that fit, by rising number."""
        entries = scope.module.machine.tables[self.table].values
        high = max((entries[thing] for thing in candidates), default=NOTHING)
        # The last entry is for nothing, which is -1.
        rows = [tuple(t for t in candidates if entries[t] == value) for value in (*range(high + 1), NOTHING)]
        name = scope.module.constant(f"by {self.table}", tuple(rows))
        interval, value = scope.interval(self.value), scope.number(self.value)
        if interval.within(NOTHING, high):
            return f"{name}[{value.text}]"
        value = scope.named(value, "sort")
        return f"({name}[{value.text}] if {NOTHING} <= {value.text} <= {high} else ())"

    def most(self, candidates: tuple[int, ...], scope: Scope) -> int:
        """How many candidates fit at most."""
        entries = scope.module.machine.tables[self.table].values
        values = [entries[thing] for thing in candidates]
        return max((values.count(value) for value in set(values)), default=0)


def sorted_by(local: str, where: Expr | None, bound: frozenset[str], scope: Scope) -> Sorted | None:
    """A part of `where` that says what is printed on the member; `bound` are names not yet known."""
    parts = where.parts if isinstance(where, Logic) and where.op == "and" else (where,)
    for nth, part in enumerate(parts):
        if not isinstance(part, Compare) or part.op != "=":
            continue
        for entry, value in ((part.left, part.right), (part.right, part.left)):
            if _is_entry(entry, local, scope) and not free_locals(value) & bound:
                assert isinstance(entry, Lookup)
                others = tuple(other for other in parts[:nth] + parts[nth + 1 :] if other is not None)
                rest = None if not others else others[0] if len(others) == 1 else Logic("and", others)
                return Sorted(entry.table, value, rest)
    return None


def _is_entry(expr: Expr, local: str, scope: Scope) -> bool:
    """Is it what a table of components says of the member?"""
    if not isinstance(expr, Lookup) or len(expr.index) != 1:
        return False
    index, table = expr.index[0], scope.module.machine.tables[expr.table]
    fits = isinstance(table.index[0], Things) and min(table.values, default=0) >= NOTHING
    return fits and isinstance(index, Local) and index.name == local
