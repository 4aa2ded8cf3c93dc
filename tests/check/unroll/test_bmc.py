"""Plays found by unrolling: they replay, and they are as short as the ones that a search through every state finds."""

import pytest

from tests.check.explore.games import CARDS, HEAP, compiled_text
from verifier.check.explore import explore
from verifier.check.unroll import bmc
from verifier.check.unroll.bmc import WORK, bounded_search
from verifier.engine import Engine
from verifier.program import program_of
from verifier.trace import replayed

MUCH = 20 * WORK
OF_HEAP = """\
witness a-lot
    any player p where p.taken is at least 4
witness all-gone
    heap is 0
witness too-much
    any player p where p.taken is 6
invariant few
    every player p: p.taken is at most 3
invariant even
    at start of turn
    first.taken is 0 or first.taken is 2 or heap is 0
invariant enough-to-play-on
    at play
    heap is at least 2
"""
OF_CARDS = """\
witness two-of-one-colour
    any row r where count leaf in r is 2
witness the-greater-on-the-lesser
    any row r, leaf a in r, leaf b in r where a.value is 1 and b.value is 2 and b.position is more than a.position
witness points-at-the-end
    at end of game
    any player p where p.score is 4
invariant one-colour-each
    every player p: (sum over colour c: count leaf in p.row of c) is at most 1
"""
CASES = [
    (text, claims, name)
    for text, claims in ((HEAP, OF_HEAP.replace("first.taken", "eldest.taken")), (CARDS, OF_CARDS))
    for name in [
        line.split()[1] for line in claims.splitlines() if line.split()[0] in ("witness", "invariant")
    ]
]


@pytest.mark.parametrize(("text", "claims", "name"), CASES, ids=lambda each: each if len(each) < 40 else "")
def test_it_finds_what_a_search_through_every_state_finds(tmp_path, text, claims, name):
    _, game = compiled_text(tmp_path, text, claims)
    every = explore(game)
    shortest = {**every.witnesses, **every.violations}
    result = bounded_search(game, [claim for claim in game.claims if claim.name == name], MUCH, deepest=24)
    assert not result.spoiled
    assert (name in result.found) == (name in shortest)
    if name in shortest:
        found = result.found[name]
        assert len(found.play) == len(shortest[name])
        assert replayed(Engine(game), found.play.written).legal
    else:
        assert result.empty[name] == result.depth


@pytest.mark.parametrize(("text", "claims", "name"), CASES, ids=lambda each: each if len(each) < 40 else "")
def test_ranges_alone_never_ask_for_more_moves_than_it_takes(tmp_path, monkeypatch, text, claims, name):
    monkeypatch.setattr(bmc, "FAR", 1)
    _, game = compiled_text(tmp_path, text, claims)
    every = explore(game)
    shortest = {**every.witnesses, **every.violations}
    claim = next(claim for claim in game.claims if claim.name == name)
    result = bounded_search(game, [claim], MUCH, deepest=24, known={name: 9})
    assert not result.found
    assert not result.work
    assert result.least.get(name, 0) <= len(shortest.get(name, range(24)))
    if name in ("two-of-one-colour", "the-greater-on-the-lesser"):
        assert result.least[name] == len(shortest[name])


def test_two_searches_find_the_same_plays(tmp_path):
    _, game = compiled_text(tmp_path, CARDS, OF_CARDS)
    one, other = (bounded_search(game, game.claims, MUCH, deepest=12) for _ in range(2))
    assert {name: found.play for name, found in one.found.items()} == {
        name: found.play for name, found in other.found.items()
    }


# What is asked for at every state is met one step later: the set-up is a step too.
@pytest.mark.parametrize(
    ("name", "moves", "depth"), [("even", 1, 1), ("enough-to-play-on", 2, 2), ("few", 3, 4)]
)
def test_a_play_is_found_at_the_depth_of_its_last_move(tmp_path, name, moves, depth):
    _, game = compiled_text(tmp_path, HEAP, OF_HEAP.replace("first.taken", "eldest.taken"))
    claims = [claim for claim in game.claims if claim.name == name]
    result = bounded_search(game, claims, MUCH, deepest=24)
    found = result.found[name]
    assert (found.depth, len(found.play)) == (depth, moves)
    assert result.least.get(name, 0) <= moves


def test_without_work_nothing_is_found(tmp_path):
    _, game = compiled_text(tmp_path, HEAP, OF_HEAP.replace("first.taken", "eldest.taken"))
    assert not bounded_search(game, game.claims, 0).found


@pytest.mark.slow
def test_at_full_size_the_deck_is_chosen():
    """Nine moves: three of each of them lays, the opponent's and the draws between."""
    game = program_of("lost-cities").machine
    result = bounded_search(game, [claim for claim in game.claims if claim.name == "three-wagers"], MUCH)
    found = result.found["three-wagers"]
    assert (len(found.play), found.shortest) == (9, True)
    assert len(found.play.shuffles[0]) == 60
