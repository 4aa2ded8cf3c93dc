"""Sources as lists of members with conditions, and folds over them, written out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from verifier.backends.proof.arithmetic import greater, lesser
from verifier.backends.proof.compare import as_truth, chosen, less
from verifier.backends.proof.terms import (
    FALSE,
    TRUE,
    Constant,
    Store,
    Term,
    both,
    conjunction,
    disjunction,
    either,
    implies,
)
from verifier.kernel.domain import NOTHING, Number, Truth, values
from verifier.kernel.expression import Bind, Const, Contents, Fold, Source, Values, ZonesOf

if TYPE_CHECKING:
    from verifier.backends.proof.evaluate import Env, Evaluation

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
            return zones(evaluation, source, env)
        case Contents(where, things):
            pairs = zones(evaluation, where, env) if isinstance(where, ZonesOf) else None
            if pairs is None:
                assert not isinstance(where, ZonesOf)
                pairs = evaluation.options(evaluation.value(where, env))
            return contents(evaluation, pairs, frozenset(things.ids))
        case _:
            assert_never(source)


def zones(evaluation: Evaluation, source: ZonesOf, env: Env) -> list[Member]:
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


def contents(evaluation: Evaluation, places: list[Member], things: frozenset[int]) -> list[Member]:
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


def bound(
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
            yield from bound(evaluation, rest, {**env, first.local: evaluation.store.number(value)}, inner)


def folded(evaluation: Evaluation, fold: Fold, env: Env) -> Term:
    whole = _whole_zones(evaluation, fold, env)
    if whole is not None:
        return whole
    found: list[tuple[Term, Term]] = []
    if evaluation.most_members is not None:
        # Counting is cheap, so it comes first.
        for _ in bound(evaluation, fold.binds, env, TRUE):
            evaluation.count_member()
    for inner, condition in bound(evaluation, fold.binds, env, TRUE):
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


def _summand(store: Store, test: Term, body: Term) -> tuple[int, Term]:
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
        zones(evaluation, wanted, env)
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
