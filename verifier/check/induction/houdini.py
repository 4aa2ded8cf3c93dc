"""Houdini: candidate invariants are dropped until the rest is inductive.

A candidate is one small truth about a state. It lives at a set of cuts. At first it is believed at all of them; each
transition that can arrive at a cut without it takes it away there, and whatever leaned on it is asked again. What is
left at the end holds at the start and is kept by every step: it is proved, all of it together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field

from verifier.check.induction.cutpoints import Cut
from verifier.check.induction.logic import negation
from verifier.check.induction.orbits import Images
from verifier.check.induction.relevance import FEW_ROUNDS, Assumptions, Premises, RelevanceQuery
from verifier.check.induction.rewrite_terms import variables_replaced
from verifier.check.induction.solver import SolverAnswer
from verifier.check.induction.state import SettledMemo
from verifier.check.induction.symmetry import Symmetries, Symmetry, orbit_of
from verifier.check.induction.terms import TRUE, Term, by_number
from verifier.check.induction.transitions import Path, Transition

DEAR_ROUNDS = 6
# After so many attempts in vain, one after the other, goals of one shape are asked with all premises at once.
VAIN = 2

Known = tuple[Term, Cut]
"""A candidate, and a cut where it lives."""


@dataclass(eq=False, slots=True)
class TransitionPath:
    """One path of one transition; `leaning` are the candidates shown with the help of each premise."""

    transition: Transition
    path: Path
    leaning: dict[Term, set[Term]] = field(default_factory=dict)
    # The renamings that map the way onto itself, once somebody has asked.
    alike: list[Images] | None = None


@dataclass(frozen=True, slots=True)
class DroppedCandidate:
    """Why a candidate was given up at a cut: the transition, and a state before it that shows it, if any."""

    candidate: Term
    cut: Cut
    transition: Transition
    state: dict[Term, int] | None
    reason: str


class Houdini:
    """The candidates that live at each cut, and the losses so far."""

    def __init__(
        self, inquiry: RelevanceQuery, cuts: Sequence[Cut], static: Iterable[Term], symmetries: Symmetries
    ) -> None:
        self.inquiry = inquiry
        self.symmetries = symmetries
        self.static = list(static)
        self.living: dict[Cut, Premises] = {cut: Premises(self.static) for cut in cuts}
        self.candidates: dict[Cut, dict[Term, None]] = {cut: {} for cut in cuts}
        # Candidates worth an effort; the others are guesses.
        self.dear: set[Term] = set()
        # What follows at a cut from what was kept there, and need not be kept itself.
        self.sure: set[tuple[Term, Cut]] = set()
        # What lives at each cut without the crowds, where there are any.
        self.apart: dict[Cut, Premises] = {}
        # How often in a row goals of a shape were asked in vain without the crowds.
        self.vain: dict[int, int] = {}
        self.losses: dict[tuple[Term, Cut], DroppedCandidate] = {}
        self.asked = 0
        self.ways: list[TransitionPath] = []
        self.counts: dict[Term, int] = {}
        self.prices: dict[Term, float] = {}

    def believe(self, candidate: Term, cuts: Iterable[Cut]) -> None:
        for cut in cuts:
            if candidate is not TRUE and candidate not in self.candidates[cut]:
                self.candidates[cut][candidate] = None
                self.living[cut].add(candidate)

    def drop(self, candidate: Term, cut: Cut) -> None:
        """No longer believe a candidate at a cut."""
        self.candidates[cut].pop(candidate, None)
        self.living[cut].remove(candidate)
        if cut in self.apart:
            self.apart[cut].remove(candidate)

    def set_apart(self, crowd: Set[Term]) -> None:
        """Goals are first asked without the help of a crowd: hundreds of truths about one zone drown a question."""
        self.apart = {
            cut: Premises(term for term in living.all() if term not in crowd)
            for cut, living in self.living.items()
        }

    def close(self) -> None:
        """Give up what is believed without its images: moves are shown for all their images at once."""
        for cut, candidates in self.candidates.items():
            for candidate in list(candidates):
                if candidate not in candidates:
                    continue
                orbit = self.symmetries.orbit(candidate)
                if not all(image in candidates or image in self.static for image in orbit):
                    for image in orbit:
                        self.drop(image, cut)

    def lives(self, candidate: Term, cut: Cut) -> bool:
        return candidate is TRUE or candidate in self.candidates[cut] or candidate in self.static

    def settle(
        self,
        transitions: Iterable[Transition],
        wanted: frozenset[Term] | None = None,
        needed: frozenset[Cut] = frozenset(),
        hopeless: Callable[[], bool] | None = None,
    ) -> bool:
        """Give up candidates until every transition keeps those that are left.

        With `wanted` only these are in doubt; the others have been settled without them. What is lost at a cut
        where it is `needed` is given up everywhere, and not asked again. Once it is `hopeless` the rest is left
        undone, and the answer is no: then nothing that is left is shown.
        """
        ways = [TransitionPath(transition, path) for transition in transitions for path in transition.paths]
        self.ways += ways
        leaving: dict[Cut, list[TransitionPath]] = {}
        for way in ways:
            leaving.setdefault(way.transition.source, []).append(way)
        # Each way with the candidates it has yet to show.
        waiting = {way: self.demanded(way, wanted) for way in ways}
        while waiting:
            way, pending = waiting.popitem()
            lost_here = [image for lost in self._check(way, pending) for image in self._spread(lost, way)]
            if lost_here and hopeless is not None and hopeless():
                return False
            everywhere = way.path.target in needed
            for lost in dict.fromkeys(lost_here):
                cuts = [way.path.target, *(self._forsaken(lost, way) if everywhere else ())]
                for other in (each for cut in cuts for each in leaving.get(cut, ())):
                    again = set(other.leaning.pop(lost, ()))
                    target = other.path.target
                    if lost in self.candidates.get(target, {}) and (lost, target) not in self.sure:
                        again.add(lost)
                    if again:
                        # In the order of making: the same each time.
                        waiting.setdefault(other, {}).update(dict.fromkeys(sorted(again, key=by_number)))
        return True

    def _spread(self, lost: Term, way: TransitionPath) -> list[Term]:
        """What is lost to one move is lost to its images, in their words."""
        cut = way.path.target
        orbit = self.symmetries.orbit(lost)
        for image in orbit:
            if image is not lost:
                self.drop(image, cut)
                self.losses.setdefault((image, cut), self.losses[lost, cut])
        return orbit

    def _forsaken(self, lost: Term, way: TransitionPath) -> list[Cut]:
        """The other cuts at which it is given up as well."""
        cuts = [cut for cut, candidates in self.candidates.items() if lost in candidates]
        for cut in cuts:
            self.drop(lost, cut)
            self.losses.setdefault((lost, cut), self.losses[lost, way.path.target])
        return cuts

    def demanded(self, way: TransitionPath, wanted: frozenset[Term] | None) -> dict[Term, None]:
        """The candidates at the target that this way touches, or that its start does not know."""
        here = self.candidates.get(way.transition.source, {})
        there = self.candidates.get(way.path.target, {})
        if not there:
            return {}
        touched = self.living[way.path.target].touching(way.path.state.changed)
        found = dict.fromkeys(one for one in touched if one in there)
        found.update(dict.fromkeys(one for one in there if one not in here))
        target = way.path.target
        return {
            one: None for one in found if (wanted is None or one in wanted) and (one, target) not in self.sure
        }

    def _check(self, way: TransitionPath, pending: Iterable[Term]) -> list[Term]:
        """The candidates that this way takes from its target."""
        lost: list[Term] = []
        shown: set[Term] = set()
        state = way.path.state
        by, memo = {**state.known, **state.changed}, dict[Term, Term]()
        old = dict[Term, Term]()
        source = way.transition.source
        here = self.candidates.get(source, {})
        settled: SettledMemo = ({}, {}, {})
        ground: Assumptions | None = None
        for candidate in pending:
            if candidate in shown or candidate not in self.candidates[way.path.target]:
                continue
            goal = state.settled(variables_replaced(candidate, by, memo), memo=settled)
            if goal is TRUE:
                continue
            if candidate in here:
                before = state.settled(variables_replaced(candidate, state.known, old), memo=settled)
                if goal is before:
                    # It reads as it did before.
                    way.leaning.setdefault(candidate, set()).add(candidate)
                    continue
            if ground is None:
                ground = Assumptions(Premises((*state.facts, *state.laws)), self.ground(source))
            rounds = DEAR_ROUNDS if candidate in self.dear else FEW_ROUNDS
            began = time.process_time()
            answer = self._asked(candidate, goal, ground, source, rounds)
            self._note(candidate, time.process_time() - began)
            if answer.verdict == "no":
                alike = self._alike(candidate, way)
                shown.update(alike)
                for premise in self.inquiry.used:
                    way.leaning.setdefault(premise, set()).update(alike)
            else:
                self._give_up(candidate, way, answer.state, answer.reason)
                lost.append(candidate)
        return lost

    def _alike(self, candidate: Term, way: TransitionPath) -> list[Term]:
        """A candidate and what becomes of it by renamings that leave the way as it is: what shows one shows all.

        What is believed is closed under renaming and lost together with its images, and so are its premises.
        """
        if way.transition.source not in self.apart:
            return [candidate]
        if way.alike is None:
            every = self.symmetries.all
            way.alike = [one for one in every if Symmetry(one, {}).fixes(way.path.state, {})]
        return orbit_of(candidate, way.alike)

    def _asked(
        self, candidate: Term, goal: Term, ground: Assumptions, source: Cut, rounds: int
    ) -> SolverAnswer:
        """The answer to a goal; of a crowd it leans on the candidate itself alone, if that will do.

        Where that did not do for a few goals that differ in names alone, it is not tried again; where it does not do,
        what was found in the attempt is not looked for a second time.
        """
        question = negation(goal)
        shape = self.inquiry.solver.shapes(goal) if source in self.apart else None
        if shape is None or self.vain.get(shape, 0) >= VAIN:
            return self.inquiry.ask(question, ground, rounds)
        answer = self._asked_apart(candidate, question, ground, source)
        if answer.verdict == "no":
            self.vain[shape] = 0
            return answer
        self.vain[shape] = self.vain.get(shape, 0) + 1
        first = sorted((term for term in self.inquiry.used if term in ground), key=by_number)
        return self.inquiry.ask(question, ground, rounds, first=first)

    def _asked_apart(self, candidate: Term, question: Term, ground: Assumptions, source: Cut) -> SolverAnswer:
        leaned = candidate in self.candidates[source] and candidate not in ground.facts
        if leaned:
            ground.facts.add(candidate)
        try:
            # What few premises show they show soon.
            return self.inquiry.ask(question, Assumptions(ground.facts, self.apart[source]), FEW_ROUNDS, True)
        finally:
            if leaned:
                ground.facts.remove(candidate)

    def _note(self, candidate: Term, seconds: float) -> None:
        self.asked += 1
        self.counts[candidate] = self.counts.get(candidate, 0) + 1
        self.prices[candidate] = self.prices.get(candidate, 0.0) + seconds

    def leanings(self, counts: Callable[[Term, Cut], bool]) -> dict[Known, set[Known]]:
        """With the help of what each candidate was shown at a cut, and where that was known; of what counts."""
        found: dict[Known, set[Known]] = {}
        for way in self.ways:
            source, target = way.transition.source, way.path.target
            for premise, helped in way.leaning.items():
                if counts(premise, source):
                    for candidate in helped:
                        found.setdefault((candidate, target), set()).add((premise, source))
        return found

    def ground(self, cut: Cut) -> Premises:
        """What holds at a cut; before the set-up nothing does."""
        return self.living.get(cut) or Premises()

    def _give_up(
        self, candidate: Term, way: TransitionPath, state: dict[Term, int] | None, reason: str
    ) -> None:
        cut = way.path.target
        self.drop(candidate, cut)
        self.losses[candidate, cut] = DroppedCandidate(candidate, cut, way.transition, state, reason)
