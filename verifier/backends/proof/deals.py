"""Dealing so many components from the top of one zone to another, as one step.

Step by step, eight cards from a pile of sixty would be sixty to the eighth ways. Of a pile without an order any so
many components may come; of one with an order it is those on top.
"""

from __future__ import annotations

from dataclasses import dataclass

from verifier.backends.proof.arithmetic import greater, lesser
from verifier.backends.proof.compare import at_most, chosen, equal, less
from verifier.backends.proof.moves import Demand, Fresh
from verifier.backends.proof.state import State
from verifier.backends.proof.terms import (
    FALSE,
    Constant,
    Term,
    add,
    both,
    conjunction,
    either,
    implies,
    negation,
    plus,
    subtract,
)
from verifier.kernel.domain import NOTHING
from verifier.kernel.expression import Compare, Const, End, Expr, Local
from verifier.kernel.machine import Branch, Let, Put, Take, Times


@dataclass(frozen=True, slots=True)
class Deal:
    source: Expr
    target: Expr
    end: str


def deal_in(step: Times, everything: frozenset[int]) -> Deal | None:
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
                return Deal(source, target, end)
    return None


def deal(state: State, source: int, target: int, count: Term, end: str, demand: Demand, fresh: Fresh) -> None:
    """Move the top components, as many as asked for and as there are."""
    encoding = state.encoding
    size = state.size(source)
    dealt = lesser(greater(count, encoding.store.number(0)), size)
    if dealt.high == 0:
        return
    moved = _moved(state, source, dealt, fresh)
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


def _moved(state: State, source: int, dealt: Term, fresh: Fresh) -> dict[int, tuple[Term, Term | None]]:
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
    state: State,
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
