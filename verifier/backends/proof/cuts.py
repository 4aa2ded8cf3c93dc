"""Where play is cut for the proof besides its pauses: heads of circles, and long stretches that several ways share."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.backends.proof.pieces import PART
from verifier.kernel.domain import Things
from verifier.kernel.expression import Call, Contents, End, Fold, Values
from verifier.kernel.graph import successors_without_pause
from verifier.kernel.machine import (
    Each,
    Let,
    Machine,
    Shuffle,
    Step,
)
from verifier.kernel.visit import definitions_with, operands, preorder, steps_within


def entry_cuts(machine: Machine) -> frozenset[str]:
    """Labels of blocks that are cut at their entry."""
    after = {
        label: successors_without_pause(block.out, machine.cells) for label, block in machine.blocks.items()
    }
    heads = _heads(after)
    ways_in: dict[str, int] = {machine.start: 1}
    for labels in after.values():
        for label in labels:
            ways_in[label] = ways_in.get(label, 0) + 1
    counting = _counting(machine)
    shared = {
        label
        for label, count in ways_in.items()
        if count > 1
        and (_long(machine.blocks[label].steps) or _counts(machine.blocks[label].steps, counting))
    }
    drawing = {
        label
        for label, block in machine.blocks.items()
        if not block.params and label in ways_in and label != machine.start and _draws(block.steps)
    }
    parts = {label for label in machine.blocks if PART in label}
    return frozenset(heads | shared | drawing | parts)


def _heads(after: dict[str, tuple[str, ...]]) -> set[str]:
    """Blocks at which every circle without a pause is cut: where a walk comes back to itself."""
    heads: set[str] = set()
    done: set[str] = set()
    for start in after:
        if start in done:
            continue
        path: list[tuple[str, Iterator[str]]] = [(start, iter(after[start]))]
        on_path = {start}
        while path:
            label, rest = path[-1]
            following = next(rest, None)
            if following is None:
                path.pop()
                on_path.discard(label)
                done.add(label)
            elif following in on_path:
                heads.add(following)
            elif following not in done:
                path.append((following, iter(after[following])))
                on_path.add(following)
    return heads


def _long(steps: tuple[Step, ...]) -> bool:
    """Does it shuffle, or walk over components?"""
    return any(isinstance(step, Shuffle) or _walks(step) for step in steps_within(steps))


def _walks(step: Step) -> bool:
    match step:
        case Each(_, Contents(), _) | Each(_, Values(Things()), _):
            return True
        case _:
            return False


def _draws(steps: tuple[Step, ...]) -> bool:
    """Does it name what lies at the end of a zone? That is one of many components."""
    return any(isinstance(step, Let) and isinstance(step.value, End) for step in steps)


def _counts(steps: tuple[Step, ...], counting: frozenset[str]) -> bool:
    """Does it work out something that goes over many components?"""
    return any(
        isinstance(part, Call) and part.definition in counting
        for expr in operands(*steps)
        for part in preorder(expr)
    )


def _counting(machine: Machine) -> frozenset[str]:
    """The definitions that sum, directly or through others."""
    return definitions_with(
        machine, lambda part: isinstance(part, Fold) and part.op in ("sum", "highest", "lowest")
    )
