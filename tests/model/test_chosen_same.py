"""Two components chosen from one place: told where one may be chosen for both."""

import pytest

from tests.rules import codes

GAME = """turn
    play: one of lay
define pair-of for card a, card b
    rule alike
        require a.value is b.value
    rule two
        require a is not b
action lay
{steps}    move a to heap
    move b to heap
"""
ONE_LINE = "    choose number a in my hand, number b in my hand{}\n"
TWO_LINES = "    choose number a in my hand\n    choose number b in my hand{}\n"
APART = (
    " where b is not a",
    " where not a is b",
    " where a.value is less than b.value",
    " where a is pair-of b",
    " where a.suit is b.suit and a is not b",
)


@pytest.mark.parametrize("choices", [ONE_LINE, TWO_LINES], ids=["one-line", "two-lines"])
@pytest.mark.parametrize("where", ["", " where a.value is b.value", " where b.suit is red"])
def test_one_component_for_both_is_told(tmp_path, choices, where):
    assert codes(tmp_path, GAME.format(steps=choices.format(where))) == ["C519"]


@pytest.mark.parametrize("choices", [ONE_LINE, TWO_LINES], ids=["one-line", "two-lines"])
@pytest.mark.parametrize("where", APART)
def test_what_is_told_apart_is_not(tmp_path, choices, where):
    assert codes(tmp_path, GAME.format(steps=choices.format(where))) == []


def test_a_rule_may_tell_them_apart_too(tmp_path):
    rule = "    rule two-cards\n        require a is not b\n"
    assert codes(tmp_path, GAME.format(steps=ONE_LINE.format("") + rule)) == []


def test_what_has_been_moved_in_between_is_no_choice_any_more(tmp_path):
    between = TWO_LINES.format("").replace("    choose number b", "    move a to heap\n    choose number b")
    assert (
        codes(tmp_path, GAME.format(steps=between).replace("    move a to heap\n    move b", "    move b"))
        == []
    )


def test_two_places_and_two_kinds_are_never_the_same(tmp_path):
    steps = "    choose number a in my hand, number b in heap\n"
    assert codes(tmp_path, GAME.format(steps=steps)) == []
    assert codes(tmp_path, GAME.format(steps="    choose suit s, suit t\n" + steps)) == []
