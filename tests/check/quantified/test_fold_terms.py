"""Comparisons of terms are those of numbers."""

import operator

import pytest
import z3

from verifier.check.quantified.fold_terms import compared

MEANT = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@pytest.mark.parametrize("op", MEANT)
def test_a_comparison_means_what_its_sign_says(op):
    for left in range(3):
        for right in range(3):
            truth = z3.simplify(z3.BoolVal(True) == compared(op, z3.IntVal(left), z3.IntVal(right)))
            assert z3.is_true(truth) == MEANT[op](left, right)
