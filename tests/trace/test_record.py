"""A trace in numbers put into words: chance and moves must fit exactly."""

from dataclasses import replace

import pytest

from tests.trace.conftest import SHORE
from verifier.engine import Engine
from verifier.program import program_of
from verifier.runtime import Seeded
from verifier.trace.moves import MoveNotation
from verifier.trace.record import NotReplayedError, Recorder, written_trace
from verifier.trace.replay import replayed


@pytest.fixture(scope="module")
def moving():
    return MoveNotation(Engine(program_of(str(SHORE)).machine))


@pytest.fixture
def recorder(moving):
    found = Recorder(moving, "shore", Seeded(3), {"youngest": 0}, undoing=True).begin()
    for _ in range(6):
        found.step(moving.engine.legal(found.state)[-1])
    return found


def test_numbers_and_words_tell_the_same_play(moving, recorder):
    assert written_trace(moving, "shore", recorder.trace()) == (recorder.written(), None)
    again = replayed(moving.engine, recorder.written())
    assert again.moves == recorder.moves
    assert again.state.key() == recorder.state.key()


def test_what_is_taken_back_is_in_no_record(moving, recorder):
    before = recorder.trace(), recorder.written()
    recorder.step(moving.engine.legal(recorder.state)[0])
    assert recorder.undo()
    assert (recorder.trace(), recorder.written()) == before


def test_a_shuffle_that_does_not_fit_is_refused(moving, recorder):
    trace = recorder.trace()
    assert trace.shuffles
    for wrong in (trace.shuffles[:-1], (trace.shuffles[0][1:], *trace.shuffles[1:])):
        with pytest.raises(NotReplayedError, match="shuffle"):
            written_trace(moving, "shore", replace(trace, shuffles=wrong))


def test_a_move_that_is_not_legal_is_refused(moving, recorder):
    trace = recorder.trace()
    with pytest.raises(NotReplayedError, match="move 7 is refused"):
        written_trace(moving, "shore", replace(trace, moves=(*trace.moves, (99,))))
