"""Dice that may be asked for their number before they are rolled: a machine in, their names out.

A die shows no face until it is rolled in a round, and no face counts as less than every number. To ask which face it
shows is harmless then; to compare or to add its number is not. What is known of a block is which dice may show no face
when it begins. Where a rule rolls a die under a condition, somebody has thought of the case without: it counts as
rolled. Behind a procedure a die shows no face if it showed none before, and may show none at the end of the procedure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import or_
from typing import assert_never

from verifier.analysis.dataflow import AbstractDomain, fixpoint
from verifier.analysis.procedures import way_back
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING
from verifier.kernel.graph import successors
from verifier.kernel.visit import called_definitions, children, operands, own_operands, preorder, steps_within

Dice = frozenset[str]
ORDER = ("<", "<=", ">", ">=")


def asked_unrolled(machine: km.Machine) -> Dice:
    """The dice whose number may be asked for while they show no face."""
    blocks = machine.blocks
    dice = Dice(
        step.cell
        for block in blocks.values()
        for step in steps_within(block.steps)
        if isinstance(step, km.Roll)
    )

    if not dice:
        return dice
    effects = {label: _Effect.of(block, machine, dice) for label, block in blocks.items()}
    called: dict[str, Dice] = {}

    def flow(label: str, unrolled: Dice) -> Iterator[tuple[str, Dice]]:
        effect = effects[label]
        after = unrolled & effect.kept | effect.cleared
        for target in effect.back_to:
            called[target] = called.get(target, Dice()) | after
        returns = isinstance(blocks[label].out, km.Return)
        for target in successors(blocks[label].out, machine.cells):
            yield target, after & called.get(target, Dice()) if returns else after

    domain: AbstractDomain[str, Dice] = AbstractDomain(or_, flow)
    known: dict[str, Dice] = {}
    before: dict[str, Dice] | None = None
    while before != called:
        before = dict(called)
        known = fixpoint({machine.start: dice}, domain)
    found = Dice()
    for label, unrolled in known.items():
        effect = effects[label]
        if unrolled or effect.clears:
            found |= _asked_in(machine, blocks[label].steps, unrolled, dice)
        if left := unrolled & effect.kept | effect.cleared:
            found |= left & _numbers_of(machine, operands(blocks[label].out))
    return found


@dataclass(frozen=True, slots=True)
class _Effect:
    """What a block does: dice that show no face before it and after it, dice that show none in any case, whether any
    is laid aside on the way, and where the procedures that it calls come back to."""

    kept: Dice
    cleared: Dice
    clears: bool
    back_to: tuple[str, ...]

    @classmethod
    def of(cls, block: km.Block, machine: km.Machine, dice: Dice) -> _Effect:
        ways = filter(None, (way_back(machine, step) for step in steps_within(block.steps)))
        back_to = (successors(km.Return(cell), machine.cells)[at] for cell, at in ways if at != NOTHING)
        kept, cleared = (_after(block.steps, unrolled, dice) for unrolled in (dice, Dice()))
        clears = any(_clears(step, dice) for step in steps_within(block.steps))
        return cls(kept, cleared, clears, tuple(back_to))


def _clears(step: km.Step, dice: Dice) -> bool:
    match step:
        case km.Write(cell=cell, value=k.Const(value=value)):
            return cell in dice and value == NOTHING
        case _:
            return False


def _after(steps: Iterable[km.Step], unrolled: Dice, dice: Dice) -> Dice:
    """Which dice no step has dealt with when these are done."""
    for step in steps:
        match step:
            case km.Roll(cell=cell):
                unrolled -= {cell}
            case km.Write(cell=cell) if _clears(step, dice):
                unrolled |= {cell}
            case km.Write(cell=cell):
                unrolled -= {cell}
            case km.Branch(_, then, otherwise, _):
                unrolled = _after(then, unrolled, dice) & _after(otherwise, unrolled, dice)
            case km.Each(steps=inner) | km.Times(steps=inner):
                unrolled = _after(inner, unrolled, dice)
            case km.Let() | km.Take() | km.Put() | km.Shuffle() | km.Mark():
                pass
            case _:
                assert_never(step)
    return unrolled


def _asked_in(machine: km.Machine, steps: Iterable[km.Step], unrolled: Dice, dice: Dice) -> Dice:
    found = Dice()
    for step in steps:
        if unrolled:
            found |= unrolled & _numbers_of(machine, own_operands(step))
        for inner in _inner(step):
            found |= _asked_in(machine, inner, unrolled, dice)
        unrolled = _after((step,), unrolled, dice)
    return found


def _inner(step: km.Step) -> Iterator[tuple[km.Step, ...]]:
    """The blocks of steps in a step, each by itself."""
    match step:
        case km.Branch(_, then, otherwise, _):
            yield from (then, otherwise)
        case _:
            yield tuple(part for part in children(step) if isinstance(part, km.Step))


def _numbers_of(machine: km.Machine, asked: Iterable[k.Expr | k.Source]) -> Dice:
    """The cells that are compared by their order or reckoned with, in definitions that are read too."""
    nodes = tuple(asked)
    definitions = (machine.definitions[name] for name in called_definitions(machine, *nodes))
    found = Dice()
    for part in preorder(*nodes, *operands(*definitions)):
        if isinstance(part, k.Arith) or (isinstance(part, k.Compare) and part.op in ORDER):
            found |= Dice(side.cell for side in (part.left, part.right) if isinstance(side, k.Read))
    return found
