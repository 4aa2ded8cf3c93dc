"""Work that makes no new terms is counted too."""

import pytest

from verifier.check.induction.logic import both
from verifier.check.induction.terms import LOOKS, TermStore, TooManyLooksError


def test_putting_the_same_terms_together_for_ever_comes_to_an_end():
    store = TermStore(10)
    one, other = store.truth_variable("one"), store.truth_variable("other")
    for _ in range(10 * LOOKS):
        both(one, other)
    with pytest.raises(TooManyLooksError):
        both(one, other)


def test_without_a_limit_nothing_is_counted_against_anybody():
    store = TermStore()
    one, other = store.truth_variable("one"), store.truth_variable("other")
    made = {both(one, other) for _ in range(100 * LOOKS)}
    assert len(made) == 1
