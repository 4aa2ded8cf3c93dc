"""Loops in which what one member gives to the next is given on."""

import pytest

from tests.rules import codes

PLAY = "turn\n    go: one of act\n\naction act\n    add 1 to my coins\n"


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ("each player p\n        move every number n in p.hand to (left of p).hand", ["C516"]),
        ("each player p\n        move every number n in p.hand to p.opponent.hand", ["C516"]),
        (
            "each player p\n        move 1 from p.row of red to (left of p).row of red",
            ["C516"],
        ),
        ("each suit s, player p, number n in p.row of s\n        move n to (left of p).row of s", []),
        ("each player p, number n in p.hand\n        move n to (left of p).hand", []),
        ("each player p\n        move every number n in p.hand to my hand", []),
        ("each player p\n        move every number n in p.hand to (left of p).row of red", []),
        ("each player p\n        move every number n in p.row of red to p.row of red", []),
    ],
)
def test_what_is_passed_on_again_is_told(steps, told, tmp_path):
    assert codes(tmp_path, PLAY, f"    {steps}\n") == told
