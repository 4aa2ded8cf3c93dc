"""An engine that compiles what is asked of it, when it is asked, plays as one that was compiled at once."""

from dataclasses import replace

import pytest

from tests.engine import tiny
from verifier.engine import Engine
from verifier.runtime import FINAL, Seeded

MAKERS = (tiny.drawing, tiny.auction, tiny.dice, tiny.suspended)


def told(engine, seed):
    """A play in which everything is asked at every pause."""
    state = engine.new(Seeded(seed))
    oracle = Seeded(seed)
    found = []
    for nth in range(60):
        moves = engine.legal(state)
        holding = [name for name, question in engine.claims.items() if question(state)]
        found.append((state.at, moves, engine.player(state), engine.key(state), holding))
        if state.at == FINAL:
            found.append(engine.result(state))
            break
        engine.step(state, moves[nth * 7 % len(moves)], oracle)
    return found


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("seed", range(3))
def test_it_plays_the_same(make, seed):
    machine = make()
    assert told(Engine(machine, piecemeal=True), seed) == told(Engine(machine), seed)


@pytest.mark.parametrize("make", MAKERS)
def test_what_is_known_of_a_machine_near_does_no_harm(make):
    """The one is told of claims that the other does not have; they play alike."""
    machine = make()
    near = Engine(replace(machine, claims=()), piecemeal=True)
    assert told(Engine(machine, piecemeal=True, near=near), 1) == told(Engine(machine), 1)


def test_what_is_not_asked_is_not_written():
    engine = Engine(tiny.auction(), piecemeal=True)
    unwritten = engine.score
    state = engine.new(Seeded(1))
    assert unwritten.args[0].function is None
    assert engine.score(state, 0) == Engine(tiny.auction()).score(state, 0)
    assert unwritten.args[0].function is not None
