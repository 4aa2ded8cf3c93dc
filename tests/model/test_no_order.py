"""What is asked of a set that only a pile or a row can answer, and zones that are counted instead of cards."""

import pytest

from tests.rules import codes

PLAY = "turn\n    go: one of act\n\naction act\n    {}\n    add 1 to my coins\n"
ASKED = [
    "move top number in {} to heap",
    "let n be bottom number in {} if any",
    "let n be card at 2 in {} if any",
    "add top value of number in {} else 0 to my coins",
    "move 1 from {} to heap",
    "shuffle {}",
]


@pytest.mark.parametrize("step", ASKED)
def test_an_order_that_is_asked_of_a_set_is_told(step, tmp_path):
    assert codes(tmp_path, PLAY.format(step.format("my hand"))) == ["C512"]
    assert codes(tmp_path, PLAY.format(step.format("deck"))) == []


@pytest.mark.parametrize(
    ("counted", "told"),
    [
        ("my hand", ["C513"]),
        ("heap", ["C513"]),
        ("card in my hand", []),
        ("hand", []),
        ("my row", []),
    ],
)
def test_a_zone_that_is_counted_instead_of_what_lies_in_it_is_told(counted, told, tmp_path):
    rule = f"rule some\n        when (count {counted}) is 1\n        add 1 to my coins"
    assert codes(tmp_path, PLAY.format(rule)) == told
