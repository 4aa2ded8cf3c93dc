"""Reachable cutpoints and variable ranges after each number of steps, by interval propagation.

From the set-up on, each step widens what a variable may be at each cut: a pile that loses one card a turn is not empty
before so many turns. That is less than the rules say, so what the ranges exclude no play reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from verifier.check.induction import terms as t
from verifier.check.induction.cutpoints import START, Cut
from verifier.check.induction.encode import Encoding
from verifier.check.induction.terms import Term
from verifier.check.induction.transitions import Path, Transition

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
        case t.Constant():
            return term.low, term.high
        case t.Variable():
            return known.get(term, (term.low, term.high))
        case t.And():
            return _all([range_of(arg, known, memo) for arg in term.args])
        case t.Or():
            return _not(_all([_not(range_of(arg, known, memo)) for arg in term.args]))
        case t.Iff():
            one, other = (range_of(arg, known, memo) for arg in term.args)
            return ANY if ANY in (one, other) else YES if one == other else NO
        case t.Choice():
            test, then, otherwise = (range_of(arg, known, memo) for arg in term.args)
            if test[0] == test[1]:
                return then if test == YES else otherwise
            return hull(then, otherwise)
        case t.Cases():
            tests = [range_of(arg, known, memo) for arg in term.args]
            left = [value for value, test in zip(term.values, tests, strict=True) if test != NO]
            return (left[0], left[-1]) if left else (term.low, term.high)
        case t.Sum():
            return _sum(term, [range_of(arg, known, memo) for arg in term.args])
        case t.Remainder():
            return term.low, term.high
    low, high = range_of(term.args[0], known, memo)
    match term:
        case t.Negation():
            return _not((low, high))
        case t.Count():
            return low, high
        case t.Zero():
            return YES if low == high == 0 else NO if low > 0 or high < 0 else ANY
        case t.AtLeastZero():
            return YES if low >= 0 else NO if high < 0 else ANY
        case t.Quotient():
            return low // term.divisor, high // term.divisor
        case _:
            assert_never(term)


def _all(ranges: list[Range]) -> Range:
    if NO in ranges:
        return NO
    return YES if all(each == YES for each in ranges) else ANY


def _not(truth: Range) -> Range:
    return 1 - truth[1], 1 - truth[0]


def _sum(term: t.Sum, ranges: list[Range]) -> Range:
    low = high = term.constant
    for factor, (least, most) in zip(term.factors, ranges, strict=True):
        low += factor * (least if factor > 0 else most)
        high += factor * (most if factor > 0 else least)
    return low, high


def hull(one: Range | None, other: Range) -> Range:
    return other if one is None else (min(one[0], other[0]), max(one[1], other[1]))


Ranges = Mapping[Term, Range]


class Horizon:
    """After each number of steps: where play may stand, with the range of each variable there. `given` fixes some.

    `ways` are those that lead on from each, `looked` counts how many were looked at in all.
    """

    def __init__(
        self, encoding: Encoding, transitions: Iterable[Transition], given: Mapping[Term, int]
    ) -> None:
        self.encoding = encoding
        self.leaving: dict[Cut, list[Transition]] = {}
        for transition in transitions:
            self.leaving.setdefault(transition.source, []).append(transition)
        first = {variable: (value, value) for variable, value in given.items()}
        self.ranges: list[dict[Cut, dict[Term, Range]]] = [{START: first}]
        self.ways: list[list[tuple[Transition, Path]]] = []
        self.looked = 0
        # How many moves lead to each cut, at least.
        self._moves: list[dict[Cut, int]] = [{START: 0}]

    def extend_to(self, number: int) -> None:
        """Look as far as so many steps."""
        while len(self.ranges) <= number:
            self._extend()

    def fewest(self, number: int) -> int:
        """How many moves so many steps make at least; more steps make no fewer."""
        self.extend_to(number)
        return min(self._moves[number].values(), default=0)

    def may_meet(self, cases: Iterable[Term], number: int) -> bool:
        """Might one of the cases hold at a pause after so many steps, or at the end?"""
        self.extend_to(number)
        for cut, ranges in self.ranges[number].items():
            memo: dict[Term, Range] = {}
            if cut.kind in ("pause", "final") and any(range_of(case, ranges, memo) != NO for case in cases):
                return True
        return False

    def _extend(self) -> None:
        ways: list[tuple[Transition, Path]] = []
        ranges: dict[Cut, dict[Term, Range]] = {}
        moves: dict[Cut, int] = {}
        for cut, before in self.ranges[-1].items():
            count = self._moves[-1][cut] + (cut.kind == "pause")
            for transition, path, known in self._open(cut, before):
                ways.append((transition, path))
                self._spread(path, known, ranges)
                moves[path.target] = min(count, moves.get(path.target, count))
        self.ways.append(ways)
        self.ranges.append(ranges)
        self._moves.append(moves)

    def _open(self, cut: Cut, before: Ranges) -> Iterator[tuple[Transition, Path, dict[Term, Range]]]:
        """The ways that the ranges do not exclude, with what is known on each."""
        memo: dict[Term, Range] = {}
        for transition in self.leaving.get(cut, ()):
            for path in transition.paths:
                self.looked += 1
                facts = (*path.state.facts, *path.state.laws)
                if any(range_of(fact, before, memo) == NO for fact in facts):
                    continue
                narrowed = {**before, **path.state.ranges}
                narrowed.update((each, (value.low, value.high)) for each, value in path.state.known.items())
                yield transition, path, narrowed

    def _spread(self, path: Path, known: Ranges, ranges: dict[Cut, dict[Term, Range]]) -> None:
        fresh = path.target not in ranges
        there = ranges.setdefault(path.target, {})
        memo: dict[Term, Range] = {}
        for variable in self.encoding.slots:
            if not fresh and there.get(variable) == (variable.low, variable.high):
                continue
            new = path.state.changed.get(variable)
            after = known.get(variable, (variable.low, variable.high))
            if new is not None:
                after = range_of(new, known, memo)
            there[variable] = hull(there.get(variable), after)
