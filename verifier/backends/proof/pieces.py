"""Long blocks that get a round ready, cut between their steps: each part is then followed on its own.

To lay out tiles, deal cards and hand out figures is one block. Followed in one go, every question about hands wades
through the tiles. In parts, what one part leaves behind is a handful of small truths, and the next starts from them.
The machine stays the same: a part goes on to the next without a pause.
"""

from __future__ import annotations

from dataclasses import replace

from verifier.kernel.domain import Things
from verifier.kernel.expression import Values, ZoneAt, ZoneOf
from verifier.kernel.machine import (
    Block,
    Each,
    Goto,
    Let,
    Machine,
    Put,
    Shuffle,
    Step,
    Take,
    Times,
)
from verifier.kernel.visit import free_locals, operands, steps_within

PART = ", part "


def in_pieces(machine: Machine) -> Machine:
    """The same machine with every block that shuffles, but the first, cut between its steps."""
    blocks = dict(machine.blocks)
    for label, block in machine.blocks.items():
        if label != machine.start and not block.params and gets_ready(block):
            # The parts come last, so that the other blocks keep their numbers.
            for part in _parts(block):
                blocks[part.label] = part
    return replace(machine, blocks=blocks) if len(blocks) > len(machine.blocks) else machine


def gets_ready(block: Block) -> bool:
    """Is it, or is it part of, a block that shuffles?"""
    return PART in block.label or any(isinstance(step, Shuffle) for step in block.steps)


def _parts(block: Block) -> list[Block]:
    groups: list[list[Step]] = [[]]
    for place, step in enumerate(block.steps):
        if groups[-1] and _moves(groups[-1]) and not _reaches_over(block, place):
            groups.append([])
        groups[-1].append(step)
    labels = [block.label, *(f"{block.label}{PART}{number + 2}" for number in range(len(groups) - 1))]
    return [
        replace(
            block,
            label=label,
            steps=tuple(steps),
            out=block.out if number == len(groups) - 1 else Goto(labels[number + 1]),
        )
        for number, (label, steps) in enumerate(zip(labels, groups, strict=True))
    ]


def _moves(steps: list[Step]) -> bool:
    """A walk or a deal is worth a part of its own, but after everything was gathered in one place all is known."""
    walks = [step for step in steps if isinstance(step, Each | Times)]
    return bool(walks) and not _gathers(walks[-1])


def _gathers(step: Each | Times) -> bool:
    """Does every component of a class go to one zone, wherever it lies?"""
    return (
        isinstance(step, Each)
        and isinstance(step.source, Values)
        and isinstance(step.source.domain, Things)
        and all(isinstance(inner, Take | Put) and _is_certain(inner) for inner in step.steps)
    )


def _is_certain(step: Take | Put) -> bool:
    return isinstance(step.zone, ZoneOf) or (isinstance(step.zone, ZoneAt) and not step.zone.index)


def _reaches_over(block: Block, place: int) -> bool:
    """Does anything from this step on read a name that was given before it?"""
    given = {step.local for step in steps_within(block.steps[:place]) if isinstance(step, Let)}
    later = (*operands(*block.steps[place:]), *operands(block.out))
    return any(not given.isdisjoint(free_locals(node)) for node in later)
