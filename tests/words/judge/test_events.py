"""What ends the game, who begins and who wins a tie: told, and tied to something else than the rules tie it to."""

from dataclasses import replace

import pytest

from verifier.words.judge.verdicts import NOWHERE, judged
from verifier.words.reader.lexicon import lexicon
from verifier.words.reader.reading import read
from verifier.words.seam import Claim

TERMS = {"zone:quarry": ["quarry"], "zone:yard": ["yard"], "class:mill": ["mill", "mills"]}


def group(*concepts):
    return frozenset(concepts)


END = Claim(
    "no-stone-left/empty", "rule:no-stone-left", "end", "emptiness", group("empty", "last"),
    near=(group("zone:quarry"),), context=(group("finish"),), excluded=group("turn"),
)  # fmt: skip
FIVE = Claim(
    "five-mills/threshold", "rule:five-mills", "end", "number", frozenset({5}), op="at-least",
    head=group("class:mill"), context=(group("finish"),),
)  # fmt: skip
LATER = Claim(
    "later-starter/who", "later-starter", "starter", "superlative", group("most", "highest"),
    context=(group("start"), group("point", "score")), excluded=group("tie", "win"),
)  # fmt: skip
TIED = Claim(
    "winner/on-a-tie-1", "winner", "tiebreak", "superlative", group("youngest"), context=(group("win"), group("tie")),
    excluded=group("start"),
)  # fmt: skip


def statuses(text, *claims):
    found = judged(claims, read(text, lexicon("en"), TERMS))
    return {each.claim.id: each.status for each in found if each.claim is not None}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("The game ends at once when the quarry is empty.", "confirmed"),
        ("The game ends at once when somebody has laid five cards.", "doubtful"),
        ("As soon as a mill stands in the yard, the game is over.", "doubtful"),
        ("When is the game over? The moment that somebody lays a mill.", "doubtful"),
        # What happens at the end, when a turn ends and how many games there are is no end of another kind.
        ("At the end of the game each player shows the cards.", "missing"),
        ("When the game ends, put the cards back.", "missing"),
        ("Your turn is over as soon as you have taken a card.", "missing"),
        ("The match is over as soon as three games have been played.", "missing"),
        ("The game does not end when a player has no card.", "missing"),
    ],
)
def test_an_end_that_the_rules_do_not_have_is_doubted(text, status):
    assert statuses(text, END)["no-stone-left/empty"] == status


def test_each_end_has_its_sentence():
    one, other = (
        "The game ends as soon as five mills stand in the yard.",
        "It also ends when a tile is missing.",
    )
    assert statuses(one, END, FIVE)["no-stone-left/empty"] == "missing"
    assert statuses(f"{one} {other}", END, FIVE)["no-stone-left/empty"] == "doubtful"


def test_where_the_game_ends_with_a_turn_both_are_told_in_a_breath():
    text = "The end comes after the turn in which somebody has laid a mill."
    assert statuses(text, END)["no-stone-left/empty"] == "missing"
    assert statuses(text, replace(END, excluded=frozenset()))["no-stone-left/empty"] == "doubtful"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("The next game is begun by the player with the most points.", "confirmed"),
        ("The next game is begun by the player whose cards lie open.", "doubtful"),
        ("The first game is begun by the player whose cards lie open.", "missing"),
        ("In the next game each player begins a new row.", "missing"),
    ],
)
def test_somebody_else_who_begins_is_doubted(text, status):
    assert statuses(text, LATER)["later-starter/who"] == status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("On a tie the youngest player wins.", "confirmed"),
        ("On a tie the victory goes to the player who has begun.", "missing"),
        ("On a tie the victory goes to the player with a mill.", "doubtful"),
    ],
)
def test_somebody_else_who_wins_a_tie_is_doubted(text, status):
    assert statuses(text, TIED)["winner/on-a-tie-1"] == status


def test_what_is_told_elsewhere_is_not_looked_for():
    text = "The game ends at once when the quarry is empty. The game ends at once when somebody has laid five cards."
    found = judged([END], read(text, lexicon("en"), TERMS))
    assert [(each.status, each.why) for each in found if each.claim] == [("confirmed", "")]
    found = judged([END], read(text[48:], lexicon("en"), TERMS))
    assert [(each.status, each.why) for each in found if each.claim] == [("doubtful", NOWHERE)]


ELSE = Claim(
    "play/else", "phase:play", "condition", "modal", frozenset({"must", "assert"}), head=group("put"),
    near=(group("class:mill"),), context=(group("condition"), group("modal:may", "modal:must-not")), expected=False,
)  # fmt: skip
LAID_OUT = Claim(
    "yard/laid-out", "setup", "quantity", "number", frozenset({5}), head=group("", "card"),
    near=(group("put", "take"),), context=(group("card"),),
)  # fmt: skip
ALL_CARDS = Claim("card/count", "", "count", "number", frozenset({60}), head=group("card"), expected=False)


def test_what_may_not_be_done_is_no_word_against_what_must_be_done_instead():
    assert statuses("If the yard is full, no mill may be put there.", ELSE) == {}


def test_how_many_there_are_in_all_contradicts_no_smaller_number():
    assert statuses("Put 7 cards into the yard.", LAID_OUT, ALL_CARDS)["yard/laid-out"] == "contradicted"
    assert statuses("That makes sixty playing cards.", LAID_OUT, ALL_CARDS)["yard/laid-out"] != "contradicted"
