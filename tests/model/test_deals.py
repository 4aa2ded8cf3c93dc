"""A set-up that deals more than there is."""

from tests.rules import codes

PLAY = """turn
    play: one of lay
action lay
    choose number n in my hand
    move n to heap
"""


def test_a_deal_that_certainly_comes_up_short(tmp_path):
    # Six cards, two for each player, three more for each: two are left for the first of them.
    assert codes(tmp_path, PLAY, "setup\n    each player p\n        move 3 from deck to p.hand\n") == ["C507"]


def test_a_deal_of_the_very_last_cards(tmp_path):
    assert codes(tmp_path, PLAY, "setup\n    each player p\n        move 1 from deck to p.hand\n") == []


def test_nothing_is_said_where_cards_may_have_come_back(tmp_path):
    back = "setup\n    rule some\n        when deck is not empty\n        move every number to deck\n"
    assert codes(tmp_path, PLAY, back, "setup\n    each player p\n        move 3 from deck to p.hand\n") == []


def test_what_comes_before_and_after_the_set_up_deals_too(tmp_path):
    assert codes(tmp_path, PLAY, "after setup\n    move 3 from deck to heap\n") == ["C507"]
    assert codes(tmp_path, PLAY, "after setup\n    move 2 from deck to heap\n") == []
