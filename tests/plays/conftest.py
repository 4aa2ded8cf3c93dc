"""A game made up for the tests, and a play of it."""

from pathlib import Path

import pytest

from verifier import pipeline
from verifier.backends.machine import Engine
from verifier.plays.simulating import Simulation

SHORE = Path(__file__).parent / "shore.rules"


@pytest.fixture(scope="session")
def engine():
    return Engine(pipeline.machine(str(SHORE), 2))


@pytest.fixture(scope="session")
def play(engine):
    """A play to its end, with shuffles and rolls."""
    return Simulation(engine, "shore").play(4, written=True).play
