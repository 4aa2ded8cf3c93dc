"""Scenarios in lock-step: whatever the runner of scenarios does to the machine is done to the definition as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.agreement.definition import LockStep, Told
from verifier import definition as d
from verifier.definition.steps import Asking, RoundOver
from verifier.engine import Engine
from verifier.engine.scenarios import SCENARIO, Mismatch, ScenarioRunner, _Rolls
from verifier.model.game import Game, Scenario
from verifier.program import Program
from verifier.runtime import Fault


class LeftOut(Exception):  # noqa: N818 - not an error
    """The scenario begins in the middle of an offer, where the definition has nobody to ask."""


class Mirrored(Engine):
    """An engine whose every change is made to a play of the definition too, and compared."""

    def __init__(self, program: Program) -> None:
        super().__init__(program.machine_with_scenarios, anywhere=True, checked=True, piecemeal=True)
        self.game: Game = program.game
        self.of_machine = self.step
        self.step = self._step
        self.compared = 0
        self.restart()

    def restart(self) -> None:
        self.both = LockStep(self.game, self.machine, 1, self)
        # Where play is entered in the middle, the interpreter may take the first steps.
        self.both.watched = False

    def enter(self, state: Any, label: str, oracle: Any, env: Mapping[str, int] | None = None) -> None:
        play, phase = self.both.play, label.removeprefix("phase ")
        asking = {
            self.machine.start: play.whole,
            "turn": lambda: play.onward(play.turn()),
            SCENARIO: lambda: (yield from ()),
        }.get(label, lambda: play.onward(play.phases(phase)))
        chance, enter = self._told(oracle, state), super().enter
        if label != self.machine.start:
            # A play that is over already goes on here as if it were not.
            play.playing = "playing" not in self.machine.cells or bool(self.get(state, "playing"))
        self._compared(self.both.both(lambda: enter(state, label, chance, env), lambda: play.begin(asking())))

    def _compared(self, broken: Fault | None) -> None:
        self.compared += 1
        if broken is not None:
            raise broken

    def _told(self, oracle: Any, state: Any) -> Told:
        chance = self.both.chance = self.both.play.chance = Told(oracle)
        self.both.state = state
        return chance

    def _step(self, state: Any, move: tuple[int, ...], oracle: Any) -> None:
        chance, play = self._told(oracle, state), self.both.play
        decide = self.decide(state)
        if self.layout.labels[state.at] != SCENARIO:
            onward = lambda: play.take(move)  # noqa: E731
        else:
            onward = lambda: play.begin(self._told_to(decide.alternatives[move[0]].action, move[1:]))  # noqa: E731
        self._compared(self.both.both(lambda: self.of_machine(state, move, chance), onward))

    def _told_to(self, action: str, args: tuple[int, ...]) -> Asking:
        play = self.both.play
        if action == "round ends":
            return play.onward(_over())
        if action == "turn ends":
            return play.onward(play.turn_ends())
        return self._done(action.removeprefix("do "), args)

    def _done(self, procedure: str, args: tuple[int, ...]) -> Asking:
        play = self.both.play
        try:
            yield from play.procedure(procedure, args, play.me)
        except RoundOver:
            yield from play.onward(_over())

    def set(self, state: Any, cell: str, index: tuple[int, ...], value: int) -> None:
        super().set(state, cell, index, value)
        if cell in self.game.cells:
            self.both.play.at.write(cell, index, value)
        elif not cell.endswith(": home"):
            raise LeftOut

    def place(self, state: Any, thing: int, zone: int) -> None:
        super().place(state, thing, zone)
        self.both.play.at.take(thing)
        self.both.play.at.put(thing, zone)

    def evaluate(self, expr: Any, state: Any, env: Any) -> int:
        found = super().evaluate(expr, state, env)
        if state is self.both.state:
            self.both.same("value", found, d.value(expr, env, self.both.play.at))
        return found


def _over() -> Asking:
    raise RoundOver
    yield


class MirroredRunner(ScenarioRunner):
    """Every scenario begins anew, so that both readings begin together."""

    engine: Mirrored

    def __init__(self, program: Program) -> None:
        super().__init__(program.game, program.machine_with_scenarios, piecemeal=True)
        self.engine = Mirrored(program)
        self.trial = Engine(program.machine_with_scenarios, anywhere=True, piecemeal=True)

    def seated(self) -> Any:
        self.engine.restart()
        return self._seat(self.engine.new(_Rolls()))


def scenario_failures(runner: MirroredRunner, scenario: Scenario) -> list[Mismatch] | None:
    """What came out otherwise than the scenario says, on both sides; none if it was left out."""
    try:
        return runner.run(scenario)
    except LeftOut:
        return None


__all__ = ["LeftOut", "MirroredRunner", "scenario_failures"]
