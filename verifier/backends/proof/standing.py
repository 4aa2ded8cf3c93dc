"""Claims that need no induction: they hold however the components lie, within the zones that each can reach.

Cheap, whatever the size of a machine, for no step is followed. What needs a step to be followed stays unknown.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

from verifier.backends.proof.arithmetic import TooWideError
from verifier.backends.proof.execute import Execution, Transition
from verifier.backends.proof.proof import Proof
from verifier.backends.proof.solver import BoundedSolver, OutOfWorkError
from verifier.backends.proof.symmetry import Symmetries
from verifier.backends.proof.terms import Term, TooManyTermsError
from verifier.backends.proof.verdict import Verdict
from verifier.kernel.machine import Machine

METHOD = "Z3, every arrangement at full size"


class Standing(Proof):
    """A proof without any transition: only what holds by itself can be asked."""

    most_free = 1_000

    def _symmetric(self, parts: Sequence[Term]) -> Symmetries:
        return Symmetries(self.encoding, parts, none=True)

    def _followed(self) -> tuple[Execution, list[Transition]]:
        return Execution(self.encoding, frozenset()), []


def prove_standing(
    machine: Machine, wanted: Collection[str], budget: int, most_terms: int | None
) -> list[Verdict]:
    """The wanted invariants that hold by themselves; the others, and what the work did not reach, are left out."""
    began = time.perf_counter()
    try:
        proof = Standing(machine, BoundedSolver(budget), most_terms)
        proof.find_static()
    except (OutOfWorkError, TooManyTermsError, TooWideError, RecursionError):
        return []
    shown = [
        truths
        for truths in proof.truths
        if truths.claim.name in wanted and all(part in proof.static for part in truths.parts)
    ]
    seconds = (time.perf_counter() - began) / max(1, len(shown))
    return [
        Verdict(
            truths.claim.name,
            "proved",
            METHOD,
            f"{len(truths.parts):,} goals, however the components lie",
            seconds,
            len(truths.parts),
        )
        for truths in shown
    ]
