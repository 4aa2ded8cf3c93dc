"""Procedures that do themselves: a decision in between, as the last step, or a mistake that is told."""

import pytest

from tests.rules import codes

PLAY = """turn
    play: one of lay
action lay
    choose number n in my hand
    move n to heap
after lay
    do p
"""
ENDLESS = {
    "at once": "procedure p\n    do p\n",
    "for each player": "procedure p\n    each player q\n        do p\n",
    "by way of another": "procedure p\n    do q\nprocedure q\n    do p\n",
    "in the middle": "procedure p\n    add 1 to my coins\n    do p\n    add 1 to my coins\n",
    "before the decision": "procedure p\n    do q\n    may choose number n in my hand\nprocedure q\n    do p\n",
}


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_a_procedure_that_never_finishes_is_told(body, tmp_path):
    assert codes(tmp_path, PLAY, body) == ["C504"]


def test_after_a_decision_a_procedure_may_begin_again(tmp_path):
    choose = "procedure p\n    may choose number n in my hand\n    move n to heap\n"
    assert codes(tmp_path, PLAY, f"{choose}    do p\n") == []
    assert codes(tmp_path, PLAY, f"{choose}    do q\nprocedure q\n    do p\n") == []
