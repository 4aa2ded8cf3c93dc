"""What a term can come to when the range of each variable is known: enough to see that a way cannot be gone yet."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.backends.proof.terms import Term

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
    match term.op:
        case "const":
            return term.low, term.high
        case "var":
            return known.get(term, (term.low, term.high))
        case "and":
            return _all([range_of(arg, known, memo) for arg in term.args])
        case "or":
            low, high = _all([_not(range_of(arg, known, memo)) for arg in term.args])
            return _not((low, high))
        case "iff":
            one, other = (range_of(arg, known, memo) for arg in term.args)
            return ANY if ANY in (one, other) else YES if one == other else NO
        case "ite":
            test, then, otherwise = (range_of(arg, known, memo) for arg in term.args)
            if test[0] == test[1]:
                return then if test == YES else otherwise
            return min(then[0], otherwise[0]), max(then[1], otherwise[1])
        case "cases":
            tests = [range_of(arg, known, memo) for arg in term.args]
            left = [value for value, test in zip(term.data, tests, strict=True) if test != NO]
            return (left[0], left[-1]) if left else (term.low, term.high)
        case "lin":
            return _sum(term, [range_of(arg, known, memo) for arg in term.args])
    low, high = range_of(term.args[0], known, memo)
    match term.op:
        case "not":
            return _not((low, high))
        case "count":
            return low, high
        case "zero":
            return YES if low == high == 0 else NO if low > 0 or high < 0 else ANY
        case "geq":
            return YES if low >= 0 else NO if high < 0 else ANY
        case "div":
            return low // term.data, high // term.data
        case _:
            return term.low, term.high


def _all(ranges: list[Range]) -> Range:
    if NO in ranges:
        return NO
    return YES if all(each == YES for each in ranges) else ANY


def _not(truth: Range) -> Range:
    return 1 - truth[1], 1 - truth[0]


def _sum(term: Term, ranges: list[Range]) -> Range:
    low = high = int(term.data[0])
    for factor, (least, most) in zip(term.data[1], ranges, strict=True):
        low += factor * (least if factor > 0 else most)
        high += factor * (most if factor > 0 else least)
    return low, high


def hull(one: Range | None, other: Range) -> Range:
    return other if one is None else (min(one[0], other[0]), max(one[1], other[1]))
