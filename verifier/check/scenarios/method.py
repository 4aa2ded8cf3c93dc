"""The method `scenarios`: every scenario of the game is run and compared with what it expects."""

from __future__ import annotations

import time

from verifier.check.static.openness import nothing_hidden
from verifier.check.static.overlaps import by_reading
from verifier.engine.scenarios import ScenarioRunner
from verifier.program import Program
from verifier.surface.index import place
from verifier.verdict.finding import Finding
from verifier.verdict.method import Method, Request
from verifier.verdict.properties import SCENARIOS

# A house rule may turn many of them; all are in the list.
SHOWN = 5


def by_scenarios(program: Program) -> list[Finding]:
    """One finding for all scenarios together; those that fail are listed with their places."""
    game = program.game
    if not game.scenarios:
        return []
    began = time.process_time()
    suite = ScenarioRunner(game, program.machine_with_scenarios, piecemeal=True)
    failing = []
    for scenario in game.scenarios:
        for failure in suite.run(scenario)[:1]:
            failing.append(f"{scenario.name}: {failure.text} ({place(failure.span)})")
    seconds = time.process_time() - began
    count = len(game.scenarios)
    if not failing:
        words = (
            f"all {count} scenarios give the expected result"
            if count > 1
            else "the scenario gives the expected result"
        )
        return [Finding(SCENARIOS, "scenarios", "tested", "played", words, seconds)]
    more = f"; and {len(failing) - SHOWN} more" if len(failing) > SHOWN else ""
    give = "gives" if len(failing) == 1 else "give"
    named = "; ".join(failing[:SHOWN])
    words = f"{len(failing)} of {count} scenarios {give} a different result: {named}{more}"
    return [Finding(SCENARIOS, "scenarios", "refuted", "played", words, seconds, listed=tuple(failing))]


def _run(program: Program, request: Request) -> list[Finding]:
    """What reading the rules tells, and what playing their scenarios does."""
    return [*by_reading(program), *nothing_hidden(program.game), *by_scenarios(program)]


METHOD = Method(
    "scenarios",
    "static checks of the rules, and their scenarios run",
    _run,
    properties=frozenset({SCENARIOS, "gap-and-overlap", "no-peeking"}),
    shared=frozenset({"no-peeking"}),
)
