"""Z3 as the solver: terms in, answers out.

Every question gets a solver of its own, so no answer depends on what was asked before it; the printed terms are kept
and shared. Limits count the solver's own steps and not seconds: the same question has the same answer on any machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Literal, assert_never

import z3

from verifier.check.induction import terms as t
from verifier.check.induction.query_cache import QueryCache, TermShapes
from verifier.check.induction.rewrite_terms import arguments_replaced
from verifier.check.induction.terms import FALSE, NOWHERE, MixedStoresError, Term, by_number

SEED = 7
DEFAULT_STEPS = 3_000_000
# Longer questions than this are hardly ever asked again in other words.
LONG = 400


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """`no` means: no state fits. `yes` comes with one. `unknown` with the solver's words."""

    verdict: Literal["yes", "no", "unknown"]
    state: dict[Term, int] | None = None
    reason: str = ""


class Z3Printer:
    """Terms as Z3 expressions, each printed once."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.ref = self.context.ref()
        self._printed: dict[Term, Any] = {}
        self._truths = self._kept(z3.Z3_mk_bool_sort(self.ref))
        self._numbers = self._kept(z3.Z3_mk_int_sort(self.ref))
        self._ints: dict[int, Any] = {}

    def __call__(self, term: Term) -> Any:
        found = self._printed.get(term)
        if found is None:
            found = self._printed[term] = self._kept(self._print(term))
        return found

    def expression(self, term: Term) -> Any:
        """The term as an object of Z3's Python interface."""
        kind = z3.BoolRef if term.truth else z3.ArithRef
        return kind(self(term), self.context)

    def _kept(self, made: Any) -> Any:
        """Z3 throws away at the next call what nobody holds."""
        z3.Z3_inc_ref(self.ref, made)
        return made

    def _int(self, value: int) -> Any:
        if value not in self._ints:
            self._ints[value] = self._kept(z3.Z3_mk_numeral(self.ref, str(value), self._numbers))
        return self._ints[value]

    def _many(self, make: Any, args: Sequence[Any]) -> Any:
        return self._kept(make(self.ref, len(args), (z3.Ast * len(args))(*args)))

    def _print(self, term: Term) -> Any:
        ref = self.ref
        match term:
            case t.Constant():
                if term.truth:
                    return z3.Z3_mk_true(ref) if term.value else z3.Z3_mk_false(ref)
                return self._int(term.value)
            case t.Variable():
                # The range is part of the name: see `terms`.
                name = term.name if term.truth else f"{term.name} [{term.low}..{term.high}]"
                sort = self._truths if term.truth else self._numbers
                return z3.Z3_mk_const(ref, z3.Z3_mk_string_symbol(ref, name), sort)
            case t.Negation():
                return z3.Z3_mk_not(ref, self(term.args[0]))
            case t.And():
                return self._many(z3.Z3_mk_and, [self(arg) for arg in term.args])
            case t.Or():
                return self._many(z3.Z3_mk_or, [self(arg) for arg in term.args])
            case t.Iff():
                return z3.Z3_mk_eq(ref, self(term.args[0]), self(term.args[1]))
            case t.Zero():
                return self._against_zero(z3.Z3_mk_eq, term.args[0])
            case t.AtLeastZero():
                return self._against_zero(z3.Z3_mk_ge, term.args[0])
            case t.Count():
                return z3.Z3_mk_ite(ref, self(term.args[0]), self._int(1), self._int(0))
            case t.Choice():
                return z3.Z3_mk_ite(ref, *(self(arg) for arg in term.args))
            case t.Sum():
                return self._sum(term.constant, term.factors, term.args)
            case t.Cases():
                result = self._int(term.values[-1])
                for value, condition in reversed(list(zip(term.values, term.args, strict=True))[:-1]):
                    result = self._kept(z3.Z3_mk_ite(ref, self(condition), self._int(value), result))
                return result
            case t.Quotient():
                return z3.Z3_mk_div(ref, self(term.args[0]), self._int(term.divisor))
            case t.Remainder():
                return z3.Z3_mk_mod(ref, self(term.args[0]), self._int(term.divisor))
            case _:
                assert_never(term)

    def _against_zero(self, make: Any, term: Term) -> Any:
        """`a - b + 1 >= 0` reads as `a >= b - 1`: the solver knows bounds when it sees them."""
        if not isinstance(term, t.Sum):
            return make(self.ref, self(term), self._int(0))
        return make(self.ref, self._sum(0, term.factors, term.args), self._int(-term.constant))

    def _sum(self, constant: int, factors: Sequence[int], atoms: Sequence[Term]) -> Any:
        parts = [
            self(atom) if factor == 1 else self._many(z3.Z3_mk_mul, [self._int(factor), self(atom)])
            for factor, atom in zip(factors, atoms, strict=True)
        ]
        if constant:
            parts.append(self._int(constant))
        return parts[0] if len(parts) == 1 else self._many(z3.Z3_mk_add, parts)


