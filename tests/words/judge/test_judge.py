"""Atoms against claims: what confirms, what contradicts, what is only doubtful, what is silent."""

import pytest

from verifier.words.judge.verdicts import judged
from verifier.words.reader.lexicon import lexicon
from verifier.words.reader.reading import read
from verifier.words.seam import Claim

TERMS = {
    "zone:row": ["row"],
    "zone:deck": ["draw pile"],
    "class:boat": ["boat", "boats"],
    "kind:size": ["size"],
}


def group(*concepts):
    return frozenset(concepts)


THRESHOLD = Claim(
    "long-row/threshold", "rule:long-row", "threshold", "number", frozenset({8}), op="at-least",
    head=group("card"), context=(group("bonus"),),
)  # fmt: skip
FACE = Claim("deck/face", "zone:deck", "visibility", "face", frozenset({"down"}), near=(group("zone:deck"),))
BIGGER = Claim(
    "bigger/comparison", "rule:bigger", "comparison", "comparison", frozenset({"more-than"}),
    near=(group("kind:size", "previous"),),
)  # fmt: skip
FORBIDDEN = Claim(
    "not-back/forbidden", "rule:not-back", "modality", "modal", frozenset({"must-not", "negated"}),
    head=group("take"), context=(group("just-dropped"),),
)  # fmt: skip
OPEN = Claim(
    "open/needed", "rule:open", "condition", "modal", frozenset({"must", "may", "must-not"}), head=group("take"),
)  # fmt: skip
WINNER = Claim(
    "winner/who", "winner", "superlative", "superlative", frozenset({"most", "highest"}), near=(group("win", "point"),),
)  # fmt: skip

ONLY_WITHOUT = Claim(
    "boats-first/unless-there", "rule:boats-first", "condition", "condition", frozenset({"unless"}),
    head=group("kind:size"), context=(group("class:boat"),),
)  # fmt: skip
NEXT = Claim(
    "sale/next", "rule:sale", "role", "role", frozenset({"left-neighbour"}), near=(group("player", "start"),),
)  # fmt: skip
NO_PASSING = Claim(
    "turn/no-passing", "", "modality", "modal", frozenset({"must-not", "negated"}), head=group("pass"),
)  # fmt: skip
BONUS = Claim(
    "bonus/amount", "", "quantity", "number", frozenset({20}), head=group("point"), context=(group("bonus"),)
)  # fmt: skip
OWN = Claim("lay/owner", "", "role", "owner", frozenset({"own"}), near=(group("zone:row"),))


def statuses(text, *claims):
    return [verdict.status for verdict in judged(claims, read(text, lexicon("en"), TERMS))]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("A row with at least 8 cards earns a bonus.", "confirmed"),
        ("A row with more than 7 cards earns a bonus.", "confirmed"),
        ("A row with more than 8 cards earns a bonus.", "contradicted"),
        ("A row with at most 8 cards earns a bonus.", "contradicted"),
        # Perhaps one of many.
        ("A row with 9 cards earns a bonus.", "doubtful"),
        ("Deal 9 cards.", "missing"),
    ],
)
def test_a_bound(text, status):
    assert statuses(text, THRESHOLD) == [status]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("The draw pile lies face down.", "confirmed"),
        ("The draw pile lies face up.", "contradicted"),
        ("The draw pile does not lie face up.", "missing"),
        ("Your row lies face up.", "missing"),
    ],
)
def test_a_face(text, status):
    assert statuses(text, FACE) == [status]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Its size must be higher than the previous one.", "confirmed"),
        ("Its size must be equal or higher.", "contradicted"),
        ("Its size must be lower than the previous one.", "contradicted"),
    ],
)
def test_a_comparison(text, status):
    assert statuses(text, BIGGER) == [status]


def test_the_other_end_of_a_scale_contradicts_and_another_scale_does_not():
    assert statuses("The player with the fewest points wins.", WINNER) == ["contradicted"]
    assert statuses("The youngest player wins.", WINNER) == ["missing"]


