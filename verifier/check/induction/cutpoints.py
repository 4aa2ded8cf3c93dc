"""Cutpoints of a proof: pauses, loop heads, and blocks in which many paths join.

A long block that gets a round ready is cut between its steps first, and each part is followed on its own. To lay out
tiles, deal cards and hand out figures is one block. Followed in one go, every question about hands wades through the
tiles. In parts, what one part leaves behind is a handful of small truths, and the next starts from them. The machine
stays the same: a part goes on to the next without a pause.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Things
from verifier.kernel.graph import successors_without_pause
from verifier.kernel.machine import Block, Machine, Step
from verifier.kernel.visit import (
    children,
    definitions_with,
    free_locals,
    operands,
    preorder,
    steps_within,
)

PART = ", part "


class Cut(NamedTuple):
    """`pause` is the decision after a block's steps, `entry` the block before its steps, `final` the end."""

    label: str
    kind: str


START = Cut("", "start")
FINAL = Cut("", "final")


def pauses_of(machine: Machine) -> list[Cut]:
    return [
        Cut(label, "pause") for label, block in machine.blocks.items() if isinstance(block.out, km.Decide)
    ]


def may_be_passed(block: Block) -> bool:
    """Does play go on without a pause if nothing can be chosen here?"""
    return isinstance(block.out, km.Decide) and block.out.if_none is not None


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
    return any(isinstance(step, km.Shuffle) or _walks(step) for step in steps_within(steps))


def _walks(step: Step) -> bool:
    match step:
        case km.Each(_, k.Contents(), _) | km.Each(_, k.Values(Things()), _):
            return True
        case _:
            return False


def _draws(steps: tuple[Step, ...]) -> bool:
    """Does it name what lies at the end of a zone? That is one of many components."""
    return any(isinstance(step, km.Let) and isinstance(step.value, k.End) for step in steps)


def _counts(steps: tuple[Step, ...], counting: frozenset[str]) -> bool:
    """Does it work out something that goes over many components?"""
    return any(
        isinstance(part, k.Call) and part.definition in counting
        for expr in operands(*steps)
        for part in preorder(expr)
    )


def _counting(machine: Machine) -> frozenset[str]:
    """The definitions that sum, directly or through others."""
    return definitions_with(
        machine, lambda part: isinstance(part, k.Fold) and part.op in ("sum", "highest", "lowest")
    )


def split_at_shuffles(machine: Machine) -> Machine:
    """The same machine with every block that shuffles, but the first, cut between its steps."""
    blocks = dict(machine.blocks)
    for label, block in machine.blocks.items():
        if label != machine.start and not block.params and is_shuffling_part(block):
            # The parts come last, so that the other blocks keep their numbers.
            for part in _parts(block):
                blocks[part.label] = part
    return replace(machine, blocks=blocks) if len(blocks) > len(machine.blocks) else machine


def is_shuffling_part(block: Block) -> bool:
    """Is it, or is it part of, a block that shuffles?"""
    return PART in block.label or any(isinstance(step, km.Shuffle) for step in block.steps)


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
            out=block.out if number == len(groups) - 1 else km.Goto(labels[number + 1]),
        )
        for number, (label, steps) in enumerate(zip(labels, groups, strict=True))
    ]


def _moves(steps: list[Step]) -> bool:
    """A walk or a deal is worth a part of its own, but after everything was gathered in one place all is known."""
    walks = [step for step in steps if isinstance(step, km.Each | km.Times)]
    return bool(walks) and not _gathers(walks[-1])


def _gathers(step: km.Each | km.Times) -> bool:
    """Does every component of a class go to one zone, wherever it lies?"""
    return (
        isinstance(step, km.Each)
        and isinstance(step.source, k.Values)
        and isinstance(step.source.domain, Things)
        and all(isinstance(inner, km.Take | km.Put) and _is_certain(inner) for inner in step.steps)
    )


def _is_certain(step: km.Take | km.Put) -> bool:
    return isinstance(step.zone, k.ZoneOf) or (isinstance(step.zone, k.ZoneAt) and not step.zone.index)


def _reaches_over(block: Block, place: int) -> bool:
    """Does anything from this step on read a name that was given before it?"""
    given = {step.local for step in steps_within(block.steps[:place]) if isinstance(step, km.Let)}
    later = (*operands(*block.steps[place:]), *operands(block.out))
    return any(not given.isdisjoint(free_locals(node)) for node in later)


def pointers(block: Block) -> frozenset[str]:
    """The plain cells that stand where an index or a zone is asked for."""
    found: set[str] = set()
    outer: list[Any] = []
    for node in operands(*block.steps):
        outer += children(node) if isinstance(node, k.Source) else [node]
    if isinstance(block.out, km.Fork):
        outer.append(block.out.test)
    for expr in outer:
        found.update(_pointing(expr, False))
    return frozenset(found)


def _pointing(node: Any, pointing: bool) -> Iterator[str]:
    match node:
        case k.Read(cell, ()) if pointing:
            yield cell
        case k.Read(_, index) | k.Lookup(_, index) | k.ZoneAt(_, index) | k.ZonesOf(_, index):
            for part in index:
                if part is not None:
                    yield from _pointing(part, True)
        case k.Contents(zones, _):
            yield from _pointing(zones, True)
        case k.End(_, _, zone, _, where):
            yield from _pointing(zone, True)
            if where is not None:
                yield from _pointing(where, False)
        case _:
            for part in children(node):
                yield from _pointing(part, pointing and not isinstance(node, k.Read))
