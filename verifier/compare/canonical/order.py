"""Steps that do not disturb each other in one order: a machine in, the same with its steps arranged out.

Two rule sets may note down the same things in another order. Of the steps that nothing before them disturbs,
the one with the smallest key comes first, and so on: whatever order they were written in, the outcome is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from verifier.compare.canonical.tokens import Marks, Tokens, in_one
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.visit import Node, preorder, used_locals, with_inner_steps

ZONES = ("zones", "")
CHANCE = ("chance", "")


@dataclass(frozen=True, slots=True)
class Effect:
    reads: frozenset[tuple[str, str]]
    writes: frozenset[tuple[str, str]]

    def disturbs(self, other: Effect) -> bool:
        return bool(self.writes & (other.reads | other.writes) or self.reads & other.writes)


class Sequence:
    """Arranges the steps of one machine; without `marks`, names decide between steps that look alike."""

    def __init__(self, machine: km.Machine, marks: Marks | None = None) -> None:
        self.machine = machine
        self.marks = marks
        self.tokens = Tokens(machine)
        self._read: dict[str, frozenset[tuple[str, str]]] = {}

    def machine_in_order(self) -> km.Machine:
        blocks = {
            label: replace(block, steps=self.steps(block.steps))
            for label, block in self.machine.blocks.items()
        }
        return replace(self.machine, blocks=blocks)

    def steps(self, steps: tuple[km.Step, ...]) -> tuple[km.Step, ...]:
        if len(steps) < 2:
            return tuple(self.inside(step) for step in steps)
        waiting = [(self.key(step), self.effect(step), self.inside(step)) for step in steps]
        found: list[km.Step] = []
        while waiting:
            free = [
                number
                for number, (_, effect, _) in enumerate(waiting)
                if not any(before.disturbs(effect) for _, before, _ in waiting[:number])
            ]
            chosen = min(free, key=lambda number: waiting[number][0])
            found.append(waiting.pop(chosen)[2])
        return tuple(found)

    def inside(self, step: km.Step) -> km.Step:
        return with_inner_steps(step, self.steps)

    def key(self, step: km.Step) -> str:
        # A name from outside is any name: which one it is depends on the steps before.
        said = self.tokens.step(step, dict.fromkeys(used_locals(step), 0))
        return in_one(said, self.marks)

    def effect(self, step: km.Step) -> Effect:
        reads, writes = set(self.reads(step)), set(self._writes(step))
        return Effect(frozenset(reads), frozenset(writes))

    def _writes(self, step: km.Step) -> Iterator[tuple[str, str]]:
        match step:
            case km.Let(local, _):
                yield "local", local
            case km.Write(cell=cell):
                yield "cell", cell
            case km.Roll(cell=cell):
                yield from (("cell", cell), CHANCE)
            case km.Take() | km.Put():
                yield ZONES
            case km.Shuffle():
                yield from (ZONES, CHANCE)
            case km.Branch(then=then, otherwise=otherwise):
                for inner in (*then, *otherwise):
                    yield from self._writes(inner)
            case km.Each(steps=steps) | km.Times(steps=steps):
                for inner in steps:
                    yield from self._writes(inner)
            case km.Mark():
                pass
            case _:
                assert_never(step)

    def reads(self, node: Node) -> Iterator[tuple[str, str]]:
        """Everything that is read below a node."""
        for part in preorder(node):
            if isinstance(part, k.Read):
                yield "cell", part.cell
            elif isinstance(part, k.Local):
                yield "local", part.name
            elif isinstance(part, k.ZoneOf | k.Position | k.End | k.Contents):
                yield ZONES
            elif isinstance(part, k.Call):
                yield from self._called(part.definition)

    def _called(self, name: str) -> frozenset[tuple[str, str]]:
        found = self._read.get(name)
        if found is None:
            shape = self.machine.definitions[name]
            found = self._read[name] = frozenset(each for each in self.reads(shape) if each[0] != "local")
        return found
