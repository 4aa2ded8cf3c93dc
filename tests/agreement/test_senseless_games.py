"""Senseless games made at random use every node of the kernel: the symbolic reader must follow each of their plays."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.agreement.symbolic import assert_agreement
from tests.engine import tiny
from tests.engine.chaos import machines
from verifier.check.induction.arithmetic import TooWideError
from verifier.check.induction.execute_steps import TooManyPathsError

TINY = [tiny.drawing(), tiny.auction(), tiny.dice(), tiny.dice(saturates=False), tiny.suspended()]


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(machines(), st.integers(0, 2**20))
def test_the_symbolic_reader_follows_plays_of_senseless_games(machine, seed):
    with suppress(TooManyPathsError, TooWideError):
        assert_agreement(machine, seed, 12, in_order=True)


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("machine", TINY, ids=lambda machine: machine.name)
def test_the_symbolic_reader_follows_plays_of_tiny_games(machine, in_order):
    for seed in range(4):
        assert_agreement(machine, seed, 40, in_order)
