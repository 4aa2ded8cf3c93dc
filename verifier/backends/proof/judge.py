"""A machine in, a verdict on each of its properties out: induction over every transition, at full size.

Work is counted in questions to the solver, so that the same budget gives the same verdicts on any machine. What
is broken off proves nothing: then every property is unknown, and the reason says why.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from verifier.backends.machine import Engine
from verifier.backends.proof.carry_out import TooManyPathsError
from verifier.backends.proof.claims import conjuncts
from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.execute import Transition
from verifier.backends.proof.legal import anything_legal
from verifier.backends.proof.premises import Premises
from verifier.backends.proof.proof import Proof
from verifier.backends.proof.samples import entry_samples, played_samples
from verifier.backends.proof.solver import Answer, Solver
from verifier.backends.proof.state import State
from verifier.backends.proof.terms import Term
from verifier.backends.proof.verdict import Verdict
from verifier.kernel.machine import Claim, Decide, Machine

METHOD = "Z3, induction at full size"
PLAYS, ENTRIES, SEED = 30, 8, 1
MOST_BLOCKS = 120
FEW_WORDS = 12


class OutOfWorkError(Exception):
    """The budget is used up."""


class BoundedSolver(Solver):
    """Answers so many questions and no more."""

    def __init__(self, questions: int) -> None:
        super().__init__()
        self.questions = questions

    def ask(self, truths: Iterable[Term]) -> Answer:
        if self.asked >= self.questions:
            raise OutOfWorkError
        return super().ask(truths)


def judged(machine: Machine, questions: int) -> list[Verdict]:
    """A verdict on conservation, bounds, dead ends and every invariant."""
    began = time.perf_counter()
    names = ["conservation", "bounds", "no-dead-end"]
    names += [claim.name for claim in machine.claims if claim.sort == "invariant"]
    if len(machine.blocks) > MOST_BLOCKS:
        return _all_unknown(names, f"{len(machine.blocks)} blocks are more than {MOST_BLOCKS}", began)
    try:
        return _Judge(machine, questions).verdicts(began)
    except OutOfWorkError:
        return _all_unknown(names, f"not done after {questions:,} questions to the solver", began)
    except (TooManyPathsError, RecursionError) as error:
        return _all_unknown(names, f"one step falls into too many cases ({type(error).__name__})", began)


def _all_unknown(names: list[str], why: str, began: float) -> list[Verdict]:
    seconds = time.perf_counter() - began
    return [Verdict(name, "unknown", METHOD, why, seconds / len(names), 0) for name in names]


class _Judge:
    def __init__(self, machine: Machine, questions: int) -> None:
        self.machine = machine
        self.solver = BoundedSolver(questions)
        self.proof = Proof(machine, self.solver)
        engine = Engine(machine)
        encoding, cuts = self.proof.encoding, self.proof.execution.cuts
        samples = [
            *played_samples(engine, encoding, PLAYS, SEED),
            *entry_samples(engine, encoding, cuts, ENTRIES, SEED),
        ]
        self.proof.settle(samples)

    def verdicts(self, began: float) -> list[Verdict]:
        found = [self._obligations("conservation"), self._obligations("bounds"), self._no_dead_end()]
        found += [self._invariant(claim) for claim in self.machine.claims if claim.sort == "invariant"]
        seconds = (time.perf_counter() - began) / len(found)
        helpers = self._helpers()
        goals = self.proof.induction.asked
        return [
            Verdict(
                name,
                "unknown" if why else "proved",
                METHOD,
                why or f"{goals:,} goals",
                seconds,
                goals,
                helpers,
            )
            for name, why in found
        ]

    def _helpers(self) -> tuple[str, ...]:
        """What was found along the way and still stands, in words."""
        kept = {term for cut in self.proof.cuts for term in self.proof.induction.candidates[cut]}
        words = [guesses[0].words for term, guesses in self.proof.guesses.items() if term in kept]
        more = (f"and {len(words) - FEW_WORDS} more",) if len(words) > FEW_WORDS else ()
        return (*words[:FEW_WORDS], *more)

    # --- what no step may break

    def _obligations(self, property: str) -> tuple[str, str]:
        for transition in self.proof.transitions:
            for duty in transition.record.obligations:
                if duty.property != property:
                    continue
                known = self.proof.induction.ground(transition.source)
                if self.proof.follows(duty.goal, known, (*duty.facts, *duty.laws)).verdict != "no":
                    return property, f"not shown for `{duty.subject}` in {_words(transition)}"
        return property, ""

    def _no_dead_end(self) -> tuple[str, str]:
        for cut in self.proof.pauses:
            out = self.machine.blocks[cut.label].out
            assert isinstance(out, Decide)
            if out.stop is not None or out.vain is not None:
                continue
            state = State(self.proof.encoding)
            look = Evaluation(state, self.proof.execution.control.fresh)
            goal = anything_legal(look, out.alternatives, look.value(out.player, {}))
            known = self.proof.induction.ground(cut)
            if self.proof.follows(goal, known, (*state.facts, *state.laws)).verdict != "no":
                return "no-dead-end", f"not shown at `{cut.label}`"
        return "no-dead-end", ""

    # --- claims

    def _invariant(self, claim: Claim) -> tuple[str, str]:
        if claim.moment is not None:
            return claim.name, next(self._missed_moments(claim), "")
        truths = self.proof.truths_of(claim)
        for part in truths.parts:
            for cut in self.proof.pauses:
                if not self.proof.induction.lives(part, cut):
                    loss = self.proof.induction.losses.get((part, cut))
                    where = f" by {_words(loss.transition)}" if loss is not None else ""
                    return claim.name, f"not kept{where}"
        return claim.name, next(self._missed_at_the_end(claim), "")

    def _missed_moments(self, claim: Claim) -> Iterator[str]:
        for transition in self.proof.transitions:
            for moment in transition.record.moments:
                if moment.name == claim.moment and not self._holds(claim, moment.state, transition):
                    yield f"not shown in {_words(transition)}"

    def _missed_at_the_end(self, claim: Claim) -> Iterator[str]:
        for transition in self.proof.transitions:
            for path in transition.paths:
                if path.target.kind == "final" and not self._holds(claim, path.state, transition):
                    yield f"not shown at the end, after {_words(transition)}"

    def _holds(self, claim: Claim, state: State, transition: Transition) -> bool:
        look = Evaluation(state.copy(), self.proof.execution.control.fresh)
        known: Premises = self.proof.induction.ground(transition.source)
        truth = state.settled(look.truth(claim.truth, {}))
        facts = (*look.state.facts, *look.state.laws)
        return all(self.proof.follows(part, known, facts).verdict == "no" for part in conjuncts(truth))


def _words(transition: Transition) -> str:
    return f"`{transition.action or transition.source.label}`"
