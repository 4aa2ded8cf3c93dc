"""Numbers with their nouns, and titles without names."""

import pytest

from verifier.diagnostics import CODES, count_of, heading


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (1200, "1,200 moves")]
)
def test_a_number_has_its_noun(number, words):
    assert count_of(number, "move") == words


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_heading_has_no_slot_left(code):
    assert not {"{", "}"} & set(heading(code))


def test_a_heading_shows_where_something_stands():
    assert heading("N223") == "... has no `name`"
    assert heading("O320") == "`name` is not for ... players"
