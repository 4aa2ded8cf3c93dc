"""Names that every game has: nothing else is called so without a word."""

import pytest

from tests.rules import codes

PLAY = "turn\n    play: one of act\naction act\n    add 1 to my coins\n"


@pytest.mark.parametrize(
    "line",
    [
        "zone left: pile, seen",
        "zone second: pile, seen",
        "define over: 3",
        "define opponent: 3",
        "define first: 3",
        "card active: copies 2",
        "note over",
        "note me: suit",
        "amount left: 0..3",
        "number nothing: 0",
        "kind place: nothing, everything",
        "procedure pay with player active\n    add 1 to active.coins",
        "procedure pay\n    each player me\n        add 1 to my coins",
        "procedure pay\n    let nothing be 1\n    add nothing to my coins",
    ],
)
def test_a_name_that_every_game_has_is_taken(line, tmp_path):
    assert "N246" in codes(tmp_path, PLAY, line + "\n")


@pytest.mark.parametrize(
    "line",
    [
        "kind way: left, right",
        "kind place: first, second",
        "zone left-bank: pile, seen",
        "number players-out: 0",
        "procedure pay\n    let left be 3\n    add left to my coins",
    ],
)
def test_what_can_be_told_apart_is_not_taken(line, tmp_path):
    assert codes(tmp_path, PLAY, line + "\n") == []
