"""What induction shows of the full game: proofs, or why there is none."""

from __future__ import annotations

from verifier.backends.proof.judge import judged
from verifier.verify.budget import Budget
from verifier.verify.case import Case
from verifier.verify.finding import Finding, Kind

HEALTH = ("conservation", "bounds", "no-dead-end")


def by_proof(case: Case, budget: Budget) -> list[Finding]:
    """A finding for each property that induction can speak of."""
    found = []
    for verdict in judged(case.machine, budget.questions):
        kind: Kind = "health" if verdict.property in HEALTH else "invariant"
        found.append(
            Finding(
                verdict.property,
                kind,
                "proved" if verdict.verdict == "proved" else "unknown",
                verdict.method,
                verdict.detail,
                verdict.seconds,
                helpers=verdict.helpers,
            )
        )
    return found
