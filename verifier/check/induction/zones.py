"""Zones in a symbolic state: taking, putting, dealing, shuffling.

Each function changes the state it is given, under a condition that may be open, and asks `demand` for what must hold
lest the rules are at fault. To deal is one step: step by step, eight cards from a pile of sixty would be sixty to the
eighth ways.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verifier.check.induction.arithmetic import (
    add,
    at_most,
    chosen,
    equal,
    greater,
    less,
    lesser,
    plus,
    subtract,
)
from verifier.check.induction.logic import (
    both,
    conjunction,
    covers,
    disjunction,
    either,
    excludes,
    implies,
    includes,
    negation,
)
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import FALSE, TRUE, Constant, Term
from verifier.kernel.domain import NOTHING
from verifier.kernel.expression import Compare, Const, End, Expr, Local
from verifier.kernel.machine import Branch, Let, Put, Take, Times

Demand = Callable[[SymbolicState, str, str, Term], None]
Options = list[tuple[int, Term]]
Fresh = Callable[[str, int, int], Term]


def take(state: SymbolicState, things: Options, zones: Options, demand: Demand) -> None:
    """Remove a component from a zone; a fault if it does not lie there."""
    for thing, zone, condition in _pairs(things, zones):
        here = FALSE if NOTHING in (thing, zone) else state.has(zone, thing)
        if not includes(condition, here):
            demand(state, "conservation", _thing_name(state, thing), implies(condition, here))
        if here is FALSE:
            continue
        _close_the_gap(state, thing, zone, condition)
        state.held |= {thing}
        state.set(state.encoding.inside[zone, thing], both(here, negation(condition)))
    for zone, moved in _counts(state, things, zones):
        state.set(state.encoding.sizes[zone], subtract(state.size(zone), moved))


def put(state: SymbolicState, things: Options, zones: Options, end: str, demand: Demand) -> None:
    """Lay a component into a zone; a fault if it lies somewhere."""
    for thing, zone, condition in _pairs(things, zones):
        name = _thing_name(state, thing)
        place = state.encoding.inside.get((zone, thing))
        if place is None:
            demand(state, "conservation", name, negation(condition))
            continue
        lies = disjunction(here for there, here in state.zone_of(thing) if there != NOTHING)
        if not excludes(condition, lies):
            demand(state, "conservation", name, implies(condition, negation(lies)))
        if zone in state.encoding.ordered:
            _find_a_spot(state, thing, zone, end, condition)
        state.set(place, either(state.has(zone, thing), condition))
        if condition is TRUE:
            state.held -= {thing}
    for zone, moved in _counts(state, things, zones):
        state.set(state.encoding.sizes[zone], add(state.size(zone), moved))


def nothing_in_hand(state: SymbolicState, demand: Demand) -> None:
    """At a pause every component lies somewhere."""
    for thing in sorted(_moved(state)):
        places = [state.has(zone, thing) for zone in sorted(state.encoding.reach.zones[thing])]
        if not covers(places):
            demand(state, "conservation", _thing_name(state, thing), disjunction(places))
        state.held -= {thing}


def _moved(state: SymbolicState) -> set[int]:
    """The components that may lie elsewhere than before."""
    slots, inside = state.encoding.slots, state.encoding.inside
    keys = (slots.get(variable) for variable in state.changed)
    return {key[1] for key in keys if isinstance(key, tuple) and key in inside}


def shuffle(state: SymbolicState, zone: int, condition: Term, fresh: Fresh) -> None:
    """Every order is possible. A zone without an order needs nothing."""
    encoding = state.encoding
    if zone not in encoding.ordered:
        return
    spots: list[tuple[Term, Term]] = []
    for thing in encoding.holders[zone]:
        here = both(condition, state.has(zone, thing))
        if here is FALSE:
            continue
        spot = fresh(f"shuffled {encoding.machine.things[thing].name}", 0, len(encoding.holders[zone]) - 1)
        state.laws.append(implies(here, less(spot, state.size(zone))))
        for other_here, other in spots:
            state.laws.append(implies(both(here, other_here), negation(equal(spot, other))))
        spots.append((here, spot))
        state.set(encoding.spot[thing], chosen(here, spot, state.spot(thing)))


def _pairs(things: Options, zones: Options) -> list[tuple[int, int, Term]]:
    pairs = [(thing, zone, conjunction((first, second))) for thing, first in things for zone, second in zones]
    return [pair for pair in pairs if pair[2] is not FALSE]


def _counts(state: SymbolicState, things: Options, zones: Options) -> list[tuple[int, Term]]:
    """How many components a move takes from each zone or lays there: one, unless there is nothing to move.

    Of a component that is one of many, exactly one condition holds: no need to count over all of them.
    """
    if len(things) > 1:
        moves = negation(disjunction(test for thing, test in things if thing == NOTHING))
    else:
        moves = FALSE if things[0][0] == NOTHING else things[0][1]
    counted = state.encoding.store.counted
    found = [(zone, counted(both(test, moves))) for zone, test in zones if zone != NOTHING]
    return [(zone, count) for zone, count in found if count.high > 0]


def _thing_name(state: SymbolicState, thing: int) -> str:
    return "nothing" if thing == NOTHING else state.encoding.machine.things[thing].name


def _close_the_gap(state: SymbolicState, thing: int, zone: int, condition: Term) -> None:
    """Components above the one taken move down."""
    encoding = state.encoding
    if zone not in encoding.ordered:
        return
    spot = state.spot(thing)
    if state.settled(equal(spot, plus(state.size(zone), -1))) is TRUE:
        return
    for other in encoding.holders[zone]:
        if other != thing:
            above = conjunction((condition, state.has(zone, other), less(spot, state.spot(other))))
            state.set(encoding.spot[other], subtract(state.spot(other), encoding.store.counted(above)))


def _find_a_spot(state: SymbolicState, thing: int, zone: int, end: str, condition: Term) -> None:
    encoding = state.encoding
    spot = encoding.spot[thing]
    if end == "top":
        state.set(spot, chosen(condition, state.size(zone), state.spot(thing)))
        return
    for other in encoding.holders[zone]:
        if other != thing:
            raised = encoding.store.counted(both(condition, state.has(zone, other)))
            state.set(encoding.spot[other], add(state.spot(other), raised))
    state.set(spot, chosen(condition, encoding.store.number(0), state.spot(thing)))


@dataclass(frozen=True, slots=True)
class DealStep:
    source: Expr
    target: Expr
    end: str


def deal_in(step: Times, everything: frozenset[int]) -> DealStep | None:
    """The deal that a loop is: each time the top of one zone, if there is any, goes to another."""
    if len(step.steps) != 2:
        return None
    match step.steps:
        case (
            Let(local, End("top", _, source, things, None)),
            Branch(
                Compare("!=", Local(tested), Const(-1)),
                (Take(Local(taken), origin), Put(Local(laid), target, end)),
                (),
            ),
        ):
            plain = origin == source and source != target and everything.issubset(things.ids)
            if plain and tested == taken == laid == local:
                return DealStep(source, target, end)
    return None


def deal(
    state: SymbolicState, source: int, target: int, count: Term, end: str, demand: Demand, fresh: Fresh
) -> None:
    """Move the top components, as many as asked for and as there are."""
    encoding = state.encoding
    size = state.size(source)
    dealt = lesser(greater(count, encoding.store.number(0)), size)
    if dealt.high == 0:
        return
    moved = _dealt(state, source, dealt, fresh)
    lying = state.size(target)
    for thing, (going, spot) in moved.items():
        place = encoding.inside.get((target, thing))
        if place is None:
            demand(state, "conservation", encoding.machine.things[thing].name, negation(going))
            continue
        if target in encoding.ordered:
            _lay(state, thing, going, spot, lying, dealt, end, fresh)
        state.set(encoding.inside[source, thing], both(state.has(source, thing), negation(going)))
        state.set(place, either(state.has(target, thing), going))
    if target in encoding.ordered and end == "bottom":
        for thing in encoding.holders[target]:
            was = both(state.has(target, thing), negation(moved.get(thing, (FALSE, None))[0]))
            raised = chosen(was, add(state.spot(thing), dealt), state.spot(thing))
            state.set(encoding.spot[thing], raised)
    state.set(encoding.sizes[source], subtract(size, dealt))
    state.set(encoding.sizes[target], add(lying, dealt))


def _dealt(
    state: SymbolicState, source: int, dealt: Term, fresh: Fresh
) -> dict[int, tuple[Term, Term | None]]:
    """Which components go, each with how many of those dealt came before it, if that is known."""
    encoding = state.encoding
    size = state.size(source)
    found: dict[int, tuple[Term, Term | None]] = {}
    for thing in encoding.holders[source]:
        here = state.has(source, thing)
        if here is FALSE:
            continue
        if source in encoding.ordered:
            spot = state.spot(thing)
            going = both(here, at_most(subtract(size, dealt), spot))
            found[thing] = going, subtract(plus(size, -1), spot)
        else:
            name = f"{encoding.zone_name(source)} deals {encoding.machine.things[thing].name}"
            going = encoding.store.truth_variable(f"{name} #{fresh(name, 0, 1).payload}")
            state.laws.append(implies(going, here))
            found[thing] = going, None
    if source not in encoding.ordered:
        store = encoding.store
        count = store.count(going for going, _ in found.values())
        state.laws.append(equal(count, dealt))
    return found


def _lay(
    state: SymbolicState,
    thing: int,
    going: Term,
    before: Term | None,
    lying: Term,
    dealt: Term,
    end: str,
    fresh: Fresh,
) -> None:
    if before is None:
        before = fresh(f"place of {state.encoding.machine.things[thing].name}", 0, len(state.encoding.spot))
        state.laws.append(implies(going, less(before, dealt)))
    spot = add(lying, before) if end == "top" else subtract(plus(dealt, -1), before)
    state.set(state.encoding.spot[thing], chosen(going, spot, state.spot(thing)))


def is_certain(zones: list[tuple[int, Term]]) -> bool:
    """Only deals between two known zones are taken as one step."""
    return (
        len(zones) == 1
        and zones[0][0] != NOTHING
        and isinstance(conjunction(test for _, test in zones), Constant)
    )
