"""Premises that are never met: an invariant about what never happens says nothing."""

from __future__ import annotations

from dataclasses import replace

from verifier.backends.machine import Engine, State
from verifier.backends.machine.players import random_play
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Truth
from verifier.verify.case import Case

PLAYS = 24
LONGEST = 1_500


def unreached(case: Case) -> set[str]:
    """The invariants whose premise was met in none of many random plays."""
    premises = {
        claim.name: truth
        for claim in case.machine.claims
        if claim.sort == "invariant" and (truth := premise(claim.truth)) is not None
    }
    if not premises:
        return set()
    moments = {claim.name: claim.moment for claim in case.machine.claims}
    asked = tuple(km.Claim(name, "witness", moments[name], truth) for name, truth in premises.items())
    engine = Engine(replace(case.machine, claims=asked), checked=True)
    questions = engine.claims
    left = set(premises)

    def watch(state: State, moment: str | None) -> None:
        for name in [name for name in left if moments[name] == moment]:
            if questions[name](state):
                left.discard(name)

    engine.watch = watch
    for seed in range(PLAYS):
        if not left:
            break
        random_play(engine, seed, most=LONGEST)
    return left


def premise(truth: k.Expr) -> k.Expr | None:
    """That an `every` is about something at all; `None` if the truth has no such premise."""
    if not isinstance(truth, k.Fold) or truth.op != "every":
        return None
    inner = premise(truth.body)
    body = inner if inner is not None else k.Const(1, Truth())
    return k.Fold("any", truth.binds, truth.where, body)
