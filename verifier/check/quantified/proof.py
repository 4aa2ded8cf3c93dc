"""Quantified proof of one machine: each block preserves every claim it affects, given all claims and path facts.

A claim must hold wherever a block begins, and before and after each turn of a loop. That is more than it says: what
fails here may hold all the same. Each component lies in one zone: whoever asks must have seen to that.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import z3

from verifier.analysis.possible_values import Reach
from verifier.analysis.regions import Region
from verifier.check.induction.execute_steps import TooManyPathsError
from verifier.check.induction.prove import ProofVerdict
from verifier.check.induction.solver import OutOfWorkError, steps_taken
from verifier.check.quantified.auxiliary_claims import ROOM, capacity_lemmas, kind_lemmas, lasting_lemmas
from verifier.check.quantified.encode import Encoder
from verifier.check.quantified.execute import BlockExecution, ProofObligation
from verifier.check.quantified.fold_terms import Value, among, both, implies, no
from verifier.check.quantified.gathering import without_order
from verifier.check.quantified.initial import InitialStates, first_blocks
from verifier.check.quantified.path_facts import PathFacts
from verifier.check.quantified.state import UnreadableError, World
from verifier.kernel.expression import Expr, Fold
from verifier.kernel.machine import Block, Claim, Machine
from verifier.kernel.visit import preorder

# --- the proof of one machine


# The solver's own steps for a question with ever more premises, and the seed of its choices.
ALONE, PLAIN, COUNTING = 1_000_000, 3_000_000, 1_000_000
SEED = 7
# Steps for all questions of a proof and all that is read for them.
WORK = 1_000_000_000
BOUNDS = "bounds"


@dataclass(frozen=True, slots=True)
class EncodedTruth:
    """A truth as a term, the laws of the unknowns in it, what it looks at, and whether it counts components."""

    truth: Value
    laws: tuple[Value, ...]
    look: Region
    counts: bool


@dataclass(frozen=True, slots=True)
class ExecutedBlock:
    """A block as it was run: what was chosen, the laws it rests on, what is carried to it, what must hold in it.

    Of what is carried only what counts no components is kept: the rest never helped.
    """

    label: str
    chosen: Mapping[str, Value]
    laws: tuple[Value, ...]
    carried: tuple[EncodedTruth, ...]
    checks: tuple[ProofObligation, ...]
    changed: Region


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """`leaning` are the claims that a proof rests on; without a proof, `reason` says why."""

    leaning: frozenset[str] | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FailedClaim:
    """Where a claim was not shown, and why."""

    label: str
    reason: str


class QuantifiedProof:
    """`believed` are the claims that hold at the beginning and that every step keeps, once they are settled."""

    def __init__(self, machine: Machine, questions: int, work: int = WORK) -> None:
        machine = without_order(machine)
        reach = machine.analysis(Reach)
        helpers = (*capacity_lemmas(machine), *kind_lemmas(machine, reach), *lasting_lemmas(machine))
        self.machine = replace(machine, claims=(*machine.claims, *helpers))
        self.claims = {claim.name: claim for claim in self.machine.claims if claim.sort == "invariant"}
        self.carried = PathFacts(machine, reach)
        self.reading = Encoder(machine, reach, self.carried.regions, work)
        self.beginning = InitialStates(self.machine, questions, work)
        with self.reading.noting() as laws:
            self.start = self.reading.world("now")
        self._now = tuple(laws)
        self._said: dict[tuple[str, int], EncodedTruth | None] = {}
        # Path facts in which no name occurs, by their number: they read the same in every block.
        self._closed: dict[int, EncodedTruth | None] = {}
        self.looks = {
            name: self.carried.regions.looked_at(claim.truth) for name, claim in self.claims.items()
        }
        self._seeking = {name for name, claim in self.claims.items() if self._seeks(claim.truth)}
        self.believed: list[str] = []
        self.lost: dict[str, FailedClaim] = {}
        self._aims = frozenset[str]()
        self.questions = questions
        self.asked = 0
        self.goals: dict[str, int] = {}
        self._stretches: dict[str, ExecutedBlock] = {}

    # --- what is said in a world

    def said(self, claim: Claim, world: World) -> EncodedTruth | None:
        """The claim in a world; `None` if it cannot be read."""
        key = claim.name, world.number
        if key not in self._said:
            self._said[key] = self._read(claim.truth, {}, world)
        return self._said[key]

    def _read(self, truth: Expr, env: dict[str, Value], world: World) -> EncodedTruth | None:
        before = self.reading.ledger.asked
        with self.reading.noting() as laws:
            try:
                term = self.reading.truth(truth, env, world)
            except UnreadableError:
                return None
        look = self.carried.regions.looked_at(truth)
        return EncodedTruth(term, tuple(laws), look, self.reading.ledger.asked > before)

    def _seeks(self, truth: Expr) -> bool:
        """Does it say that there is something? Then each answer raises another question."""
        written_out = preorder(self.reading.definitions.inlined(truth))
        return any(isinstance(part, Fold) and part.op == "any" for part in written_out)

    # --- blocks

    def stretches(self) -> Iterator[ExecutedBlock]:
        """Every block that control comes to, those of the set-up left out."""
        first = first_blocks(self.machine)
        for label, block in self.machine.blocks.items():
            if label in self.carried.reached and label not in first and block.steps:
                if label not in self._stretches:
                    self._stretches[label] = self._run(block)
                yield self._stretches[label]

    def _run(self, block: Block) -> ExecutedBlock:
        known = self.carried.regions.parameters[block.label]
        with self.reading.noting() as laws:
            run = BlockExecution(self.reading, known)
            env: dict[str, Value] = {}
            for name in block.params:
                env[name] = self.reading.named(name)
                options = known[name]
                if options is not None:
                    run.assume(among(env[name], options))
            chosen = dict(env)
            run.check("claims", block.label, run.steps(block.steps, env, self.start))
        facts = [self._carried(fact, chosen) for fact in self.carried.numbers_at(block.label)]
        return ExecutedBlock(
            block.label,
            chosen,
            tuple(laws),
            tuple(fact for fact in facts if fact is not None and not fact.counts),
            tuple(run.checks),
            self.carried.regions.changed_by(block.label),
        )

    def _carried(self, fact: int, chosen: dict[str, Value]) -> EncodedTruth | None:
        """A path fact as a block begins."""
        book = self.carried.book
        if book.names[fact]:
            return self._read(book.truths[fact], chosen, self.start)
        if fact not in self._closed:
            self._closed[fact] = self._read(book.truths[fact], {}, self.start)
        return self._closed[fact]

    # --- the proof

    def settle(self, names: Iterable[str], wanted: Collection[str] | None = None) -> None:
        """Believe what holds at the beginning, and give up claims until every block keeps those that are left.

        Once all that are `wanted` are lost, nothing is believed: the others are not asked for their own sake.
        """
        self.believed = []
        for name in names:
            claim = self.claims[name]
            if self.said(claim, self.start) is None:
                self.lost[name] = FailedClaim("", "it depends on the order of components")
            elif claim.moment is None and self.beginning.holds(claim):
                self.believed.append(name)
            elif claim.moment is None:
                self.lost[name] = FailedClaim("set-up", "not shown")
        leaning: dict[tuple[str, str, int], frozenset[str]] = {}
        aims = frozenset(wanted or ())
        # Moments and bounds lean on what is believed in the end.
        if all(name in self.claims and self.claims[name].moment is None for name in aims):
            self._aims = aims
        while not self._is_hopeless() and not self._kept_by_all(leaning):
            pass
        if self._is_hopeless():
            self.believed = []

    def _is_hopeless(self) -> bool:
        """Is all that is wanted lost, and nothing else asked for?"""
        return bool(self._aims) and self._aims <= self.lost.keys()

    def _kept_by_all(self, leaning: dict[tuple[str, str, int], frozenset[str]]) -> bool:
        """One round over all blocks; what was shown with the help of a claim that is lost is asked again."""
        before = len(self.believed)
        for stretch in self.stretches():
            for place, check in enumerate(stretch.checks):
                for name in list(self.believed) if check.kind == "claims" else ():
                    key = name, stretch.label, place
                    if key in leaning and leaning[key] <= set(self.believed):
                        continue
                    if not self.looks[name].meets(stretch.changed):
                        continue
                    answer = self.shown(self.claims[name], stretch, check)
                    if answer.leaning is None:
                        self.believed.remove(name)
                        self.lost[name] = FailedClaim(stretch.label, answer.reason)
                        if self._is_hopeless():
                            return False
                    else:
                        leaning[key] = answer.leaning
        return len(self.believed) == before

    def at_moments(self, claim: Claim) -> FailedClaim | None:
        """Where a claim about a moment is not shown; `None` if it is shown wherever that moment comes."""
        if not self.beginning.holds(claim):
            return FailedClaim("set-up", "not shown")
        for stretch in self.stretches():
            for check in stretch.checks:
                if check.kind == "moment" and check.name == claim.moment:
                    answer = self.shown(claim, stretch, check)
                    if answer.leaning is None:
                        return FailedClaim(stretch.label, answer.reason)
        return None

    def within_bounds(self) -> FailedClaim | None:
        """Where a cell might get what it cannot hold; `None` if that is nowhere."""
        if not self.beginning.within_bounds():
            return FailedClaim("set-up", "not shown")
        for stretch in self.stretches():
            for check in stretch.checks:
                if check.kind == "bounds":
                    goal = EncodedTruth(check.goal, (), Region(), False)
                    answer = self._ask(BOUNDS, goal, stretch, check)
                    if answer.leaning is None:
                        return FailedClaim(stretch.label, f"`{check.name}`: {answer.reason}")
        return None

    def shown(self, claim: Claim, stretch: ExecutedBlock, check: ProofObligation) -> ClaimProof:
        goal = self.said(claim, check.world)
        if goal is None:
            return ClaimProof(None, "it cannot be encoded here")
        return self._ask(claim.name, goal, stretch, check)

    # --- questions

    def _ask(
        self, name: str, goal: EncodedTruth, stretch: ExecutedBlock, check: ProofObligation
    ) -> ClaimProof:
        """With few premises first: the claim itself, then plain ones about what is touched, then those that count.

        What says that there is something raises another question with each answer, and is left out.
        """
        if goal.truth is True:
            return ClaimProof(frozenset())
        self.goals[name] = self.goals.get(name, 0) + 1
        around = goal.look | stretch.changed
        near = [other for other in self.believed if self.looks[other].meets(around)]
        found = tuple(one for one in near if one == name or one not in self._seeking)
        plain = tuple(one for one in found if one == name or not self._counts(one))
        alone = tuple(one for one in found if one == name)
        answer = ClaimProof(None)
        tries = {found: COUNTING, alone: ALONE, plain: PLAIN}
        for names in dict.fromkeys((alone, plain, found)):
            answer = self._answered(names, tries[names], goal, around, stretch, check)
            if answer.leaning is not None:
                break
        return answer

    def _counts(self, name: str) -> bool:
        said = self.said(self.claims[name], self.start)
        return said is not None and said.counts

    def _answered(
        self,
        names: tuple[str, ...],
        steps: int,
        goal: EncodedTruth,
        around: Region,
        stretch: ExecutedBlock,
        check: ProofObligation,
    ) -> ClaimProof:
        if self.asked >= self.questions:
            raise OutOfWorkError(f"{self.questions:,} solver queries")
        self.asked += 1
        given: list[Value] = [
            *self._now,
            *stretch.laws[: check.known],
            *check.path,
            *goal.laws,
            no(goal.truth),
        ]
        for fact in stretch.carried:
            if not fact.look.spreads or fact.look.meets(around):
                given += [*fact.laws, fact.truth]
        solver = z3.SimpleSolver()
        solver.set("random_seed", SEED)
        solver.set("rlimit", steps)
        solver.set("mbqi", False)
        for name in names:
            premises = [
                (test, said)
                for test, world in ((True, self.start), *check.assumed)
                if (said := self.said(self.claims[name], world)) is not None
            ]
            given += [law for _, premise in premises for law in premise.laws]
            truth = both(implies(test, premise.truth) for test, premise in premises)
            if truth is False:
                return ClaimProof(frozenset((name,)))
            if truth is not True:
                solver.assert_and_track(truth, z3.Bool(name))
        if any(one is False for one in given):
            return ClaimProof(frozenset())
        solver.add(*(one for one in given if one is not True))
        verdict = self._checked(solver)
        if verdict == z3.unsat:
            return ClaimProof(frozenset(map(str, solver.unsat_core())))
        return ClaimProof(None, "not shown" if verdict == z3.sat else solver.reason_unknown())

    def _checked(self, solver: z3.Solver) -> z3.CheckSatResult:
        """The solver's answer; the steps it took are counted."""
        # All solvers of one context count on.
        before = steps_taken(solver)
        verdict = solver.check()
        self.reading.spend(steps_taken(solver) - before)
        return verdict


