"""Recorded plays that show what must be possible: each is called after the witness that holds at its end."""

from pathlib import Path

import pytest

from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import program_of
from verifier.source import Source
from verifier.trace.read import read_play
from verifier.trace.replay import Replayer

PLAYS = sorted((Path(__file__).parent / "witnesses").glob("*.json"))


@pytest.mark.parametrize("file", PLAYS, ids=lambda file: file.stem)
def test_the_play_shows_its_witness(file):
    report = Report()
    play = read_play(Source(file.name, file.read_text(encoding="utf-8")), report)
    assert not report.diagnostics
    engine = Engine(program_of(play.ruleset, play.players).machine)
    shown = engine.claims[file.stem]
    before = []
    found = Replayer(engine).replay(play, lambda number, state, move: before.append(shown(state)))
    assert found.legal
    assert len(found.moves) == len(play.moves)
    assert not any(before)
    assert shown(found.state)
