"""A cache of queries up to the names of variables: renaming does not change satisfiability.

Laying a red card and laying a blue one raise the same question in other words. It is asked once, and the answer
is carried over; no symmetry of the rules is assumed for that.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from verifier.check.induction.terms import Commutative, Sum, Term, Variable

T = TypeVar("T")
Key = tuple[Hashable, ...]


class TermShapes:
    """What a term looks like with its variables' names struck out."""

    def __init__(self) -> None:
        self._shapes: dict[Term, int] = {}
        # Shapes are numbered as they are met, so that two runs sort alike.
        self._numbers: dict[Key, int] = {}
        self._orders: dict[Term, tuple[Term, ...]] = {}
        self._pairs: dict[Term, tuple[tuple[int, Term], ...]] = {}

    def __call__(self, term: Term) -> int:
        found = self._shapes.get(term)
        if found is None:
            found = self._shapes[term] = self._shape(term)
        return found

    def _shape(self, term: Term) -> int:
        return self._numbers.setdefault(self._key(term), len(self._numbers))

    def _key(self, term: Term) -> Key:
        if isinstance(term, Variable):
            return term.low, term.high, term.truth
        if isinstance(term, Sum):
            return Sum.__name__, term.constant, *sorted(zip(term.factors, map(self, term.args), strict=True))
        if isinstance(term, Commutative):
            return type(term).__name__, *sorted(map(self, term.args))
        return type(term).__name__, term.payload, *map(self, term.args)

    def ordered(self, term: Term) -> tuple[Term, ...]:
        """The parts of a term in the order of their shapes, whatever they are called."""
        found = self._orders.get(term)
        if found is None:
            found = tuple(sorted(term.args, key=lambda arg: (self(arg), arg.number)))
            self._orders[term] = found
        return found

    def ordered_sum(self, term: Sum) -> tuple[tuple[int, Term], ...]:
        """The same of a sum, each part with its factor."""
        found = self._pairs.get(term)
        if found is None:
            pairs = zip(term.factors, term.args, strict=True)
            found = tuple(sorted(pairs, key=lambda pair: (pair[0], self(pair[1]), pair[1].number)))
            self._pairs[term] = found
        return found

    def outline(self, truths: Sequence[Term]) -> tuple[int, ...]:
        """The same for questions that differ in names alone, and soon made; others may share it."""
        return tuple(sorted(map(self, truths)))

    def question(self, truths: Sequence[Term]) -> tuple[Key, list[Term]]:
        """A key that questions share which differ in names alone, and the variables in the key's order."""
        spelling = _Spelling(self)
        ordered = sorted(truths, key=lambda one: (self(one), one.number))
        tops = tuple(spelling.spelled(term) for term in ordered)
        return (tops, tuple(spelling.tokens)), spelling.variables


class _Spelling:
    """Terms written out, each once, variables numbered as they are met."""

    def __init__(self, shapes: TermShapes) -> None:
        self.shapes = shapes
        self.tokens: list[Hashable] = []
        self.variables: list[Term] = []
        self._numbers: dict[Term, int] = {}

    def spelled(self, term: Term) -> int:
        found = self._numbers.get(term)
        if found is None:
            token = self._token(term)
            found = self._numbers[term] = len(self.tokens)
            self.tokens.append(token)
        return found

    def _token(self, term: Term) -> Hashable:
        if isinstance(term, Variable):
            self.variables.append(term)
            return term.low, term.high, term.truth
        if isinstance(term, Sum):
            pairs = [(factor, self.spelled(arg)) for factor, arg in self.shapes.ordered_sum(term)]
            return Sum.__name__, term.constant, tuple(pairs)
        if isinstance(term, Commutative):
            return type(term).__name__, tuple([self.spelled(arg) for arg in self.shapes.ordered(term)])
        return type(term).__name__, term.payload, term.truth, tuple([self.spelled(arg) for arg in term.args])


@dataclass(frozen=True, slots=True)
class KnownAnswer(Generic[T]):
    """The answer to a question in other names: where it says something of `theirs`, that is true of `mine`."""

    answer: T
    mine: list[Term]
    theirs: list[Term]


class QueryCache(Generic[T]):
    """Answers to questions, for those that differ from them in names alone.

    Most questions have an outline of their own: only where two have the same one are they written out.
    """

    def __init__(self, shapes: TermShapes) -> None:
        self.shapes = shapes
        self._only: dict[tuple[int, ...], tuple[Sequence[Term], T] | None] = {}
        self._answers: dict[Key, tuple[T, list[Term]]] = {}

    def find(self, truths: Sequence[Term]) -> KnownAnswer[T] | None:
        outline = self.shapes.outline(truths)
        if outline not in self._only:
            return None
        first = self._only[outline]
        if first is not None:
            self._only[outline] = None
            self._write(*first)
        key, variables = self.shapes.question(truths)
        found = self._answers.get(key)
        return KnownAnswer(found[0], variables, found[1]) if found is not None else None

    def keep(self, truths: Sequence[Term], answer: T) -> None:
        outline = self.shapes.outline(truths)
        if outline in self._only:
            self._write(truths, answer)
        else:
            self._only[outline] = truths, answer

    def _write(self, truths: Sequence[Term], answer: T) -> None:
        key, variables = self.shapes.question(truths)
        self._answers[key] = answer, variables
