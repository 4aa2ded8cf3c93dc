"""The manners of players without a thought."""

from pathlib import Path

import pytest

from verifier.engine import Engine
from verifier.program import program_of
from verifier.trace.policies.biased import GREEDY, HALF_GREEDY, MANNERS, BiasedPolicy, Features
from verifier.trace.policies.greedy import ScoreReader

SHORE = Path(__file__).parent.parent / "shore.rules"


@pytest.fixture(scope="module")
def engine():
    return Engine(program_of(str(SHORE), 3).machine)


def played(engine, seed, standing=None):
    biased = BiasedPolicy(engine, Features(engine.machine), seed, standing)
    state, moves = engine.new(biased.oracle), []
    while len(moves) < 200 and (legal := engine.legal(state)):
        moves.append(biased.move(state, legal))
        engine.step(state, moves[-1], biased.oracle)
    return moves


@pytest.mark.parametrize("seed", range(10))
def test_every_manner_plays_the_same_again(engine, seed):
    standing = ScoreReader(engine)
    assert played(engine, seed, standing) == played(engine, seed, standing)


def test_greedy_players_come_only_where_they_are_asked_for(engine):
    features, standing = Features(engine.machine), ScoreReader(engine)
    assert not any(BiasedPolicy(engine, features, seed).greedy for seed in range(24))
    manners = {seed % 8: BiasedPolicy(engine, features, seed, standing) for seed in range(8)}
    assert set(manners[GREEDY].greedy) == {0, 1, 2}
    assert set(manners[HALF_GREEDY].greedy) == {0, 2}
    assert set(BiasedPolicy(engine, features, HALF_GREEDY + 8, standing).greedy) == {1}
    assert not any(manners[manner].greedy for manner in range(MANNERS))
    assert [manners[manner].has_tastes for manner in range(8)] == [False] * 2 + [True] * 4 + [False] * 2
