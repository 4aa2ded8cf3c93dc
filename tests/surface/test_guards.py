"""Rules that an overlay adds to an action."""

from pathlib import Path

from tests.rules import codes, text
from verifier.engine import Engine
from verifier.kernel.machine import Decide, Guard
from verifier.program import program_of

TURN = """\
turn
    play: one of lay

number fee: 1
action lay
    choose number in my hand
    rule fee-paid
        require my coins is at least fee
    move number to my row of number.suit
"""
LOW = "house-rule low of tiny\nchange lay\n    rule low-only\n        require number.value is at most 2\n"
RED = "house-rule red of tiny\nchange lay\n    rule red-only\n        require number.suit is red\n"


def guards(folder: Path, *names: str, more: str = "") -> list[str]:
    """The rules that guard the action, in their order."""
    path = folder / "tiny.rules"
    path.write_text(text(TURN, LOW, RED, more), encoding="utf-8")
    found = program_of("+".join((str(path), *names))).machine
    outs = [block.out for block in found.blocks.values() if isinstance(block.out, Decide)]
    taken = next(each for out in outs for each in out.alternatives if each.action == "lay")
    Engine(found)
    return [part.rule for part in taken.prelude if isinstance(part, Guard)]


def test_a_rule_comes_behind_the_actions_own(tmp_path):
    assert guards(tmp_path) == ["fee-paid"]
    assert guards(tmp_path, "low") == ["fee-paid", "low-only"]


def test_two_overlays_add_to_one_action(tmp_path):
    assert guards(tmp_path, "low", "red") == ["fee-paid", "low-only", "red-only"]
    assert guards(tmp_path, "red", "low") == ["fee-paid", "red-only", "low-only"]


def test_an_added_rule_can_be_replaced_and_removed(tmp_path):
    more = "house-rule lower of low\nreplace rule low-only\n    require number.value is 1\n"
    assert guards(tmp_path, "lower", more=more) == ["fee-paid", "low-only"]
    more = "house-rule again of low\nremove rule low-only\n"
    assert guards(tmp_path, "again", more=more) == ["fee-paid"]


def test_an_action_that_is_replaced_keeps_what_others_add(tmp_path):
    more = (
        "house-rule free of tiny\nreplace action lay\n    choose number in my hand\n    move number to heap\n"
    )
    assert guards(tmp_path, "low", "free", more=more) == ["low-only"]
    assert guards(tmp_path, "free", "low", more=more) == ["low-only"]


def test_one_name_for_two_rules_is_a_mistake(tmp_path):
    twice = LOW.replace("low-only", "fee-paid")
    assert codes(tmp_path, TURN, twice) == ["N232"]


def test_an_action_has_no_value_to_add_to(tmp_path):
    wrong = "house-rule x of tiny\nchange lay\n    rule more\n        add 1\n"
    assert codes(tmp_path, TURN, wrong) == ["N231"]


def test_an_unknown_action_is_told(tmp_path):
    assert codes(tmp_path, TURN, LOW.replace("change lay", "change lie")) == ["N231"]
