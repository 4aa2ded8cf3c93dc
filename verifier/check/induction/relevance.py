"""Premise selection: queries start with premises that share variables and get more only if needed.

Leaving premises out can only make a proof fail, never make one up. So a question is asked with the premises about its
own variables; when the solver finds a state, those that the state breaks are added, and then those around it, until
none is broken: then the state stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from verifier.check.induction.arithmetic import NoCaseError
from verifier.check.induction.rewrite_terms import term_value, variables_replaced
from verifier.check.induction.solver import Solver, SolverAnswer
from verifier.check.induction.terms import TRUE, Term, by_number
from verifier.check.induction.zone_axioms import ZoneAxioms

# A question worth no more than this is asked about its own variables only.
FEW_ROUNDS = 3
MOST_ROUNDS = 8
# So many reasons are kept why a question has no state; of ways that differ elsewhere one is mostly enough.
MOST_REASONS = 4
# Whether a way of more conditions than these is possible at all is asked for important questions only.
FEW_FACTS = 150


class Premises:
    """A set of truths that can be looked up by their variables."""

    def __init__(self, truths: Iterable[Term] = ()) -> None:
        self._by_variable: dict[Term, dict[Term, None]] = {}
        self._terms: set[Term] = set()
        for term in truths:
            self.add(term)

    def add(self, term: Term) -> None:
        self._terms.add(term)
        for variable in term.free:
            self._by_variable.setdefault(variable, {})[term] = None

    def remove(self, term: Term) -> None:
        self._terms.discard(term)
        for variable in term.free:
            self._by_variable.get(variable, {}).pop(term, None)

    def touching(self, variables: Iterable[Term]) -> Iterator[Term]:
        """Those that speak of any of the variables, in the order of making."""
        found: dict[Term, None] = {}
        for variable in variables:
            found.update(self._by_variable.get(variable, {}))
        return iter(sorted(found, key=by_number))

    def __contains__(self, term: Term) -> bool:
        return term in self._terms

    def __len__(self) -> int:
        return len(self._terms)

    def all(self) -> Iterator[Term]:
        return self.touching(self._by_variable)

    @cached_property
    def settled(self) -> frozenset[Term]:
        """The variables that some truth speaks of alone."""
        found = (
            variable
            for variable, terms in self._by_variable.items()
            if any(len(term.free) == 1 for term in terms)
        )
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What may be leaned on: `facts` of the way (asked for whenever touched), invariants of its start."""

    facts: Premises
    invariants: Premises

    @property
    def is_short(self) -> bool:
        """Is it a way of few conditions?"""
        return len(self.facts) <= FEW_FACTS

    def __contains__(self, term: Term) -> bool:
        return term in self.facts or term in self.invariants


