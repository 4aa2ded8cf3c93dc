"""What a term can come to when the range of each variable is known: enough to see that a way cannot be gone yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from verifier.backends.proof.terms import (
    And,
    AtLeastZero,
    Cases,
    Choice,
    Constant,
    Count,
    Iff,
    Negation,
    Or,
    Quotient,
    Remainder,
    Sum,
    Term,
    Variable,
    Zero,
)

Range = tuple[int, int]
ANY: Range = (0, 1)
NO: Range = (0, 0)
YES: Range = (1, 1)


def range_of(term: Term, known: Mapping[Term, Range], memo: dict[Term, Range]) -> Range:
    """The least and the greatest value; of a truth, 0 and 1."""
    found = memo.get(term)
    if found is None:
        low, high = _worked_out(term, known, memo)
        found = memo[term] = max(low, term.low), min(high, term.high)
    return found


def _worked_out(term: Term, known: Mapping[Term, Range], memo: dict[Term, Range]) -> Range:
    match term:
        case Constant():
            return term.low, term.high
        case Variable():
            return known.get(term, (term.low, term.high))
        case And():
            return _all([range_of(arg, known, memo) for arg in term.args])
        case Or():
            return _not(_all([_not(range_of(arg, known, memo)) for arg in term.args]))
        case Iff():
            one, other = (range_of(arg, known, memo) for arg in term.args)
            return ANY if ANY in (one, other) else YES if one == other else NO
        case Choice():
            test, then, otherwise = (range_of(arg, known, memo) for arg in term.args)
            if test[0] == test[1]:
                return then if test == YES else otherwise
            return hull(then, otherwise)
        case Cases():
            tests = [range_of(arg, known, memo) for arg in term.args]
            left = [value for value, test in zip(term.values, tests, strict=True) if test != NO]
            return (left[0], left[-1]) if left else (term.low, term.high)
        case Sum():
            return _sum(term, [range_of(arg, known, memo) for arg in term.args])
        case Remainder():
            return term.low, term.high
    low, high = range_of(term.args[0], known, memo)
    match term:
        case Negation():
            return _not((low, high))
        case Count():
            return low, high
        case Zero():
            return YES if low == high == 0 else NO if low > 0 or high < 0 else ANY
        case AtLeastZero():
            return YES if low >= 0 else NO if high < 0 else ANY
        case Quotient():
            return low // term.divisor, high // term.divisor
        case _:
            assert_never(term)


def _all(ranges: list[Range]) -> Range:
    if NO in ranges:
        return NO
    return YES if all(each == YES for each in ranges) else ANY


def _not(truth: Range) -> Range:
    return 1 - truth[1], 1 - truth[0]


def _sum(term: Sum, ranges: list[Range]) -> Range:
    low = high = term.constant
    for factor, (least, most) in zip(term.factors, ranges, strict=True):
        low += factor * (least if factor > 0 else most)
        high += factor * (most if factor > 0 else least)
    return low, high


def hull(one: Range | None, other: Range) -> Range:
    return other if one is None else (min(one[0], other[0]), max(one[1], other[1]))
