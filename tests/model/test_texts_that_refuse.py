"""A rule at the head of a text refuses the action that does the text as a step of its own, and nothing else: told."""

import pytest

from tests.rules import FRAME
from verifier.diagnostics import Report
from verifier.program import check_ruleset

GAME = """
card imp: copies 2
    on trick
        {guard}
        add 1 to my coins
turn
    play: one of lay, rest
action rest
    add 1 to my coins
action lay
    choose imp in my hand
    {step}
    move imp to heap
procedure bless with imp i
    add 1 to my coins
{more}"""
GUARD = "rule rich\n            require my coins is at least 2"
CHOSEN = "choose number n in my hand\n        rule rich\n            require n.value is at least 2"
NAMED = "let c be my coins\n        rule rich\n            require c is at least 2"
STRAIGHT = "do imp.trick"
RULE = "rule now\n        when heap is empty\n        do imp.trick"
PROCEDURE = "do bless with imp"


def told(folder, guard=GUARD, step=STRAIGHT, more=""):
    path = folder / "tiny.rules"
    path.write_text(FRAME + GAME.format(guard=guard, step=step, more=more), encoding="utf-8")
    report = Report()
    check_ruleset(str(path), report)
    return [
        (each.code, each.labels[0].span.text.split("\n")[0])
        for each in report.diagnostics
        if each.code != "C515"
    ]


def test_an_action_that_does_the_text_asks_first(tmp_path):
    assert told(tmp_path) == []


@pytest.mark.parametrize("guard", [CHOSEN, NAMED], ids=["chosen", "named"])
def test_what_the_text_itself_chooses_comes_too_late(tmp_path, guard):
    assert told(tmp_path, guard) == [("C509", "rule rich")]


def test_a_text_that_no_action_does_straight_refuses_nothing(tmp_path):
    assert told(tmp_path, step=RULE) == [("C509", "rule rich")]
    deep = "procedure deep with imp i\n    do i.trick\n"
    assert told(tmp_path, step="do deep with imp", more=deep) == [("C509", "rule rich")]


def test_a_place_where_it_is_not_asked_is_told_beside_one_where_it_is(tmp_path):
    more = "after rest\n    each imp i in heap\n        do i.trick\n"
    assert told(tmp_path, more=more) == [("C509", "do i.trick")]
