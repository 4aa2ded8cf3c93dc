"""Dice that are asked for their number before they are rolled."""

import pytest

from tests.rules import codes

PLAY = """die wind: 1..6

turn
    {first}play: one of lay

procedure cast
    {cast}

action lay
    choose number in my hand
    {guard}move number to heap
    {effect}
"""
CALM = "rule calm\n        require wind is less than 6\n    "
SIXES = "rule calm\n        require wind is not 6\n    "
CAST = "morning: do cast\n    "
SOMETIMES = "rule some\n        when deck is not empty\n        roll wind"


@pytest.mark.parametrize(
    ("first", "cast", "guard", "effect", "told"),
    [
        ("", "roll wind", CALM, "do cast", ["C517"]),
        ("", "roll wind", SIXES, "do cast", []),
        (CAST, "roll wind", CALM, "do cast", []),
        (CAST, SOMETIMES, CALM, "do cast", []),
        ("", "roll wind", "", "add wind to my coins\n    do cast", ["C517"]),
        ("", "roll wind", "", "do cast\n    add wind to my coins", []),
        ("", "roll wind", "", "add stormy to my coins\n    do cast", ["C517"]),
        ("", "roll wind", "", "repeat 2 times\n        do cast\n        add stormy to my coins", []),
    ],
)
def test_a_number_that_is_asked_for_too_early(first, cast, guard, effect, told, tmp_path):
    more = "define stormy: wind - 1\n" if "stormy" in effect else ""
    text = PLAY.format(first=first, cast=cast, guard=guard, effect=effect)
    assert codes(tmp_path, more, text) == told
