"""What can be read off conditions, held against every state of a few variables."""

from itertools import product

from verifier.check.induction.logic import both, covers, disjunction, either, excludes, includes, negation
from verifier.check.induction.rewrite_terms import term_value
from verifier.check.induction.terms import TermStore

STORE = TermStore()
A, B, C = (STORE.truth_variable(name) for name in "abc")
TERMS = [
    A,
    negation(A),
    both(A, B),
    both(negation(A), B),
    either(A, B),
    negation(both(A, B)),
    both(A, negation(both(A, B))),
    either(both(A, B), both(negation(A), C)),
    both(both(negation(A), negation(B)), C),
]
STATES = [dict(zip((A, B, C), values, strict=True)) for values in product((0, 1), repeat=3)]


def holds(term, state) -> bool:
    return bool(term_value(term, state, {}))


def test_what_is_read_off_holds_in_every_state():
    seen = set()
    for one, other in product(TERMS, repeat=2):
        if excludes(one, other):
            seen.add("excludes")
            assert not any(holds(one, state) and holds(other, state) for state in STATES)
        if includes(one, other):
            seen.add("includes")
            assert all(holds(other, state) for state in STATES if holds(one, state))
        for third in TERMS:
            if covers((one, other, third)):
                seen.add("covers")
                assert all(holds(disjunction((one, other, third)), state) for state in STATES)
    assert seen == {"excludes", "includes", "covers"}


def test_a_pile_from_which_one_of_several_was_taken_is_covered():
    first, second = A, both(negation(A), B)
    left = both(negation(first), negation(second))
    assert covers((first, second, left))
    assert not covers((first, second, both(left, C)))


def test_nothing_is_read_off_conditions_that_have_nothing_to_do_with_each_other():
    assert not excludes(A, B)
    assert not includes(A, B)
    assert not covers((A, B))
