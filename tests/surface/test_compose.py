"""Overlays: what they may change, what they may not, and what happens when two disagree."""

import pytest

from tests.rules import codes, made
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


def test_a_house_rule_may_not_replace_a_missing_rule(tmp_path):
    assert codes(
        tmp_path, TURN, "house-rule x of tiny\nreplace rule fee-payed\n    require my coins is 0\n"
    ) == ["O311"]


def test_a_house_rule_may_not_remove_a_missing_action(tmp_path):
    assert codes(tmp_path, TURN, "house-rule x of tiny\nremove action lie\n") == ["O311"]


def test_two_house_rules_that_say_the_same_do_not_clash(tmp_path):
    each = "house-rule {} of tiny\nset fee to 2\n"
    both = each.format("a") + each.format("b") + "variant c of a, b\nset fee to 2\n"
    assert codes(tmp_path, TURN, both) == []


def test_a_variant_may_change_again_what_its_own_base_changed(tmp_path):
    chain = "variant a of tiny\nset fee to 2\nvariant b of a\nset fee to 3\nvariant c of b\nset fee to 4\n"
    assert codes(tmp_path, TURN, chain) == []


@pytest.mark.parametrize(
    "edit",
    [
        "replace rule fee-paid\n    require my coins is at least 3\n",
        "remove rule fee-paid\n",
        "replace play: one of lay\n",
        "replace winner lowest coins, then shared\n",
        "replace card number: each suit, value 1..2\n",
        "set suit to red, blue, green\n",
    ],
)
def test_an_overlay_may_change_anything_that_has_a_name(tmp_path, edit):
    assert codes(tmp_path, TURN, f"house-rule x of tiny\n{edit}") == []


def test_a_part_of_two_variants_is_laid_when_both_are(tmp_path):
    text = """\
variant a of tiny
number extra: 1
variant b of tiny
number other: 1
part both of a, b
number joint: extra + other
variant c of a, b
number whole: joint
"""
    assert codes(tmp_path, TURN, text) == []


def test_replacing_a_component_replaces_all_its_lines(tmp_path):
    machine = made(tmp_path, TURN, "card number: each suit, value 7..9\n")
    assert len(machine.things) == 12
    path = tmp_path / "few.rules"
    path.write_text("house-rule few of tiny\nreplace card number: each suit, value 1..1\n", encoding="utf-8")
    assert len(program_of(f"{tmp_path / 'tiny.rules'}+{path}").machine.things) == 2


@pytest.mark.parametrize(
    "line",
    [
        "rounds 2\n",
        "starter first\n",
        "later starter first\n",
        "winner lowest coins\n",
        "turn\n    rest: one of lay\n",
    ],
)
def test_a_line_of_which_there_is_one_is_replaced_and_not_written_twice(tmp_path, line):
    base = TURN + "rounds 3\nstarter second\nlater starter second\n"
    assert codes(tmp_path, base, line) == ["N201"]
    assert codes(tmp_path, base, f"house-rule x of tiny\n{line}") == ["N201"]
    if not line.startswith("turn"):
        assert codes(tmp_path, base, f"house-rule x of tiny\nreplace {line}") == []
