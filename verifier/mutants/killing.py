"""Who notices a mistake: a mutant in, the scenarios, invariants and witnesses that tell it out.

Invariants are asked at every step of many plays, and in the positions of the scenarios. Rules that have lost a
witness which many plays of the right rules meet are noticed as well.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Literal

from verifier.backends.machine import State
from verifier.backends.machine.scenarios import Scenarios
from verifier.kernel.machine import Machine
from verifier.model import game as g
from verifier.mutants.mutant import Mutant, Unmade
from verifier.runtime import Fault
from verifier.verify.case import Case
from verifier.verify.sampling import Sampler

Fate = Literal["killed", "survived", "unmade"]
# A mistake may make a step endless. Nothing else takes so long.
PATIENCE = 60.0
LONGEST = 1_200
HANGS = "comes-to-a-pause"
# So many plays must meet a witness, for its loss to be no accident.
OFTEN = 12


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: the first scenario that failed, every claim or health property that told.

    `players` is how many played when it was noticed.
    """

    number: int
    fate: Fate
    scenario: str | None = None
    broken: tuple[str, ...] = ()
    why: str = ""
    players: int = 0


@dataclass(frozen=True, slots=True)
class Baseline:
    """What fails without any mistake, and cannot notice one; the witnesses that many plays meet.

    `positions` are scenarios with the invariants that do not hold in them as it is: hands half empty, say.
    """

    scenarios: frozenset[str]
    broken: frozenset[str]
    positions: frozenset[tuple[str, str]]
    met: frozenset[str]


@dataclass(frozen=True, slots=True)
class Told:
    """What the scenarios of a game tell: those that fail, the invariants that do not hold in them."""

    failing: tuple[str, ...]
    positions: frozenset[tuple[str, str]]


class _TooLong(BaseException):
    """Patience is at its end."""


def judged(mutant: Mutant, case: Case, baseline: Baseline, steps: int) -> Verdict:
    """The fate of one mutant."""
    try:
        with _patience():
            game = mutant.game()
            told = scenarios_told(game, mutant.machine(game, scenarios=True))
            broken, met = _plays(game, mutant.machine(game, scenarios=False), steps)
    except _TooLong:
        return Verdict(mutant.number, "killed", None, (HANGS,))
    except Unmade:
        return Verdict(mutant.number, "unmade")
    except Exception as error:
        # Not every combination is a game: our own readers may stumble over it.
        return Verdict(mutant.number, "unmade", why=f"{type(error).__name__}: {error}")
    scenario = next((name for name in told.failing if name not in baseline.scenarios), None)
    found = broken | {claim for _, claim in told.positions - baseline.positions}
    found |= {name for name in baseline.met if not met[name]}
    fate: Fate = "killed" if scenario or found - baseline.broken else "survived"
    broken = found - baseline.broken
    return Verdict(mutant.number, fate, scenario, tuple(sorted(broken)), players=case.subject.players)


def baseline_of(case: Case, steps: int) -> Baseline:
    """What fails in the rules as they are."""
    whole = Mutant(0, "", "", "", None, "", lambda: case.game)
    told = scenarios_told(case.game, whole.machine(case.game, scenarios=True))
    broken, met = _plays(case.game, case.machine, steps)
    often = frozenset(name for name, plays in met.items() if plays >= OFTEN)
    return Baseline(frozenset(told.failing), frozenset(broken), told.positions, often)


def scenarios_told(game: g.Game, machine: Machine) -> Told:
    """Every scenario played, every invariant asked wherever one pauses."""
    positions: set[tuple[str, str]] = set()
    failing: list[str] = []
    name = ""

    def watch(state: State, moment: str | None) -> None:
        for claim in invariants:
            if claim.moment == moment and not questions[claim.name](state):
                positions.add((name, claim.name))

    invariants = [claim for claim in machine.claims if claim.sort == "invariant"]
    suite = Scenarios(game, machine, watch)
    questions = suite.engine.claims
    for scenario in game.scenarios:
        name = scenario.name
        if _fails(suite, scenario):
            failing.append(name)
    return Told(tuple(failing), frozenset(positions))


def _fails(suite: Scenarios, scenario: g.Scenario) -> bool:
    try:
        return bool(suite.run(scenario))
    except Fault:
        return True


def _plays(game: g.Game, machine: Machine, steps: int) -> tuple[set[str], Counter[str]]:
    """Everything that breaks in plays, and in how many plays each witness is met."""
    sampler = Sampler(game, machine, longest=LONGEST)
    seen = sampler.run(steps)
    return set(seen.broken), Counter(sampler.counted)


@contextmanager
def _patience() -> Iterator[None]:
    def too_long(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
