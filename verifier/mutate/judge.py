"""Who notices a mistake: a mutant in, the scenarios, invariants and witnesses that tell it out.

Scenarios are asked first, those that come to the place of the mistake before the others; then the invariants in
the positions of the scenarios; then the invariants at every step of many plays. Rules that have lost a witness
which many plays of the right rules meet are noticed as well. The first to notice is enough, unless everybody is
to be heard.
"""

from __future__ import annotations

import ctypes
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import process_time
from types import FrameType
from typing import Literal

from verifier.check.simulate.sampler import Sampler
from verifier.diagnostics import Report
from verifier.engine import Engine, State
from verifier.engine.scenarios import ScenarioRunner
from verifier.kernel.machine import Machine
from verifier.lower import lowered
from verifier.model import game as g
from verifier.model.measured import with_measures
from verifier.mutate.mutant import Mutant, Unmade
from verifier.mutate.prioritise import Routes, routes_of
from verifier.program import Program
from verifier.runtime import Fault

# Seconds of work, not of waiting. No scenario and no play takes a tenth of it.
TIME_LIMIT = 8.0
LONGEST = 1_200
HANGS = "comes-to-a-pause"
# So many plays must meet a witness, for its loss to be no accident.
OFTEN = 12


class TimedOut(BaseException):
    """The time limit is reached."""


@contextmanager
def time_limit() -> Iterator[None]:
    """What is done here ends in time, or raises `TimedOut`."""
    if not hasattr(signal, "setitimer"):
        with _watched():
            yield
        return

    def too_long(number: int, frame: FrameType | None) -> None:
        raise TimedOut

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, TIME_LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def _watched() -> Iterator[None]:
    """The same for systems without such a timer: a second thread looks at the clock of the process."""
    worker, until, done = threading.get_ident(), process_time() + TIME_LIMIT, threading.Event()

    def watch() -> None:
        while not done.wait(0.2):
            if process_time() > until:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker), ctypes.py_object(TimedOut))
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


Fate = Literal["killed", "survived", "unmade"]


@dataclass(frozen=True, slots=True)
class MutantVerdict:
    """What became of a mutant: the scenario that failed, the claims or health properties that told.

    `players` is how many played when it was noticed.
    """

    number: int
    fate: Fate
    scenario: str | None = None
    broken: tuple[str, ...] = ()
    why: str = ""
    players: int = 0


@dataclass(frozen=True, slots=True)
class ScenarioResults:
    """What the scenarios of a game tell: those that fail, the invariants that do not hold in them."""

    failing: tuple[str, ...]
    positions: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class JudgeStage:
    """So many steps of plays by the right rules: what breaks even so, the witnesses that many plays meet."""

    steps: int
    broken: frozenset[str]
    met: frozenset[str]


@dataclass(frozen=True, slots=True)
class Baseline:
    """The right rules, and what fails without any mistake and cannot notice one.

    `told.positions` are scenarios with the invariants that do not hold in them as it is: hands half empty, say.
    """

    program: Program
    machine: Machine
    engine: Engine
    routes: Routes
    told: ScenarioResults
    stages: tuple[JudgeStage, ...]
    # The machine that keeps the measures of the rules.
    measured: Machine

    @property
    def broken(self) -> frozenset[str]:
        """The claims that fail in plays by the right rules."""
        return frozenset().union(*(stage.broken for stage in self.stages))


def baseline_of(program: Program, steps: Sequence[int]) -> Baseline:
    """The rules as they are, played for so many steps at each stage."""
    machine = program.machine_with_scenarios
    asked = _Asked(program.game, machine)
    told = asked.told(program.game.scenarios)
    measured = _measured(program.game) or machine
    plays = _Plays(with_measures(program.game), measured)
    stages = []
    for count in steps:
        plays.on_to(count)
        stages.append(JudgeStage(count, frozenset(plays.broken), frozenset(plays.met(OFTEN))))
    return _baseline(program, asked, told, tuple(stages))


def baseline_with(program: Program, told: ScenarioResults, stages: tuple[JudgeStage, ...]) -> Baseline:
    """The same, where it is known already what scenarios and plays tell."""
    return _baseline(program, _Asked(program.game, program.machine_with_scenarios), told, stages)


def _baseline(
    program: Program, asked: _Asked, told: ScenarioResults, stages: tuple[JudgeStage, ...]
) -> Baseline:
    machine = asked.machine
    routes, measured = routes_of(program.game, machine), _measured(program.game) or machine
    return Baseline(program, machine, asked.suite.engine, routes, told, stages, measured)


