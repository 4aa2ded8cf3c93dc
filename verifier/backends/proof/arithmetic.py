"""Products, quotients and extremes of terms. A product of two unknowns becomes cases of the narrower one."""

from __future__ import annotations

from verifier.backends.proof.compare import at_most, chosen, listed
from verifier.backends.proof.terms import Quotient, Remainder, Term

MOST_CASES = 300


class TooWideError(Exception):
    """Too much to write out: a product of two wide numbers, a claim about very many members."""


def product(left: Term, right: Term) -> Term:
    if left.high - left.low > right.high - right.low:
        left, right = right, left
    options = listed(left, MOST_CASES)
    if options is None:
        raise TooWideError
    total = right.store.total
    result = total(0, ((options[-1][0], right),))
    for factor, condition in reversed(options[:-1]):
        result = chosen(condition, total(0, ((factor, right),)), result)
    return result


def quotient(left: Term, right: Term | int) -> Term:
    """Rounded down; by zero it is 0."""
    return _divided(Quotient, left, right)


def remainder(left: Term, right: Term | int) -> Term:
    return _divided(Remainder, left, right)


def _divided(kind: type[Quotient] | type[Remainder], left: Term, right: Term | int) -> Term:
    if isinstance(right, int):
        return _by_constant(kind, left, right)
    options = listed(right, MOST_CASES)
    if options is None:
        raise TooWideError
    result = _by_constant(kind, left, options[-1][0])
    for divisor, condition in reversed(options[:-1]):
        result = chosen(condition, _by_constant(kind, left, divisor), result)
    return result


def _by_constant(kind: type[Quotient] | type[Remainder], left: Term, right: int) -> Term:
    store = left.store
    if right == 0:
        return store.number(0)
    if right < 0:
        # Python's and the solver's rounding agree for positive divisors only.
        flipped = store.total(0, ((-1, left),))
        result = _by_constant(kind, flipped, -right)
        return result if kind is Quotient else store.total(0, ((-1, result),))
    low, high = left.low // right, left.high // right
    if kind is Remainder:
        if low == high:
            return store.total(-low * right, ((1, left),))
        low, high = 0, right - 1
    elif low == high:
        return store.number(low)
    elif right == 1:
        return left
    return store.divided(kind, left, right, low, high)


def lesser(left: Term, right: Term) -> Term:
    return chosen(at_most(left, right), left, right)


def greater(left: Term, right: Term) -> Term:
    return chosen(at_most(left, right), right, left)
