"""`fair-deal`: what is shuffled stays shuffled; a text that undoes a shuffle is refuted, with pile and component."""

import pytest

from tests.rules import FRAME
from verifier.check.deal.method import FAIR_DEAL, by_set_ups
from verifier.program import program_of
from verifier.verdict.budget import Budget
from verifier.verdict.method import Request

pytestmark = pytest.mark.slow

SETUP = "    each player p\n        move 2 from deck to p.hand\n"
TURN = "turn\n    play: one of lay\n\naction lay\n    choose number in my hand\n    move number to heap\n"


def finding(folder, setup, *pieces, seconds=20.0):
    path = folder / "tiny.rules"
    path.write_text("\n".join((FRAME.replace(SETUP, setup), *pieces, TURN)), encoding="utf-8")
    (found,) = by_set_ups(program_of(str(path), 2), Request(Budget(seconds)))
    assert found.property == FAIR_DEAL
    return found


def test_a_shuffled_deck_is_fair(tmp_path):
    found = finding(tmp_path, "    shuffle deck\n" + SETUP)
    assert found.verdict == "proved"
    assert "`deck`" in found.detail


def test_a_packet_that_is_moved_on_stays_shuffled(tmp_path):
    setup = "    move every number to pond\n    shuffle pond\n    move every number in pond to deck\n"
    assert finding(tmp_path, setup, "zone pond: pile, hidden").verdict == "proved"


def test_a_shuffle_that_is_undone_is_refuted(tmp_path):
    setup = "    shuffle deck\n    move every number in deck to box\n    move every number to deck\n"
    found = finding(tmp_path, setup)
    assert found.verdict == "refuted"
    assert "never the first one drawn from `deck`" in found.detail
    # The last one made always lies on top.
    assert "`blue-3`" not in found.detail


def test_part_of_a_shuffle_undone_is_refuted(tmp_path):
    setup = "    shuffle deck\n    move every number n in deck where n.value is 3 to deck\n"
    found = finding(tmp_path, setup)
    assert found.verdict == "refuted"
    assert "-3`" not in found.detail


def test_what_was_shuffled_apart_keeps_its_place(tmp_path):
    """Reds are shuffled, and laid on top of the shuffled blues: no blue one comes first, and none should."""
    setup = """\
    move every number n in deck where n.suit is red to pond
    shuffle deck
    shuffle pond
    move every number in pond to deck
"""
    assert finding(tmp_path, setup, "zone pond: pile, hidden").verdict == "proved"


def test_a_card_that_was_never_shuffled_may_have_its_place(tmp_path):
    setup = """\
    move every number n in deck where n.value is 3 to pond
    shuffle deck
    move every number in pond to bottom of deck
"""
    assert finding(tmp_path, setup, "zone pond: pile, hidden").verdict == "proved"


def test_a_hidden_pile_that_nobody_shuffles_is_remarked(tmp_path):
    found = finding(tmp_path, SETUP)
    assert found.verdict == "proved"
    assert found.remark == "never shuffled: `deck`"


def test_a_small_budget_leaves_places_open(tmp_path):
    many = "card extra: value 1..120"
    setup = "    move every card to deck\n    shuffle deck\n" + SETUP
    found = finding(tmp_path, setup, many, seconds=0.1)
    assert found.verdict == "tested"
    assert "pairs left" in found.detail


@pytest.mark.parametrize("ruleset", ["lost-cities", "catan-duel"])
def test_published_games_deal_fairly(ruleset):
    (found,) = by_set_ups(program_of(ruleset, 2), Request(Budget(1.0)))
    assert found.verdict in ("proved", "tested")
