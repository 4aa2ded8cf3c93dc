"""Scalar terms: truths and bounded integers, hash-consed in a store and folded while they are made.

Two equal terms of one store are one object, so equality is identity. A store belongs to one encoding; terms of two
stores never meet in a third. `TRUE` and `FALSE` alone live nowhere and mean the same everywhere. Integers are kept as
sums, so that a counter raised and lowered again is the counter itself; a comparison is a sum against zero.

`Cases` is an integer known by its conditions: value `i` where condition `i` holds. Its maker promises that exactly
one condition holds in every well-formed state, so a comparison with a constant is just that condition.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TypeAlias


@dataclass(eq=False, repr=False, slots=True)
class _Node:
    """Truths have the range 0..1. `number` is the order of making in the store; sorting by it is reproducible."""

    store: TermStore
    number: int
    args: tuple[Term, ...]
    low: int
    high: int
    truth: bool
    _free: frozenset[Term] | None = field(default=None, init=False)
    # The opposite of a truth, once somebody has made it: see `logic`.
    opposite: Term | None = field(default=None, init=False)

    @property
    def free(self) -> frozenset[Term]:
        """The variables of the term."""
        if self._free is None:
            self._free = frozenset().union(*[arg.free for arg in self.args])
        return self._free

    @property
    def payload(self) -> Hashable:
        """What the term says besides its arguments."""
        return None

    def __repr__(self) -> str:
        return self.text(4)

    def text(self, depth: int) -> str:
        """The term in words for people, cut off below a depth: as a tree it may be huge."""
        if not self.args:
            return str(self.payload)
        inner = ", ".join(arg.text(depth - 1) for arg in self.args[:12]) if depth else "..."
        said = "" if self.payload is None else f" {self.payload}"
        return f"{type(self).__name__}{said}({inner})"


class Constant(_Node):
    __slots__ = ()

    @property
    def value(self) -> int:
        return self.low

    @property
    def payload(self) -> int:
        return self.low


@dataclass(eq=False, repr=False, slots=True)
class Variable(_Node):
    name: str

    def __post_init__(self) -> None:
        self._free = frozenset((self,))

    @property
    def payload(self) -> str:
        return self.name


class Negation(_Node):
    __slots__ = ()


class Commutative(_Node):
    """Parts in the order of making."""

    __slots__ = ()


class And(Commutative):
    __slots__ = ()


class Or(Commutative):
    __slots__ = ()


class Iff(Commutative):
    __slots__ = ()


class Zero(_Node):
    """A number is 0."""

    __slots__ = ()


class AtLeastZero(_Node):
    __slots__ = ()


class Count(_Node):
    """1 where a truth holds, else 0."""

    __slots__ = ()


@dataclass(eq=False, repr=False, slots=True)
class Sum(_Node):
    """The constant, and so many times each argument."""

    constant: int
    factors: tuple[int, ...]

    @property
    def payload(self) -> tuple[int, tuple[int, ...]]:
        return self.constant, self.factors


class Choice(_Node):
    """A condition, the number where it holds, the number where it does not."""

    __slots__ = ()


@dataclass(eq=False, repr=False, slots=True)
class Cases(_Node):
    """Rising values, one for each argument."""

    values: tuple[int, ...]

    @property
    def payload(self) -> tuple[int, ...]:
        return self.values


@dataclass(eq=False, repr=False, slots=True)
class _Divided(_Node):
    """The divisor is positive."""

    divisor: int

    @property
    def payload(self) -> int:
        return self.divisor


class Quotient(_Divided):
    """Rounded down."""

    __slots__ = ()


class Remainder(_Divided):
    __slots__ = ()


Term: TypeAlias = (
    Constant
    | Variable
    | Negation
    | And
    | Or
    | Iff
    | Zero
    | AtLeastZero
    | Count
    | Sum
    | Choice
    | Cases
    | Quotient
    | Remainder
)


Plain: TypeAlias = Negation | And | Or | Iff | Zero | AtLeastZero


class TooManyTermsError(Exception):
    """More terms than were allowed."""


class TooManyLooksError(TooManyTermsError):
    """The same terms were put together more often than was allowed."""


class MixedStoresError(Exception):
    """A term of two stores: each knows its own terms alone."""


# Work that makes no new terms is work too: for each term that may be made, truths may be put together so many times.
LOOKS = 10


class TermStore:
    """Where terms live, each made once; `most` is how many there may be."""

    def __init__(self, most: int | None = None) -> None:
        self.made = 0
        self.looks = 0
        self._most_looks = None if most is None else most * LOOKS
        self._most = most
        self._terms: dict[Hashable, Term] = {}

    def allow(self, more: int | None) -> None:
        """Let so many more terms be made and no more, or as many as anybody wants."""
        self._most = None if more is None else self.made + more
        self._most_looks = None if more is None else self.looks + more * LOOKS

    def next(self, args: tuple[Term, ...] = ()) -> int:
        """The number of a new term; all that it is made of must live here."""
        for arg in args:
            if arg.store is not self:
                raise MixedStoresError
        if self._most is not None and self.made >= self._most:
            raise TooManyTermsError
        self.made += 1
        return self.made

    def number(self, value: int) -> Term:
        key = (Constant, value)
        found = self._terms.get(key)
        if found is None:
            found = self._terms[key] = Constant(self, self.next(), (), value, value, False)
        return found

    def truth_variable(self, name: str) -> Term:
        return self._variable(name, 0, 1, True)

    def variable(self, name: str, low: int, high: int) -> Term:
        """An integer variable, known by its name and its range; with a range of one value it is that value."""
        return self._variable(name, low, high, False) if low < high else self.number(low)

    def like(self, variable: Term, name: str) -> Term:
        """A variable of the same range under another name."""
        return self._variable(name, variable.low, variable.high, variable.truth)

    def _variable(self, name: str, low: int, high: int, truth: bool) -> Term:
        key = (Variable, name, low, high, truth)
        found = self._terms.get(key)
        if found is None:
            found = self._terms[key] = Variable(self, self.next(), (), low, high, truth, name)
        return found

    def constant(self, like: Term, value: int) -> Term:
        """A value of a truth or of a number."""
        return truth(bool(value)) if like.truth else self.number(value)

    def counted(self, term: Term) -> Term:
        """1 where the truth holds, else 0."""
        if isinstance(term, Constant):
            return self.number(term.value)
        key = (Count, term)
        found = self._terms.get(key)
        if found is None:
            found = self._terms[key] = Count(self, self.next((term,)), (term,), 0, 1, False)
        return found

    def count(self, truths: Iterable[Term]) -> Term:
        """How many of the truths hold."""
        return self.total(0, ((1, self.counted(each)) for each in truths))

    def as_number(self, term: Term) -> Term:
        return self.counted(term) if term.truth else term

    def total(self, constant: int, parts: Iterable[tuple[int, Term]]) -> Term:
        """The constant plus so many times each term."""
        factors: dict[Term, int] = {}
        for factor, term in parts:
            base, atoms = parts_of(term)
            constant += factor * base
            for times, atom in atoms:
                factors[atom] = factors.get(atom, 0) + factor * times
        atoms_left = sorted((atom for atom, times in factors.items() if times), key=by_number)
        if not atoms_left:
            return self.number(constant)
        times_left = tuple([factors[atom] for atom in atoms_left])
        if constant == 0 and times_left == (1,):
            return atoms_left[0]
        args = tuple(atoms_left)
        key = (Sum, constant, times_left, args)
        found = self._terms.get(key)
        if found is None:
            low = high = constant
            for times, atom in zip(times_left, atoms_left, strict=True):
                low += times * (atom.low if times > 0 else atom.high)
                high += times * (atom.high if times > 0 else atom.low)
            made = Sum(self, self.next(args), args, low, high, False, constant, times_left)
            found = self._terms[key] = made
        return found

    # --- nodes as they are, for those who fold: see `logic` and `arithmetic`

    def node(self, kind: type[Plain], args: tuple[Term, ...]) -> Term:
        key = (kind, args)
        self.looks += 1
        found = self._terms.get(key)
        if found is None:
            found = self._terms[key] = kind(self, self.next(args), args, 0, 1, True)
        elif self._most_looks is not None and self.looks > self._most_looks:
            raise TooManyLooksError
        return found

    def alternatives(self, condition: Term, then: Term, otherwise: Term) -> Term:
        args = (condition, then, otherwise)
        key = (Choice, args)
        found = self._terms.get(key)
        if found is None:
            low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
            found = self._terms[key] = Choice(self, self.next(args), args, low, high, False)
        return found

    def cases(self, values: tuple[int, ...], args: tuple[Term, ...]) -> Term:
        key = (Cases, values, args)
        found = self._terms.get(key)
        if found is None:
            found = self._terms[key] = Cases(
                self, self.next(args), args, values[0], values[-1], False, values
            )
        return found

    def divided(
        self, kind: type[Quotient] | type[Remainder], term: Term, divisor: int, low: int, high: int
    ) -> Term:
        key = (kind, term, divisor)
        found = self._terms.get(key)
        if found is None:
            found = self._terms[key] = kind(self, self.next((term,)), (term,), low, high, False, divisor)
        return found


class _Nowhere(TermStore):
    """Where `TRUE` and `FALSE` live; nothing else does."""

    def next(self, args: tuple[Term, ...] = ()) -> int:
        raise MixedStoresError


NOWHERE = _Nowhere()
TRUE: Term = Constant(NOWHERE, -2, (), 1, 1, True)
FALSE: Term = Constant(NOWHERE, -1, (), 0, 0, True)


def truth(value: bool) -> Term:
    return TRUE if value else FALSE


by_number: Callable[[Term], int] = attrgetter("number")


def common_store(left: Term, right: Term) -> TermStore:
    """The store of two terms of which one may be a plain truth."""
    return right.store if left.store is NOWHERE else left.store


Parts = tuple[int, tuple[tuple[int, Term], ...]]


def parts_of(term: Term) -> Parts:
    """A term as a constant and its multiples of atoms."""
    if isinstance(term, Constant):
        return term.value, ()
    if isinstance(term, Sum):
        return term.constant, tuple(zip(term.factors, term.args, strict=True))
    return 0, ((1, term),)
