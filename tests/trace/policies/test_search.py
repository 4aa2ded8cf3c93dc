"""A player who searches: sees what its seat sees, finds what takes two moves to see, in C as in Python."""

import random
from itertools import islice
from pathlib import Path

import pytest

from tests.trace.policies.playing import play
from verifier.engine import Engine
from verifier.engine.native import compiler
from verifier.engine.native.compiler import ENGINE
from verifier.program import program_of
from verifier.runtime import Seeded
from verifier.trace.policies.greedy import Greedy, ScoreReader
from verifier.trace.policies.search.player import Budget, SearchPlayer
from verifier.trace.policies.search.unseen import Redealer, Unseen
from verifier.trace.policies.uniform import at_random, random_given

SHORE = Path(__file__).parents[1] / "shore.rules"
ENGINES = [
    "python",
    pytest.param(
        "native", marks=pytest.mark.skipif(compiler.compiler() is None, reason="there is no C compiler")
    ),
]

# Whoever takes the last match has a point: leave four, and nothing can go wrong.
MATCHES = """\
game matches
players 2

amount heap: 0..9
amount points per player: 0..1

setup
    set heap to 6

starter first

turn
    take: one of take

action take
    choose many from 1 to 3
    rule there-are-so-many
        require many is at most heap
    add 0 - many to heap
    rule the-last-one-counts
        when heap is 0
        add 1 to my points

end
    rule nothing-left
        when heap is 0

define score for player p
    rule points-count
        add p.points

winner highest score, then shared
"""


@pytest.fixture
def wanted(monkeypatch):
    return lambda name: monkeypatch.setenv(ENGINE, name)


@pytest.fixture(scope="module")
def shore():
    return Engine(program_of(str(SHORE), 2).machine)


@pytest.fixture(scope="module")
def matches(tmp_path_factory):
    path = tmp_path_factory.mktemp("matches") / "matches.rules"
    path.write_text(MATCHES, encoding="utf-8")
    return Engine(program_of(str(path), 2).machine)


def positions(engine, seed=5, most=12):
    """Positions of a play at random."""
    oracle = Seeded(seed)
    state = engine.new(oracle, random_given(engine, oracle.random))
    policy = at_random(oracle.random)
    for _ in range(most):
        legal = engine.legal(state)
        if not legal:
            return
        yield state
        engine.step(state, policy(state, legal), oracle)


def dealings(engine, state, player, seed=1):
    redealer = Redealer(engine, state, Unseen(engine).groups(state, player), random.Random(seed))
    while True:
        yield redealer.dealt()


def test_what_is_dealt_anew_looks_the_same_to_the_player(shore):
    differing = 0
    for state in positions(shore):
        for player in (0, 1):
            for dealt in islice(dealings(shore, state, player), 10):
                assert shore.view(dealt, player) == shore.view(state, player)
                assert sorted(map(len, dealt.zones)) == sorted(map(len, state.zones))
                assert sorted(thing for zone in dealt.zones for thing in zone) == list(range(11))
                differing += dealt.zones != state.zones
    assert differing > 100


def test_what_was_never_shuffled_together_is_not_mixed(shore):
    groups = Unseen(shore)
    flag = next(at for at, thing in enumerate(shore.machine.things) if thing.design == "flag")
    assert all(groups.group[flag] != groups.group[other] for other in range(11) if other != flag)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_player_does_not_see_changes_nothing_of_what_it_thinks(shore, wanted, engine):
    wanted(engine)
    player = SearchPlayer(shore, 1, Budget(60, 60))
    for state in positions(shore, most=5):
        moves, mover = shore.legal(state), shore.player(state)
        other = next(each for each in dealings(shore, state, mover, 7) if each.zones != state.zones)
        thought = [player.reseeded(3).advice(each, moves) for each in (state, other)]
        assert thought[0] == thought[1]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_a_move_that_wins_two_moves_later_is_found(matches, wanted, engine):
    wanted(engine)
    state = matches.new(Seeded(1))
    moves = matches.legal(state)
    found = SearchPlayer(matches, 1, Budget(60, 1_500)).advice(state, moves)
    assert matches.describe(found.best.move, state)["with"] == {"many": 2}
    assert found.best.won / found.best.tries > 0.8


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_the_one_who_searches_beats_the_greedy_one(matches, wanted, engine):
    wanted(engine)
    won, standing = 0, ScoreReader(matches)
    for seed in range(10):
        search = SearchPlayer(matches, seed, Budget(60, 400))
        _, run = play(matches, [search, Greedy(standing, seed)], seed)
        won += matches.result(run.state).winners == (0,)
    assert won >= 9
