"""Where control goes from one block to the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from verifier.kernel.domain import Labels
from verifier.kernel.machine import Block, Decide, Final, Fork, Goto, Machine, Return


def running_on(block: Block, machine: Machine) -> tuple[str, ...]:
    """The blocks that may run next without a pause."""
    match block.out:
        case Goto(label):
            return (label,)
        case Fork(_, then, otherwise, _):
            return then, otherwise
        case Return(cell):
            domain = machine.cells[cell].domain
            assert isinstance(domain, Labels)
            return domain.members
        case Decide(vain=vain):
            return () if vain is None else (vain,)
        case Final():
            return ()
        case _:
            assert_never(block.out)


def following(block: Block, machine: Machine) -> tuple[str, ...]:
    """The blocks that may run next, over a pause too."""
    if not isinstance(block.out, Decide):
        return running_on(block, machine)
    ways = (*(alternative.to for alternative in block.out.alternatives), block.out.stop, block.out.vain)
    return tuple(way for way in ways if way is not None)


def reached_from(labels: Iterable[str], machine: Machine) -> frozenset[str]:
    """Every block that control can come to after one of these, those themselves if it comes back."""
    found: set[str] = set()
    waiting = [way for label in labels for way in following(machine.blocks[label], machine)]
    while waiting:
        label = waiting.pop()
        if label not in found:
            found.add(label)
            waiting.extend(following(machine.blocks[label], machine))
    return frozenset(found)


def decision(block: Block) -> str:
    """The name of what asks for the decision of a pause: a phase, an action, a procedure, the text of a card."""
    return block.origin.partition(" ")[0]
