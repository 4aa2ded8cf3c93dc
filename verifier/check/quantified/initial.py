"""The base case: claims are checked in the states after the set-up."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.check.induction.arithmetic import TooWideError
from verifier.check.induction.encode import Encoding
from verifier.check.induction.evaluate import Evaluation
from verifier.check.induction.goals import ClaimParts, conjuncts
from verifier.check.induction.proof import MOST_MEMBERS
from verifier.check.induction.prove import StaticProof
from verifier.check.induction.relevance import Premises
from verifier.check.induction.solver import BoundedSolver
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.transitions import Execution
from verifier.kernel.graph import successors
from verifier.kernel.machine import Claim, Goto, Machine


def first_blocks(machine: Machine) -> list[str]:
    """The blocks that run once, before anything else."""
    found = [machine.start]
    while isinstance(out := machine.blocks[found[-1]].out, Goto):
        entered = [
            label
            for label, block in machine.blocks.items()
            if out.label in successors(block.out, machine.cells)
        ]
        if len(entered) > 1:
            break
        found.append(out.label)
    return found


class _Bare(StaticProof):
    """No order is kept, and no claim is written out for any state but those of the beginning."""

    def _encoded(self) -> Encoding:
        return Encoding(self.machine, ordered=frozenset())

    def _claimed(self) -> Iterator[ClaimParts]:
        return iter(())


class InitialStates:
    """The states after the first blocks of a machine, in which its claims are asked."""

    def __init__(self, machine: Machine, questions: int, work: int) -> None:
        self.proof = _Bare(machine, BoundedSolver(questions, work=work))
        cuts = frozenset(label for label, block in machine.blocks.items() if not block.params)
        self.execution = Execution(self.proof.encoding, cuts - frozenset(first_blocks(machine)))
        self.transition = self.execution.set_up()

    def holds(self, claim: Claim) -> bool:
        """Does the claim hold wherever it is asked until then?"""
        if claim.moment is None:
            states = [path.state for path in self.transition.paths]
        else:
            passed = self.transition.record.moments
            states = [moment.state for moment in passed if moment.name == claim.moment]
        return all(self._holds_in(claim, state) for state in states)

    def within_bounds(self) -> bool:
        """Does every cell get a value that it may hold?"""
        return all(
            self.proof.follows(duty.goal, Premises(), (*duty.facts, *duty.laws)).verdict == "no"
            for duty in self.transition.record.obligations
            if duty.property == "bounds"
        )

    def _holds_in(self, claim: Claim, state: SymbolicState) -> bool:
        look = Evaluation(state, self.execution.control.fresh, exact=True)
        look.most_members = MOST_MEMBERS
        try:
            truth = state.settled(look.truth(claim.truth, {}))
        except TooWideError:
            return False
        facts = (*state.facts, *state.laws)
        return all(self.proof.follows(part, Premises(), facts).verdict == "no" for part in conjuncts(truth))
