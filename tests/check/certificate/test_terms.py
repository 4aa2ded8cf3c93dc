"""Terms come to what the arithmetic of the kernel comes to, whichever of their parts are known."""

import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from verifier.check.certificate import terms
from verifier.runtime.numbers import arithmetic, compared

pytestmark = pytest.mark.slow

NUMBERS = st.integers(-6, 6)
OPERATIONS = ["+", "-", "*", "/", "%", "min", "max"]
COMPARISONS = ["=", "!=", "<", "<=", ">", ">="]


class Hidden:
    """Numbers behind names of Z3: known to the solver, not to Python."""

    def __init__(self):
        self.context = z3.Context()
        self.solver = z3.Solver(ctx=self.context)
        self.count = 0

    def number(self, value, is_open):
        if not is_open:
            return value
        self.count += 1
        name = z3.Int(f"n{self.count}", self.context)
        self.solver.add(name == value)
        return name

    def value(self, term):
        if isinstance(term, int):
            return int(term)
        self.solver.check()
        return self.solver.model().eval(terms.number(term), model_completion=True).as_long()


@given(st.sampled_from(OPERATIONS), NUMBERS, NUMBERS, st.booleans(), st.booleans())
def test_arithmetic_is_that_of_the_kernel(op, left, right, left_open, right_open):
    hidden = Hidden()
    term = terms.arithmetic(op, hidden.number(left, left_open), hidden.number(right, right_open))
    assert hidden.value(term) == arithmetic(op, left, right)


@given(st.sampled_from(COMPARISONS), NUMBERS, NUMBERS, st.booleans(), st.booleans())
def test_comparisons_are_those_of_the_kernel(op, left, right, left_open, right_open):
    hidden = Hidden()
    term = terms.comparison(op, hidden.number(left, left_open), hidden.number(right, right_open))
    assert bool(hidden.value(term)) == compared(op, left, right)


@given(st.lists(st.tuples(NUMBERS, st.booleans()), min_size=5, max_size=5), NUMBERS)
def test_equality_looks_into_cases(parts, wanted):
    hidden = Hidden()
    first, second, third, fourth, fifth = (hidden.number(*part) for part in parts)
    inner = terms.case(terms.comparison("<", first, second), third, fourth)
    term = terms.case(terms.comparison("<", second, first), fifth, inner)
    values = [value for value, _ in parts]
    inside = values[2] if values[0] < values[1] else values[3]
    expected = values[4] if values[1] < values[0] else inside
    assert hidden.value(term) == expected
    assert bool(hidden.value(terms.equal(term, wanted))) == (expected == wanted)
    assert bool(hidden.value(terms.equal(wanted, term))) == (expected == wanted)


@given(st.lists(st.tuples(NUMBERS, st.booleans()), max_size=4))
def test_truths_are_joined_as_python_joins_them(parts):
    hidden = Hidden()
    open_parts = [hidden.number(*part) for part in parts]
    assert bool(hidden.value(terms.all_of(open_parts))) == all(value for value, _ in parts)
    assert bool(hidden.value(terms.any_of(open_parts))) == any(value for value, _ in parts)
    assert hidden.value(terms.total(open_parts)) == sum(value for value, _ in parts)
    for term, (value, _) in zip(open_parts, parts, strict=True):
        assert bool(hidden.value(terms.negation(term))) == (not value)
