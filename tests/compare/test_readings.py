"""Readings the other way: each can be told apart from ours by a play."""

import pytest

from verifier.compare.diff import diff
from verifier.compare.distinguish import JointSearchLimits

pytestmark = pytest.mark.slow

FEW = JointSearchLimits(positions=1_500, plays=60, seconds=30)


@pytest.mark.parametrize(
    ("ruleset", "reading", "rules", "length"),
    [
        ("lost-cities", "open-piles", (), 3),
        ("lost-cities-board", "scattered-event-spaces", (), 0),
        ("lost-cities-board", "lowest-card-opens", ("lowest-card-first",), 0),
        ("lost-cities-board", "no-taking-back", ("not-the-one-just-dropped",), 1),
        ("lost-cities-rivals", "auction-over-nothing", ("river-has-a-card",), 0),
        ("lost-cities-rivals", "offers-beyond-gold", ("offer-can-be-paid",), 1),
        ("lost-cities-rivals", "offers-from-nothing", ("offer",), 1),
        ("lost-cities-rivals", "winner-must-take", ("stop",), 3),
    ],
)
def test_a_reading_matters(ruleset, reading, rules, length):
    found = diff(ruleset, f"{ruleset}+{reading}", limits=FEW)
    assert found.verdict == "different"
    assert found.parting.length == length
    assert found.parting.rules == rules
