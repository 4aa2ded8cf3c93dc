"""Taking and putting components, shuffling: how zones change in a symbolic state.

Each function changes the state it is given, under a condition that may be open, and asks `demand` for what must hold
lest the rules are at fault.
"""

from __future__ import annotations

from collections.abc import Callable

from verifier.backends.proof.compare import chosen, equal, less
from verifier.backends.proof.plain import covers, excludes, includes
from verifier.backends.proof.state import State
from verifier.backends.proof.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    both,
    conjunction,
    disjunction,
    either,
    implies,
    negation,
    plus,
    subtract,
)
from verifier.kernel.domain import NOTHING

Demand = Callable[[State, str, str, Term], None]
Options = list[tuple[int, Term]]
Fresh = Callable[[str, int, int], Term]


def take(state: State, things: Options, zones: Options, demand: Demand) -> None:
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


def put(state: State, things: Options, zones: Options, end: str, demand: Demand) -> None:
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


def nothing_in_hand(state: State, demand: Demand) -> None:
    """At a pause every component lies somewhere."""
    for thing in sorted(_moved(state)):
        places = [state.has(zone, thing) for zone in sorted(state.encoding.reach.zones[thing])]
        if not covers(places):
            demand(state, "conservation", _thing_name(state, thing), disjunction(places))
        state.held -= {thing}


def _moved(state: State) -> set[int]:
    """The components that may lie elsewhere than before."""
    slots, inside = state.encoding.slots, state.encoding.inside
    keys = (slots.get(variable) for variable in state.changed)
    return {key[1] for key in keys if isinstance(key, tuple) and key in inside}


def shuffle(state: State, zone: int, condition: Term, fresh: Fresh) -> None:
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


def _counts(state: State, things: Options, zones: Options) -> list[tuple[int, Term]]:
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


def _thing_name(state: State, thing: int) -> str:
    return "nothing" if thing == NOTHING else state.encoding.machine.things[thing].name


def _close_the_gap(state: State, thing: int, zone: int, condition: Term) -> None:
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


def _find_a_spot(state: State, thing: int, zone: int, end: str, condition: Term) -> None:
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
