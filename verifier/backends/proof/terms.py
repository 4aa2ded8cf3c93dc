"""Scalar terms: truths and bounded integers, made once each, folded while they are made.

Two equal terms are one object, so equality is identity. A variable is known by its name *and* its range: two
games in one process may both have a `deck`, of different sizes. Integers are kept as sums (`lin`), so that a
counter raised and lowered again is the counter itself; a comparison is a sum against zero.

`cases` is an integer known by its conditions: value `i` where condition `i` holds. Its maker promises that exactly
one condition holds in every well-formed state, so a comparison with a constant is just that condition.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Term:
    """`truth` terms have the range 0..1. `number` is the order of making; sorting by it is reproducible."""

    __slots__ = ("_free", "args", "data", "high", "low", "number", "op", "truth")

    def __init__(
        self, op: str, args: tuple[Term, ...], data: Any, low: int, high: int, truth: bool, number: int
    ) -> None:
        self.op = op
        self.args = args
        self.data = data
        self.low = low
        self.high = high
        self.truth = truth
        self.number = number
        self._free: frozenset[Term] | None = None

    @property
    def free(self) -> frozenset[Term]:
        """The variables of the term."""
        if self._free is None:
            if self.op == "var":
                self._free = frozenset((self,))
            else:
                self._free = frozenset().union(*(arg.free for arg in self.args))
        return self._free

    def __repr__(self) -> str:
        return self.text(4)

    def text(self, depth: int) -> str:
        """The term in words for people, cut off below a depth: as a tree it may be huge."""
        if not self.args:
            return str(self.data)
        inner = ", ".join(arg.text(depth - 1) for arg in self.args[:12]) if depth else "..."
        return f"{self.op}({inner})" if self.data is None else f"{self.op}{self.data}({inner})"


class TooManyTermsError(Exception):
    """More terms than were allowed."""


_pool: dict[tuple[Any, ...], Term] = {}
_made = 0
_most: int | None = None


def make(op: str, args: tuple[Term, ...], data: Any, low: int, high: int, truth: bool) -> Term:
    global _made
    key = (op, args, data, low, high, truth)
    found = _pool.get(key)
    if found is None:
        if _most is not None and _made >= _most:
            raise TooManyTermsError
        _made += 1
        found = _pool[key] = Term(op, args, data, low, high, truth, _made)
    return found


def forget() -> None:
    """Free the pool. Terms made before stay valid; they only no longer meet their equals."""
    _pool.clear()


def allow(most: int | None) -> None:
    """Let so many more terms be made and no more, or as many as anybody wants."""
    global _most
    _most = None if most is None else _made + most


TRUE = Term("const", (), 1, 1, 1, True, -2)
FALSE = Term("const", (), 0, 0, 0, True, -1)


def number(value: int) -> Term:
    return make("const", (), value, value, value, False)


def truth(value: bool) -> Term:
    return TRUE if value else FALSE


def truth_variable(name: str) -> Term:
    return make("var", (), name, 0, 1, True)


def variable(name: str, low: int, high: int) -> Term:
    """An integer variable; with a range of one value it is that value."""
    return make("var", (), name, low, high, False) if low < high else number(low)


# --- truths


def negation(term: Term) -> Term:
    if term is TRUE:
        return FALSE
    if term is FALSE:
        return TRUE
    if term.op == "not":
        return term.args[0]
    return make("not", (term,), None, 0, 1, True)


def _junction(op: str, neutral: Term, absorbing: Term, parts: Iterable[Term]) -> Term:
    seen: set[Term] = set()
    for part in parts:
        if part is absorbing:
            return absorbing
        if part.op == op:
            seen.update(part.args)
        elif part is not neutral:
            seen.add(part)
    for part in seen:
        if part.op == "not" and part.args[0] in seen:
            return absorbing
    if not seen:
        return neutral
    if len(seen) == 1:
        return next(iter(seen))
    return make(op, tuple(sorted(seen, key=by_number)), None, 0, 1, True)


def by_number(term: Term) -> int:
    return term.number


def conjunction(parts: Iterable[Term]) -> Term:
    return _junction("and", TRUE, FALSE, parts)


def disjunction(parts: Iterable[Term]) -> Term:
    return _junction("or", FALSE, TRUE, parts)


def both(left: Term, right: Term) -> Term:
    if left is FALSE or right is FALSE:
        return FALSE
    if left is TRUE or left is right:
        return right
    return left if right is TRUE else conjunction((left, right))


def either(left: Term, right: Term) -> Term:
    if left is TRUE or right is TRUE:
        return TRUE
    if left is FALSE or left is right:
        return right
    return left if right is FALSE else disjunction((left, right))


def implies(left: Term, right: Term) -> Term:
    return disjunction((negation(left), right))


def same_truth(left: Term, right: Term) -> Term:
    if left is right:
        return TRUE
    if left.op == "const":
        return right if left is TRUE else negation(right)
    if right.op == "const":
        return left if right is TRUE else negation(left)
    if negation(left) is right:
        return FALSE
    first, second = sorted((left, right), key=by_number)
    return make("iff", (first, second), None, 0, 1, True)


def chosen_truth(condition: Term, then: Term, otherwise: Term) -> Term:
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    if then is TRUE or then is condition:
        return either(condition, otherwise)
    if then is FALSE:
        return both(negation(condition), otherwise)
    if otherwise is TRUE:
        return implies(condition, then)
    if otherwise is FALSE or otherwise is condition:
        return both(condition, then)
    return either(both(condition, then), both(negation(condition), otherwise))


# --- sums


Parts = tuple[int, tuple[tuple[int, Term], ...]]


def parts_of(term: Term) -> Parts:
    """A term as a constant and its multiples of atoms."""
    if term.op == "const":
        return term.data, ()
    if term.op == "lin":
        return term.data[0], tuple(zip(term.data[1], term.args, strict=True))
    return 0, ((1, term),)


def total(constant: int, parts: Iterable[tuple[int, Term]]) -> Term:
    """The constant plus so many times each term."""
    factors: dict[Term, int] = {}
    for factor, term in parts:
        base, atoms = parts_of(term)
        constant += factor * base
        for times, atom in atoms:
            factors[atom] = factors.get(atom, 0) + factor * times
    atoms_left = sorted((atom for atom, times in factors.items() if times), key=by_number)
    if not atoms_left:
        return number(constant)
    times_left = tuple(factors[atom] for atom in atoms_left)
    if constant == 0 and times_left == (1,):
        return atoms_left[0]
    low = high = constant
    for times, atom in zip(times_left, atoms_left, strict=True):
        low += times * (atom.low if times > 0 else atom.high)
        high += times * (atom.high if times > 0 else atom.low)
    return make("lin", tuple(atoms_left), (constant, times_left), low, high, False)


def add(left: Term, right: Term) -> Term:
    return total(0, ((1, left), (1, right)))


def subtract(left: Term, right: Term) -> Term:
    return total(0, ((1, left), (-1, right)))


def plus(term: Term, constant: int) -> Term:
    return total(constant, ((1, term),)) if constant else term


def counted(term: Term) -> Term:
    """1 where the truth holds, else 0."""
    if term.op == "const":
        return number(term.data)
    return make("count", (term,), None, 0, 1, False)
