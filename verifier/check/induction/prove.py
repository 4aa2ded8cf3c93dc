"""Proof by induction over every transition at full size: a machine in, a verdict on each property out.

Work is counted in questions to the solver, so that the same budget gives the same verdicts on any machine. What is
broken off proves nothing: then every property is unknown, and the reason says why.
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from verifier.check.induction import goals
from verifier.check.induction.arithmetic import TooWideError
from verifier.check.induction.cutpoints import Cut, split_at_shuffles
from verifier.check.induction.execute_steps import TooManyPathsError
from verifier.check.induction.goals import ClaimParts, Goal
from verifier.check.induction.pinned_lemmas import PinnedLemmas
from verifier.check.induction.print_terms import state_in_words
from verifier.check.induction.proof import BlockwiseProof, Proof
from verifier.check.induction.samples import Sample, arranged, random_assignment
from verifier.check.induction.smtlib import confirmed
from verifier.check.induction.solver import BoundedSolver, OutOfWorkError, Solver
from verifier.check.induction.symmetry import Symmetries
from verifier.check.induction.terms import LOOKS, TRUE, Term, TooManyLooksError, TooManyTermsError
from verifier.check.induction.transitions import Execution, Transition
from verifier.engine import Engine, State
from verifier.kernel.machine import Claim, Machine
from verifier.runtime import Fault

Word = Literal["proved", "refuted", "unknown"]


def goals_in_words(count: int) -> str:
    """How much was asked; where nothing was, why not."""
    return (
        f"{count:,} {'goal' if count == 1 else 'goals'}"
        if count
        else "evident from the rules, without a goal"
    )


@dataclass(frozen=True, slots=True)
class ProofVerdict:
    """`proved` holds in every state that play can reach at full size; `unknown` says why not.

    `counterexample` is a state before a step that the proof could not exclude, in words. It may be unreachable, so
    it refutes nothing.
    """

    property: str
    verdict: Word
    method: str
    detail: str
    seconds: float
    goals: int
    helpers: tuple[str, ...] = ()
    broken_off: bool = False
    counterexample: tuple[str, ...] | None = field(default=None)

    def but(self, verdict: Word, method: str, detail: str, seconds: float = 0.0) -> ProofVerdict:
        """The same property, judged otherwise after so many more seconds."""
        return replace(self, verdict=verdict, method=method, detail=detail, seconds=self.seconds + seconds)


METHOD = "Z3, induction at full size"
STATIC = "Z3, every arrangement at full size"
VACUOUS = "holds of every arrangement of the components: it does not depend on the rules"
CONFIRMED = "Z3 and cvc5, induction at full size"
Question = tuple[Term, ...]
HEALTH = ("conservation", "bounds", "no-dead-end")
QUESTIONS = 20_000
# What fails in one of so many arrangements made at random is not asked of all of them.
ARRANGEMENTS, SEED = 5, 1
# A machine of more blocks than these is proved block by block.
MANY_BLOCKS = 100


def prove(
    machine: Machine,
    properties: Collection[str] | None = None,
    budget: int = QUESTIONS,
    samples: Sequence[Sample] | None = None,
    second_solver: bool = False,
    questions: list[Question] | None = None,
    most_terms: int | None = None,
    work: int | None = None,
    texts: Mapping[str, str] | None = None,
) -> list[ProofVerdict]:
    """A verdict on conservation, bounds, dead ends and every invariant, or those of them that are wanted.

    `budget` is how many questions the solver may be asked, `most_terms` how much may be written out for them, and
    `work` how many of its own steps the solver may take.
    `samples` are states of plays to guess helpers from; by default a few random plays are made for that. With
    `second_solver` a proof counts only if cvc5 agrees with every single answer. Every question that was answered
    by "impossible" is added to `questions`: on these the proofs rest. `texts` are claims in the words of the rules.
    """
    began = time.process_time()
    names = [*HEALTH, *(claim.name for claim in machine.claims if claim.sort == "invariant")]
    wanted = [name for name in names if properties is None or name in properties]
    try:
        judge = _Judge(
            machine,
            budget,
            samples,
            second_solver,
            questions is not None,
            work,
            texts or {},
            most_terms,
            wanted,
        )
        found = judge.verdicts(wanted)
        if questions is not None:
            questions += judge.solver.refused
        return found
    except OutOfWorkError as spent:
        why = f"not finished after {spent}"
    except TooManyLooksError:
        why = f"writing out the steps takes more than {(most_terms or 0) * LOOKS:,} operations"
    except TooManyTermsError:
        why = f"the encoding of the steps needs more than {most_terms:,} terms"
    except (TooManyPathsError, TooWideError, RecursionError) as error:
        why = f"one step has too many cases ({type(error).__name__})"
    seconds = (time.process_time() - began) / max(1, len(wanted))
    return [ProofVerdict(name, "unknown", METHOD, why, seconds, 0, broken_off=True) for name in wanted]


class _Judge:
    def __init__(
        self,
        machine: Machine,
        budget: int,
        samples: Sequence[Sample] | None,
        second_solver: bool,
        keep: bool = False,
        work: int | None = None,
        texts: Mapping[str, str] | None = None,
        most_terms: int | None = None,
        wanted: Collection[str] | None = None,
    ) -> None:
        self.solver = BoundedSolver(budget, second_solver or keep, work)
        if len(machine.blocks) > MANY_BLOCKS:
            self.proof: Proof = BlockwiseProof(machine, self.solver, most_terms)
        else:
            self.proof = Proof(split_at_shuffles(machine), self.solver, most_terms)
        self.machine = self.proof.machine
        self.second_solver = second_solver
        self.proof.texts = texts or {}
        self.pins = PinnedLemmas(self.proof)
        self.proof.settle(self.proof.samples() if samples is None else samples, wanted=wanted)

    def verdicts(self, wanted: list[str]) -> list[ProofVerdict]:
        claims = {claim.name: claim for claim in self.machine.claims if claim.sort == "invariant"}
        found = [self._judged(name, claims.get(name)) for name in wanted]
        return self._confirmed(found) if self.second_solver else found

    def _judged(self, name: str, claim: Claim | None) -> ProofVerdict:
        """What was shown before the work ran out stays shown."""
        began = time.process_time()
        try:
            return self._health(name) if claim is None else self._claim(claim)
        except (OutOfWorkError, TooManyTermsError):
            why = "the budget for all proofs was spent before this one"
            return ProofVerdict(name, "unknown", METHOD, why, time.process_time() - began, 0)

    def _confirmed(self, found: list[ProofVerdict]) -> list[ProofVerdict]:
        """Proofs share most of their questions, so all stand or fall together."""
        began = time.process_time()
        doubt = confirmed(self.solver.refused)
        share = (time.process_time() - began) / max(1, len(found))
        count = f"{len(self.solver.refused):,} answers confirmed"
        return [
            verdict
            if verdict.verdict != "proved"
            else verdict.but("unknown", METHOD, doubt, share)
            if doubt
            else verdict.but("proved", CONFIRMED, f"{verdict.detail}; {count}", share)
            for verdict in found
        ]

    # --- one property each

    def _health(self, name: str) -> ProofVerdict:
        began = time.process_time()
        match name:
            case "conservation":
                todo: Iterator[Goal] = goals.no_fault_goals(self.proof, name)
            case "bounds":
                todo = _chained(goals.no_fault_goals(self.proof, name), goals.capacity_goals(self.proof))
            case _:
                todo = goals.no_dead_end_goals(self.proof)
        return self._shown(name, todo, began)

    def _claim(self, claim: Claim) -> ProofVerdict:
        began = time.process_time()
        if claim.name in self.proof.too_wide:
            return ProofVerdict(
                claim.name, "unknown", METHOD, "the encoding of the claim is too long", 0.0, 0
            )
        truths = self.proof.truths_of(claim)
        induction, cuts = self.proof.induction, self.proof.asked_at(claim.moment)
        kept = cuts and all(induction.lives(part, cut) for part in truths.parts for cut in cuts)
        if claim.moment is not None and not kept:
            return self._shown(claim.name, goals.moment_goals(self.proof, truths), began)
        asked = sum(induction.counts.get(part, 0) for part in truths.parts)
        spent = sum(induction.prices.get(part, 0.0) for part in truths.parts)
        gone = [(part, cut) for part in truths.parts for cut in cuts if not induction.lives(part, cut)]
        if self.proof.is_given_up:
            # The others were dropped with them, for no reason of their own.
            gone = [each for each in gone if each in induction.losses] or gone
        if gone:
            loss = induction.losses.get(gone[0])
            where = f" by {goals.transition_in_words(loss.transition)}" if loss is not None else ""
            state = state_in_words(self.proof.encoding, loss.state) if loss and loss.state else None
            why = f"not preserved{where}"
            if loss is None and self.proof.unfinished is not None:
                why = f"not finished after {self.proof.unfinished}"
            return ProofVerdict(claim.name, "unknown", METHOD, why, spent, asked, counterexample=state)
        helpers = self.pins.of(truths.parts, cuts)
        said = VACUOUS if self._is_vacuous(truths) else goals_in_words(asked)
        return ProofVerdict(claim.name, "proved", METHOD, said, spent, asked, helpers)

    def _is_vacuous(self, truths: ClaimParts) -> bool:
        """Did it need no step of the rules?"""
        return all(part is TRUE or part in self.proof.static for part in truths.parts)

    def _shown(self, name: str, todo: Iterable[Goal], began: float) -> ProofVerdict:
        asked = 0
        leaned: set[tuple[Term, Cut]] = set()
        for goal in todo:
            asked += 1
            known = self.proof.induction.ground(goal.source)
            answer = self.proof.follows(goal.truth, known, goal.facts)
            if answer.verdict != "no":
                seconds = time.process_time() - began
                state = (
                    state_in_words(self.proof.encoding, answer.state) if answer.state is not None else None
                )
                why = f"not shown for {goal.place}"
                return ProofVerdict(name, "unknown", METHOD, why, seconds, asked, counterexample=state)
            leaned.update((term, goal.source) for term in self.proof.inquiry.used)
        seconds = time.process_time() - began
        return ProofVerdict(
            name, "proved", METHOD, goals_in_words(asked), seconds, asked, self.pins.texts(leaned)
        )


def _chained(*parts: Iterator[Goal]) -> Iterator[Goal]:
    for part in parts:
        yield from part


class StaticProof(Proof):
    """A proof without any transition: only what holds by itself can be asked."""

    most_free = 1_000

    def _symmetric(self, parts: Sequence[Term]) -> Symmetries:
        return Symmetries(self.encoding, parts, none=True)

    def _followed(self) -> tuple[Execution, list[Transition]]:
        return Execution(self.encoding, frozenset()), []


class ArrangementProof(StaticProof):
    """Of the wanted claims only those are written out that hold in a few arrangements made at random."""

    def __init__(
        self, machine: Machine, wanted: Collection[str], solver: Solver, most_terms: int | None
    ) -> None:
        self.wanted = wanted
        super().__init__(machine, solver, most_terms)

    def _asked(self) -> Iterator[Claim]:
        found = [claim for claim in super()._asked() if claim.name in self.wanted]
        chance, engine = random.Random(SEED), Engine(self.machine, piecemeal=True)
        for _ in range(ARRANGEMENTS if found else 0):
            state = arranged(self.encoding, engine, random_assignment(self.encoding, chance))
            found = [claim for claim in found if not _is_broken(engine, claim, state)]
        return iter(found)


def _is_broken(engine: Engine, claim: Claim, state: State) -> bool:
    """Is it plainly false there? A state that no play comes to may be none that can be read."""
    try:
        return not engine.claims[claim.name](state)
    except (Fault, ArithmeticError, LookupError):
        return False


def prove_static(
    machine: Machine, wanted: Collection[str], budget: int, most_terms: int | None
) -> list[ProofVerdict]:
    """The wanted invariants that hold however the components lie; what the work did not reach is left out too.

    Cheap, whatever the size of a machine, for no step is followed.
    """
    began = time.process_time()
    try:
        proof = ArrangementProof(machine, wanted, BoundedSolver(budget), most_terms)
        proof.find_static()
    except (OutOfWorkError, TooManyTermsError, TooWideError, RecursionError):
        return []
    shown = [
        truths
        for truths in proof.truths
        if truths.claim.name in wanted and all(part in proof.static for part in truths.parts)
    ]
    seconds = (time.process_time() - began) / max(1, len(shown))
    return [
        ProofVerdict(
            truths.claim.name,
            "proved",
            STATIC,
            f"{goals_in_words(len(truths.parts))}, for every arrangement of the components",
            seconds,
            len(truths.parts),
        )
        for truths in shown
    ]
