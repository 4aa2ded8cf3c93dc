"""What the table of verdicts asks: every property of a machine, for so many questions to the solver."""

from __future__ import annotations

from verifier.backends.proof.prove import prove
from verifier.backends.proof.verdict import Verdict
from verifier.kernel.machine import Machine


def judged(machine: Machine, questions: int, second_solver: bool = False) -> list[Verdict]:
    """A verdict on conservation, bounds, dead ends and every invariant."""
    return prove(machine, budget=questions, second_solver=second_solver)
