"""The generated Python and the direct reading of the kernel tell the same story."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine import tiny
from tests.engine.chaos import machines
from tests.rules import made
from verifier.engine import Engine, State
from verifier.engine.interpret_steps import Runner
from verifier.kernel.domain import NOTHING, Number, Players
from verifier.kernel.expression import Arith, Const, Local, Read, Values
from verifier.kernel.machine import Each, Final, Write
from verifier.runtime import Fault, Seeded
from verifier.trace.policies.uniform import random_given


def told(run, *args):
    """The outcome of a step: nothing, or the fault."""
    try:
        run(*args)
    except Fault as fault:
        return fault.property
    return None


def assert_same(engine: Engine, runner: Runner, state: State, other: State) -> list:
    assert state.key() == other.key()
    assert state.where == other.where
    moves = engine.legal(state)
    assert moves == runner.legal(other)
    for claim in engine.machine.claims:
        assert engine.claims[claim.name](state) == bool(runner.read.value(claim.truth, other, {}))
    for player in range(engine.machine.players):
        score = runner.read.value(engine.machine.score, other, {"p": player})
        assert engine.score(state, player) == score
    return moves


def play_both(engine: Engine, seed: int, most: int = 60) -> None:
    runner, chance = engine.runner, random.Random(seed)
    one, two = Seeded(seed), Seeded(seed)
    given = random_given(engine, chance)
    state, other = engine.blank(given), engine.blank(given)
    fault = told(engine.enter, state, engine.machine.start, one)
    assert fault == told(runner.begin, other, two)
    for _ in range(most):
        if fault is not None:
            return
        moves = assert_same(engine, runner, state, other)
        if not moves:
            return
        move = chance.choice(moves)
        fault = told(engine.step, state, move, one)
        assert fault == told(runner.step, other, move, two)


@pytest.mark.slow
@settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
@given(machines(), st.integers(0, 2**20))
def test_generated_python_agrees_with_the_direct_reading(machine, seed):
    for anywhere in (False, True):
        engine = Engine(machine, anywhere=anywhere)
        play_both(engine, seed)
        play_both(engine, seed + 1)


@pytest.mark.parametrize("make", [tiny.drawing, tiny.auction, tiny.dice, tiny.suspended])
def test_the_tiny_games_agree(make):
    engine = Engine(make())
    for seed in range(20):
        play_both(engine, seed)


@pytest.mark.parametrize(
    ("first", "trail"), [(None, 123), (0, 123), (1, 231), (2, 312), (NOTHING, 123)], ids=str
)
def test_players_come_in_the_order_of_the_table_from_the_first_on(first, trail):
    who = Players(3)
    start = None if first is None else Const(first, who)
    seat = Arith("+", Local("p", who), tiny.number(1))
    longer = Arith("+", Arith("*", Read("trail", ()), tiny.number(10)), seat)
    steps = [Each("p", Values(who, start), (Write("trail", (), longer),))]
    cells = [tiny.cell("trail", Number(0, 999)), tiny.cell("active", who)]
    blocks = [tiny.block("setup", steps, Final())]
    engine = Engine(tiny.machine("round", (), tiny.Families(), blocks, players=3, cells=cells))
    state, other = engine.new(Seeded(1)), engine.blank()
    engine.runner.begin(other, Seeded(1))
    assert (engine.get(state, "trail"), engine.get(other, "trail")) == (trail, trail)


def test_a_guard_behind_a_choice_refuses_only_what_it_applies_to(tmp_path):
    rules = """
turn
    play: one of lay
action lay
    choose number in my hand
    rule red-comes-high
        when number.suit is red
        require number.value is more than 2
    move number to heap
    move top number in deck to my hand
"""
    game = Engine(made(tmp_path, rules))
    for seed in range(10):
        play_both(game, seed)
