"""A greedy player at games made up for the point: the price of a thing is asked in choices that come later."""

import random

import pytest

from tests import rules
from tests.trace.policies.playing import play
from verifier.engine import Engine
from verifier.program import program_of
from verifier.trace.policies.greedy import BOREDOM, Greedy, Habits, ScoreReader

# Two woods make a house. Wood comes from the die; stone has to be traded for wood first.
WORKSHOP = """\
game workshop
players 2

number target: 4
kind good: wood, stone
card house: copies 12
card yard: each good, copies 2

zone houses: pile, seen
zone built: pile per player, seen
zone land: set per player, seen

die harvest: wood, stone
amount stored per yard: 0..6, rest lost

setup
    move every house to houses
    each player p
        each good g
            let y be top yard z in box where z.good is g
            move y to p.land

starter first

turn
    gather: do reap
    act: any number of build, trade, demolish

procedure reap
    roll harvest
    each yard y in my land where y.good is harvest
        add 2 to y.stored

define stock for player p, good g: sum over yard y in p.land where y.good is g: y.stored

procedure pay with good g
    choose yard y in my land where y.good is g and y.stored is at least 1
    take 1 from y.stored

action build
    let h be top house in houses
    rule houses-left
        require houses is not empty
    rule two-woods
        require my stock of wood is at least 2
    repeat 2 times
        do pay with wood
    move h to my built

action trade
    rule two-stones
        require my stock of stone is at least 2
    repeat 2 times
        do pay with stone
    each yard y in my land where y.good is wood
        add 1 to y.stored

action demolish
    choose house h in my built
    move h to houses

define score for player p: count house in p.built

end
    rule enough-houses
        at end of turn
        when any player p where p.score is at least target

winner highest score, then shared
"""


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    path = tmp_path_factory.mktemp("greed") / "workshop.rules"
    path.write_text(WORKSHOP, encoding="utf-8")
    return Engine(program_of(str(path), 2).machine)


def at_random(seed):
    chance = random.Random(seed)
    return lambda state, moves: chance.choice(moves)


def taken(engine, state, player, times=20):
    """The actions that greedy players of many seeds take here."""
    moves = engine.legal(state)
    standing = ScoreReader(engine)
    chosen = [Greedy(standing, seed)(state, moves) for seed in range(times)]
    return {engine.describe(move, state)["action"] for move in chosen}


def settled(engine, **stored):
    """A state at the first offer of actions, with so much in the yards of whoever is on turn."""
    state = engine.new(rules.Unshuffled())
    for thing in range(len(engine.machine.things)):
        zone = state.where[thing]
        if engine.machine.things[thing].design == "yard" and engine.layout.zone_index(zone) == (0,):
            good = engine.machine.things[thing].name.split("-")[0]
            engine.set(state, "stored", (thing,), stored.get(good, 0))
    return state


def test_a_greedy_player_wins_nearly_always_against_chance(workshop):
    standing, won = ScoreReader(workshop), 0
    for seed in range(40):
        end, run = play(workshop, [Greedy(standing, seed), at_random(seed)], seed, most=2_000)
        assert end == "over"
        won += workshop.result(run.state).winners == (0,)
    assert won >= 36


def test_two_greedy_players_come_to_an_end_sooner_than_two_without_a_plan(workshop):
    standing, greedy, random_ones = ScoreReader(workshop), 0, 0
    for seed in range(20):
        greedy += len(play(workshop, [Greedy(standing, seed), Greedy(standing, seed + 99)], seed)[1].moves)
        random_ones += len(play(workshop, [at_random(seed), at_random(seed + 99)], seed)[1].moves)
    assert greedy < random_ones


def test_what_a_price_brings_is_seen_behind_the_choices_that_pay_it(workshop):
    assert taken(workshop, settled(workshop, wood=2), 0) == {"build"}


def test_a_trade_that_opens_something_is_made_and_another_is_not(workshop):
    assert taken(workshop, settled(workshop, wood=1, stone=2), 0) == {"trade"}
    assert taken(workshop, settled(workshop, wood=0, stone=2), 0) == {"stop"}


def test_the_same_seed_plays_the_same(workshop):
    standing = ScoreReader(workshop)
    one, other = (play(workshop, [Greedy(standing, 3), Greedy(standing, 4)], seed=2) for _ in range(2))
    assert one[1].trace() == other[1].trace()


def test_where_all_is_equal_it_is_looked_only_now_and_then():
    habits = Habits()
    for _ in range(BOREDOM):
        assert not habits.bored(7)
        habits.learn(7, [0, 1], {0, 1}, equal=True)
    looks = [not habits.bored(7) for _ in range(16)]
    assert looks.count(True) == 2
    habits.learn(7, [0, 1], {0}, equal=False)
    assert not habits.bored(7)


def test_where_the_lowest_wins_less_is_more(tmp_path):
    # Not the score decides here but coins, and the score is what the greedy player is told.
    path = tmp_path / "tiny.rules"
    path.write_text(
        rules.text(
            "turn\n    act: one of take-coin, drop-card\n",
            "action take-coin\n    choose number c in my hand\n    add 1 to my coins\n    move c to heap\n",
            "action drop-card\n    choose number c in my hand\n    move c to heap\n",
            "define score for player p: p.coins\n",
        ).replace("winner highest coins, then shared", "winner lowest score, then shared"),
        encoding="utf-8",
    )
    engine = Engine(program_of(str(path), 2).machine)
    state = engine.new(rules.Unshuffled())
    assert ScoreReader(engine).sign == -1
    assert taken(engine, state, 0) == {"drop-card"}
