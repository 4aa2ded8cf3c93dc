"""Products, quotients and extremes of terms. A product of two unknowns becomes cases of the narrower one."""

from __future__ import annotations

from verifier.backends.proof.compare import at_most, chosen, listed
from verifier.backends.proof.terms import Term, make, number, total

MOST_CASES = 300


class TooWideError(Exception):
    """Too much to write out: a product of two wide numbers, a claim about very many members."""


def product(left: Term, right: Term) -> Term:
    if left.high - left.low > right.high - right.low:
        left, right = right, left
    options = listed(left, MOST_CASES)
    if options is None:
        raise TooWideError
    result = total(0, ((options[-1][0], right),))
    for factor, condition in reversed(options[:-1]):
        result = chosen(condition, total(0, ((factor, right),)), result)
    return result


def quotient(left: Term, right: Term | int) -> Term:
    """Rounded down; by zero it is 0."""
    return _divided("div", left, right)


def remainder(left: Term, right: Term | int) -> Term:
    return _divided("mod", left, right)


def _divided(op: str, left: Term, right: Term | int) -> Term:
    if isinstance(right, int):
        return _by_constant(op, left, right)
    options = listed(right, MOST_CASES)
    if options is None:
        raise TooWideError
    result = _by_constant(op, left, options[-1][0])
    for divisor, condition in reversed(options[:-1]):
        result = chosen(condition, _by_constant(op, left, divisor), result)
    return result


def _by_constant(op: str, left: Term, right: int) -> Term:
    if right == 0:
        return number(0)
    if right < 0:
        # Python's and the solver's rounding agree for positive divisors only.
        flipped = total(0, ((-1, left),))
        result = _by_constant(op, flipped, -right)
        return result if op == "div" else total(0, ((-1, result),))
    low, high = left.low // right, left.high // right
    if op == "div":
        return (
            number(low)
            if low == high
            else left
            if right == 1
            else make("div", (left,), right, low, high, False)
        )
    if low == high:
        return total(-low * right, ((1, left),))
    return make("mod", (left,), right, 0, right - 1, False)


def lesser(left: Term, right: Term) -> Term:
    return chosen(at_most(left, right), left, right)


def greater(left: Term, right: Term) -> Term:
    return chosen(at_most(left, right), right, left)
