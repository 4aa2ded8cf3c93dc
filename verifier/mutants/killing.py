"""Who notices a mistake: a mutant in, the scenarios and invariants that fail because of it out."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Literal

from verifier.backends.machine.scenarios import Scenarios
from verifier.model import game as g
from verifier.mutants.mutant import Mutant, Unmade
from verifier.runtime import Fault
from verifier.verify.case import Case
from verifier.verify.sampling import Sampler

Fate = Literal["killed", "survived", "unmade"]
# A mistake may make a step endless. Nothing else takes so long.
PATIENCE = 30.0
LONGEST = 400
HANGS = "comes-to-a-pause"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: the first scenario that failed, every claim or health property that broke."""

    number: int
    fate: Fate
    scenario: str | None = None
    broken: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What fails without any mistake: it cannot notice one."""

    scenarios: frozenset[str]
    broken: frozenset[str]


class _TooLong(BaseException):
    """Patience is at its end."""


def judged(mutant: Mutant, case: Case, baseline: Baseline, steps: int) -> Verdict:
    """The fate of one mutant."""
    try:
        with _patience():
            game = mutant.game()
            scenario = _scenario(mutant, game, case, baseline)
            broken = _broken(mutant, game, baseline, steps)
    except _TooLong:
        return Verdict(mutant.number, "killed", None, (HANGS,))
    except Unmade:
        return Verdict(mutant.number, "unmade")
    except Exception as error:
        # Not every combination is a game: our own readers may stumble over it.
        return Verdict(mutant.number, "unmade", why=f"{type(error).__name__}: {error}")
    fate: Fate = "killed" if scenario or broken else "survived"
    return Verdict(mutant.number, fate, scenario, broken)


def _scenario(mutant: Mutant, game: g.Game, case: Case, baseline: Baseline) -> str | None:
    """The first scenario that fails; those that speak of the place of the mistake are asked first."""
    if not game.scenarios:
        return None
    suite = Scenarios(game, mutant.machine(game, scenarios=True))
    for scenario in sorted(game.scenarios, key=lambda each: -_nearness(each, mutant, case)):
        if scenario.name not in baseline.scenarios and _fails(suite, scenario):
            return scenario.name
    return None


def _fails(suite: Scenarios, scenario: g.Scenario) -> bool:
    try:
        return bool(suite.run(scenario))
    except Fault:
        return True


def _nearness(scenario: g.Scenario, mutant: Mutant, case: Case) -> int:
    """How much a scenario speaks of the rule, the action or the component with the mistake."""
    words: set[str | int] = {scenario.name}
    near = 0
    for fact in scenario.facts:
        match fact:
            case g.Act(_, action, literals, _):
                words.add(action.removeprefix("do "))
                words.update(word for literal in literals for word in literal)
            case g.ThenRefused(rule, _):
                near += 4 * (rule == mutant.rule)
            case g.GivenZone(_, things, _):
                words.update(case.machine.things[each[0]].design for each in things if each)
            case _:
                pass
    subject = mutant.subject.split(".")[0]
    return near + 2 * (mutant.subject in words) + 2 * (subject in words)


def _broken(mutant: Mutant, game: g.Game, baseline: Baseline, steps: int) -> tuple[str, ...]:
    """Everything that breaks in random plays."""
    sampler = Sampler(game, mutant.machine(game, scenarios=False), longest=LONGEST)
    seen = sampler.run(steps)
    return tuple(sorted(name for name in seen.broken if name not in baseline.broken))


def baseline_of(case: Case, steps: int) -> Baseline:
    """What fails in the rules as they are."""
    whole = Mutant(0, "", "", "", None, "", lambda: case.game)
    scenarios: frozenset[str] = frozenset()
    if case.game.scenarios:
        suite = Scenarios(case.game, whole.machine(case.game, scenarios=True))
        scenarios = frozenset(each.name for each in case.game.scenarios if _fails(suite, each))
    broken = _broken(whole, case.game, Baseline(scenarios, frozenset()), steps)
    return Baseline(scenarios, frozenset(broken))


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