# --- verdicts


METHOD = "Z3, step by step at full size"


def prove_quantified(
    machine: Machine, wanted: Collection[str], shown: Collection[str], questions: int, work: int = WORK
) -> list[ProofVerdict]:
    """A verdict on each of the wanted properties that this can speak of.

    `shown` are claims that have been proved otherwise: nobody asks for them again. The caller has seen that no
    component is ever lost or copied. `work` is how many steps may be taken for all of them, here and by the solver.
    """
    began = time.process_time()
    try:
        proof = QuantifiedProof(machine, questions, work)
        proof.settle((name for name in proof.claims if name not in shown), wanted)
        found = list(_verdicts(proof, wanted))
    except (OutOfWorkError, TooManyPathsError, RecursionError):
        return []
    seconds = (time.process_time() - began) / max(1, len(found))
    return [verdict.but(verdict.verdict, METHOD, verdict.detail, seconds) for verdict in found]


def _verdicts(proof: QuantifiedProof, wanted: Collection[str]) -> Iterator[ProofVerdict]:
    for name, claim in proof.claims.items():
        if name not in wanted:
            continue
        lost = proof.at_moments(claim) if claim.moment is not None else proof.lost.get(name)
        yield _verdict(name, lost, proof)
    if BOUNDS in wanted:
        crowded = (lost for name, lost in proof.lost.items() if name.startswith(ROOM))
        yield _verdict(BOUNDS, next(crowded, None) or proof.within_bounds(), proof)


def _verdict(name: str, lost: FailedClaim | None, proof: QuantifiedProof) -> ProofVerdict:
    goals = proof.goals.get(name, 0)
    if lost is None:
        return ProofVerdict(name, "proved", METHOD, f"{goals:,} goals", 0.0, goals)
    block = proof.machine.blocks.get(lost.label)
    place = lost.label if block is None else block.origin
    why = f"step by step, not proved for `{place}`" if place else lost.reason
    return ProofVerdict(name, "unknown", METHOD, why, 0.0, goals)
