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
