"""What broke a claim is named with its values: whose, what was found, what was claimed."""

import pytest

from tests import rules
from verifier.runtime import Seeded
from verifier.trace.broken_claim import broken_by

TURN = """
turn
    play: one of pass-on
action pass-on
    move 1 from deck to heap
"""


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("every player p: p.coins is at least 3", "coins of Anna is 0, expected at least 3"),
        (
            "every player p: count number in p.hand is at most 1",
            "count number in Anna's hand is 2, expected at most 1",
        ),
        ("deck is empty or heap is not empty", "count component in the deck is 2, expected 0"),
        ("every number n in deck: n.value is less than 2", "value of the red 2 is 2, expected less than 2"),
        ("no number n in deck where n.suit is red and n.value is 2", "found the red 2"),
    ],
)
def test_the_values_are_named(tmp_path, claim, words):
    engine = rules.engine(tmp_path, TURN, f"invariant broken\n    {claim}")
    state = engine.new(Seeded(1))
    (found,) = engine.machine.claims
    assert broken_by(engine, found, state).words.startswith(words)
