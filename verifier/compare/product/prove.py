"""Two machines in, a proof that they play alike out, or the reason why there is none.

First without any help, then with coupling invariants: what is claimed of the first machine, and guesses that tie the
cells of one side to those of the other, of which induction keeps the true ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from verifier.check.induction import goals
from verifier.check.induction.arithmetic import TooWideError
from verifier.check.induction.candidates.generate import Candidate
from verifier.check.induction.cutpoints import Cut
from verifier.check.induction.evaluate import Evaluation
from verifier.check.induction.execute_steps import TooManyPathsError
from verifier.check.induction.goals import Goal
from verifier.check.induction.legal import MoveInstance, move_instances
from verifier.check.induction.logic import conjunction, same_truth
from verifier.check.induction.print_terms import CandidateText
from verifier.check.induction.proof import Proof
from verifier.check.induction.relevance import FEW_ROUNDS, MOST_ROUNDS, Premises
from verifier.check.induction.solver import BoundedSolver, OutOfWorkError
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import FALSE, TRUE, Term
from verifier.compare.product.construct import PairedOffer, Product, product_of
from verifier.compare.product.steps import ApartError
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Domain, Names, Number, Players, Things, Truth
from verifier.verdict.budget import Budget


def coupling_guesses(proof: Proof, private: frozenset[str]) -> Iterator[Candidate]:
    """A note that only one side has may be a note of the other, or something printed on what is noted there."""
    cells = {name: cell for name, cell in proof.machine.cells.items() if not cell.index}
    look = Evaluation(SymbolicState(proof.encoding), proof.execution.control.fresh)
    for name in sorted(private & cells.keys()):
        for words, other in _readings(proof.machine, cells, name):
            term = look.truth(k.Compare("=", k.Read(name, ()), other), {})
            yield Candidate(term, CandidateText(f"`{name}` is {words}"), tuple(proof.cuts))


def _readings(machine: km.Machine, cells: dict[str, km.Cell], name: str) -> Iterator[tuple[str, k.Expr]]:
    wanted = cells[name].domain
    for other, cell in cells.items():
        if other == name or cell.life == "spilled":
            continue
        if _comparable(cell.domain, wanted):
            yield f"`{other}`", k.Read(other, ())
        if isinstance(wanted, Truth) and cell.optional:
            there = k.Compare("!=", k.Read(other, ()), k.Const(-1, cell.domain))
            yield f"whether there is a `{other}`", there
        for table in _prints(machine, cell.domain):
            if _comparable(table.domain, wanted):
                yield f"`{table.name}` of `{other}`", k.Lookup(table.name, (k.Read(other, ()),))


def _prints(machine: km.Machine, domain: Domain) -> list[km.Table]:
    """What is printed on components."""
    if not isinstance(domain, Things):
        return []
    tables = machine.tables.values()
    return [table for table in tables if len(table.index) == 1 and isinstance(table.index[0], Things)]


def _comparable(one: Domain, other: Domain) -> bool:
    match one, other:
        case (Number(), Number()) | (Players(), Players()) | (Things(), Things()):
            return True
        case Names(kind, _), Names(wanted, _):
            return kind == wanted
        case _:
            return False


class Agreement:
    """The question whether two machines play alike. `why` says what is missing as long as that is not shown."""

    def __init__(
        self, first: km.Machine, second: km.Machine, names: Mapping[str, str] | None, budget: Budget
    ) -> None:
        self.why = ""
        self.goals = 0
        self._questions = budget.questions
        self._sides = first, second, names
        self._judge: _Judge | None = None
        if not (budget.tries(first) and budget.tries(second)):
            self.why = "a proof that they agree needs a larger budget"

    def at_once(self) -> bool:
        """Do they agree however the components lie?"""
        return not self.why and self._tried(self._without_help)

    def by_induction(self) -> bool:
        """Do they agree in every state that play can reach? Asked after `at_once`."""
        return self._judge is not None and self._tried(self._judge.with_help)

    def _without_help(self) -> str:
        self._judge = _Judge(product_of(*self._sides), self._questions)
        return self._judge.without_help()

    def _tried(self, attempt: Callable[[], str]) -> bool:
        try:
            missing = attempt()
        except ApartError as apart:
            missing = str(apart)
        except OutOfWorkError:
            missing = f"not finished after {self._questions:,} solver queries"
        except (TooManyPathsError, TooWideError, RecursionError):
            missing = "one step has too many cases"
            self._judge = None
        self.goals = self._judge.count if self._judge is not None else 0
        self.why = f"no proof that they agree: {missing}" if missing else ""
        return not missing


class _Judge:
    """Asks the goals of one product."""

    def __init__(self, made: Product, questions: int) -> None:
        self.product = made
        self.proof = Proof(made.machine, BoundedSolver(questions))
        self.left = list(self._goals())
        self.count = len(self.left)

    def without_help(self) -> str:
        """Goal after goal without any invariant, up to the first that needs one; what is missing is the answer."""
        while self.left:
            if not self._shown(self.left[-1], Premises(), FEW_ROUNDS):
                return f"{self.left[-1].place} needs reachability"
            self.left.pop()
        return ""

    def with_help(self) -> str:
        self.proof.settle(self.proof.samples(), coupling_guesses(self.proof, self.product.private))
        for goal in self.left:
            if not self._shown(goal, self.proof.induction.ground(goal.source)):
                return f"not proved for {goal.place}"
        return ""

    def _shown(self, goal: Goal, known: Premises, rounds: int = MOST_ROUNDS) -> bool:
        return self.proof.follows(goal.truth, known, goal.facts, rounds).verdict == "no"

    def _goals(self) -> Iterator[Goal]:
        watches = frozenset(self.product.watches)
        for transition in self.proof.transitions:
            for duty in transition.record.obligations:
                if duty.subject in watches:
                    place = f"a step of {goals.transition_in_words(transition)}"
                    yield Goal(place, transition.source, (*duty.facts, *duty.laws), duty.goal)
        for cut in self.proof.pauses:
            for offer in self.product.offers[cut.label]:
                yield from self._offered(cut, offer)

    def _offered(self, cut: Cut, offer: PairedOffer) -> Iterator[Goal]:
        """Of every combination of choices: one side allows it where the other does."""
        out = self.proof.machine.blocks[cut.label].out
        assert isinstance(out, km.Decide)
        start = SymbolicState(self.proof.encoding)
        fresh = self.proof.execution.control.fresh
        look = Evaluation(start, fresh)
        for player, test in look.options(look.value(out.player, {})):
            state = start.copy()
            if player < 0 or not state.learn(test):
                continue
            here = Evaluation(state, fresh)
            mine, theirs = (
                {
                    _chosen(way): _allowed(way)
                    for way in move_instances(here, (side,), player, open_numbers=False)
                }
                for side in (offer.first, offer.second)
            )
            for move in dict.fromkeys((*mine, *theirs)):
                goal = state.settled(same_truth(mine.get(move, FALSE), theirs.get(move, FALSE)))
                if goal is not TRUE:
                    yield Goal(f"`{offer.first.action}`", cut, (*state.facts, *state.laws), goal)


def _chosen(way: MoveInstance) -> tuple[Term, ...]:
    return tuple(term for _, term in way.choices)


def _allowed(way: MoveInstance) -> Term:
    return conjunction(test for _, test in way.tests)
