"""Which candidates hold wherever play can come: kept where every way to a cut keeps them.

A candidate is one small truth about a state. It lives at a set of cuts. At first it is believed at all of them; each
transition that can arrive at a cut without it takes it away there, and whatever leaned on it is asked again. What is
left at the end holds at the start and is kept by every step: it is proved, all of it together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from verifier.backends.proof.control import Cut, Path
from verifier.backends.proof.execute import Transition
from verifier.backends.proof.premises import Ground, Inquiry, Premises
from verifier.backends.proof.terms import TRUE, Term, negation
from verifier.backends.proof.walk import replaced

# A helper worth having is soon shown.
FEW_ROUNDS = 3
DEAR_ROUNDS = 6


@dataclass(slots=True)
class Way:
    """One path of one transition, and the premises its last proof leaned on."""

    transition: Transition
    path: Path
    used: set[Term] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Loss:
    """Why a candidate was given up at a cut: the transition, and a state before it that shows it, if any."""

    candidate: Term
    cut: Cut
    transition: Transition
    state: dict[Term, int] | None
    reason: str


class Induction:
    """The candidates that live at each cut, and the losses so far."""

    def __init__(self, inquiry: Inquiry, cuts: Sequence[Cut], static: Iterable[Term]) -> None:
        self.inquiry = inquiry
        self.static = list(static)
        self.living: dict[Cut, Premises] = {cut: Premises(self.static) for cut in cuts}
        self.candidates: dict[Cut, dict[Term, None]] = {cut: {} for cut in cuts}
        # Candidates worth an effort; the others are guesses.
        self.dear: set[Term] = set()
        self.losses: dict[tuple[Term, Cut], Loss] = {}
        self.asked = 0

    def believe(self, candidate: Term, cuts: Iterable[Cut]) -> None:
        for cut in cuts:
            if candidate is not TRUE and candidate not in self.candidates[cut]:
                self.candidates[cut][candidate] = None
                self.living[cut].add(candidate)

    def drop(self, candidate: Term, cut: Cut) -> None:
        """No longer believe a candidate at a cut."""
        self.candidates[cut].pop(candidate, None)
        self.living[cut].remove(candidate)

    def lives(self, candidate: Term, cut: Cut) -> bool:
        return candidate is TRUE or candidate in self.candidates[cut] or candidate in self.static

    def settle(self, transitions: Iterable[Transition], wanted: frozenset[Term] | None = None) -> None:
        """Give up candidates until every transition keeps those that are left.

        With `wanted` only these are in doubt; the others have been settled without them.
        """
        ways = [Way(transition, path) for transition in transitions for path in transition.paths]
        leaving: dict[Cut, list[Way]] = {}
        for way in ways:
            leaving.setdefault(way.transition.source, []).append(way)
        waiting: dict[int, Way] = {id(way): way for way in ways}
        while waiting:
            _, way = waiting.popitem()
            for lost in self._check(way, wanted):
                for other in leaving.get(way.path.target, ()):
                    if lost in other.used or lost in self.candidates.get(other.path.target, {}):
                        waiting[id(other)] = other

    def _check(self, way: Way, wanted: frozenset[Term] | None) -> list[Term]:
        """The candidates that this way takes from its target."""
        lost: list[Term] = []
        way.used = set()
        state = way.path.state
        ground = Ground(Premises((*state.facts, *state.laws)), self.ground(way.transition.source))
        for candidate, goal in self.goals(way).items():
            if wanted is not None and candidate not in wanted:
                continue
            self.asked += 1
            rounds = DEAR_ROUNDS if candidate in self.dear else FEW_ROUNDS
            answer = self.inquiry.ask(negation(goal), ground, rounds)
            way.used |= self.inquiry.used
            if answer.verdict != "no":
                self._give_up(candidate, way, answer.state, answer.reason)
                lost.append(candidate)
        return lost

    def ground(self, cut: Cut) -> Premises:
        """What holds at a cut; before the set-up nothing does."""
        return self.living.get(cut) or Premises()

    def goals(self, way: Way) -> dict[Term, Term]:
        """The candidates at the target that this way must show, as they read before it."""
        target, source = way.path.target, way.transition.source
        state = way.path.state
        by = {**state.known, **state.changed}
        memo: dict[Term, Term] = {}
        found = {}
        here, there = self.candidates.get(source, {}), self.candidates.get(target, {})
        touched = (
            [one for one in self.living[target].touching(state.changed) if one in there] if there else []
        )
        for candidate in dict.fromkeys([*touched, *(one for one in there if one not in here)]):
            goal = state.settled(replaced(candidate, by, memo))
            if goal is not TRUE:
                found[candidate] = goal
        return found

    def _give_up(self, candidate: Term, way: Way, state: dict[Term, int] | None, reason: str) -> None:
        cut = way.path.target
        self.drop(candidate, cut)
        self.losses[candidate, cut] = Loss(candidate, cut, way.transition, state, reason)
