"""End rules: what they may ask."""

from tests.rules import codes

TURN = "turn\n    go: one of act\n\naction act\n    add 1 to my coins\n"


def test_an_end_rule_may_not_ask_whether_the_round_is_over(tmp_path):
    assert codes(tmp_path, TURN, "end\n    rule circular\n        when over\n") == ["N230"]


def test_nor_may_it_do_so_through_a_definition(tmp_path):
    through = "define done: over\ndefine finished: done\n"
    assert codes(tmp_path, TURN, through, "end\n    rule circular\n        when finished\n") == ["N230"]


def test_a_definition_may_ask_it(tmp_path):
    assert codes(tmp_path, TURN, "define done: over\n", "invariant fine\n    done or not done\n") == []
