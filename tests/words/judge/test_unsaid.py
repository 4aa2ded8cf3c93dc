"""What nobody says and a sentence says otherwise; what is joined; a modal whose verb nobody reads."""

import pytest

from verifier.words.judge.verdicts import judged
from verifier.words.reader.lexicon import lexicon
from verifier.words.reader.reading import read
from verifier.words.seam import Claim, Doing

TERMS = {
    "zone:quarry": ["quarry"],
    "zone:wagon": ["wagon"],
    "zone:yard": ["yard"],
    "class:mill": ["mill", "mills"],
    "name:flood": ["flood"],
    "procedure:harvest": ["harvest"],
}


def group(*concepts):
    return frozenset(concepts)


FACE = Claim(
    "quarry/face", "zone:quarry", "visibility", "face", frozenset({"down"}),
    near=(group("zone:quarry"),), context=(group("shuffle"),),
)  # fmt: skip
LAID = Claim(
    "mill/laid-face", "setup", "visibility", "face", frozenset({"up"}), near=(group("put"),),
    context=(group("class:mill"),),
)  # fmt: skip
TOP = Claim("yard/seen-end", "", "visibility", "place", frozenset({"top"}), near=(group("see"),),
            context=(group("zone:yard"),))  # fmt: skip
SHARED = Claim(
    "flood/everyone", "", "role", "role", frozenset({"each", "all"}), near=(group("lose"),),
    context=(group("name:flood"),), expected=False,
)  # fmt: skip
FIRST = Claim(
    "flood-first",
    "procedure:turn",
    "order",
    "order",
    frozenset({"name:flood<procedure:harvest"}),
    expected=False,
)
MAY = Claim(
    "mill/may", "card:mill", "modality", "modal", frozenset({"may", "assert"}), head=group("move"),
    context=(group("class:mill"),),
)  # fmt: skip
CHOICE = Claim(
    "take/alternatives", "", "choice", "connective", frozenset({"or", "either"}),
    near=(group("action:dig", "action:load"),), context=(group("action:dig", "action:load"),), expected=False,
)  # fmt: skip
BOTH = Claim(
    "leader/both", "", "condition", "connective", frozenset({"and"}),
    near=(group("number:3"), group("comparison:more-than", "role:opponent")),
    context=(group("class:mill"),), expected=False,
)  # fmt: skip
DOINGS = [
    Doing("action:dig", group("take"), group("zone:quarry"), group("hand"), group("card")),
    Doing("action:load", group("take"), group("zone:wagon"), group("hand"), group("card")),
]


def statuses(text, *claims):
    found = judged(claims, read(text, lexicon("en"), TERMS), DOINGS)
    return [each.status for each in found if each.claim is not None]


@pytest.mark.parametrize(
    ("text", "claims", "expected"),
    [
        ("The quarry is shuffled and then, once all are seated, put face up.", (FACE,), ["doubtful"]),
        ("The quarry is shuffled and put face down.", (FACE,), ["confirmed"]),
        # What lies face up is the mill.
        ("Shuffle the quarry and put a mill on it, face up.", (FACE, LAID), ["confirmed", "missing"]),
        ("You always see every card of the yard.", (TOP,), ["doubtful"]),
        ("You never see every card of the yard.", (TOP,), ["missing"]),
        ("You always see the top card of the yard.", (TOP,), ["confirmed"]),
    ],
)
def test_what_nobody_says_is_held_against_who_says_otherwise(text, claims, expected):
    assert statuses(text, *claims) == expected


def test_what_is_said_elsewhere_is_not_looked_for():
    text = "The quarry is shuffled and then, once all are seated, put face up. Shuffle the quarry face down."
    assert statuses(text, FACE) == ["confirmed"]


@pytest.mark.parametrize(
    ("text", "claim", "expected"),
    [
        ("In a flood the active player loses a card.", SHARED, ["doubtful"]),
        ("In a flood each player loses a card.", SHARED, ["confirmed"]),
        ("The flood comes after the harvest.", FIRST, ["doubtful"]),
        ("The flood comes before the harvest.", FIRST, ["confirmed"]),
        ("A mill must wobble.", MAY, ["doubtful"]),
        ("A mill may wobble.", MAY, ["missing"]),
        ("Take a card from the quarry or from the wagon.", CHOICE, ["confirmed"]),
        ("Take a card from the quarry and from the wagon.", CHOICE, ["doubtful"]),
        (
            "The mill goes to whoever has at least three cards and more than the opponent.",
            BOTH,
            ["confirmed"],
        ),
        ("The mill goes to whoever has at least three cards or more than the opponent.", BOTH, ["doubtful"]),
    ],
)
def test_who_in_which_order_and_how_joined(text, claim, expected):
    assert statuses(text, claim) == expected


HIGHER = Claim(
    "rising/comparison", "", "comparison", "comparison", frozenset({"at-least"}), near=(group("previous"),)
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It shows the same number as the previous card or a higher one.", ["confirmed"]),
        ("It shows a higher number than the previous card.", ["doubtful"]),
    ],
)
def test_the_same_or_a_higher_one_is_at_least_as_high(text, expected):
    assert statuses(text, HIGHER) == expected


TIE = Claim(
    "flood/nobody-on-a-tie", "", "tiebreak", "quantifier", frozenset({"none"}), near=(group("player", "take"),),
    context=(group("tie"), group("name:flood")), expected=False,
)  # fmt: skip
EVERYONE = Claim(
    "scoring/everyone", "", "quantifier", "quantifier", frozenset({"each", "all"}), near=(group("player"),)
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("After a flood all players take a card.", ["confirmed"]),
        ("On a tie in a flood all players take a card.", ["doubtful", "missing"]),
        ("On a tie in a flood no player takes a card.", ["confirmed", "missing"]),
    ],
)
def test_what_is_said_of_a_tie_is_held_against_the_rules_for_ties(text, expected):
    assert statuses(text, TIE, EVERYONE) == expected
