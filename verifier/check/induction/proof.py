"""The proof of one machine: its transitions, its claims in parts, and the result of the induction."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from verifier.check.induction.arithmetic import TooWideError, at_most
from verifier.check.induction.candidates.counters import accumulations
from verifier.check.induction.candidates.generate import Candidate, CandidateGenerator
from verifier.check.induction.cutpoints import FINAL, START, Cut, entry_cuts, may_be_passed, pauses_of
from verifier.check.induction.encode import Encoding
from verifier.check.induction.goals import ClaimParts, claim_truths
from verifier.check.induction.houdini import Houdini
from verifier.check.induction.logic import negation
from verifier.check.induction.orbits import NoImageError
from verifier.check.induction.print_terms import CandidateText
from verifier.check.induction.relevance import MOST_ROUNDS, Assumptions, Premises, RelevanceQuery
from verifier.check.induction.rewrite_terms import term_value
from verifier.check.induction.samples import Sample, played_samples, random_assignment
from verifier.check.induction.solver import OutOfWorkError, Solver, SolverAnswer
from verifier.check.induction.symmetry import Symmetries
from verifier.check.induction.terms import AtLeastZero, Sum, Term, TermStore, Zero
from verifier.check.induction.transitions import CrowdedError, Execution, Transition, made_of
from verifier.check.induction.zone_axioms import ZoneAxioms
from verifier.kernel.expression import End, Fold
from verifier.kernel.machine import Claim, Machine, Mark
from verifier.kernel.visit import definitions_with

# --- the proof of one machine


CHANCES = 40
PLAYS, SEED = 30, 1
STATIC_ROUNDS = 4
# A truth over more variables than this is first sought among the consequences of others.
WIDE = 24
# Of a claim of more wide parts than these one stands for the others when it comes to what follows; of even more, a
# crowd, none is leaned on to show another as long as it can be done without.
MANY = 100
CROWD = 1_000
# How much of the work that is left goes into wide truths; the rest is for what comes after them.
WIDE_SHARE = 0.8
# How often a few claims are tried with guesses about what is near to them.
NEAR = 3
# A claim about more members than these, pairs and triples counted, is not written out.
MOST_MEMBERS = 50_000


def all_transitions(
    encoding: Encoding, symmetries: Symmetries | None = None, entries: frozenset[str] | None = None
) -> tuple[Execution, list[Transition]]:
    """Every transition; a block that too many ways of one lead through becomes a cut, and we start afresh."""
    machine = encoding.machine
    entries = entry_cuts(machine) if entries is None else entries
    while True:
        execution = Execution(encoding, entries, symmetries)
        cuts = [*pauses_of(machine), *(Cut(label, "entry") for label in sorted(entries))]
        try:
            found = [execution.set_up()]
            for cut in cuts:
                found += execution.from_cut(cut)
            return execution, found
        except CrowdedError as crowded:
            entries |= {crowded.label}


class Proof:
    """Everything that verdicts are read from. Call `settle` once."""

    # How many states of a cut are looked at, and of how many variables a truth may speak that is to hold by
    # itself, or to follow from others.
    enough = 10
    most_free = 5_000
    most_wide = 5_000

    def __init__(self, machine: Machine, solver: Solver | None = None, most_terms: int | None = None) -> None:
        self.machine = machine
        self.store = TermStore(most_terms)
        self.encoding = self._encoded()
        self.solver = solver or Solver()
        self.inquiry = RelevanceQuery(self.solver, ZoneAxioms(self.encoding))
        self.pauses = pauses_of(machine)
        self._passed = {label for label, block in machine.blocks.items() if may_be_passed(block)}
        # Claims that are left out: written out they would be too long.
        self.too_wide: set[str] = set()
        # After how much work wide truths were given up, if they were.
        self.unfinished: str | None = None
        # Was the induction left undone, because nothing that was wanted could be kept?
        self.is_given_up = False
        self.truths = list(self._claimed())
        parts = [part for truths in self.truths for part in truths.parts]
        self.symmetries = self._symmetric(parts)
        self.execution, self.transitions = self._followed()
        # The end is a cut that nothing leaves.
        entries = [Cut(label, "entry") for label in sorted(self.execution.cuts)]
        self.cuts = list(dict.fromkeys(self.at(cut) for cut in (*self.pauses, *entries, FINAL)))
        self.static: dict[Term, None] = {}
        self.guesses: dict[Term, list[Candidate]] = {}
        # Claims in the words of the rules, by name, as far as somebody knows them.
        self.texts: Mapping[str, str] = {}
        self.induction = Houdini(self.inquiry, self.cuts, (), self.symmetries)

    def _claimed(self) -> Iterator[ClaimParts]:
        for claim in self._asked():
            try:
                yield claim_truths(self.encoding, claim, MOST_MEMBERS)
            except TooWideError:
                self.too_wide.add(claim.name)

    def _asked(self) -> Iterator[Claim]:
        return (claim for claim in self.machine.claims if claim.sort == "invariant")

    # --- what another way to prove does otherwise

    def _encoded(self) -> Encoding:
        return Encoding(self.machine, store=self.store)

    def _symmetric(self, parts: Sequence[Term]) -> Symmetries:
        return Symmetries(self.encoding, parts)

    def _followed(self) -> tuple[Execution, list[Transition]]:
        return all_transitions(self.encoding, self.symmetries)

    def at(self, cut: Cut) -> Cut:
        """The place where truths about a cut are kept."""
        return cut

    def samples(self) -> list[Sample]:
        """States of random plays, at pauses and where play is cut."""
        return played_samples(self.encoding, PLAYS, SEED, self.execution.cuts)

    def _guessed(self, samples: Sequence[Sample]) -> Iterator[Candidate]:
        yield from CandidateGenerator(self.encoding, samples, self.cuts).all()
        yield from self._lasting()
        for term, said in accumulations(self.encoding, self.transitions, self.static):
            yield Candidate(term, said, tuple(self.cuts))

    # --- the proof

    def settle(
        self,
        samples: Sequence[Sample],
        more: Iterable[Candidate] = (),
        wanted: Collection[str] | None = None,
    ) -> None:
        """Find what holds by itself, guess helpers from the samples, and keep what is inductive.

        `more` are guesses of whoever knows something about this machine. As soon as none of the `wanted`
        properties can be kept any more, nothing is kept.
        """
        self.find_static()
        guesses = [*self._guessed(samples), *more]
        seen = [(self.at(cut), state) for cut, state in samples]
        if wanted is not None and self._is_kept_near(wanted, guesses, seen):
            return
        wide = self._begin(guesses, seen)
        hopeless = self._hopeless(wanted, wide)
        if hopeless() or not self.induction.settle(self.transitions, hopeless=hopeless):
            self._give_up_all()
            return
        try:
            with self.solver.sharing(WIDE_SHARE):
                self._settle_wide(wide, seen)
        except OutOfWorkError as spent:
            self._give_up_wide(wide, spent)

    def _begin(self, guesses: Iterable[Candidate], seen: Sequence[Sample]) -> dict[Term, list[Term]]:
        """Believe claims and guesses as far as no sample breaks them; what is claimed of much at once is left."""
        self.induction = Houdini(self.inquiry, self.cuts, self.static, self.symmetries)
        self.guesses.clear()
        claimed = [part for truths in self.claims_at(None) for part in truths.parts]
        parts = [part for part in self._with_images(claimed) if part not in self.static]
        wide = self._wide()
        for part in parts:
            if part not in wide:
                self.induction.believe(part, self.cuts)
        self.induction.dear.update(parts)
        for term in self._capacities():
            self.induction.believe(term, self.cuts)
            self.induction.dear.add(term)
        for guess in guesses:
            self._guess(guess)
        for candidate, cut in self._broken(seen, self.induction.candidates):
            self.induction.drop(candidate, cut)
        self.induction.close()
        return wide

    def _is_kept_near(
        self, wanted: Collection[str], guesses: Sequence[Candidate], seen: Sequence[Sample]
    ) -> bool:
        """Are the wanted claims kept with the help of guesses about little?

        Where no more is wanted than a few claims that is soon asked: at first of what their values are made of, then
        also of what the states speak of in which they were lost.
        """
        claims = {truths.claim.name: truths for truths in self.claims_at(None)}
        if not claims.keys() >= set(wanted):
            return False
        parts = [part for name in wanted for part in claims[name].parts]
        cuts = self.asked_at(None)

        def is_lost() -> bool:
            return not all(self.induction.lives(part, cut) for part in parts for cut in cuts)

        near, nearer = made_of(parts, self.transitions), frozenset[Term]()
        for _ in range(NEAR):
            if near == nearer or self._begin((each for each in guesses if each.term.free <= near), seen):
                return False
            if not is_lost() and self.induction.settle(self.transitions, hopeless=is_lost):
                return True
            losses = self.induction.losses.values()
            near, nearer = near.union(*(loss.state for loss in losses if loss.state)), near
        return False

    def _hopeless(
        self, wanted: Collection[str] | None, wide: Mapping[Term, list[Term]]
    ) -> Callable[[], bool]:
        """Tells whether everything that is wanted has been lost; never where more than that decides."""
        claims = {truths.claim.name: truths for truths in self.claims_at(None)}
        if not wanted or not all(name in claims for name in wanted):
            return lambda: False
        parts = [[part for part in claims[name].parts if part not in wide] for name in wanted]
        cuts = self.asked_at(None)
        lives = self.induction.lives
        return lambda: all(any(not lives(part, cut) for part in own for cut in cuts) for own in parts)

    def _give_up_all(self) -> None:
        """Nothing was settled: what is believed is not known."""
        self.is_given_up = True
        for cut in self.cuts:
            for candidate in list(self.induction.candidates[cut]):
                self.induction.drop(candidate, cut)

    def _wide(self) -> dict[Term, list[Term]]:
        """What is claimed of much at once, each part with all of its claim. Where most are wide, no part goes alone."""
        found: dict[Term, list[Term]] = {}
        for truths in self.claims_at(None):
            wide = [part for part in truths.parts if not is_narrow(part)]
            parts = self._with_images(truths.parts if 2 * len(wide) > len(truths.parts) else wide)
            found.update(dict.fromkeys(parts, parts))
        return found

    def _settle_wide(self, claims: Mapping[Term, list[Term]], samples: Sequence[Sample]) -> None:
        """Truths about much at once often follow from small ones; only the rest is worth an induction."""
        parts = [part for part in claims if part not in self.static and len(part.free) <= self.most_wide]
        broken = self._broken(samples, dict.fromkeys(self.cuts, parts))
        left: dict[Term, None] = {}
        done: set[Term] = set()
        unneeded: set[tuple[int, Cut]] = set()
        for part in parts:
            if part in done:
                continue
            orbit = self.symmetries.orbit(part)
            done.update(orbit)
            whole = claims[part]
            for cut in self.cuts:
                if any((one, cut) in broken for one in orbit):
                    continue
                known = self.induction.living[cut]
                if (id(whole), cut) not in unneeded and self.follows(part, known).verdict == "no":
                    self.induction.sure.update((one, cut) for one in orbit)
                    for one in orbit:
                        self.induction.believe(one, [cut])
                else:
                    left.update(dict.fromkeys(orbit))
                    if len(whole) > MANY:
                        # What one of very many does not follow from, the others hardly do.
                        unneeded.add((id(whole), cut))
        for part in left:
            self.induction.believe(part, [cut for cut in self.cuts if (part, cut) not in broken])
        if left:
            self.induction.close()
            crowd = {part for part in left if len(claims[part]) > CROWD}
            if crowd:
                self.induction.set_apart(crowd)
            self.induction.settle(self.transitions, frozenset(left), self._needed)

    def _give_up_wide(self, parts: Iterable[Term], spent: OutOfWorkError) -> None:
        """What was in doubt when the work ended is not believed; what was settled or follows from that stands."""
        self.unfinished = str(spent)
        for part in parts:
            for cut in self.cuts:
                if (part, cut) not in self.induction.sure:
                    self.induction.drop(part, cut)

    @property
    def _needed(self) -> frozenset[Cut]:
        """Where a claim must hold, whatever the moment."""
        return frozenset(self.at(cut) for cut in (*self.pauses, FINAL))

    def _capacities(self) -> Iterator[Term]:
        for family in self.machine.families.values():
            if family.holds is not None:
                for zone in range(family.base, family.base + family.size):
                    yield self.capacity(zone, family.holds)

    def _lasting(self) -> Iterator[Candidate]:
        """What is claimed of a moment may last until the next pause, and often helps to come to that moment again."""
        for truths in self.truths:
            if truths.claim.moment is not None:
                name = truths.claim.name
                said = CandidateText(f"{name}, as at {truths.claim.moment}", self.texts.get(name))
                for part in truths.parts:
                    if is_narrow(part) and part not in self.static:
                        yield Candidate(part, said, tuple(self.cuts))

    def _with_images(self, parts: Iterable[Term]) -> list[Term]:
        """The truths, and what renamings make of them."""
        found: dict[Term, None] = {}
        for part in parts:
            if part not in found:
                found.update(dict.fromkeys(self.symmetries.orbit(part)))
        return list(found)

    def _guess(self, guess: Candidate) -> None:
        """Believe a guess and its images; what has none is no use where moves are taken for their images."""
        try:
            orbit = self.symmetries.orbit(guess.term)
        except NoImageError:
            return
        for term in orbit:
            self.guesses.setdefault(term, []).append(guess)
            self.induction.believe(term, guess.cuts)

    def find_static(self) -> None:
        """Truths that need no rules: they hold however the components lie."""
        chance = random.Random(1)
        states = [random_assignment(self.encoding, chance) for _ in range(CHANCES)]
        for truths in self.truths:
            moment = truths.claim.moment
            parts = [part for part in truths.parts if len(part.free) <= self.most_free]
            if moment is not None and self.asked_at(moment):
                # What is said of one decision is a deed of the rules; a candidate has its chance there.
                parts = [part for part in parts if not is_narrow(part)]
            hopeful = [part for part in parts if _holds_in_all(part, states)]
            for part in hopeful:
                if part in self.static:
                    continue
                if self.follows(part, Premises(self.static), rounds=STATIC_ROUNDS).verdict == "no":
                    self.static.update(dict.fromkeys(self.symmetries.orbit(part)))
                else:
                    break

    def follows(
        self, goal: Term, premises: Premises, facts: Iterable[Term] = (), rounds: int = MOST_ROUNDS
    ) -> SolverAnswer:
        """`no` if nothing fits the premises without the goal."""
        return self.inquiry.ask(negation(goal), Assumptions(Premises(facts), premises), rounds)

    def _broken(
        self, samples: Sequence[Sample], candidates: Mapping[Cut, Iterable[Term]]
    ) -> dict[tuple[Term, Cut], None]:
        """What a sample already breaks: that needs no solver. Of each cut a few will do."""
        looked: dict[Cut, int] = {}
        found: dict[tuple[Term, Cut], None] = {}
        for cut, state in samples:
            looked[cut] = looked.get(cut, 0) + 1
            if looked[cut] > self.enough or cut not in candidates:
                continue
            memo: dict[Term, int] = {}
            for candidate in candidates[cut]:
                if (
                    (candidate, cut) not in found
                    and candidate.free <= state.keys()
                    and not term_value(candidate, state, memo)
                ):
                    found[candidate, cut] = None
        return found

    def capacity(self, zone: int, holds: int) -> Term:
        """A zone holds no more than it may."""
        return at_most(self.encoding.sizes[zone], self.store.number(holds))

    def asked_at(self, moment: str | None) -> tuple[Cut, ...]:
        """Where a claim is asked: everywhere, or at a decision; none for moments at which play is not cut."""
        cuts = [*self.pauses, FINAL]
        if moment is not None:
            cuts = [cut for cut in self.pauses if Mark(moment) in self.machine.blocks[cut.label].steps]
            # Whoever cannot choose anything passes by: more comes there than is cut there.
            if any(cut.label in self._passed for cut in cuts):
                return ()
        return tuple(dict.fromkeys(self.at(cut) for cut in cuts))

    def claims_at(self, moment: str | None) -> list[ClaimParts]:
        return [truths for truths in self.truths if truths.claim.moment == moment]

    def truths_of(self, claim: Claim) -> ClaimParts:
        return next(truths for truths in self.truths if truths.claim is claim)


def is_narrow(part: Term) -> bool:
    """Does it speak of little, or of no more than one plain count?"""
    if len(part.free) <= WIDE:
        return True
    count = part.args[0] if isinstance(part, Zero | AtLeastZero) else part
    return isinstance(count, Sum) and all(len(atom.free) == 1 for atom in count.args)


def _holds_in_all(part: Term, states: list[dict[Term, int]]) -> bool:
    return all(part.free <= state.keys() and term_value(part, state, {}) for state in states)


# --- large machines: every block is a transition, with one invariant for all blocks


ANYWHERE = Cut("any block", "entry")
BLOCK_PLAYS, STEPS, SHARE = 5, 600, 10


class BlockwiseProof(Proof):
    """A proof with one place for all truths."""

    enough = 300
    most_free = 1_000
    most_wide = 100

    def _encoded(self) -> Encoding:
        encoding = Encoding(self.machine, frozenset(), self.store)
        encoding.left_open = folding(self.machine)
        return encoding

    def _symmetric(self, parts: Sequence[Term]) -> Symmetries:
        return Symmetries(self.encoding, parts, none=True)

    def _followed(self) -> tuple[Execution, list[Transition]]:
        entries = frozenset(label for label, block in self.machine.blocks.items() if not block.params)
        execution, transitions = all_transitions(self.encoding, None, entries)
        return execution, [self._moved(transition) for transition in transitions]

    def _moved(self, transition: Transition) -> Transition:
        paths = [replace(path, target=self.at(path.target)) for path in transition.paths]
        return replace(
            transition, source=self.at(transition.source), paths=paths, label=transition.source.label
        )

    def at(self, cut: Cut) -> Cut:
        return cut if cut == START else ANYWHERE

    def samples(self) -> list[Sample]:
        return played_samples(self.encoding, BLOCK_PLAYS, SEED, most_steps=STEPS, most=SHARE)

    def _guessed(self, samples: Sequence[Sample]) -> Iterator[Candidate]:
        yield from self._lasting()


def folding(machine: Machine) -> frozenset[str]:
    """The definitions that go over many members, directly or through others."""
    return definitions_with(machine, lambda part: isinstance(part, Fold | End))
