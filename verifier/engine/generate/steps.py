"""Steps as Python lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from verifier.analysis.effects import reads_zones
from verifier.analysis.interval_domain import Interval
from verifier.analysis.ranges import is_something, rebound
from verifier.engine.generate.access import cell_place, zone_list
from verifier.engine.generate.expressions import cell_term
from verifier.engine.generate.loops import LoopOrder, LoopPlan, nested, over
from verifier.engine.generate.patterns import uses
from verifier.engine.generate.scope import Precedence, PyTerm, Scope
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Things, Zones, bounds, values
from verifier.kernel.expression import End, Expr, Local, ZoneOf
from verifier.kernel.layout import clean
from verifier.kernel.visit import free_locals, operands

# --- taking, putting, drawing, shuffling


def take_lines(step: km.Take, scope: Scope) -> None:
    """A component leaves its zone and is nowhere until it is put."""
    thing = scope.named(scope.number(step.thing), "thing")
    _leave(thing, zone_list(step.zone, scope), scope)
    scope.code.add(f"{scope.where()}[{thing.text}] = NOTHING")


def put_lines(step: km.Put, scope: Scope) -> None:
    """A component that is nowhere comes to a zone."""
    thing = scope.named(scope.number(step.thing), "thing")
    zone = scope.named(scope.number(step.zone), "zone")
    with scope.code.inside(f"if {thing.text} < 0 or {zone.text} < 0 or {scope.where()}[{thing.text}] >= 0:"):
        scope.code.add(f"raise Fault('conservation', 'put', {thing.text})")
    _arrive(thing, zone, step, scope)


def one_move(taken: km.Take, given: km.Put) -> bool:
    """Is it surely the same component that is taken and put?"""
    return taken.thing == given.thing and not reads_zones(taken.thing)


def move(taken: km.Take, given: km.Put, scope: Scope) -> None:
    """A component goes from one zone to another."""
    thing = scope.named(scope.number(taken.thing), "thing")
    _leave(thing, zone_list(taken.zone, scope), scope)
    # The target is worked out when the component has left, as the kernel has it.
    if reads_zones(given.zone):
        scope.code.add(f"{scope.where()}[{thing.text}] = NOTHING")
    _arrive(thing, _real_zone(given.zone, scope), given, scope)


def _leave(thing: PyTerm, pile: PyTerm, scope: Scope) -> None:
    with scope.code.inside("try:"):
        scope.code.add(f"{pile.text}.remove({thing.text})")
    with scope.code.inside("except ValueError:"):
        scope.code.add(f"raise Fault('conservation', 'take', {thing.text}) from None")


def _real_zone(zone: Expr, scope: Scope) -> PyTerm:
    """The number of a zone in which something can lie."""
    found = scope.named(scope.number(zone), "zone")
    if not scope.interval(zone).something:
        with scope.code.inside(f"if {found.text} < 0:"):
            scope.code.add(f"raise Fault('conservation', 'put', {found.text})")
    return found


def _arrive(thing: PyTerm, zone: PyTerm, step: km.Put, scope: Scope) -> None:
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


def draws(let: km.Let, taken: km.Take, given: km.Put, scope: Scope) -> bool:
    """Is this `the end of a pile, from that pile, to another place`?"""
    end, name = let.value, taken.thing
    if not isinstance(end, End) or end.where is not None or let.local in free_locals(end.zone):
        return False
    same = isinstance(name, Local) and name.name == let.local and given.thing == name
    there = taken.zone in (end.zone, ZoneOf(name)) and not reads_zones(end.zone)
    return same and there and scope.module.ranges.lying_at(end.zone, scope.known) <= frozenset(end.things.ids)


def pile_to_draw_from(let: km.Let, scope: Scope) -> str:
    """The name of the pile of which one end is drawn."""
    assert isinstance(let.value, End)
    return scope.named(zone_list(let.value.zone, scope), "pile").text


def draw(let: km.Let, given: km.Put, pile: str, scope: Scope, again: frozenset[str]) -> None:
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
    if reads_zones(given.zone):
        scope.code.add(f"{scope.where()}[{thing}] = NOTHING")
    _arrive(PyTerm(thing), _real_zone(given.zone, scope), given, scope)


def is_lazy_end(value: Expr, scope: Scope) -> bool:
    """Is it the end of a pile that is kept in no order?"""
    if not isinstance(value, End) or not scope.module.lazy:
        return False
    zones = scope.interval(value.zone).among
    families = scope.module.layout.family_of
    return zones is not None and all(
        families[zone].name in scope.module.lazy for zone in zones if zone != NOTHING
    )


def lazy_let(let: km.Let, scope: Scope, again: frozenset[str]) -> None:
    """What lies on top of a pile in no order is asked now; it is moved next."""
    assert isinstance(let.value, End)
    number = scope.named(scope.number(let.value.zone), "zone").text
    pile = scope.named(PyTerm(f"{scope.zones()}[{number}]"), "pile").text
    scope.module.ranges.learn_let(let, scope.known, again)
    scope.code.add(f"{scope.assign(let.local)} = o.draw({number}, {pile}) if {pile} else NOTHING")


def shuffle(step: km.Shuffle, scope: Scope) -> None:
    zones = scope.interval(step.zone).among
    if zones is not None and zones - {NOTHING} <= scope.module.unordered:
        return
    zone = scope.named(scope.number(step.zone), "zone").text
    doubtful = zones is None or bool(zones & scope.module.unordered) or NOTHING in zones
    shuffled = f"o.shuffle({zone}, {scope.zones()}[{zone}])"
    nested([f"if not SETS[{zone}]:"] if doubtful else [], scope, lambda: scope.code.add(shuffled))


# --- all steps


class StepWriter:
    """Writes the steps of one block."""

    def __init__(self, scope: Scope, block: km.Block) -> None:
        self.scope = scope
        self.again = rebound(block.steps)
        self.uses = uses(operands(block))

    def write(self, steps: tuple[km.Step, ...]) -> None:
        for group in _groups(steps):
            match group:
                case (km.Let() as let, km.Take() as take, km.Put() as put):
                    if draws(let, take, put, self.scope):
                        pile = pile_to_draw_from(let, self.scope)
                        with self.scope.code.inside(f"if not {pile}:"):
                            self.scope.code.add("raise Fault('conservation', 'take', NOTHING)")
                        draw(let, put, pile, self.scope, self.again)
                    else:
                        self._step(let)
                        self._move(take, put)
                case (km.Take() as take, km.Put() as put):
                    self._move(take, put)
                case (km.Let() as let, km.Branch() as branch):
                    self._drawn_if_any(let, branch)
                case _:
                    for step in group:
                        self._step(step)

    def _move(self, take: km.Take, put: km.Put) -> None:
        if one_move(take, put):
            move(take, put, self.scope)
        else:
            take_lines(take, self.scope)
            put_lines(put, self.scope)

    def _drawn_if_any(self, let: km.Let, branch: km.Branch) -> None:
        """`the top of a pile; if there is one, it goes elsewhere`: no need to look at it before."""
        scope = self.scope
        match branch:
            case km.Branch(test, (km.Take() as take, km.Put() as put, *rest), (), rule):
                alone = self.uses[let.local] == uses(operands(branch))[let.local]
                if alone and is_something(test, take.thing) and draws(let, take, put, scope):
                    head = pile_to_draw_from(let, scope)
                    with scope.code.inside(f"if {head}:{f'  # {clean(rule)}' if rule else ''}"):
                        draw(let, put, head, scope, self.again)
                        self.write(tuple(rest))
                    return
        self._step(let)
        self._step(branch)

    def _step(self, step: km.Step) -> None:
        scope = self.scope
        match step:
            case km.Let():
                self._let(step)
            case km.Write():
                self._write(step)
            case km.Take():
                take_lines(step, scope)
            case km.Put():
                put_lines(step, scope)
            case km.Branch():
                self._branch(step)
            case km.Each(local, source, inner):
                manner = LoopOrder.FROZEN if moves_things(inner) else LoopOrder.ORDERED
                over(source, local, scope, lambda: self.write(inner), LoopPlan(manner))
            case km.Times(count, most, inner):
                self._times(scope.interval(count), scope.number(count), most, inner)
            case km.Shuffle():
                shuffle(step, scope)
            case km.Roll(cell, faces):
                self._roll(cell, faces)
            case km.Mark(moment):
                if scope.module.checked:
                    scope.code.add(f"s.watch(s, {clean(moment)!r})")
            case _:
                assert_never(step)

    def _let(self, step: km.Let) -> None:
        scope = self.scope
        if is_lazy_end(step.value, scope):
            lazy_let(step, scope, self.again)
            return
        value = scope.number(step.value)
        scope.module.ranges.learn_let(step, scope.known, self.again)
        scope.code.add(f"{scope.assign(step.local)} = {value.text}")

    def _write(self, step: km.Write) -> None:
        scope = self.scope
        cell = scope.module.machine.cells[step.cell]
        slot = f"s.{scope.module.layout.slots[step.cell]}"
        if step.index:
            at, condition = cell_place(step.cell, step.index, scope)
            if condition is not None:
                with scope.code.inside(f"if not ({condition}):"):
                    scope.code.add(f"raise Fault('bounds', {clean(cell.name)!r}, NOTHING)")
            slot = f"{slot}[{at.text}]"
        value = cell_term(step.value, cell.domain, scope)
        scope.code.add(f"{slot} = {self._checked(cell, value, scope.interval(step.value)).text}")

    def _checked(self, cell: km.Cell, value: PyTerm, interval: Interval) -> PyTerm:
        """The value, after the lines that hold it to the cell's domain where that is needed."""
        nothing = cell.optional
        if interval.fits(cell.domain) or (nothing and _fits_or_nothing(interval, cell)):
            return value
        scope, (low, high) = self.scope, bounds(cell.domain)
        value = scope.named(value, "value")
        spare = f"{value.text} != NOTHING and " if nothing else ""
        if cell.saturates:
            return _held(value.text, low, high, interval, nothing)
        with scope.code.inside(f"if {spare}{_outside(value.text, cell, scope)}:"):
            scope.code.add(f"raise Fault('bounds', {clean(cell.name)!r}, {value.text})")
        return value

    def _branch(self, step: km.Branch) -> None:
        scope = self.scope
        test = scope.term(step.test)
        note = f"  # {clean(step.rule)}" if step.rule else ""
        if not step.then:
            with scope.code.inside(f"if not {test.within(Precedence.NOT)}:{note}"):
                self.write(step.otherwise)
            return
        with scope.code.inside(f"if {test.text}:{note}"), scope.knowing(step.test):
            self.write(step.then)
        if step.otherwise:
            with scope.code.inside("else:"):
                self.write(step.otherwise)

    def _times(self, interval: Interval, count: PyTerm, most: int, inner: tuple[km.Step, ...]) -> None:
        scope = self.scope
        if interval.high > most:
            count = scope.named(count, "times")
            with scope.code.inside(f"if {count.text} > {most}:"):
                scope.code.add(f"raise Fault('bounds', 'times', {count.text})")
        with scope.code.inside(f"for {scope.fresh('time')} in range({count.text}):"):
            self.write(inner)

    def _roll(self, name: str, faces: tuple[int, ...]) -> None:
        scope = self.scope
        cell = scope.module.machine.cells[name]
        rolled = PyTerm(f"o.roll({clean(name)!r}, {scope.module.constant(f'faces {name}', faces)})")
        value = self._checked(cell, rolled, Interval(min(faces), max(faces), frozenset(faces)))
        scope.code.add(f"s.{scope.module.layout.slots[name]} = {value.text}")