class Solver:
    """Asks Z3 whether some state fits a list of truths."""

    def __init__(self, steps: int = DEFAULT_STEPS) -> None:
        self.printer = Z3Printer()
        self.steps = steps
        self.asked = 0
        self.veil = SumAbstraction()
        self.shapes = TermShapes()
        self._answers: dict[frozenset[Term], SolverAnswer] = {}
        self._known: QueryCache[SolverAnswer] = QueryCache(self.shapes)

    def ask(self, truths: Iterable[Term]) -> SolverAnswer:
        """A state in which all the truths hold, or that there is none."""
        truths = list(truths)
        if FALSE in truths:
            return SolverAnswer("no")
        same = frozenset(truths)
        found = self._answers.get(same)
        if found is None:
            found = self._answers[same] = self._renamed(truths)
        return found

    def _renamed(self, truths: list[Term]) -> SolverAnswer:
        """The answer to the question, or to one that differs in names alone."""
        if len(truths) > LONG:
            self.asked += 1
            return self._answered(truths)
        known = self._known.find(truths)
        if known is None:
            self.asked += 1
            answer = self._answered(truths)
            self._known.keep(truths, answer)
            return answer
        answer = known.answer
        if answer.state is None:
            return answer
        state = {mine: answer.state[theirs] for mine, theirs in zip(known.mine, known.theirs, strict=True)}
        return SolverAnswer(answer.verdict, state, answer.reason)

    def _answered(self, truths: list[Term]) -> SolverAnswer:
        veiled = self.veil.terms(truths)
        if veiled is not truths and self._asked(veiled).verdict == "no":
            return SolverAnswer("no")
        return self._asked(truths)

    def _asked(self, truths: list[Term]) -> SolverAnswer:
        solver = self.prepared(truths)
        verdict = solver.check()
        self._count(solver)
        if verdict == z3.unsat:
            return SolverAnswer("no")
        if verdict == z3.unknown:
            return SolverAnswer("unknown", reason=solver.reason_unknown())
        return SolverAnswer("yes", self._state(solver.model(), truths))

    def sharing(self, share: float) -> AbstractContextManager[None]:
        """While only a share of what is left may be used up; here nothing is limited."""
        return nullcontext()

    def _count(self, solver: Any) -> None:
        """Nobody counts here how many steps were taken."""

    def prepared(self, truths: Sequence[Term]) -> Any:
        if len({term.store for term in truths if term.store is not NOWHERE}) > 1:
            # A variable is known to the solver by its name, and two stores may use the same.
            raise MixedStoresError
        solver = z3.SimpleSolver(ctx=self.printer.context)
        solver.set("random_seed", SEED)
        solver.set("rlimit", self.steps)
        ref = self.printer.ref
        for term in (*truths, *range_constraints(truths)):
            z3.Z3_solver_assert(ref, solver.solver, self.printer(term))
        return solver

    def _state(self, model: Any, truths: Sequence[Term]) -> dict[Term, int]:
        variables = frozenset[Term]().union(*(term.free for term in truths))
        # In the order of making: whoever makes terms of the state makes them in the same order each time.
        return {variable: self._value(model, variable) for variable in sorted(variables, key=by_number)}

    def _value(self, model: Any, variable: Term) -> int:
        value = model.eval(self.printer.expression(variable), model_completion=True)
        return int(z3.is_true(value)) if variable.truth else int(value.as_long())


