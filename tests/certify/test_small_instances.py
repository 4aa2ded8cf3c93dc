"""The published certificates show every claim of the small instances: numbers have names, so one text serves all."""

import pytest

from verifier.certify.run import Request, certified
from verifier.program import Subject

SMALL = [
    ("lost-cities-duel+duel-tiny", 2, 24),
    ("lost-cities-duel+three-in-a-row+three-tiny", 2, 24),
    ("lost-cities-duel+exploits+exploits-tiny", 2, 28),
    ("lost-cities-rivals+rivals-tiny-two", 2, 27),
    ("lost-cities-board+board-tiny-two", 2, 31),
    ("lost-cities-board+board-tiny-three", 3, 31),
    ("lost-cities-board+board-tiny-four", 4, 31),
]
# Claims that their certificate says nothing of.
LEFT_OPEN = {"logs-never-fall", "logs-never-rise-again", "logs-lie-between-their-ends"}


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players", "least"), SMALL)
def test_everything_is_accepted(ruleset, players, least):
    found = certified(Subject(ruleset, players), Request(anew=True))
    assert found.why is None
    assert (found.broken, found.refused) == ((), ())
    assert len(found.accepted) >= least


@pytest.mark.slow
@pytest.mark.parametrize(("size", "players"), [("two", 2), ("three", 3)])
def test_up_and_down_leaves_only_its_logs_open(size, players):
    found = certified(
        Subject(f"lost-cities-board+up-and-down+up-and-down-tiny-{size}", players), Request(anew=True)
    )
    assert (found.why, found.broken) == (None, ())
    assert {name for name, _ in found.refused} <= LEFT_OPEN
    assert len(found.accepted) >= 30
