"""The ends of zones and the places in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.backends.proof.compare import cases, equal, less, merged
from verifier.backends.proof.terms import FALSE, Store, Term, both, disjunction, negation, plus
from verifier.kernel.domain import NOTHING
from verifier.kernel.expression import End

if TYPE_CHECKING:
    from verifier.backends.proof.evaluate import Env, Evaluation

# The end of one of more zones than these may be anything where definitions are left open.
MOST_ZONES = 12

Fitting = list[tuple[int, Term]]
"""Components with the condition under which each lies in the zone and fits."""


def end_of(evaluation: Evaluation, end: End, env: Env) -> Term:
    """The component at an end, as cases."""
    found = []
    zones = evaluation.options(evaluation.value(end.zone, env))
    if evaluation.open and len(zones) > MOST_ZONES:
        return evaluation.anything("end of a zone", end.things)
    for zone, condition in zones:
        there = evaluation.store.number(NOTHING) if zone == NOTHING else _end_in(evaluation, zone, end, env)
        found.append((condition, there))
    return merged(evaluation.store, found)


def _end_in(evaluation: Evaluation, zone: int, end: End, env: Env) -> Term:
    fitting = _fitting(evaluation, zone, end, env)
    top = end.end == "top"
    if len(fitting) == 1:
        thing, fits = fitting[0]
        return cases(evaluation.store, [(thing, fits), (NOTHING, negation(fits))])
    if evaluation.layout.family_of[zone].shape == "set":
        return _by_number(evaluation.store, fitting, top)
    state = evaluation.state
    whole = end.where is None and len(_possible(evaluation, zone)) == len(fitting)
    if zone not in evaluation.encoding.ordered:
        empty = equal(state.size(zone), evaluation.store.number(0)) if whole else None
        return _any_of(evaluation, zone, fitting, empty)
    if whole:
        edge = plus(state.size(zone), -1) if top else evaluation.store.number(0)
        pairs = [(thing, both(fits, equal(state.spot(thing), edge))) for thing, fits in fitting]
        return cases(
            evaluation.store, [*pairs, (NOTHING, equal(state.size(zone), evaluation.store.number(0)))]
        )
    return _outermost(evaluation, fitting, top)


def _fitting(evaluation: Evaluation, zone: int, end: End, env: Env) -> Fitting:
    wanted = frozenset(end.things.ids)
    found = []
    for thing in evaluation.encoding.holders[zone]:
        here = evaluation.state.has(zone, thing)
        if thing not in wanted or here is FALSE:
            continue
        if end.where is not None:
            with evaluation.lying_in(thing, zone):
                here = both(
                    here, evaluation.truth(end.where, {**env, end.local: evaluation.store.number(thing)})
                )
        if here is not FALSE:
            found.append((thing, here))
    return found


def _by_number(store: Store, fitting: Fitting, top: bool) -> Term:
    """A set lies in the order of the components' numbers."""
    result = store.number(NOTHING)
    for thing, fits in fitting if top else reversed(fitting):
        result = merged(store, [(fits, store.number(thing)), (negation(fits), result)])
    return result


def _possible(evaluation: Evaluation, zone: int) -> list[int]:
    """What may lie in a zone as far as is known."""
    holders = evaluation.encoding.holders[zone]
    return [thing for thing in holders if evaluation.state.has(zone, thing) is not FALSE]


def _any_of(evaluation: Evaluation, zone: int, fitting: Fitting, empty: Term | None) -> Term:
    """Nobody knows the order of this zone: any component that fits."""
    if not fitting:
        return evaluation.store.number(NOTHING)
    pick = evaluation.fresh(f"end of {evaluation.encoding.zone_name(zone)}", NOTHING, fitting[-1][0])
    evaluation.encoding.picks.add(pick)
    pairs = [(thing, both(fits, equal(pick, evaluation.store.number(thing)))) for thing, fits in fitting]
    nothing = negation(disjunction(fits for _, fits in fitting)) if empty is None else empty
    evaluation.state.laws.append(disjunction((nothing, *(test for _, test in pairs))))
    return cases(evaluation.store, [*pairs, (NOTHING, nothing)])


def _outermost(evaluation: Evaluation, fitting: Fitting, top: bool) -> Term:
    spot = evaluation.state.spot
    pairs = []
    for thing, fits in fitting:
        beyond = [
            both(other_fits, less(spot(thing), spot(other)) if top else less(spot(other), spot(thing)))
            for other, other_fits in fitting
            if other != thing
        ]
        pairs.append((thing, both(fits, negation(disjunction(beyond)))))
    return cases(evaluation.store, [*pairs, (NOTHING, negation(disjunction(fits for _, fits in fitting)))])


def place_of(evaluation: Evaluation, thing: Term) -> Term:
    """How many components lie below this one; 0 for nothing."""
    return merged(
        evaluation.store,
        (
            (condition, evaluation.store.number(0) if value == NOTHING else _place_of(evaluation, value))
            for value, condition in evaluation.options(thing)
        ),
    )


def _place_of(evaluation: Evaluation, thing: int) -> Term:
    assumed = evaluation.lying.get(thing)
    if assumed is not None:
        return _place_in(evaluation, assumed, thing)
    return merged(
        evaluation.store,
        (
            (condition, evaluation.store.number(0) if zone == NOTHING else _place_in(evaluation, zone, thing))
            for zone, condition in evaluation.state.zone_of(thing)
        ),
    )


def _place_in(evaluation: Evaluation, zone: int, thing: int) -> Term:
    if zone in evaluation.encoding.ordered:
        return evaluation.state.spot(thing)
    holders = evaluation.encoding.holders[zone]
    if evaluation.layout.family_of[zone].shape == "set":
        below = [other for other in holders if other < thing]
        store = evaluation.store
        return store.count(evaluation.state.has(zone, other) for other in below)
    name = evaluation.encoding.machine.things[thing].name
    return evaluation.fresh(f"place of {name}", 0, len(holders) - 1)
