"""Intervals hold whatever their operations can give: every small pair of them is tried."""

from itertools import product

import pytest

from verifier.analysis.interval_domain import (
    Interval,
    arithmetic_interval,
    compared_interval,
    domain_interval,
    interval_of,
    logic_interval,
    singleton,
)
from verifier.kernel.domain import NOTHING, Number, Things
from verifier.runtime import numbers

SMALL = [Interval(low, high) for low in range(-3, 4) for high in range(low, 4)]


def values(interval: Interval) -> range:
    return range(interval.low, interval.high + 1)


def pairs():
    for left, right in product(SMALL, repeat=2):
        yield left, right, list(product(values(left), values(right)))


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "%", "min", "max"])
def test_what_two_values_give_lies_in_the_interval(op):
    for left, right, both in pairs():
        found = arithmetic_interval(op, left, right)
        assert all(found.low <= numbers.arithmetic(op, *each) <= found.high for each in both), (left, right)


@pytest.mark.parametrize("op", ["=", "!=", "<", "<=", ">", ">="])
def test_a_comparison_is_sure_only_if_all_values_agree(op):
    for left, right, both in pairs():
        found = compared_interval(op, left, right)
        given = {int(numbers.compared(op, *each)) for each in both}
        assert given <= set(values(found)), (left, right)
        assert op in ("=", "!=") or len(values(found)) == len(given), (left, right)


def test_a_join_holds_the_values_of_both():
    for left, right, _ in pairs():
        assert {*values(left), *values(right)} <= set(values(left.joined(right)))
    both = interval_of(frozenset((2, 5))).joined(interval_of(frozenset((1,))))
    assert both.among == {1, 2, 5}
    assert singleton(2).joined(Interval(0, 4)).among is None


@pytest.mark.parametrize("op", ["and", "or"])
def test_truths_put_together(op):
    truths = [Interval(0, 0), Interval(1, 1), Interval(0, 1)]
    for parts in product(truths, repeat=3):
        given = {(all if op == "and" else any)(each) for each in product(*map(values, parts))}
        assert set(values(logic_interval(op, parts))) == given


def test_nothing_is_a_value_where_it_may_be():
    assert domain_interval(Number(2, 5), nothing=True).low == NOTHING
    assert domain_interval(Things("card", (3, 7)), nothing=True).among == {NOTHING, 3, 7}
    assert not domain_interval(Number(2, 5), nothing=True).something
    assert domain_interval(Number(2, 5)).something
    assert interval_of(frozenset((NOTHING, 4))).without_nothing() == singleton(4)
