"""A game made up for the tests, and a play of it."""

from pathlib import Path

import pytest

from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import program_of
from verifier.source import Source
from verifier.trace import read_play

SHORE = Path(__file__).parent / "shore.rules"


@pytest.fixture(scope="session")
def engine():
    return Engine(program_of(str(SHORE), 2).machine)


@pytest.fixture(scope="session")
def play():
    """A play to its end, with a shuffle and rolls."""
    return read_play(Source("shore.json", SHORE.with_suffix(".json").read_text()), Report())
