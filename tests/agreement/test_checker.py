"""The checker of certificates reads every step as the plain interpreter does: no other outcome, no other move."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.agreement.checker import Held
from tests.engine import tiny
from tests.engine.chaos import machines
from verifier.program import program_of

TINY = [tiny.drawing(), tiny.auction(), tiny.dice(), tiny.dice(saturates=False), tiny.suspended()]
SMALL = ["lost-cities+tiny", "lost-cities+short-match"]


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(machines(), st.integers(0, 2**20))
def test_the_checker_follows_plays_of_senseless_games(machine, seed):
    Held(machine, seed).follow(8)


@pytest.mark.parametrize("machine", TINY, ids=lambda machine: machine.name)
def test_the_checker_follows_plays_of_tiny_games(machine):
    Held(machine, 1).follow(40)


@pytest.mark.parametrize("ruleset", SMALL)
def test_the_checker_follows_plays_of_small_instances(ruleset):
    Held(program_of(ruleset, scenarios=False).machine, 1).follow(30)
