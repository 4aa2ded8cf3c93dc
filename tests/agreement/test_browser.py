"""A sample of what `python -m tests.agreement.browser` does at length: JavaScript against Python."""

import pytest

from tests.agreement.browser import NODE, BrowserLockStep
from verifier.program import program_of

pytestmark = pytest.mark.skipif(NODE is None, reason="no `node` on the path to run JavaScript")

SAMPLE = [
    ("lost-cities", 2, 90),
    ("lost-cities-duel+exploits", 2, 60),
    ("lost-cities-rivals", 3, 60),
    ("lost-cities-board+up-and-down", 4, 40),
    ("schotten-totten+proved-claims", 2, 40),
    ("hearts", 4, 80),
    ("hanabi", 5, 60),
    ("catan-duel+war", 2, 60),
]


@pytest.mark.parametrize(("ruleset", "players", "steps"), SAMPLE)
def test_a_rule_set_is_played_alike_in_the_browser(ruleset, players, steps):
    tally = BrowserLockStep(program_of(ruleset, players).machine).follow(11, steps)
    assert tally.steps == steps
    assert tally.refusals > 0
    assert tally.views > 0
