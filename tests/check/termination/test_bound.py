"""Bounds on the length of plays: proved by a measure, never contradicted by a play."""

import pytest

from verifier.check.explore import explore, find_loop
from verifier.check.termination import bound_of
from verifier.engine import Engine
from verifier.program import program_of
from verifier.trace.policies.uniform import random_play

pytestmark = pytest.mark.slow

CLASSIC = "lost-cities"


@pytest.mark.parametrize(
    ("ruleset", "turns", "moves", "rounds"),
    [
        ("lost-cities+deck-only", 44, 88, 3),
        ("lost-cities+no-swapping", 88, 176, 3),
        ("lost-cities+single-round+deck-only", 44, 88, 1),
        ("lost-cities+deck-only+seven-cards", 46, 92, 3),
        ("lost-cities-duel+lost-cities+deck-only", 44, 88, 1),
    ],
)
def test_a_house_rule_makes_every_play_end(ruleset, turns, moves, rounds):
    found = bound_of(program_of(ruleset).machine)
    assert (found.turns, found.moves, found.rounds) == (turns, moves, rounds)


@pytest.mark.parametrize("ruleset", [CLASSIC, "lost-cities+draw-first", "lost-cities+take-it-back"])
def test_a_game_with_a_loop_has_no_bound(ruleset):
    found = program_of(ruleset).machine
    assert bound_of(found) is None
    assert find_loop(found) is not None


@pytest.mark.parametrize("overlay", ["deck-only", "no-swapping"])
def test_no_play_is_longer_than_the_bound(overlay):
    found = program_of(f"{CLASSIC}+{overlay}").machine
    bound = bound_of(found)
    engine = Engine(found)
    assert max(random_play(engine, seed).steps for seed in range(40)) <= bound.moves * bound.rounds


@pytest.mark.parametrize("instance", ["tiny", "short-match"])
@pytest.mark.parametrize("overlay", ["deck-only", "no-swapping"])
def test_the_longest_play_of_a_small_instance_is_within_the_bound(instance, overlay):
    found = program_of(f"{CLASSIC}+{overlay}+{instance}").machine
    bound = bound_of(found)
    seen = explore(found)
    assert seen.complete
    assert seen.longest is not None
    assert seen.longest <= bound.moves * bound.rounds


def test_a_bound_is_told_with_what_falls():
    assert bound_of(program_of(f"{CLASSIC}+deck-only").machine).words == (
        "at most 44 turns, 88 moves in each of 3 rounds; ranking function: deck"
    )


@pytest.mark.parametrize("game", ["lost-cities-rivals", "lost-cities-board"])
def test_games_of_any_kind_are_asked_without_harm(game):
    bound = bound_of(program_of(game).machine)
    assert bound is None or bound.moves > 0


LAPS = """\
game laps
players 2
card leaf: value 1..3
zone deck: pile, hidden
zone heap: pile, seen
amount coins per player: 0..5
amount laps: 0..3, rest lost

setup
    move every leaf to deck
turn
    run: one of run-on
action run-on
    add 1 to laps
end
    rule far
        when laps is at least 9
winner highest coins, then shared
"""
UNDER_TWO_NAMES = """\
    let x be top leaf in deck
    let y be top leaf in deck
    move x to heap
    move y to deck"""
IN_A_LOOP = "    each leaf l in heap\n        add 1 to laps"


@pytest.mark.parametrize(
    "rules",
    [
        LAPS,
        LAPS.replace(", rest lost", "").replace("    add 1 to laps", IN_A_LOOP).replace("least 9", "least 3"),
    ],
    ids=["stops at its bound", "may not be raised"],
)
def test_a_counter_that_need_not_grow_is_no_measure(rules, tmp_path):
    path = tmp_path / "laps.rules"
    path.write_text(rules, encoding="utf-8")
    found = program_of(str(path)).machine
    assert find_loop(found) is not None
    assert bound_of(found) is None


def test_a_component_under_two_names_moves_once(tmp_path):
    path = tmp_path / "laps.rules"
    rules = LAPS.replace("    add 1 to laps", UNDER_TWO_NAMES).replace("laps is at least 9", "deck is empty")
    path.write_text(rules, encoding="utf-8")
    found = program_of(str(path)).machine
    assert find_loop(found) is not None
    assert bound_of(found) is None