def _groups(steps: tuple[km.Step, ...]) -> Iterator[tuple[km.Step, ...]]:
    """The steps, with those that may be one move taken together."""
    rest = steps
    while rest:
        kinds = [type(step) for step in rest[:3]]
        pair = kinds[:2] in ([km.Take, km.Put], [km.Let, km.Branch])
        length = 3 if kinds == [km.Let, km.Take, km.Put] else 2 if pair else 1
        yield rest[:length]
        rest = rest[length:]


def moves_things(steps: tuple[km.Step, ...]) -> bool:
    """Do the steps change what lies where?"""
    return any(
        isinstance(step, km.Take | km.Put | km.Shuffle)
        or (isinstance(step, km.Branch) and moves_things(step.then + step.otherwise))
        or (isinstance(step, km.Each | km.Times) and moves_things(step.steps))
        for step in steps
    )


def _fits_or_nothing(interval: Interval, cell: km.Cell) -> bool:
    if interval.among is not None and isinstance(cell.domain, Things | Zones):
        return interval.among - {NOTHING} <= frozenset(cell.domain.ids)
    low, high = bounds(cell.domain)
    whole = high - low + 1 == len(values(cell.domain))
    return whole and low in (0, -1) and interval.within(NOTHING, high)


def _outside(value: str, cell: km.Cell, scope: Scope) -> str:
    low, high = bounds(cell.domain)
    if high - low + 1 == len(values(cell.domain)):
        return f"not {low} <= {value} <= {high}"
    return f"{value} not in {scope.module.constant(f'values {cell.name}', tuple(values(cell.domain)))}"


def _held(value: str, low: int, high: int, interval: Interval, nothing: bool) -> PyTerm:
    """The nearest value that the cell can hold."""
    text = value
    if interval.high > high:
        text = f"{high} if {value} > {high} else {text}"
    if interval.low < low:
        text = f"{low} if {value} < {low} else {text}"
    if nothing:
        text = f"NOTHING if {value} == NOTHING else {text}"
    return PyTerm(text, Precedence.IF)
