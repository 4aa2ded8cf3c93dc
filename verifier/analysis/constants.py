"""Constant propagation: a machine in, for each block the cells with one possible value out.

A cell that every way to a block leaves at the same value has that value there. Blocks to which no way
leads are not in the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from verifier.analysis.dataflow import AbstractDomain, fixpoint
from verifier.analysis.simplify import Folding
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Labels, bounds
from verifier.kernel.graph import successors
from verifier.kernel.visit import cells_written

Facts = dict[str, int]


def known_cells(machine: km.Machine, folding: Folding) -> dict[str, Facts]:
    """The facts at the start of each block that control can come to."""

    def flow(label: str, facts: Facts) -> Iterator[tuple[str, Facts]]:
        block = machine.blocks[label]
        now = facts_after(block.steps, facts, folding)
        return ((target, now) for target in jump_targets(machine, block, now, folding))

    return fixpoint(
        {machine.start: facts_at_start(machine)}, AbstractDomain(facts_in_both, flow), last_first=True
    )


def facts_at_start(machine: km.Machine) -> Facts:
    return {name: cell.starts for name, cell in machine.cells.items() if not cell.index and not cell.given}


def facts_in_both(one: Facts, other: Facts) -> Facts:
    """What both agree on."""
    return {cell: value for cell, value in one.items() if other.get(cell) == value}


def facts_after(steps: tuple[km.Step, ...], facts: Facts, folding: Folding) -> Facts:
    """The facts behind straight steps."""
    now = dict(facts)
    for step in steps:
        match step:
            case km.Write(cell, index, value):
                folded = folding.expr(value, now) if not index else None
                if isinstance(folded, k.Const):
                    now[cell] = saturated(folding.machine.cells[cell], folded.value)
                else:
                    now.pop(cell, None)
            case km.Roll(cell, _):
                now.pop(cell, None)
            case km.Branch(test, then, otherwise):
                folded = folding.expr(test, now)
                if isinstance(folded, k.Const):
                    now = facts_after(then if folded.value else otherwise, now, folding)
                else:
                    now = facts_in_both(facts_after(then, now, folding), facts_after(otherwise, now, folding))
            case km.Each(steps=inner) | km.Times(steps=inner):
                now = facts_kept_by(now, inner)
            case km.Let() | km.Take() | km.Put() | km.Shuffle() | km.Mark():
                pass
            case _:
                assert_never(step)
    return now


def saturated(cell: km.Cell, value: int) -> int:
    """What a cell holds once a value is written: one that saturates stops at its bounds."""
    if not cell.saturates or (value == NOTHING and cell.optional):
        return value
    low, high = bounds(cell.domain)
    return min(max(value, low), high)


def facts_kept_by(facts: Facts, steps: tuple[km.Step, ...]) -> Facts:
    """The facts that hold however often the steps are carried out."""
    changed = cells_written(steps)
    return {cell: value for cell, value in facts.items() if cell not in changed}


def jump_targets(machine: km.Machine, block: km.Block, facts: Facts, folding: Folding) -> list[str]:
    """Where control may go from the end of a block."""
    match block.out:
        case km.Fork(test, then, otherwise):
            folded = folding.expr(test, facts)
            if isinstance(folded, k.Const):
                return [then if folded.value else otherwise]
        case km.Return(cell) if cell in facts:
            domain = machine.cells[cell].domain
            assert isinstance(domain, Labels)
            return [domain.members[facts[cell]]]
        case km.Goto() | km.Decide() | km.Return() | km.Final():
            pass
        case _:
            assert_never(block.out)
    # A normal machine has left blocks out to which no call leads back.
    return [label for label in successors(block.out, machine.cells) if label in machine.blocks]
