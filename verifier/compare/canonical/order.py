"""Steps that do not disturb each other in one order: a machine in, the same with its steps arranged out.

Two rule sets may note down the same things in another order. Of the steps that nothing before them disturbs,
the one with the smallest key comes first, and so on: whatever order they were written in, the outcome is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from verifier.compare.canonical.tokens import Marks, Tokens, in_one
from verifier.compare.liveness import children, used_locals
from verifier.kernel import expression as k
from verifier.kernel import machine as km

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
        match step:
            case km.Branch(test, then, otherwise, rule):
                return km.Branch(test, self.steps(then), self.steps(otherwise), rule)
            case km.Each(local, source, inner):
                return km.Each(local, source, self.steps(inner))
            case km.Times(count, most, inner):
                return km.Times(count, most, self.steps(inner))
            case _:
                return step

    def key(self, step: km.Step) -> str:
        # A name from outside is any name: which one it is depends on the steps before.
        said = self.tokens.step(step, dict.fromkeys(used_locals(step), 0))
        return in_one(said, self.marks)

    def effect(self, step: km.Step) -> Effect:
        reads, writes = set(self.reads(step)), set(self._writes(step))
        return Effect(frozenset(reads), frozenset(writes))

    def _writes(self, step: Any) -> Iterator[tuple[str, str]]:
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
            case _:
                pass

    def reads(self, node: Any) -> Iterator[tuple[str, str]]:
        """Everything that is read below a node."""
        match node:
            case k.Read(cell, _):
                yield "cell", cell
            case k.Local(name, _):
                yield "local", name
            case k.ZoneOf() | k.Position() | k.End() | k.Contents():
                yield ZONES
            case k.Call(name, _):
                yield from self._called(name)
            case _:
                pass
        for child in children(node):
            yield from self.reads(child)

    def _called(self, name: str) -> frozenset[tuple[str, str]]:
        found = self._read.get(name)
        if found is None:
            shape = self.machine.definitions[name]
            said = (each for part in (shape.start, *shape.rungs) for each in self.reads(part))
            found = self._read[name] = frozenset(each for each in said if each[0] != "local")
        return found
