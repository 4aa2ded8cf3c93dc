"""Every state of a small machine, by the plain interpreter: at pauses, at the end, where named blocks begin."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

from verifier.engine import Engine
from verifier.engine.interpret_steps import Runner
from verifier.kernel.domain import values
from verifier.kernel.machine import Machine
from verifier.runtime import FINAL, Enumerating, Fault, Seeded
from verifier.trace.policies.uniform import random_given

END = "the end"


class Watching(Runner):
    """The plain interpreter, noting each state in which a block of interest begins."""

    def __init__(self, machine: Machine, layout, labels: Iterable[str]) -> None:
        super().__init__(machine, layout)
        self.labels = frozenset(labels)
        self.seen: dict[str, dict[object, object]] = {}

    def note(self, label: str, state) -> bool:
        known = self.seen.setdefault(label, {})
        key = state.key()
        if key in known:
            return False
        known[key] = state.copy()
        return True

    def _steps(self, steps, env, state, oracle) -> None:
        for label in self.labels:
            if self.machine.blocks[label].steps is steps:
                self.note(label, state)
        super()._steps(steps, env, state, oracle)


def played_states(machine: Machine, labels: Iterable[str], plays: int, seed: int = 0) -> dict[str, list]:
    """States that random plays come to, by the same labels: some of them, where all would be too many."""
    engine = Engine(machine)
    runner = Watching(machine, engine.layout, labels)
    luck = random.Random(seed)
    for _ in range(plays):
        state = engine.blank(random_given(engine, luck))
        runner.begin(state, Seeded(luck.randrange(2**30)))
        while state.at != FINAL:
            runner.note(runner.layout.labels[state.at], state)
            runner.step(state, luck.choice(runner.legal(state)), Seeded(luck.randrange(2**30)))
    return {label: list(states.values()) for label, states in runner.seen.items()}


def every_state(machine: Machine, labels: Iterable[str] = ()) -> tuple[dict[str, list], set[str]]:
    """States by the label of the pause, `END` or the block; and the properties that some play breaks by a fault."""
    engine = Engine(machine)
    runner = Watching(machine, engine.layout, labels)
    faults: set[str] = set()
    waiting = []

    def outcomes(state, act) -> None:
        oracle, going = Enumerating(), True
        while going:
            after = state.copy()
            try:
                act(after, oracle)
            except Fault as fault:
                faults.add(fault.property)
            else:
                label = END if after.at == FINAL else runner.layout.labels[after.at]
                if runner.note(label, after) and after.at != FINAL:
                    waiting.append(after)
            going = oracle.advance()

    given = [name for name, cell in machine.cells.items() if cell.given]
    for held in itertools.product(*(values(machine.cells[name].domain) for name in given)):
        outcomes(engine.blank(dict(zip(given, held, strict=True))), runner.begin)
    while waiting:
        state = waiting.pop()
        moves = runner.legal(state)
        if not moves:
            faults.add("no-dead-end")
        for move in moves:
            outcomes(state, lambda after, oracle, move=move: runner.step(after, move, oracle))
    return {label: list(states.values()) for label, states in runner.seen.items()}, faults