def test_a_modal_is_only_doubted():
    assert statuses("You may not take the card you just discarded.", FORBIDDEN) == ["confirmed"]
    assert statuses("You may take the card you just discarded.", FORBIDDEN) == ["doubtful"]


def test_a_claim_that_allows_a_thing_and_its_contrary_licenses_nothing():
    assert statuses("You may take the card you just discarded.", FORBIDDEN, OPEN) == ["doubtful"]


def test_every_mention_is_judged_and_said_differently_is_told():
    found = judged(
        [FACE], read("The draw pile lies face down. The draw pile lies face up.", lexicon("en"), TERMS)
    )
    assert [each.status for each in found] == ["confirmed", "contradicted"]
    assert "says otherwise" in found[1].why


def test_examples_are_silent():
    assert statuses("Example: the draw pile lies face up.", FACE) == ["missing"]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("A boat may be played only while no size lies in the row.", "confirmed"),
        ("A boat may not be played if a size already lies in the row.", "confirmed"),
        ("A boat may be played only if a size lies in the row.", "doubtful"),
        ("A boat may not be played while no size lies in the row.", "doubtful"),
    ],
)
def test_a_condition_and_which_way_it_points(text, status):
    assert statuses(text, ONLY_WITHOUT) == [status]


def test_who_sits_on_the_one_side_does_not_sit_on_the_other():
    assert statuses("The player to the left of the winner starts.", NEXT) == ["confirmed"]
    assert statuses("The player to the right of the winner starts.", NEXT) == ["doubtful"]
    assert statuses("The winner starts.", NEXT) == ["missing"]


def test_passing():
    assert statuses("Passing is not allowed.", NO_PASSING) == ["confirmed"]
    assert statuses("Passing is allowed.", NO_PASSING) == ["doubtful"]


def test_what_may_not_be_lower_need_not_be_told_of_what_is_equal():
    assert "doubtful" not in statuses("Its size may not be lower than the previous one.", BIGGER)
    assert statuses("Its size may not be higher than the previous one.", BIGGER) == ["doubtful"]


def test_never_with_the_opponent_is_with_oneself():
    assert statuses("Never add a card to your opponent's row.", OWN) == ["confirmed"]


def test_points_that_no_claim_gives_are_extra():
    assert statuses("Whoever has most boats earns 7 points.", BONUS) == ["extra", "missing"]
    assert "extra" not in statuses("Whoever has most boats earns 20 points.", BONUS)


def test_coins_in_a_game_without_money_are_extra():
    assert "extra" in statuses("Each player takes three coins.", BONUS)


RISING = Claim(
    "rising/comparison", "rule:rising", "comparison", "comparison", frozenset({"more-than"}),
    near=(group("kind:size"),), context=(group("zone:row"),),
)  # fmt: skip
COST = Claim(
    "cost/amount", "", "quantity", "number", frozenset({20}), head=group("point"),
    near=(group("cost", "subtract"),), context=(group("zone:row"),),
)  # fmt: skip
PILES = Claim(
    "deck/cards", "", "quantity", "number", frozenset({20}), head=group("card"), near=(group("put"),),
    context=(group("zone:deck"),),
)  # fmt: skip
SHARED = Claim(
    "shared", "", "modality", "modal", frozenset({"assert", "must"}), head=group("share"), context=(group("money"),)
)  # fmt: skip
NOT_AT_THE_END = Claim(
    "not-at-the-end", "", "modality", "modal", frozenset({"negated", "must-not"}), head=group("share"),
    context=(group("money"), group("finish")),
)  # fmt: skip


def test_one_anchor_may_be_lacking():
    assert statuses("Each size must be higher than the last.", RISING) == ["confirmed"]
    assert statuses("Each size must be lower than the last.", RISING) == ["doubtful"]


