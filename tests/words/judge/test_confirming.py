"""What is confirmed, what is only licensed, and what is asked of which text."""

from dataclasses import replace

import pytest

from verifier.words.judge.verdicts import judged
from verifier.words.reader.lexicon import lexicon
from verifier.words.reader.reading import read
from verifier.words.seam import Claim

TERMS = {
    "zone:hand": ["hand"],
    "class:mill": ["mill", "mills"],
    "kind:flag": ["flag"],
    "name:red": ["red"],
    "name:blue": ["blue"],
    "name:green": ["green"],
}


def group(*concepts):
    return frozenset(concepts)


def verdicts(text, *claims):
    found = judged(claims, read(text, lexicon("en"), TERMS))
    return {each.claim.id: each.status for each in found if each.claim is not None}


MILL = Claim(
    "mill/times", "rule:mill", "quantity", "number", frozenset({2}), head=group("", "card"),
    near=(group("earn", "take"),), context=(group("class:mill"),), asked_of=group("class:mill"),
)  # fmt: skip
FLAGS = Claim(
    "flag/members", "", "count", "number", frozenset({3}), head=group("kind:flag"),
    shown_by=(group("name:red", "name:blue", "name:green"),),
)  # fmt: skip
TO_HAND = Claim(
    "draw/to", "action:draw", "zone", "zone", frozenset({"zone:hand"}), near=(group("take"),), expected=False
)
SHUFFLED = Claim(
    "deck/mixed", "setup", "setup", "modal", frozenset({"assert", "must"}), head=group("keep"),
    near=(group("class:mill"),), context=(group("rest"),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("A mill lets you take 2 cards.", "confirmed"),
        ("A mill stands alone.", "missing"),
        ("The players take turns.", None),
    ],
)
def test_what_stands_on_a_component_is_asked_of_a_text_that_names_it(text, status):
    assert verdicts(text, MILL).get("mill/times") == status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("There are three flags.", "confirmed"),
        ("The cards are red, blue and green.", "implied"),
        ("The cards are red and blue.", "missing"),
    ],
)
def test_who_names_them_all_says_how_many_there_are(text, status):
    assert verdicts(text, FLAGS)["flag/members"] == status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Take a card into your hand.", "confirmed"),
        ("Take a card from your opponent's hand.", "implied"),
    ],
)
def test_the_hand_of_the_opponent_confirms_nothing_of_ones_own(text, status):
    assert verdicts(text, TO_HAND)["draw/to"] == status


def test_what_nobody_asks_and_many_values_agree_with_is_not_confirmed():
    several = Claim(
        "mill/steps", "", "table", "number", frozenset({1, 2, 4}), head=group("card"), near=(group("take"),),
        expected=False,
    )  # fmt: skip
    assert verdicts("Take 2 cards.", several) == {"mill/steps": "implied"}
    assert verdicts("Take 2 cards.", replace(several, expected=True)) == {"mill/steps": "confirmed"}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("The rest of the mills is kept.", "confirmed"),
        # That something is kept says nothing of a rest that nobody names.
        ("The mill is kept.", "missing"),
        ("What of the rest? The mill is kept.", "confirmed"),
    ],
)
def test_that_something_is_done_confirms_nothing_it_does_not_name(text, status):
    assert verdicts(text, SHUFFLED)["deck/mixed"] == status


def test_one_behind_what_it_is_told_of_counts_what_was_counted_before():
    one = Claim(
        "mill/points", "", "quantity", "number", frozenset({1}), head=group("point"), near=(group("class:mill"),)
    )  # fmt: skip
    assert verdicts("A red card is worth two points, a mill one.", one) == {"mill/points": "confirmed"}
    assert verdicts("A red card is worth two points, a mill one card.", one) == {"mill/points": "missing"}
