"""Steps that do not disturb each other in one order: a machine in, the same with its steps arranged out.

Two rule sets may note down the same things in another order. Of the steps that nothing before them disturbs,
the one with the smallest key comes first, and so on: whatever order they were written in, the outcome is one.
"""

from __future__ import annotations

from dataclasses import replace

from verifier.analysis.effects import Effects
from verifier.compare.canonical.tokens import Marks, Tokens, in_one
from verifier.kernel import machine as km
from verifier.kernel.visit import used_locals, with_inner_steps


class Sequence:
    """Arranges the steps of one machine; without `marks`, names decide between steps that look alike."""

    def __init__(self, machine: km.Machine, marks: Marks | None = None) -> None:
        self.machine = machine
        self.marks = marks
        self.tokens = Tokens(machine)
        self.effects = Effects(machine)

    def machine_in_order(self) -> km.Machine:
        blocks = {
            label: replace(block, steps=self.steps(block.steps))
            for label, block in self.machine.blocks.items()
        }
        return replace(self.machine, blocks=blocks)

    def steps(self, steps: tuple[km.Step, ...]) -> tuple[km.Step, ...]:
        if len(steps) < 2:
            return tuple(self.inside(step) for step in steps)
        waiting = [(self.key(step), self.effects.of(step), self.inside(step)) for step in steps]
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
