"""All proofs of a rule set: the processor time of the whole, and of the single question that took longest."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from unittest.mock import patch

from verifier.check.induction.prove import prove
from verifier.check.induction.solver import Solver, SolverAnswer
from verifier.check.induction.terms import Term
from verifier.program import program_of


@dataclass(slots=True)
class Proofs:
    """Seconds of one core. `single` are the questions put to the solver, one by one."""

    proved: int = 0
    properties: int = 0
    seconds: float = 0.0
    single: list[float] = field(default_factory=list)

    @property
    def slowest(self) -> float:
        return max(self.single, default=0.0)


def proofs(ruleset: str) -> Proofs:
    """Every property that induction speaks of, asked once."""
    game = program_of(ruleset).machine
    found = Proofs()
    plain = Solver._asked

    def timed(solver: Solver, truths: list[Term]) -> SolverAnswer:
        begun = time.process_time()
        answer = plain(solver, truths)
        found.single.append(time.process_time() - begun)
        return answer

    with patch.object(Solver, "_asked", timed):
        begun = time.process_time()
        verdicts = prove(game)
        found.seconds = time.process_time() - begun
    found.properties = len(verdicts)
    found.proved = sum(verdict.verdict == "proved" for verdict in verdicts)
    return found
