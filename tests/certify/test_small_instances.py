"""The published certificates show every claim of the small instances: numbers have names, so one text serves all."""

import pytest

from verifier.certify.run import Request, certified
from verifier.program import Subject

SMALL = [
    ("lost-cities-duel+duel-tiny", 24),
    ("lost-cities-duel+three-in-a-row+three-tiny", 24),
    ("lost-cities-duel+exploits+exploits-tiny", 28),
    ("lost-cities-rivals+rivals-tiny-two", 27),
    ("lost-cities-board+board-tiny-two", 31),
]


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "least"), SMALL)
def test_everything_is_accepted(ruleset, least):
    found = certified(Subject(ruleset, 2), Request(anew=True))
    assert found.why is None
    assert (found.broken, found.refused) == ((), ())
    assert len(found.accepted) >= least
