"""Which jumps between blocks may simply be calls.

Blocks run on until a pause. A jump inside a circle, or at the end of a long chain, is handed back to a loop
that makes it; every other jump is a call, which is faster.
"""

from __future__ import annotations

from typing import assert_never

from verifier.kernel.domain import Labels
from verifier.kernel.machine import Block, Decide, Final, Fork, Goto, Machine, Return

LONGEST_CHAIN = 40


def following(block: Block, machine: Machine) -> tuple[str, ...]:
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


def handed_back(machine: Machine) -> frozenset[tuple[str, str]]:
    """The jumps, as (from, to), that must not be calls."""
    graph = {label: following(block, machine) for label, block in machine.blocks.items()}
    circle = _circles(graph)
    back = {
        (label, target)
        for label, targets in graph.items()
        for target in targets
        if circle[label] == circle[target]
    }
    depth: dict[str, int] = {}
    for label in _leaves_first(graph, circle):
        deepest = 0
        for target in graph[label]:
            if (label, target) in back:
                continue
            if depth[target] >= LONGEST_CHAIN:
                back.add((label, target))
            else:
                deepest = max(deepest, depth[target] + 1)
        depth[label] = deepest
    return frozenset(back)


def _circles(graph: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """A number for each block, equal for those on a common circle (Tarjan, without recursion)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    circle: dict[str, int] = {}
    stack: list[str] = []
    for root in graph:
        work = [(root, 0)] if root not in number else []
        while work:
            label, nth = work.pop()
            if nth == 0:
                number[label] = low[label] = len(number)
                stack.append(label)
            if nth > 0:
                low[label] = min(low[label], low[graph[label][nth - 1]])
            while nth < len(graph[label]):
                target = graph[label][nth]
                nth += 1
                if target not in number:
                    work += [(label, nth), (target, 0)]
                    break
                if target not in circle:
                    low[label] = min(low[label], number[target])
            else:
                if low[label] == number[label]:
                    _close(label, number[label], stack, circle)
    return circle


def _close(label: str, name: int, stack: list[str], circle: dict[str, int]) -> None:
    while True:
        member = stack.pop()
        circle[member] = name
        if member == label:
            return


def _leaves_first(graph: dict[str, tuple[str, ...]], circle: dict[str, int]) -> list[str]:
    """Every block after those it may call."""
    order: list[str] = []
    seen: set[str] = set()
    for root in graph:
        work = [(root, False)]
        while work:
            label, done = work.pop()
            if done:
                order.append(label)
            elif label not in seen:
                seen.add(label)
                work.append((label, True))
                work += [(target, False) for target in graph[label] if circle[target] != circle[label]]
    return order