class RelevanceQuery:
    """Asks a solver, finding premises on the way. `used` are the ones of the last question."""

    def __init__(self, solver: Solver, laws: ZoneAxioms) -> None:
        self.solver = solver
        self.laws = laws
        self.used: set[Term] = set()
        # For a question without a state, what was leaned on beside laws, which hold anywhere.
        self._reasons: dict[Term, list[frozenset[Term]]] = {}

    def ask(
        self,
        question: Term,
        ground: Assumptions,
        rounds: int = MOST_ROUNDS,
        sparing: bool = False,
        first: Iterable[Term] = (),
    ) -> SolverAnswer:
        """A state that fits the question and everything on the ground, or that there is none.

        After so many rounds the answer is `unknown`, with the last state found. A `sparing` question takes nothing
        but facts until a state breaks it; `first` are premises of the ground to begin with. What showed that there is
        none on another way shows it here, if all of it holds here too.
        """
        reasons = self._reasons.setdefault(question, [])
        for reason in reasons:
            if all(term in ground for term in reason):
                self.used = set(reason)
                return SolverAnswer("no")
        answer = self._asked(question, ground, rounds, sparing, first)
        if answer.verdict == "no" and len(reasons) < MOST_REASONS:
            if reasons:
                self._spare(question)
            reasons.append(frozenset(term for term in self.used if term in ground))
        return answer

    def _spare(self, question: Term) -> None:
        """Lean on less, if that will do: what speaks of none of its variables belongs to this way alone."""
        near = {term for term in self.used if not term.free.isdisjoint(question.free)}
        if len(near) < len(self.used):
            truths = [question, *sorted(near, key=by_number)]
            if self.solver.ask(truths).verdict == "no":
                self.used = near

    def _asked(
        self, question: Term, ground: Assumptions, rounds: int, sparing: bool, first: Iterable[Term]
    ) -> SolverAnswer:
        truths: dict[Term, None] = {question: None}
        self.used = set()
        self._take(truths, first)
        self._take(truths, ground.facts.touching(question.free))
        if not sparing:
            # A premise may also speak of what the way has settled, such as whose turn it is.
            settled = ground.facts.settled
            self._take(truths, self._inner(_variables(truths), ground, settled))
            self._take(truths, ground.facts.touching(_variables(truths) & settled))
        for _ in range(rounds):
            answer = self.solver.ask(truths)
            if answer.state is None:
                return answer
            before = len(truths)
            variables = _variables(truths)
            state = answer.state
            # What was told holds in the state: that need not be worked out.
            news = (term for term in self._inner(variables, ground, state=state) if term not in truths)
            self._take(truths, _not_plainly(news, state))
            if len(truths) == before and (ground.is_short or rounds > FEW_ROUNDS):
                # The way itself may be impossible, for reasons that have nothing to do with the question.
                self._take(truths, ground.facts.all())
                if len(truths) != before:
                    self._take(truths, self._inner(_variables(truths), ground))
            if len(truths) == before and rounds > FEW_ROUNDS:
                self._take(truths, _not_plainly(self._outer(variables, ground), state))
            if len(truths) == before:
                return answer
        return SolverAnswer("unknown", answer.state, "the premises grew without an answer")

    def _take(self, truths: dict[Term, None], more: Iterable[Term]) -> None:
        for term in more:
            if term is not TRUE and term not in truths:
                truths[term] = None
                self.used.add(term)

    def _inner(
        self,
        variables: frozenset[Term],
        ground: Assumptions,
        settled: frozenset[Term] = frozenset(),
        state: dict[Term, int] | None = None,
    ) -> Iterator[Term]:
        yield from ground.facts.touching(variables)
        yield from self.laws.among(variables, state)
        wide = variables | settled
        yield from (term for term in ground.invariants.touching(variables) if term.free <= wide)

    def _outer(self, variables: frozenset[Term], ground: Assumptions) -> Iterator[Term]:
        yield from self.laws.around(variables)
        yield from ground.invariants.touching(variables)


def _not_plainly(terms: Iterable[Term], state: Mapping[Term, int]) -> Iterator[Term]:
    """The terms that do not plainly hold in a state, and those about one thing alone: else each would take a round."""
    worked_out: dict[Term, int] = {}
    constants: dict[Term, Term] = {}
    memo: dict[Term, Term] = {}
    valued = state.keys()
    for term in terms:
        free = term.free
        if len(free) == 1:
            yield term
        elif free <= valued:
            if not term_value(term, state, worked_out):
                yield term
        else:
            if not constants:
                constants = {one: one.store.constant(one, value) for one, value in state.items()}
            if not _is_plain(term, constants, memo):
                yield term


def _is_plain(term: Term, state: dict[Term, Term], memo: dict[Term, Term]) -> bool:
    """Does it hold whatever is not said? A state that breaks laws may leave a value without any case."""
    try:
        return variables_replaced(term, state, memo) is TRUE
    except NoCaseError:
        return False


def _variables(terms: Iterable[Term]) -> frozenset[Term]:
    return frozenset[Term]().union(*(term.free for term in terms))
