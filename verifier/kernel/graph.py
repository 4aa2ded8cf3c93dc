"""The graph of blocks: where control goes from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from verifier.kernel.domain import Labels
from verifier.kernel.machine import Block, Cell, Decide, Final, Fork, Goto, Machine, Out, Return


def successors(out: Out, cells: Mapping[str, Cell]) -> tuple[str, ...]:
    """The blocks that may run next, over a pause too."""
    if not isinstance(out, Decide):
        return successors_without_pause(out, cells)
    labels = (*(alternative.to for alternative in out.alternatives), out.stop, out.if_none)
    return tuple(label for label in labels if label is not None)


def successors_without_pause(out: Out, cells: Mapping[str, Cell]) -> tuple[str, ...]:
    """The blocks that may run next in the same move."""
    match out:
        case Goto(label):
            return (label,)
        case Fork(_, then, otherwise, _):
            return then, otherwise
        case Return(cell):
            domain = cells[cell].domain
            assert isinstance(domain, Labels)
            return domain.members
        case Decide(if_none=if_none):
            return () if if_none is None else (if_none,)
        case Final():
            return ()
        case _:
            assert_never(out)


def reachable_from(labels: Iterable[str], machine: Machine) -> frozenset[str]:
    """Every block that control can come to after one of these, those themselves if it comes back."""
    found: set[str] = set()
    waiting = [*labels]
    while waiting:
        for label in successors(machine.blocks[waiting.pop()].out, machine.cells):
            if label not in found:
                found.add(label)
                waiting.append(label)
    return frozenset(found)


def decision(block: Block) -> str:
    """The name of what asks for the decision of a pause: a phase, an action, a procedure, the text of a card."""
    return block.origin.partition(" ")[0]