def test_gained_instead_of_lost_is_doubtful():
    assert statuses("Subtract 20 points for each row.", COST) == ["confirmed"]
    assert statuses("Add 20 points for each row.", COST) == ["doubtful"]


def test_a_number_that_no_rule_has_is_doubtful():
    assert statuses("The draw pile has 16 cards.", PILES) == ["doubtful"]
    assert statuses("The draw pile has 20 cards.", PILES) == ["confirmed"]
    assert statuses("The draw pile has 2 cards.", PILES) == ["missing"]


def test_the_exception_decides_and_may_stand_behind_what_it_is_about():
    told = "The game ends. This time the money is shared."
    assert "doubtful" in statuses(told, SHARED, NOT_AT_THE_END)
    assert "doubtful" not in statuses(told.replace("is shared", "is not shared"), SHARED, NOT_AT_THE_END)
    assert statuses("The money is shared.", SHARED, NOT_AT_THE_END)[0] == "confirmed"


ALL_CARDS = Claim("card/count", "", "count", "number", frozenset({90}), head=group("card"))
BOATS = Claim("boat/count", "", "count", "number", frozenset({65}), head=group("class:boat"))


@pytest.mark.parametrize(
    ("text", "status"),
    [
        # So many there are of a sort: another word for boats, perhaps.
        ("In the box there are 65 cards of exploration.", "doubtful"),
        ("In the box there are 64 cards of exploration.", "contradicted"),
    ],
)
def test_what_the_rules_count_of_a_sort_does_not_contradict_the_count_of_all(text, status):
    assert statuses(text, ALL_CARDS, BOATS)[0] == status


ROOM = Claim(
    "row/most", "zone:row", "quantity", "number", frozenset({3}), op="at-most", head=group("class:boat"),
    near=(group("zone:row"),),
)  # fmt: skip
MOMENT = Claim(
    "goal/after-the-turn", "rule:goal", "end", "order", frozenset({"after-turn", "at-once"}), context=(group("win"),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("More than three boats do not fit in a row.", "confirmed"),
        ("At most three boats fit in a row.", "confirmed"),
        ("More than four boats do not fit in a row.", "contradicted"),
        ("More than three boats fit in a row.", "contradicted"),
    ],
)
def test_a_bound_that_is_denied_is_bounded_the_other_way(text, status):
    assert statuses(text, ROOM) == [status]


def test_a_prohibition_beside_what_is_told_elsewhere_is_an_exception():
    draw = Claim("draw/must", "", "modality", "modal", frozenset({"must", "assert"}), head=group("take"),
                 near=(group("zone:deck"),))  # fmt: skip
    told, exception = (
        "You must take a card from the draw pile.",
        "You may not take two cards from the draw pile.",
    )
    assert statuses(f"{told} {exception}", draw) == ["confirmed"]
    assert statuses(exception, draw) == ["doubtful"]


def test_a_permission_beside_a_prohibition_told_elsewhere_is_doubted():
    told = "You may not take back the card you have just discarded."
    wrong = "You may take the card you have just discarded."
    assert statuses(f"{told} {wrong}", FORBIDDEN) == ["confirmed", "doubtful"]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Whoever has 7 points at the end of their own turn wins.", "confirmed"),
        ("Whoever has 7 points at the beginning of their own turn wins.", "doubtful"),
        ("Whoever has 7 points wins.", "missing"),
    ],
)
def test_when_the_game_is_won(text, status):
    assert statuses(text, MOMENT) == [status]


def test_what_several_things_do_is_told_of_each():
    face = Claim(
        "boat/face", "", "visibility", "face", frozenset({"up"}), near=(group("class:boat"),), expected=False
    )
    assert statuses("The rows, the boats and the cards lie face up.", face) == ["confirmed"]


def test_an_example_within_a_paragraph_is_silent():
    assert statuses("Now begin. One more example: the draw pile lies face up.", FACE) == ["missing"]
