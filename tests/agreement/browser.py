"""`python -m tests.agreement.browser [STEPS] [RULESET...]`: the reader in the browser in lock-step with the Python.

Every rule set and player count is played by the generated Python and, in Node, by the JavaScript that the pages carry,
each with its own chance from the same seed. At each pause the place, the player, the legal moves, every zone and every
cell must be the same; at some also the result, what each player sees, moves as they are written, and every refusal of a
move that is not legal, with its values. Prints one line for each rule set; ends with an error at the first difference.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from verifier.check.subjects import subjects_of
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.engine.browser import machine_as_json, reader_script
from verifier.kernel.domain import values
from verifier.kernel.machine import Machine
from verifier.runtime import Fault, Seeded
from verifier.trace.policies.uniform import random_given

STEPS = 10_000
LONGEST = 2_000
# Views are compared at one pause in so many, written moves and refusals at one in more.
VIEWS, WRITTEN, REFUSED = 20, 5, 3
NODE = shutil.which("node")
DRIVER = Path(__file__).with_suffix(".js")


@dataclass(slots=True)
class Tally:
    plays: int = 0
    steps: int = 0
    moves: int = 0
    refusals: int = 0
    views: int = 0
    faults: int = 0


class Browser:
    """A machine as Node carries it out."""

    def __init__(self, machine: Machine) -> None:
        self.folder = tempfile.TemporaryDirectory()
        script, data = Path(self.folder.name, "reader.js"), Path(self.folder.name, "machine.json")
        script.write_text(reader_script(), encoding="utf-8")
        data.write_text(json.dumps(machine_as_json(machine)), encoding="utf-8")
        driver = Path(self.folder.name, "driver.mjs")
        driver.write_text(DRIVER.read_text(encoding="utf-8"), encoding="utf-8")
        self.node = subprocess.Popen(
            [NODE or "node", str(driver), str(script), str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(self, what: str, **more: object) -> Any:
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        self.node.stdin.write(json.dumps({"ask": what, **more}) + "\n")
        self.node.stdin.flush()
        return json.loads(self.node.stdout.readline())

    def close(self) -> None:
        self.node.communicate()
        self.folder.cleanup()


class BrowserLockStep:
    """The Python machine and the one in the browser, side by side."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.engine = Engine(machine)
        self.browser = Browser(machine)
        self.tally = Tally()

    def follow(self, seed: int, steps: int, longest: int = LONGEST) -> Tally:
        try:
            until = self.tally.steps + steps
            while self.tally.steps < until:
                self._play(seed + self.tally.plays, min(longest, until - self.tally.steps))
                self.tally.plays += 1
            return self.tally
        finally:
            self.browser.close()

    def _play(self, seed: int, longest: int) -> None:
        oracle, self.chance = Seeded(seed), random.Random(seed)
        given = random_given(self.engine, oracle.random)
        self.state = self.engine.blank(given)
        told = self.browser.ask("begin", seed=seed)
        assert told["given"] == given
        fault = _fault(lambda: self.engine.enter(self.state, self.machine.start, oracle))
        for _ in range(longest):
            moves = self._compared(told, fault)
            if not moves:
                break
            # An action first, then a way to take it: rare actions happen more often.
            action = self.chance.choice(sorted({move[0] for move in moves}))
            move = self.chance.choice([each for each in moves if each[0] == action])
            self._compare_more(moves)
            told = self.browser.ask("step", move=move)
            fault = _fault(lambda made=move: self.engine.step(self.state, made, oracle))
            self.tally.steps += 1
        else:
            return
        if fault is None:
            result = self.engine.result(self.state)
            told = self.browser.ask("result")
            assert told == {"scores": list(result.scores), "winners": list(result.winners)}

    def _compared(self, told: dict[str, Any], fault: list[str] | None) -> list[tuple[int, ...]]:
        """The legal moves, which both must know, in a state that both must have."""
        if fault is not None:
            self.tally.faults += 1
            assert _alike(told["fault"], fault), (told["fault"], fault)
            return []
        assert told["fault"] is None, told
        state = self.state
        assert told["at"] == state.at
        assert told["player"] == self.engine.player(state)
        assert told["zones"] == state.zones[:-1]
        slots = self.engine.layout.slots
        for name, held in zip(self.machine.cells, told["cells"], strict=True):
            assert held == getattr(state, slots[name]), name
        moves = self.engine.legal(state)
        assert told["legal"] == [list(move) for move in moves]
        self.tally.moves += len(moves)
        return moves

    def _compare_more(self, moves: list[tuple[int, ...]]) -> None:
        engine, state, steps = self.engine, self.state, self.tally.steps
        if steps % VIEWS == 0:
            seen = [engine.view(state, seat) for seat in range(self.machine.players)]
            assert self.browser.ask("views") == seen
            assert self.browser.ask("distinct") == [list(each) for each in engine.distinct(moves, state)]
            self.tally.views += len(seen)
        if steps % WRITTEN == 0:
            move = self.chance.choice(moves)
            written = engine.describe(move, state)
            assert self.browser.ask("written", move=move) == [written, list(move)]
        if steps % REFUSED == 0:
            self._compare_refusals()

    def _compare_refusals(self) -> None:
        """An action on offer with choices that need not fit, or one that is not on offer."""
        decide = self.engine.decide(self.state)
        taken = self.chance.choice(decide.alternatives)
        chosen = {
            part.local: self.chance.choice(domain)
            for part in taken.prelude
            if hasattr(part, "source")
            and (domain := values(self.engine.speech.domain(part.source)))
            and self.chance.random() < 0.9
        }
        action = taken.action if self.chance.random() < 0.95 else "no such action"
        found = self.engine.refusals(self.state, action, chosen)
        told = self.browser.ask("refusals", action=action, choices=chosen)
        assert told == [[each.rule, [list(pair) for pair in each.detail]] for each in found]
        self.tally.refusals += len(found)


def _fault(work) -> list[str] | None:  # type: ignore[no-untyped-def]
    try:
        work()
    except Fault as fault:
        return [fault.property, fault.subject]
    return None


def _alike(told: list[str] | None, fault: list[str]) -> bool:
    """Where a component was lost the readers name it differently."""
    return told is not None and told[0] == fault[0] and (told[1] == fault[1] or fault[0] == "conservation")


def main(words: list[str]) -> None:
    if NODE is None:
        raise click.ClickException("there is no `node` on the path")
    steps = int(words[0]) if words else STEPS
    report = Report()
    subjects = subjects_of(tuple(words[1:]), None, report)
    report.reject_errors()
    for subject in subjects:
        began = time.perf_counter()
        tally = BrowserLockStep(subject.program().machine).follow(1, steps)
        click.echo(
            f"{subject}: {tally.steps:,} steps of {tally.plays:,} plays agree, {tally.moves:,} moves, "
            f"{tally.refusals:,} refusals, {tally.views:,} views, {tally.faults:,} faults, "
            f"{time.perf_counter() - began:.0f} s"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
