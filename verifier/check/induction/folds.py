"""Folds expanded: sources as lists of members with conditions, ends of zones, positions in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from verifier.check.induction.arithmetic import (
    as_truth,
    cases,
    chosen,
    equal,
    greater,
    less,
    lesser,
    merged,
    plus,
)
from verifier.check.induction.logic import both, conjunction, disjunction, either, implies, negation
from verifier.check.induction.terms import FALSE, TRUE, Constant, Term, TermStore
from verifier.kernel.domain import NOTHING, Number, Truth, values
from verifier.kernel.expression import Bind, Const, Contents, End, Fold, Source, Values, ZonesOf

if TYPE_CHECKING:
    from verifier.check.induction.evaluate import Env, Evaluation


# Of more members than these nothing is worked out where definitions are left open.
MOST_MEMBERS = 120

Member = tuple[int, Term]
"""A value and the condition under which it is a member."""


def members(evaluation: Evaluation, source: Source, env: Env) -> list[Member]:
    """Every possible member by rising number; the order that players may have is not kept."""
    match source:
        case Values(domain, _):
            return [(value, TRUE) for value in values(domain)]
        case ZonesOf():
            return zone_members(evaluation, source, env)
        case Contents(where, things):
            pairs = zone_members(evaluation, where, env) if isinstance(where, ZonesOf) else None
            if pairs is None:
                assert not isinstance(where, ZonesOf)
                pairs = evaluation.options(evaluation.value(where, env))
            return component_members(evaluation, pairs, frozenset(things.ids))
        case _:
            assert_never(source)


def zone_members(evaluation: Evaluation, source: ZonesOf, env: Env) -> list[Member]:
    family = evaluation.machine.families[source.family]
    wished = [
        None if part is None else dict(evaluation.options(evaluation.value(part, env)))
        for part in source.index
    ]
    found = []
    for zone in range(family.base, family.base + family.size):
        have = evaluation.layout.zone_index(zone)
        tests = (want.get(part, FALSE) for want, part in zip(wished, have, strict=True) if want is not None)
        condition = conjunction(tests)
        if condition is not FALSE:
            found.append((zone, condition))
    return found


def component_members(evaluation: Evaluation, places: list[Member], things: frozenset[int]) -> list[Member]:
    found: dict[int, list[Term]] = {}
    for zone, condition in places:
        if zone == NOTHING or condition is FALSE:
            continue
        for thing in evaluation.encoding.holders[zone]:
            here = evaluation.state.has(zone, thing)
            if here is not FALSE and thing in things:
                found.setdefault(thing, []).append(both(condition, here))
    merged = ((thing, disjunction(found[thing])) for thing in sorted(found))
    return [(thing, condition) for thing, condition in merged if condition is not FALSE]


def bindings(
    evaluation: Evaluation, binds: tuple[Bind, ...], env: Env, condition: Term
) -> Iterator[tuple[Env, Term]]:
    """Every way to bind the names, with its condition."""
    if not binds:
        yield env, condition
        return
    first, rest = binds[0], binds[1:]
    source = first.source
    zone = None
    if isinstance(source, Contents) and not isinstance(source.zones, ZonesOf):
        where = evaluation.value(source.zones, env)
        zone = where.value if isinstance(where, Constant) else None
    for value, test in members(evaluation, source, env):
        inner = both(condition, test)
        if inner is FALSE:
            continue
        with evaluation.lying_in(value, zone):
            yield from bindings(evaluation, rest, {**env, first.local: evaluation.store.number(value)}, inner)


def fold_term(evaluation: Evaluation, fold: Fold, env: Env) -> Term:
    whole = _whole_zones(evaluation, fold, env)
    if whole is not None:
        return whole
    found: list[tuple[Term, Term]] = []
    if evaluation.most_members is not None:
        # Counting is cheap, so it comes first.
        for _ in bindings(evaluation, fold.binds, env, TRUE):
            evaluation.count_member()
    for inner, condition in bindings(evaluation, fold.binds, env, TRUE):
        if evaluation.open and len(found) > MOST_MEMBERS:
            return evaluation.anything(fold.op, Truth() if fold.op in ("every", "any") else Number(0, 0))
        if fold.where is not None:
            condition = both(condition, evaluation.truth(fold.where, inner))
        if condition is not FALSE:
            found.append((condition, evaluation.value(fold.body, inner)))
    store = evaluation.store
    match fold.op:
        case "every":
            return conjunction(implies(test, as_truth(body)) for test, body in found)
        case "any":
            return disjunction(both(test, as_truth(body)) for test, body in found)
        case "count":
            return store.count(both(test, as_truth(body)) for test, body in found)
        case "sum":
            return store.total(0, (_summand(store, test, store.as_number(body)) for test, body in found))
        case "highest" | "lowest":
            default = store.number(0) if fold.default is None else evaluation.value(fold.default, env)
            return _extreme(
                fold.op == "highest", [(test, store.as_number(body)) for test, body in found], default
            )
        case _:
            assert_never(fold.op)


def _summand(store: TermStore, test: Term, body: Term) -> tuple[int, Term]:
    if isinstance(body, Constant):
        return body.value, store.counted(test)
    return 1, chosen(test, body, store.number(0))


def _extreme(highest: bool, found: list[tuple[Term, Term]], default: Term) -> Term:
    if all(isinstance(body, Constant) for _, body in found):
        # Asked from the best value down, a comparison with a number becomes a short list of conditions.
        result = default
        for test, body in sorted(found, key=lambda pair: pair[1].low if highest else -pair[1].low):
            result = chosen(test, body, result)
        return result
    better = greater if highest else lesser
    result, present = default, FALSE
    for test, body in found:
        result = chosen(test, chosen(present, better(body, result), body), result)
        present = either(present, test)
    return result


def _whole_zones(evaluation: Evaluation, fold: Fold, env: Env) -> Term | None:
    """The count of all that lies in a zone is its size; `None` if something else is asked."""
    plain = fold.where is None and isinstance(fold.body, Const) and fold.body.value and len(fold.binds) == 1
    source = fold.binds[0].source
    if not plain or fold.op not in ("count", "any") or not isinstance(source, Contents):
        return None
    wanted = source.zones
    pairs = (
        zone_members(evaluation, wanted, env)
        if isinstance(wanted, ZonesOf)
        else evaluation.options(evaluation.value(wanted, env))
    )
    things = frozenset(source.things.ids)
    if not all(zone == NOTHING or things.issuperset(evaluation.encoding.holders[zone]) for zone, _ in pairs):
        return None
    store = evaluation.store
    sizes = [
        (1, chosen(condition, evaluation.state.size(zone), store.number(0)))
        for zone, condition in pairs
        if zone != NOTHING
    ]
    count = store.total(0, sizes)
    return count if fold.op == "count" else less(store.number(0), count)


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


def _by_number(store: TermStore, fitting: Fitting, top: bool) -> Term:
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


def position_of(evaluation: Evaluation, thing: Term) -> Term:
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
