"""A game small enough for every tool: the one of the traces, with fewer cards and no copies."""

import pytest

from tests.trace.conftest import SHORE
from verifier.program import program_of

SMALLER = (
    ("card stone: each side, copies 2", "card stone: side north, copies 1"),
    ("kind size: 1..3", "kind size: 1..1"),
    ("hand-size: 2", "hand-size: 1"),
    ("p.coins to 3", "p.coins to 1"),
    ("players 2..3", "players 2"),
    ("calm, breeze, storm", "calm, storm"),
)


@pytest.fixture
def small(tmp_path):
    """The path of the smaller game."""
    text = SHORE.read_text(encoding="utf-8")
    for old, new in SMALLER:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "shore.rules"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.fixture
def machine(small):
    return program_of(small).machine