def judged(mutant: Mutant, bench: Baseline, thorough: bool = False) -> MutantVerdict:
    """The fate of one mutant: by the first who notices it, or by all who do in the first stage that tells."""
    try:
        with time_limit():
            game = mutant.game()
            machine = mutant.machine(game, bench.machine)
            asked = _Asked(game, machine, bench.engine)
        scenario, broken = _noticed(mutant, bench, asked, thorough)
    except TimedOut:
        scenario, broken = None, {HANGS}
    except Unmade:
        return MutantVerdict(mutant.number, "unmade")
    except Exception as error:
        # Not every combination is a game: our own readers may stumble over it.
        return MutantVerdict(mutant.number, "unmade", why=f"{type(error).__name__}: {error}")
    fate: Fate = "killed" if scenario or broken else "survived"
    return MutantVerdict(
        mutant.number, fate, scenario, tuple(sorted(broken)), players=bench.program.subject.players
    )


def _noticed(mutant: Mutant, bench: Baseline, asked: _Asked, thorough: bool) -> tuple[str | None, set[str]]:
    order = bench.routes.order(mutant, asked.game, asked.machine)
    scenario = None if thorough else asked.failing(order, bench.told.failing)
    if scenario is not None:
        return scenario, set()
    told = asked.told(order)
    scenario = next((name for name in told.failing if name not in bench.told.failing), None)
    broken = {claim for _, claim in told.positions - bench.told.positions} - bench.stages[0].broken
    if broken and not thorough:
        return None, broken
    plays = _plays(mutant, bench, asked)
    for stage in bench.stages:
        plays.on_to(stage.steps, None if thorough else stage.broken)
        broken |= plays.broken - stage.broken
        if plays.steps >= stage.steps:
            broken |= stage.met - plays.met(1)
        if scenario or broken:
            break
    return scenario, broken


def _measured(game: g.Game) -> Machine | None:
    """The machine that keeps the measures, if it can be made."""
    report = Report()
    made = lowered(with_measures(game), report, scenarios=True)
    return None if report.has_errors else made


def _plays(mutant: Mutant, bench: Baseline, asked: _Asked) -> _Plays:
    """Plays by the mistaken rules, with their measures kept; a step of the machine is mistaken without them."""
    if not asked.game.measures or mutant.at is not None:
        return _Plays(asked.game, asked.machine)
    kept = with_measures(asked.game)
    return _Plays(kept, mutant.machine(kept, bench.measured))


class _Asked:
    """The scenarios of a game, and the invariants in the positions at which they pause."""

    def __init__(self, game: g.Game, machine: Machine, near: Engine | None = None) -> None:
        self.game = game
        self.machine = machine
        self.suite = ScenarioRunner(game, machine, self._watch, piecemeal=True, near=near)
        questions = self.suite.engine.claims
        claims = [claim for claim in machine.claims if claim.sort == "invariant"]
        self.invariants = [(claim.name, claim.moment, questions[claim.name]) for claim in claims]
        self.listening = False
        self.name = ""
        self.positions: set[tuple[str, str]] = set()

    def _watch(self, state: State, moment: str | None) -> None:
        if self.listening:
            broken = (name for name, asked, holds in self.invariants if asked == moment and not holds(state))
            self.positions.update((self.name, name) for name in broken)

    def failing(self, scenarios: Sequence[g.Scenario], but: Sequence[str]) -> str | None:
        """The first scenario that fails."""
        names = (each.name for each in scenarios if each.name not in but and self._fails(each))
        return next(names, None)

    def told(self, scenarios: Sequence[g.Scenario]) -> ScenarioResults:
        """Every scenario played, every invariant asked wherever one pauses."""
        self.listening = True
        failing = []
        for scenario in scenarios:
            self.name = scenario.name
            if self._fails(scenario):
                failing.append(scenario.name)
        self.listening = False
        return ScenarioResults(tuple(failing), frozenset(self.positions))

    def _fails(self, scenario: g.Scenario) -> bool:
        with time_limit():
            try:
                return bool(self.suite.run(scenario))
            except Fault:
                return True


class _Plays:
    """Plays by seeds, one after the other."""

    def __init__(self, game: g.Game, machine: Machine) -> None:
        self.sampler = Sampler(game, machine, longest=LONGEST)

    @property
    def steps(self) -> int:
        return self.sampler.seen.steps

    @property
    def broken(self) -> set[str]:
        return set(self.sampler.seen.broken)

    def met(self, plays: int) -> set[str]:
        """The witnesses met in so many plays."""
        return {name for name, count in self.sampler.counted.items() if count >= plays}

    def on_to(self, steps: int, until_beyond: frozenset[str] | None = None) -> None:
        """Plays until so many steps were made in all, or something else is broken."""
        while self.steps < steps and (until_beyond is None or self.broken <= until_beyond):
            with time_limit():
                self.sampler.run(self.steps + 1)
