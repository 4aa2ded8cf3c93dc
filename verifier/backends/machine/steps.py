"""Steps as Python lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from verifier.analysis.intervals import Interval
from verifier.analysis.ranges import is_something, rebound
from verifier.backends.machine import placing
from verifier.backends.machine.anatomy import uses
from verifier.backends.machine.expressions import kept
from verifier.backends.machine.loops import Loop, Manner, over
from verifier.backends.machine.names import clean
from verifier.backends.machine.reads import cell_place
from verifier.backends.machine.scope import Level, Scope, Term
from verifier.kernel.domain import NOTHING, Things, Zones, bounds, values
from verifier.kernel.machine import (
    Block,
    Branch,
    Cell,
    Each,
    Let,
    Mark,
    Put,
    Roll,
    Shuffle,
    Step,
    Take,
    Times,
    Write,
)
from verifier.kernel.visit import operands


class StepWriter:
    """Writes the steps of one block."""

    def __init__(self, scope: Scope, block: Block) -> None:
        self.scope = scope
        self.again = rebound(block.steps)
        self.uses = uses(operands(block))

    def write(self, steps: tuple[Step, ...]) -> None:
        for group in _groups(steps):
            match group:
                case (Let() as let, Take() as take, Put() as put):
                    if placing.draws(let, take, put, self.scope):
                        pile = placing.pile_to_draw_from(let, self.scope)
                        with self.scope.code.inside(f"if not {pile}:"):
                            self.scope.code.add("raise Fault('conservation', 'take', NOTHING)")
                        placing.draw(let, put, pile, self.scope, self.again)
                    else:
                        self._step(let)
                        self._move(take, put)
                case (Take() as take, Put() as put):
                    self._move(take, put)
                case (Let() as let, Branch() as branch):
                    self._drawn_if_any(let, branch)
                case _:
                    for step in group:
                        self._step(step)

    def _move(self, take: Take, put: Put) -> None:
        if placing.one_move(take, put):
            placing.move(take, put, self.scope)
        else:
            placing.take(take, self.scope)
            placing.put(put, self.scope)

    def _drawn_if_any(self, let: Let, branch: Branch) -> None:
        """`the top of a pile; if there is one, it goes elsewhere`: no need to look at it before."""
        scope = self.scope
        match branch:
            case Branch(test, (Take() as take, Put() as put, *rest), (), rule):
                alone = self.uses[let.local] == uses(operands(branch))[let.local]
                if alone and is_something(test, take.thing) and placing.draws(let, take, put, scope):
                    head = placing.pile_to_draw_from(let, scope)
                    with scope.code.inside(f"if {head}:{f'  # {clean(rule)}' if rule else ''}"):
                        placing.draw(let, put, head, scope, self.again)
                        self.write(tuple(rest))
                    return
        self._step(let)
        self._step(branch)

    def _step(self, step: Step) -> None:
        scope = self.scope
        match step:
            case Let():
                self._let(step)
            case Write():
                self._write(step)
            case Take():
                placing.take(step, scope)
            case Put():
                placing.put(step, scope)
            case Branch():
                self._branch(step)
            case Each(local, source, inner):
                manner = Manner.FROZEN if moves_things(inner) else Manner.ORDERED
                over(source, local, scope, lambda: self.write(inner), Loop(manner))
            case Times(count, most, inner):
                self._times(scope.interval(count), scope.number(count), most, inner)
            case Shuffle():
                placing.shuffle(step, scope)
            case Roll(cell, faces):
                self._roll(cell, faces)
            case Mark(moment):
                if scope.module.checked:
                    scope.code.add(f"s.watch(s, {clean(moment)!r})")
            case _:
                assert_never(step)

    def _let(self, step: Let) -> None:
        scope = self.scope
        if placing.is_lazy_end(step.value, scope):
            placing.lazy_let(step, scope, self.again)
            return
        value = scope.number(step.value)
        scope.module.ranges.learn_let(step, scope.known, self.again)
        scope.code.add(f"{scope.assign(step.local)} = {value.text}")

    def _write(self, step: Write) -> None:
        scope = self.scope
        cell = scope.module.machine.cells[step.cell]
        slot = f"s.{scope.module.layout.slots[step.cell]}"
        if step.index:
            at, condition = cell_place(step.cell, step.index, scope)
            if condition is not None:
                with scope.code.inside(f"if not ({condition}):"):
                    scope.code.add(f"raise Fault('bounds', {clean(cell.name)!r}, NOTHING)")
            slot = f"{slot}[{at.text}]"
        value = kept(step.value, cell.domain, scope)
        scope.code.add(f"{slot} = {self._checked(cell, value, scope.interval(step.value)).text}")

    def _checked(self, cell: Cell, value: Term, interval: Interval) -> Term:
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

    def _branch(self, step: Branch) -> None:
        scope = self.scope
        test = scope.term(step.test)
        note = f"  # {clean(step.rule)}" if step.rule else ""
        if not step.then:
            with scope.code.inside(f"if not {test.within(Level.NOT)}:{note}"):
                self.write(step.otherwise)
            return
        with scope.code.inside(f"if {test.text}:{note}"), scope.knowing(step.test):
            self.write(step.then)
        if step.otherwise:
            with scope.code.inside("else:"):
                self.write(step.otherwise)

    def _times(self, interval: Interval, count: Term, most: int, inner: tuple[Step, ...]) -> None:
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
        rolled = Term(f"o.roll({clean(name)!r}, {scope.module.constant(f'faces {name}', faces)})")
        value = self._checked(cell, rolled, Interval(min(faces), max(faces), frozenset(faces)))
        scope.code.add(f"s.{scope.module.layout.slots[name]} = {value.text}")


def _groups(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """The steps, with those that may be one move taken together."""
    rest = steps
    while rest:
        kinds = [type(step) for step in rest[:3]]
        length = 3 if kinds == [Let, Take, Put] else 2 if kinds[:2] in ([Take, Put], [Let, Branch]) else 1
        yield rest[:length]
        rest = rest[length:]


def moves_things(steps: tuple[Step, ...]) -> bool:
    """Do the steps change what lies where?"""
    return any(
        isinstance(step, Take | Put | Shuffle)
        or (isinstance(step, Branch) and moves_things(step.then + step.otherwise))
        or (isinstance(step, Each | Times) and moves_things(step.steps))
        for step in steps
    )


def _fits_or_nothing(interval: Interval, cell: Cell) -> bool:
    if interval.among is not None and isinstance(cell.domain, Things | Zones):
        return interval.among - {NOTHING} <= frozenset(cell.domain.ids)
    low, high = bounds(cell.domain)
    whole = high - low + 1 == len(values(cell.domain))
    return whole and low in (0, -1) and interval.within(NOTHING, high)


def _outside(value: str, cell: Cell, scope: Scope) -> str:
    low, high = bounds(cell.domain)
    if high - low + 1 == len(values(cell.domain)):
        return f"not {low} <= {value} <= {high}"
    return f"{value} not in {scope.module.constant(f'values {cell.name}', tuple(values(cell.domain)))}"


def _held(value: str, low: int, high: int, interval: Interval, nothing: bool) -> Term:
    """The nearest value that the cell can hold."""
    text = value
    if interval.high > high:
        text = f"{high} if {value} > {high} else {text}"
    if interval.low < low:
        text = f"{low} if {value} < {low} else {text}"
    if nothing:
        text = f"NOTHING if {value} == NOTHING else {text}"
    return Term(text, Level.IF)
