"""What stands on components: told of them by name, and asked only of a text that names them."""

import pytest

from tests.words.claims.quay import FRAME, claims, quay
from verifier.words.book import worded_program

SHOP = """
kind goods: wood, cloth
card storehouse: cost wood 2 cloth 1, copies 3
amount stock per player: 0..9
zone yard: pile, seen
zone plot: set per player, seen, in play

action raise
    let s be top storehouse in yard
    rule enough-stock
        require my stock is at least 2
    take 2 from my stock
    move s to my plot

card windmill: copies 2
    after reckon
        rule windmill-grinds
            when my stock is more than 0
            add 2 to my stock
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    more = FRAME.replace("throw\n    fetch", "throw, raise\n    fetch")
    more = more.replace("    shuffle hold\n", "    move every storehouse to yard\n    shuffle hold\n")
    return claims(quay(tmp_path_factory.mktemp("quay"), SHOP, frame=more))


def test_what_stands_on_a_component_is_told_of_it_and_asked_where_it_is_named(found):
    told = found["windmill-grinds/happens"]
    assert frozenset({"class:windmill"}) in told.context
    assert told.asked_of == {"class:windmill"}
    assert not found["heavier/comparison"].asked_of


def test_the_price_of_what_an_action_brings_is_asked(found):
    assert found["storehouse/cost-wood"].expected
    assert found["storehouse/cost-wood"].allowed == {2}


def test_from_an_open_pile_to_an_open_place_no_face_is_asked(found):
    assert not found["raise/storehouse-to-plot/face"].expected
    assert found["stow/card-to-pier/face"].expected


def test_what_an_action_takes_away_goes_without_being_asked_as_a_comparison():
    asked = {claim.id for claim in claims(worded_program("catan-duel")).values() if claim.expected}
    assert not {"enough-to-trade/comparison", "search-affordable/comparison"} & asked
    assert {"road/cost-brick", "city/cost-ore", "victory/threshold"} <= asked


def test_what_several_actions_do_alike_is_asked_once(tmp_path):
    toss = "action toss\n    choose card in my hand\n    move card to tip of card.flag\n"
    known = claims(quay(tmp_path, toss, frame=FRAME.replace("stow, throw\n", "stow, throw, toss\n")))
    assert known["throw/card-to-tip/face"].expected
    assert not known["toss/card-to-tip/face"].expected


def test_the_last_step_of_a_scale_is_not_asked():
    known = claims(worded_program("lost-cities-board"))
    assert not known["not-yet-at-the-end/threshold"].expected
