"""Sources as Python loops: every value, every zone, every component in a zone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from verifier.engine.generate.access import Zoning, zone_list
from verifier.engine.generate.patterns import distinguishing_test
from verifier.engine.generate.scope import PyTerm, Scope
from verifier.kernel.domain import NOTHING, Players, Things, values
from verifier.kernel.expression import Compare, Contents, Expr, Local, Logic, Lookup, Source, Values, ZonesOf
from verifier.kernel.visit import free_locals

# --- loops over components with a given printed value


@dataclass(frozen=True, slots=True)
class TableFilter:
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


def sorted_by(local: str, where: Expr | None, bound: frozenset[str], scope: Scope) -> TableFilter | None:
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
                return TableFilter(entry.table, value, rest)
    return None


def _is_entry(expr: Expr, local: str, scope: Scope) -> bool:
    """Is it what a table of components says of the member?"""
    if not isinstance(expr, Lookup) or len(expr.index) != 1:
        return False
    index, table = expr.index[0], scope.module.machine.tables[expr.table]
    fits = isinstance(table.index[0], Things) and min(table.values, default=0) >= NOTHING
    return fits and isinstance(index, Local) and index.name == local


# --- loops over sources


SHORT = 8


class LoopOrder(Enum):
    """What a loop must keep to: the source's order, or also its members at the start, or nothing."""

    ORDERED = "ordered"
    FROZEN = "frozen"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class LoopPlan:
    """How to go over the members of a source.

    `by` names what is printed on those that matter. `tail` ends the body of every loop but the innermost, to
    break out of them all; `deeper` says that the body brings more of these loops.
    """

    manner: LoopOrder
    by: TableFilter | None = None
    tail: str | None = None
    deeper: bool = False


def over(source: Source, local: str, scope: Scope, body: Callable[[], None], loop: LoopPlan) -> None:
    """Loops around a body that may speak of `local`."""
    interval = scope.module.ranges.members(source, scope.known)
    name = scope.fresh(local)
    heads = _heads(source, name, scope, loop)
    with scope.bound(local, name, interval):
        nested(heads, scope, body, loop.tail, loop.deeper)


def can_be_sorted(source: Source) -> bool:
    """Does the loop over a source go through components one by one, wherever they lie?"""
    match source:
        case Values(domain, _):
            return isinstance(domain, Things)
        case Contents(zones, _):
            return isinstance(zones, ZonesOf)
        case ZonesOf():
            return False
        case _:
            assert_never(source)


def nested(
    heads: list[str], scope: Scope, body: Callable[[], None], tail: str | None = None, deeper: bool = False
) -> None:
    """The body under several heads."""
    if not heads:
        body()
        return
    head, rest = heads[0], heads[1:]
    with scope.code.inside(head):
        nested(rest, scope, body, tail, deeper)
        outer = head.startswith("for ") and (deeper or any(other.startswith("for ") for other in rest))
        if tail is not None and outer:
            scope.code.add(tail)


def _heads(source: Source, name: str, scope: Scope, loop: LoopPlan) -> list[str]:
    match source:
        case Values(Things(_, ids), _) if loop.by is not None:
            return [f"for {name} in {loop.by.among(ids, scope)}:"]
        case Values():
            return [f"for {name} in {_values(source, scope)}:"]
        case ZonesOf():
            return [f"for {name} in {Zoning(source, scope).numbers()}:"]
        case Contents(zones, things):
            if isinstance(zones, ZonesOf):
                return _in_zones(Zoning(zones, scope), things, name, scope, loop)
            return _in_zone(zones, things, name, scope, loop.manner)
        case _:
            assert_never(source)


def _values(source: Values, scope: Scope) -> str:
    domain = source.domain
    if source.first is not None and isinstance(domain, Players):
        return _round(source.first, domain.count, scope)
    numbers = tuple(values(domain))
    if len(numbers) <= SHORT:
        return repr(numbers)
    if numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"range({numbers[0]}, {numbers[-1] + 1})"
    return scope.module.constant("some", numbers)


def _round(first: Expr, count: int, scope: Scope) -> str:
    """The players, beginning with one; with nobody, with the first."""
    order = tuple(range(count))
    rounds = (*((*order[player:], *order[:player]) for player in order), order)
    player = scope.number(first)
    if not scope.interval(first).within(NOTHING, count - 1):
        player = scope.named(player, "first")
        player = PyTerm(f"{player.text} % {count} if {player.text} != NOTHING else NOTHING")
    return f"{scope.module.constant('round', rounds)}[{player.text}]"


def class_test(name: str, things: Things, lying: frozenset[int], scope: Scope) -> str | None:
    """Python that says whether a component is of a class; `None` if all that can lie there are."""
    meant = lying & frozenset(things.ids)
    if meant == lying:
        return None
    by_number = distinguishing_test(PyTerm(name), meant, lying - meant)
    if by_number is not None:
        return by_number.text
    table = tuple(one in things.ids for one in range(len(scope.module.machine.things)))
    return f"{scope.module.constant(f'is {things.name}', table)}[{name}]"


def _filtered(name: str, things: Things, lying: frozenset[int], scope: Scope) -> list[str]:
    test = class_test(name, things, lying, scope)
    return [] if test is None else [f"if {test}:"]


def _in_zone(zone: Expr, things: Things, name: str, scope: Scope, manner: LoopOrder) -> list[str]:
    pile = zone_list(zone, scope).text
    if in_order(zone, scope):
        pile = f"{pile}[:]" if manner is LoopOrder.FROZEN else pile
    elif manner is not LoopOrder.FREE:
        pile = f"sorted({pile})"
    lying = scope.module.ranges.lying_at(zone, scope.known)
    return [f"for {name} in {pile}:", *_filtered(name, things, lying, scope)]


def in_order(zone: Expr, scope: Scope) -> bool:
    """Is the zone always one whose components are kept by rising number?"""
    zones = scope.interval(zone).among
    return zones is not None and zones - {NOTHING} <= scope.module.unordered


def _in_zones(zoning: Zoning, things: Things, name: str, scope: Scope, loop: LoopPlan) -> list[str]:
    """By zone or by component, whichever are fewer; components also come in the right order."""
    lying = scope.module.ranges.lying(Contents(zoning.source, things), scope.known)
    candidates = tuple(sorted(lying & frozenset(things.ids)))
    ordered = loop.manner is not LoopOrder.FREE
    many = len(candidates) if loop.by is None else loop.by.most(candidates, scope)
    if many <= (3 * zoning.count if ordered else zoning.count) or loop.by is not None:
        every = _every(candidates, things, scope, loop)
        holds = zoning.holds(f"{scope.where()}[{name}]")
        if loop.manner is LoopOrder.FROZEN:
            return [f"for {name} in [{name} for {name} in {every} if {holds}]:"]
        return [f"for {name} in {every}:", f"if {holds}:"]
    test = _filtered(name, things, lying, scope)
    members = f"chained({zoning.piles()})"
    return [f"for {name} in {f'sorted({members})' if ordered else members}:", *test]


def _every(candidates: tuple[int, ...], things: Things, scope: Scope, loop: LoopPlan) -> str:
    if loop.by is not None:
        return loop.by.among(candidates, scope)
    return repr(candidates) if len(candidates) <= SHORT else scope.module.constant(things.name, candidates)
