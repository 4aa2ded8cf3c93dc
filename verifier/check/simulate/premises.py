"""Vacuity: a program in; the invariants out whose premise is never met. What never happens says nothing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from verifier.check.simulate.sampler import Sampler
from verifier.engine import State
from verifier.engine.scenarios import ScenarioRunner
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Truth
from verifier.program import Program

PLAYS = 120
LONGEST_PLAY = 1_500


def unreached(program: Program, wanted: Collection[str] | None = None, steps: int | None = None) -> set[str]:
    """The invariants (those that are wanted) whose premise was met in none of many plays, and in no scenario.

    Plays end when every premise was met, and after so many `steps` if a number is given.
    """
    asked = tuple(
        km.Claim(claim.name, "witness", claim.moment, truth)
        for claim in program.machine.claims
        if claim.sort == "invariant" and (wanted is None or claim.name in wanted)
        if (truth := premise(claim.truth)) is not None
    )
    left = {claim.name for claim in asked}
    if not left:
        return left
    sampler = Sampler(replace(program.game, claims=asked), replace(program.machine, claims=asked))
    for seed in range(PLAYS):
        if left and (steps is None or sampler.seen.steps < steps):
            sampler.play(seed, LONGEST_PLAY)
            left -= set(sampler.seen.met)
    return left - _met_by_scenarios(program, asked) if left else left


def _met_by_scenarios(program: Program, asked: tuple[km.Claim, ...]) -> set[str]:
    met: set[str] = set()

    def watch(state: State, moment: str | None) -> None:
        for claim in asked:
            if claim.moment == moment and claim.name not in met and questions[claim.name](state):
                met.add(claim.name)

    suite = ScenarioRunner(program.game, replace(program.machine_with_scenarios, claims=asked), watch)
    questions = suite.engine.claims
    for scenario in program.game.scenarios:
        suite.run(scenario)
    return met


def premise(truth: k.Expr) -> k.Expr | None:
    """That an `every` is about something at all; `None` if the truth has no such premise."""
    if not isinstance(truth, k.Fold) or truth.op != "every":
        return None
    inner = premise(truth.body)
    body = inner if inner is not None else k.Const(1, Truth())
    return k.Fold("any", truth.binds, truth.where, body)
