"""Which jumps between blocks are calls, which are written out on the spot, and which are handed back.

Blocks run on until a pause. A jump that closes a circle, or stands at the end of a long chain, is handed back
to a loop that makes it. Of the others, a block that is entered from one place only, or is very short, stands
where it is entered; the rest are calls.
"""

from __future__ import annotations

from collections import Counter

from verifier.kernel.graph import successors_without_pause
from verifier.kernel.machine import (
    Block,
    Decide,
    Final,
    Fork,
    Goto,
    Machine,
    Return,
)
from verifier.kernel.visit import steps_within

LONGEST_CHAIN = 40
SHORT = 2


class Jumps:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.graph = {
            label: successors_without_pause(block.out, machine.cells)
            for label, block in machine.blocks.items()
        }
        self.back = handed_back(self.graph, machine.start)
        self._entered = _entered(machine, self.graph)
        self.roots = {machine.start, *(machine.entries or {}).values()}

    def target(self, label: str) -> str:
        """Where a jump to a label really leads: blocks without steps that jump on are passed over."""
        while True:
            block = self.machine.blocks[label]
            if block.steps or not isinstance(block.out, Goto) or (label, block.out.label) in self.back:
                return label
            label = block.out.label

    def entered_once(self, label: str) -> bool:
        return self._entered[label] <= 1 and label not in self.roots

    def short(self, label: str) -> bool:
        return weight(self.machine.blocks[label]) <= SHORT


def weight(block: Block) -> int:
    """How long a block is, in steps."""
    ways = {Goto: 0, Fork: 1, Final: 1, Decide: 1, Return: 2}[type(block.out)]
    vain = isinstance(block.out, Decide) and block.out.vain
    return ways + sum(1 for _ in steps_within(block.steps)) + (1 if vain else 0)


def _entered(machine: Machine, graph: dict[str, tuple[str, ...]]) -> Counter[str]:
    """From how many places each block is entered."""
    found = Counter(target for targets in graph.values() for target in targets)
    found[machine.start] += 1
    for block in machine.blocks.values():
        if isinstance(block.out, Decide):
            found.update(alternative.to for alternative in block.out.alternatives)
            found.update([block.out.stop] if block.out.stop is not None else [])
    found.update((machine.entries or {}).values())
    return found


def handed_back(graph: dict[str, tuple[str, ...]], start: str) -> frozenset[tuple[str, str]]:
    """The jumps, as (from, to), that must not be calls."""
    order, back = _leaves_first(graph, start)
    depth: dict[str, int] = {}
    for label in order:
        depth[label] = 0
        for target in graph[label]:
            if (label, target) in back:
                continue
            if depth[target] >= LONGEST_CHAIN:
                back.add((label, target))
            else:
                depth[label] = max(depth[label], depth[target] + 1)
    return frozenset(back)


def _leaves_first(graph: dict[str, tuple[str, ...]], start: str) -> tuple[list[str], set[tuple[str, str]]]:
    """Every block after those it leads to, and the jumps that close a circle (without recursion)."""
    order: list[str] = []
    under_way: set[str] = set()
    done: set[str] = set()
    back: set[tuple[str, str]] = set()
    for root in (start, *graph):
        work = [(root, 0)]
        while work:
            label, nth = work.pop()
            if label in done:
                continue
            under_way.add(label)
            if nth == len(graph[label]):
                under_way.discard(label)
                done.add(label)
                order.append(label)
                continue
            work.append((label, nth + 1))
            target = graph[label][nth]
            if target in under_way:
                back.add((label, target))
            elif target not in done:
                work.append((target, 0))
    return order, back
