"""A game made up for the tests, and a play of it."""

from pathlib import Path

import pytest

from verifier import pipeline
from verifier.backends.machine import Engine
from verifier.diagnostics import Report
from verifier.source import Source
from verifier.trace import read_play

SHORE = Path(__file__).parent / "shore.rules"


@pytest.fixture(scope="session")
def engine():
    return Engine(pipeline.machine(str(SHORE), 2))


@pytest.fixture(scope="session")
def play():
    """A play to its end, with a shuffle and rolls."""
    return read_play(Source("shore.json", SHORE.with_suffix(".json").read_text()), Report())
