"""One driver of plays: who looks on sees every moment, and how a play ended is said as it is."""

import random

import pytest

from tests.check.explore.games import HEAP, compiled_text
from verifier.engine import Engine
from verifier.runtime import Seeded
from verifier.trace.drive import Circles, Claims, Driver, Monitor
from verifier.trace.moves import MoveNotation
from verifier.trace.policies.uniform import at_random
from verifier.trace.record import Run, written_trace

FEW = "invariant few\n    every player p: p.taken is at most 3"
LONG = HEAP.replace("number beans: 5", "number beans: 60")


class Log(Monitor):
    def __init__(self):
        self.lines = []

    def begin(self, run):
        self.lines.append("begin")

    def watch(self, state, moment):
        if moment is None:
            self.lines.append("watch")

    def pause(self, run):
        self.lines.append("pause")
        return len(run.moves) == 2

    def chosen(self, run, move):
        self.lines.append(move)

    def stepped(self, run):
        self.lines.append(len(run.moves))


@pytest.fixture
def heap(tmp_path):
    return Engine(compiled_text(tmp_path, HEAP, FEW)[1], checked=True)


@pytest.fixture
def long_heap(tmp_path):
    return Engine(compiled_text(tmp_path, LONG, FEW)[1], checked=True)


def driven(engine, *monitors, most=100, seed=1):
    run = Run(engine, Seeded(seed), {})
    return Driver(engine, monitors).play(run, at_random(random.Random(seed)), most), run


def test_monitors_are_asked_in_the_order_of_the_play(heap):
    log = Log()
    end, run = driven(heap, log)
    one, two = run.moves
    assert end == "loop"
    assert log.lines == [
        *("begin", "watch", 0),
        *("pause", one, "watch", 1),
        *("pause", two, "watch", 2),
        "pause",
    ]


def test_a_play_that_ends_with_the_last_move_it_may_have_is_over(heap):
    end, run = driven(heap)
    assert end == "over"
    assert driven(heap, most=len(run.moves))[0] == "over"
    assert driven(heap, most=len(run.moves) - 1)[0] == "late"


def test_a_play_goes_on_where_it_was_left(heap):
    chance = random.Random(1)
    run = Run(heap, Seeded(1), {})
    driver = Driver(heap)
    assert driver.play(run, at_random(chance), 2) == "late"
    assert driver.go_on(run, at_random(chance), 100) == "over"
    assert run.trace() == driven(heap)[1].trace()


def test_claims_that_break_are_noted_until_they_are_cleared_or_settled(long_heap):
    claims = Claims(long_heap.machine.claims, long_heap.claims)
    driven(long_heap, claims)
    assert claims.broken == {"few": "`few` does not hold"}
    asked = claims.asked["few"]
    claims.settled.add("few")
    driven(long_heap, claims)
    assert claims.broken == {}
    assert claims.asked["few"] == asked


def test_a_fault_ends_the_play_and_is_part_of_its_trace(tmp_path):
    narrow = LONG.replace("taken per player: 0..beans", "taken per player: 0..9")
    engine = Engine(compiled_text(tmp_path, narrow)[1], checked=True)
    end, run = driven(engine)
    assert (end, run.fault.property) == ("fault", "bounds")
    play, fault = written_trace(MoveNotation(engine), "heap", run.trace())
    assert len(play.moves) == len(run.moves)
    assert str(fault) == str(run.fault)


def test_a_state_that_comes_again_is_found_once_the_play_is_long(heap):
    run, circles = Run(heap, Seeded(1), {}).begin(), Circles()
    circles.since = 1
    assert not circles.pause(run), "it is too early to look"
    run.moves.append((0, 1))
    assert not circles.pause(run)
    run.moves.append((0, 1))
    assert circles.pause(run), "the moves were counted and not made"
    assert circles.found == (run.trace(), 1)
    circles.begin(run)
    assert circles.found is None
    assert not circles.pause(run)
