"""Taking, putting, drawing and shuffling components as Python lines."""

from __future__ import annotations

from verifier.analysis.effects import reads_places
from verifier.backends.machine.loops import nested
from verifier.backends.machine.reads import zone_list
from verifier.backends.machine.scope import Scope, Term
from verifier.kernel.domain import NOTHING
from verifier.kernel.expression import End, Expr, Local, ZoneOf
from verifier.kernel.machine import Let, Put, Shuffle, Take
from verifier.kernel.visit import free_locals


def take(step: Take, scope: Scope) -> None:
    """A component leaves its zone and is nowhere until it is put."""
    thing = scope.named(scope.number(step.thing), "thing")
    _leave(thing, zone_list(step.zone, scope), scope)
    scope.code.add(f"{scope.where()}[{thing.text}] = NOTHING")


def put(step: Put, scope: Scope) -> None:
    """A component that is nowhere comes to a zone."""
    thing = scope.named(scope.number(step.thing), "thing")
    zone = scope.named(scope.number(step.zone), "zone")
    with scope.code.inside(f"if {thing.text} < 0 or {zone.text} < 0 or {scope.where()}[{thing.text}] >= 0:"):
        scope.code.add(f"raise Fault('conservation', 'put', {thing.text})")
    _arrive(thing, zone, step, scope)


def one_move(taken: Take, given: Put) -> bool:
    """Is it surely the same component that is taken and put?"""
    return taken.thing == given.thing and not reads_places(taken.thing)


def move(taken: Take, given: Put, scope: Scope) -> None:
    """A component goes from one zone to another."""
    thing = scope.named(scope.number(taken.thing), "thing")
    _leave(thing, zone_list(taken.zone, scope), scope)
    # The target is worked out when the component has left, as the kernel has it.
    if reads_places(given.zone):
        scope.code.add(f"{scope.where()}[{thing.text}] = NOTHING")
    _arrive(thing, _real_zone(given.zone, scope), given, scope)


def _leave(thing: Term, pile: Term, scope: Scope) -> None:
    with scope.code.inside("try:"):
        scope.code.add(f"{pile.text}.remove({thing.text})")
    with scope.code.inside("except ValueError:"):
        scope.code.add(f"raise Fault('conservation', 'take', {thing.text}) from None")


def _real_zone(zone: Expr, scope: Scope) -> Term:
    """The number of a zone in which something can lie."""
    found = scope.named(scope.number(zone), "zone")
    if not scope.interval(zone).something:
        with scope.code.inside(f"if {found.text} < 0:"):
            scope.code.add(f"raise Fault('conservation', 'put', {found.text})")
    return found


def _arrive(thing: Term, zone: Term, step: Put, scope: Scope) -> None:
    pile = f"{scope.zones()}[{zone.text}]"
    zones = scope.interval(step.zone).among
    real = scope.module.ranges.every_zone if zones is None else zones - {NOTHING}
    unordered = scope.module.unordered
    ordered_line = f"{pile}.append({thing.text})" if step.end == "top" else f"{pile}.insert(0, {thing.text})"
    if real <= unordered:
        scope.code.add(f"insort({pile}, {thing.text})")
    elif not real & unordered:
        scope.code.add(ordered_line)
    else:
        with scope.code.inside(f"if SETS[{zone.text}]:"):
            scope.code.add(f"insort({pile}, {thing.text})")
        with scope.code.inside("else:"):
            scope.code.add(ordered_line)
    scope.code.add(f"{scope.where()}[{thing.text}] = {zone.text}")


def draws(let: Let, taken: Take, given: Put, scope: Scope) -> bool:
    """Is this `the end of a pile, from that pile, to another place`?"""
    end, name = let.value, taken.thing
    if not isinstance(end, End) or end.where is not None or let.local in free_locals(end.zone):
        return False
    same = isinstance(name, Local) and name.name == let.local and given.thing == name
    there = taken.zone in (end.zone, ZoneOf(name)) and not reads_places(end.zone)
    return same and there and scope.module.ranges.lying_at(end.zone, scope.known) <= frozenset(end.things.ids)


def pile_to_draw_from(let: Let, scope: Scope) -> str:
    """The name of the pile of which one end is drawn."""
    assert isinstance(let.value, End)
    return scope.named(zone_list(let.value.zone, scope), "pile").text


def draw(let: Let, given: Put, pile: str, scope: Scope, again: frozenset[str]) -> None:
    """The end of a pile that is not empty goes elsewhere: no search is needed."""
    assert isinstance(let.value, End)
    scope.module.ranges.learn_let(let, scope.known, again)
    scope.known[let.local] = scope.known[let.local].without_nothing()
    if is_lazy_end(let.value, scope):
        drawn = f"o.draw({scope.number(let.value.zone).text}, {pile})"
        thing = scope.assign(let.local)
        scope.code.extend([f"{thing} = {drawn}", f"{pile}.remove({thing})"])
    else:
        thing = scope.assign(let.local)
        scope.code.add(f"{thing} = {pile}.pop({'' if let.value.end == 'top' else 0})")
    if reads_places(given.zone):
        scope.code.add(f"{scope.where()}[{thing}] = NOTHING")
    _arrive(Term(thing), _real_zone(given.zone, scope), given, scope)


def is_lazy_end(value: Expr, scope: Scope) -> bool:
    """Is it the end of a pile that is kept in no order?"""
    if not isinstance(value, End) or not scope.module.lazy:
        return False
    zones = scope.interval(value.zone).among
    families = scope.module.layout.family_of
    return zones is not None and all(
        families[zone].name in scope.module.lazy for zone in zones if zone != NOTHING
    )


def lazy_let(let: Let, scope: Scope, again: frozenset[str]) -> None:
    """What lies on top of a pile in no order is asked now; it is moved next."""
    assert isinstance(let.value, End)
    number = scope.named(scope.number(let.value.zone), "zone").text
    pile = scope.named(Term(f"{scope.zones()}[{number}]"), "pile").text
    scope.module.ranges.learn_let(let, scope.known, again)
    scope.code.add(f"{scope.assign(let.local)} = o.draw({number}, {pile}) if {pile} else NOTHING")


def shuffle(step: Shuffle, scope: Scope) -> None:
    zones = scope.interval(step.zone).among
    if zones is not None and zones - {NOTHING} <= scope.module.unordered:
        return
    zone = scope.named(scope.number(step.zone), "zone").text
    doubtful = zones is None or bool(zones & scope.module.unordered) or NOTHING in zones
    shuffled = f"o.shuffle({zone}, {scope.zones()}[{zone}])"
    nested([f"if not SETS[{zone}]:"] if doubtful else [], scope, lambda: scope.code.add(shuffled))
