"""Premises that are never met: an invariant about what never happens says nothing."""

from __future__ import annotations

from dataclasses import replace

from verifier.backends.machine import State
from verifier.backends.machine.scenarios import Scenarios
from verifier.diagnostics import Report
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Truth
from verifier.lower import lowered
from verifier.verify.case import Case
from verifier.verify.sampling import Sampler

PLAYS = 120
LONGEST = 1_500


def unreached(case: Case) -> set[str]:
    """The invariants whose premise was met in none of many plays, and in no scenario."""
    asked = tuple(
        km.Claim(claim.name, "witness", claim.moment, truth)
        for claim in case.machine.claims
        if claim.sort == "invariant" and (truth := premise(claim.truth)) is not None
    )
    left = {claim.name for claim in asked}
    if left:
        left -= _met_by_scenarios(case, asked)
    sampler = Sampler(replace(case.game, claims=asked), replace(case.machine, claims=asked))
    for seed in range(PLAYS):
        if left:
            sampler.play(seed, LONGEST)
            left -= set(sampler.seen.met)
    return left


def _met_by_scenarios(case: Case, asked: tuple[km.Claim, ...]) -> set[str]:
    met: set[str] = set()

    def watch(state: State, moment: str | None) -> None:
        for claim in asked:
            if claim.moment == moment and claim.name not in met and questions[claim.name](state):
                met.add(claim.name)

    machine = lowered(case.game, Report(), True)
    suite = Scenarios(case.game, replace(machine, claims=asked), watch)
    questions = suite.engine.claims
    for scenario in case.game.scenarios:
        suite.run(scenario)
    return met


def premise(truth: k.Expr) -> k.Expr | None:
    """That an `every` is about something at all; `None` if the truth has no such premise."""
    if not isinstance(truth, k.Fold) or truth.op != "every":
        return None
    inner = premise(truth.body)
    body = inner if inner is not None else k.Const(1, Truth())
    return k.Fold("any", truth.binds, truth.where, body)