class OutOfWorkError(Exception):
    """The budget is used up."""


class BoundedSolver(Solver):
    """Answers so many questions, with so many of its own steps, and no more; with `keep`, remembers what it called
    impossible.
    """

    def __init__(self, questions: int, keep: bool = False, work: int | None = None) -> None:
        super().__init__()
        self.questions = questions
        self.work = work
        self.spent = 0
        self.keep = keep
        self.refused: list[tuple[Term, ...]] = []

    @contextmanager
    def sharing(self, share: float) -> Iterator[None]:
        """While only a share of what is left may be used up."""
        questions, work = self.questions, self.work
        self.questions = self.asked + int(share * (questions - self.asked))
        if work is not None:
            self.work = self.spent + int(share * (work - self.spent))
        try:
            yield
        finally:
            self.questions, self.work = questions, work

    def _asked(self, truths: list[Term]) -> SolverAnswer:
        if self.asked > self.questions:
            raise OutOfWorkError(f"{self.questions:,} solver queries")
        if self.work is not None and self.spent > self.work:
            raise OutOfWorkError(f"{self.work:,} solver steps")
        answer = super()._asked(truths)
        if self.keep and answer.verdict == "no":
            self.refused.append(tuple(truths))
        return answer

    def _count(self, solver: Any) -> None:
        # All solvers of one context count on.
        self.spent = steps_taken(solver) or self.spent


def steps_taken(solver: Any) -> int:
    """How many steps the solvers of its context have taken; 0 before the first."""
    return next((int(held) for name, held in solver.statistics() if name == "rlimit count"), 0)


def range_constraints(truths: Iterable[Term]) -> list[Term]:
    """What the ranges of the variables say; terms fold them away, the solver must be told."""
    variables = frozenset[Term]().union(*(term.free for term in truths))
    return [
        limit
        for variable in sorted(variables, key=by_number)
        if not variable.truth
        for limit in limits(variable)
    ]


def limits(variable: Term) -> tuple[Term, Term]:
    store = variable.store
    low = store.node(t.AtLeastZero, (store.total(-variable.low, ((1, variable),)),))
    high = store.node(t.AtLeastZero, (store.total(variable.high, ((-1, variable),)),))
    return low, high


# Alternatives over fewer variables than this are no burden.
FEW = 6


class SumAbstraction:
    """Long sums hidden behind a variable each, the same one everywhere, of which only the range is known.

    A total of scores is bounded by what is known of each score, whatever a score is. With the scores veiled such a
    goal is plain arithmetic; without, the solver wades through every card that may count. What holds under the veil
    holds.
    """

    def __init__(self) -> None:
        self._memo: dict[Term, Term] = {}

    def terms(self, terms: list[Term]) -> list[Term]:
        """The terms under the veil; the very same list if there is nothing to hide."""
        veiled = [self(term) for term in terms]
        return terms if all(new is old for new, old in zip(veiled, terms, strict=True)) else veiled

    def __call__(self, term: Term) -> Term:
        found = self._memo.get(term)
        if found is None:
            found = self._memo[term] = self._veiled(term)
        return found

    def _veiled(self, term: Term) -> Term:
        if not term.args:
            return term
        if isinstance(term, t.Choice) and len(term.free) > FEW:
            return term.store.variable(f"veiled {term.number}", term.low, term.high)
        args = tuple(self(arg) for arg in term.args)
        same = all(new is old for new, old in zip(args, term.args, strict=True))
        return term if same else arguments_replaced(term, args)
