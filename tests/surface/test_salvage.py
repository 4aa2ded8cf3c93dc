"""A mistake of grammar does not hide the mistakes in names, and brings none of its own."""

from tests.rules import codes

TURN = "turn\n    play: one of lay\n"
LAY = """action lay
    choose number n in my hand
    rule rising
        require n.value is at least 2
    move n to heap
"""


def test_mistakes_in_names_are_told_beside_those_of_grammar(tmp_path):
    claim = "invariant few\n    count number in heep is at most 6\n"
    assert codes(tmp_path, TURN, LAY, "zone shelf: pile seen\n", claim) == ["P110", "N221"]


def test_within_one_action_too(tmp_path):
    both = LAY.replace("move n", "mov n").replace("n.value", "n.valu")
    assert codes(tmp_path, TURN, both) == ["N223", "P111"]


def test_what_stands_in_a_lost_line_is_not_missed(tmp_path):
    shelf = "zone shelf: pile seen\ninvariant none-there\n    shelf is empty\n"
    assert codes(tmp_path, TURN, LAY, shelf) == ["P110"]
    assert codes(tmp_path, TURN, LAY.replace("choose number n", "choos number n")) == ["P111"]


def test_nor_is_what_a_game_must_have(tmp_path):
    assert codes(tmp_path, TURN.replace("one of", "one off"), LAY) == ["P110"]
    assert codes(tmp_path, "trn\n    play: one of lay\n", LAY) == ["P111"]
