"""`python -m tests.agreement.native [STEPS] [RULESET...]`: the compiled reader in lock-step with the other two.

Every step of every rule set and player count is made by the generated Python, by the interpreter and by the compiled
reader, with the same answers of chance: pauses, players, legal moves, zones, cells, faults, claims and results must be
the same. Prints one line for each rule set; ends with an error at the first difference.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass

import click

from verifier.check.subjects import subjects_of
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.engine.interpret_steps import Runner
from verifier.engine.native.reader import NativeMachine
from verifier.kernel.domain import NOTHING
from verifier.kernel.machine import Machine
from verifier.runtime import FINAL, Fault, Seeded
from verifier.trace.policies.uniform import random_given

STEPS = 100_000
LONGEST = 2_000
# Zones are compared at one pause in so many, cells and claims at one in more; legal moves at each.
ZONES = 3
CLAIMS = 50
# The interpreter is slow: it looks at one play in so many, and at so many steps in all.
INTERPRETED = 10
MOST_INTERPRETED = 1_000


class Answers:
    """Chance of a seed, whose answers to one reader are given to the next in the same order."""

    def __init__(self, seed: int) -> None:
        self.seeded = Seeded(seed)
        self.told: list[object] = []
        self.again: list[object] | None = None

    def _answer(self, work: object) -> object:
        if self.again is not None:
            return self.again.pop(0)
        found = work()  # type: ignore[operator]
        self.told.append(found)
        return found

    def shuffle(self, zone: int, pile: list[int]) -> None:
        def shuffled() -> list[int]:
            new = pile[:]
            self.seeded.shuffle(zone, new)
            return new

        pile[:] = self._answer(shuffled)  # type: ignore[index]

    def roll(self, cell: str, faces: tuple[int, ...]) -> int:
        return self._answer(lambda: self.seeded.roll(cell, faces))  # type: ignore[return-value]

    def draw(self, zone: int, pile: list[int]) -> int:
        return self._answer(lambda: self.seeded.draw(zone, pile))  # type: ignore[return-value]


@dataclass(slots=True)
class Tally:
    plays: int = 0
    steps: int = 0
    interpreted: int = 0
    moves: int = 0
    claims: int = 0
    faults: int = 0


class LockStep:
    """The three readers of one machine, side by side."""

    def __init__(
        self, machine: Machine, lazy: frozenset[str] = frozenset(), most_interpreted: int = MOST_INTERPRETED
    ) -> None:
        self.machine = machine
        self.most_interpreted = most_interpreted
        self.engine = Engine(machine, lazy=lazy)
        self.runner = Runner(machine, self.engine.layout, lazy)
        self.native = NativeMachine(machine, lazy)
        self.tally = Tally()

    def follow(self, seed: int, steps: int, longest: int = LONGEST) -> Tally:
        until = self.tally.steps + steps
        while self.tally.steps < until:
            self._play(seed + self.tally.plays, min(longest, until - self.tally.steps))
            self.tally.plays += 1
        return self.tally

    def _play(self, seed: int, longest: int) -> None:
        chance, answers = random.Random(seed), Answers(seed)
        given = random_given(self.engine, chance)
        self.slow = self.tally.plays % INTERPRETED == 0 and self.tally.interpreted < self.most_interpreted
        self.states = [self.engine.blank(given), self.engine.blank(given), self.native.blank(given)]
        start = self.machine.start
        fault = self._all(
            answers,
            lambda: self.engine.enter(self.states[0], start, answers),
            lambda: self.runner.enter(self.states[1], start, answers, {}),
            lambda: self.native.enter(self.states[2]),
        )
        for _ in range(longest):
            if fault is not None:
                self.tally.faults += 1
                break
            moves = self._compared()
            if not moves:
                break
            # An action first, then a way to take it: rare actions happen more often.
            action = chance.choice(sorted({move[0] for move in moves}))
            move = chance.choice([each for each in moves if each[0] == action])
            fault = self._all(
                answers,
                lambda made=move: self.engine.step(self.states[0], made, answers),
                lambda made=move: self.runner.step(self.states[1], made, answers),
                lambda made=move: self.native.step(self.states[2], made),
            )
            self.tally.steps += 1
            self.tally.interpreted += self.slow
            self.slow = self.slow and self.tally.interpreted < self.most_interpreted
        else:
            return
        if fault is None:
            result = self.engine.result(self.states[0])
            assert self.native.result(self.states[2]) == (result.scores, result.winners)

    def _all(self, answers: Answers, generated, interpreted, compiled) -> str | None:  # type: ignore[no-untyped-def]
        """The same work by every reader; what each says of a fault must be the same."""
        answers.told, answers.again = [], None
        told = [_fault(generated)]
        if self.slow:
            answers.again = answers.told[:]
            told.append(_fault(interpreted))
            assert not answers.again, "the interpreter asks chance less often"
        answers.again = answers.told[:]
        self.native.ask(answers)
        told.append(_fault(compiled))
        assert not answers.again, "the compiled reader asks chance less often"
        assert len({str(each) for each in told}) == 1, told
        return told[0]

    def _compared(self) -> list[tuple[int, ...]]:
        state, slow, buffer = self.states
        native, machine = self.native, self.machine
        assert native.at(buffer) == state.at
        assert native.player(buffer) == self.engine.player(state)
        for zone in range(machine.zones) if self.tally.steps % ZONES == 0 else ():
            assert native.zone(buffer, zone) == state.zones[zone], zone
        moves = self.engine.legal(state)
        found = native.legal(buffer)
        assert found == moves, (found, moves)
        self.tally.moves += len(moves)
        if self.slow:
            assert self.runner.legal(slow) == moves
            assert slow.key() == state.key()
        if self.tally.steps % CLAIMS == 0:
            self._compare_cells(state, buffer)
            told = {name: bool(holds(state)) for name, holds in self.engine.claims.items()}
            assert native.claims(buffer) == told
            self.tally.claims += len(told)
        assert state.at == FINAL or self.engine.player(state) != NOTHING
        return moves

    def _compare_cells(self, state: object, buffer: object) -> None:
        for name, cell in self.machine.cells.items():
            held = getattr(state, self.engine.layout.slots[name])
            row = held[:-1] if cell.index else [held]
            found = [self.native.cell(buffer, name, place) for place in range(len(row))]
            assert found == row, name


def _fault(work) -> str | None:  # type: ignore[no-untyped-def]
    """What is broken, if something is; where a component was lost the readers name it differently."""
    try:
        work()
    except Fault as fault:
        return f"{fault.property} {fault.subject if fault.property == 'bounds' else ''}"
    return None


def main(words: list[str]) -> None:
    steps = int(words[0]) if words else STEPS
    report = Report()
    subjects = subjects_of(tuple(words[1:]), None, report)
    report.reject_errors()
    for subject in subjects:
        began = time.process_time()
        machine = subject.program().machine
        tally = LockStep(
            machine, most_interpreted=200 if len(machine.blocks) > 200 else MOST_INTERPRETED
        ).follow(1, steps)
        click.echo(
            f"{subject}: {tally.steps:,} steps of {tally.plays:,} plays agree ({tally.interpreted:,} interpreted), "
            f"{tally.moves:,} moves, {tally.claims:,} claims, {tally.faults:,} faults, "
            f"{time.process_time() - began:.0f} s"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
