"""What a rulebook is asked for: what rulebooks say, by the construct and not by the game."""

import pytest

from tests.words.claims.quay import FRAME, claims, quay
from verifier.words.book import worded_program
from verifier.words.claims import claims_of

ONE_PIER = """
    rule heavier
        when card is crate
        require card.weight is more than highest weight of crate in my pier of card.flag else 0
"""
EMPTY_PIER = """
    rule one-pier
        require my pier of card.flag is empty
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return claims(quay(tmp_path_factory.mktemp("quay")))


def shipped(ruleset):
    return {claim.id: claim for claim in claims_of(worded_program(ruleset))}


@pytest.mark.parametrize(
    "id",
    [
        # An end without a moment of its own comes at once.
        "hold-cleared/at-once",
        # A bonus behind the multiplication is not multiplied.
        "long-pier/not-multiplied",
        # What is left when hands are dealt.
        "hand/left-in",
        # A limit to cards of a class.
        "seals-first/forbidden",
    ],
)
def test_what_rulebooks_say_is_asked(found, id):
    assert found[id].expected


def test_that_where_one_lies_no_second_comes_is_asked(tmp_path):
    assert claims(quay(tmp_path, frame=FRAME.replace(ONE_PIER, EMPTY_PIER)))["one-pier/only-one"].expected


def test_of_a_space_for_one_it_is_asked_where_there_is_one_of_each_colour(tmp_path):
    frame = FRAME.replace(ONE_PIER, EMPTY_PIER)
    frame = frame.replace("pier: row per player per flag, seen", "pier: space per player per flag, seen")
    assert claims(quay(tmp_path, frame=frame))["one-pier/only-one"].expected
    assert shipped("lost-cities-board")["one-figure-a-path/only-one"].expected
    assert not shipped("catan-duel")["site-free/only-one"].expected


def test_of_what_there_may_be_one_of_each_that_is_asked():
    found = shipped("catan-duel")
    assert found["one-of-its-name/once"].expected
    assert not found["one-of-its-name/forbidden"].expected


def test_from_which_end_of_a_pile_of_one_design_is_not_asked():
    found = shipped("catan-duel")
    assert not found["build-settlement/settlement-to-plot/taken-from-the-top"].expected
    assert shipped("lost-cities")["draw-deck/card-to-hand/taken-from-the-top"].expected


def test_an_end_that_waits_for_the_turn_says_when():
    claim = shipped("catan-duel")["victory/after-the-turn"]
    assert claim.expected
    assert claim.allowed == {"after-turn", "at-once"}


def test_what_is_left_of_what_players_begin_with_is_counted():
    found = shipped("catan-duel")
    assert {each: found[f"{each}/still-there"].allowed for each in ("road", "settlement")} == {
        "road": {7},
        "settlement": {5},
    }
    assert found["road/still-there"].expected
    assert not found["road/count"].expected


def test_where_all_cards_are_of_one_class_cards_are_counted():
    found = shipped("lost-cities-board")
    assert found["card/count"].expected
    assert not found["expedition/count"].expected


def test_that_coins_are_points_is_asked_and_that_values_are_is_not():
    assert shipped("lost-cities-rivals")["gold-counts/points-each"].expected
    assert not shipped("lost-cities")["sum-of-values/points-each"].expected


def test_what_has_no_words_is_asked_of_nobody():
    claim = shipped("catan-duel")["missing-goods-first/comparison"]
    assert any(not group for group in (*claim.near, *claim.context))
    assert not claim.expected
    assert not claim.binding
