"""Terms as bit-vectors mean what terms mean."""

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.check.induction.arithmetic import (
    add,
    at_most,
    chosen,
    equal,
    greater,
    less,
    lesser,
    product,
    quotient,
    remainder,
    subtract,
)
from verifier.check.induction.logic import conjunction, disjunction, negation, same_truth
from verifier.check.induction.rewrite_terms import term_value
from verifier.check.induction.terms import TermStore
from verifier.check.unroll.bit_vectors import BitVectorContext, BitVectorPrinter, width_of
from verifier.check.unroll.horizon import range_of

PAD = BitVectorContext()
STORE = TermStore()
TRUTHS = [STORE.truth_variable(f"t{place}") for place in range(4)]
NUMBERS = [STORE.variable("small", 0, 3), STORE.variable("signed", -5, 4), STORE.variable("wide", -40, 200)]

NUMERIC = {
    "add": lambda one, other, truth, k: add(one, other),
    "subtract": lambda one, other, truth, k: subtract(one, other),
    "chosen": lambda one, other, truth, k: STORE.as_number(chosen(truth, one, other)),
    "lesser": lambda one, other, truth, k: lesser(one, other),
    "greater": lambda one, other, truth, k: greater(one, other),
    "quotient": lambda one, other, truth, k: quotient(one, k),
    "remainder": lambda one, other, truth, k: remainder(one, k),
    "total": lambda one, other, truth, k: STORE.total(k, ((k, one), (-2, other), (1, STORE.counted(truth)))),
    "counted": lambda one, other, truth, k: STORE.counted(truth),
    "product": lambda one, other, truth, k: product(NUMBERS[k % 2], NUMBERS[k % 3]),
}
LOGICAL = {
    "not": lambda one, other, truth, more: negation(truth),
    "and": lambda one, other, truth, more: conjunction((truth, more)),
    "or": lambda one, other, truth, more: disjunction((truth, more)),
    "iff": lambda one, other, truth, more: same_truth(truth, more),
    "equal": lambda one, other, truth, more: equal(one, other),
    "at-most": lambda one, other, truth, more: at_most(one, other),
    "less": lambda one, other, truth, more: less(one, other),
    "count": lambda one, other, truth, more: at_most(STORE.count(TRUTHS), STORE.number(2)),
}
step = st.tuples(
    st.sampled_from([*NUMERIC, *LOGICAL]), *(st.integers(0, 30) for _ in range(4)), st.integers(-4, 7)
)


@st.composite
def terms(draw):
    """A term made in a few steps, each from what was made before."""
    numbers, truths = [*NUMBERS, STORE.number(-3), STORE.number(11)], list(TRUTHS)
    made = truths[0]
    for op, first, second, third, fourth, k in draw(st.lists(step, min_size=1, max_size=9)):
        one, other = numbers[first % len(numbers)], numbers[second % len(numbers)]
        truth, more = truths[third % len(truths)], truths[fourth % len(truths)]
        if op in NUMERIC:
            made = NUMERIC[op](one, other, truth, k)
            numbers.append(made)
        else:
            made = LOGICAL[op](one, other, truth, more)
            truths.append(made)
    return made


states = st.fixed_dictionaries(
    {
        **{each: st.integers(0, 1) for each in TRUTHS},
        **{each: st.integers(each.low, each.high) for each in NUMBERS},
    }
)


def printed(term, state) -> int:
    """What Z3 makes of a term when every variable is fixed."""
    pad = PAD
    printer = BitVectorPrinter(pad, "")
    for each, held in state.items():
        fixed = pad.numeral(held, width_of(each.low, each.high))
        printer.known[each] = (pad.yes if held else pad.no) if each.truth else fixed
    ast = printer(term)
    if term.truth:
        return int(z3.is_true(z3.simplify(z3.BoolRef(ast, pad.context))))
    return z3.simplify(z3.BitVecRef(ast, pad.context)).as_signed_long()


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(terms(), states)
def test_bits_come_to_what_the_term_comes_to(term, state):
    assert printed(term, state) == term_value(term, state, {})


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(terms(), states, st.sets(st.sampled_from([*TRUTHS, *NUMBERS])))
def test_the_value_lies_in_the_range_that_is_worked_out(term, state, known):
    ranges = {each: (state[each], state[each]) for each in known}
    low, high = range_of(term, ranges, {})
    assert low <= term_value(term, state, {}) <= high
