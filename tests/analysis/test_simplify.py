"""Whatever an expression is worth, the simpler one is worth the same; a normal machine plays as it did."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine import tiny
from tests.engine.chaos import CELLS, FAMILIES, KINDS, TABLES, THINGS, WHO, ZONES, Maker, machines
from tests.engine.tiny import block, machine
from verifier.analysis.normal_form import normal_machine
from verifier.analysis.simplify import Folding
from verifier.engine import Engine
from verifier.kernel.domain import Players, Truth
from verifier.kernel.expression import Compare, Const, Local, Not, Read
from verifier.kernel.machine import Alternative, Decide, Final, Goto, Guard, Thing, Write
from verifier.runtime import Fault, Seeded

ENV = {"a": ("number", KINDS["number"]), "c": ("thing", THINGS), "d": ("player", WHO), "e": ("zone", ZONES)}
CALM = settings(deadline=None, max_examples=200, suppress_health_check=list(HealthCheck))
PLACES = (0, 1, 2, 3, 3, 9, 9)


@st.composite
def expressions(draw):
    kind = draw(st.sampled_from(("truth", "truth", "number", "thing", "zone")))
    return Maker(draw, definitions=False).expr(kind, ENV, 4)


def world():
    """A machine of the small world, and a state of it in which components lie here and there."""
    things = tuple(Thing(f"thing-{nth}", "design", nth) for nth in range(7))
    blocks = [block("setup", [], Final())]
    engine = Engine(machine("world", things, FAMILIES, blocks, cells=CELLS.values(), tables=TABLES.values()))
    state = engine.blank({})
    for zone, pile in enumerate(state.zones):
        pile[:] = [thing for thing, place in enumerate(PLACES) if place == zone]
    state.where[: len(PLACES)] = PLACES
    return engine, state


ENGINE, STATE = world()
values = st.fixed_dictionaries(
    {"a": st.integers(-2, 3), "c": st.integers(0, 6), "d": st.integers(0, 1), "e": st.integers(0, 15)}
)


def worth(expr, env):
    try:
        return ENGINE.read.value(expr, STATE, env)
    except (IndexError, Fault):
        return None


@pytest.mark.slow
@CALM
@given(expressions(), values)
def test_a_simpler_expression_is_worth_the_same(expr, env):
    before = worth(expr, env)
    if before is not None:
        assert worth(Folding(ENGINE.machine).expr(expr), env) == before


@pytest.mark.parametrize("op", ["=", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("turned", [False, True])
def test_a_comparison_with_a_constant_keeps_its_meaning_in_every_form(op, turned):
    """As it stands and turned round, negated once and twice."""
    small, folding = KINDS["number"], Folding(ENGINE.machine)
    for limit in range(-2, 4):
        sides = (Local("a", small), Const(limit, small))
        asked = Compare(op, *(sides[::-1] if turned else sides))
        for expr in (asked, Not(asked), Not(Not(asked))):
            simple = folding.expr(expr)
            assert all(worth(simple, {"a": a}) == worth(expr, {"a": a}) for a in range(-2, 4))


def test_a_guard_that_forbids_in_some_case_forbids_in_that_case_alone():
    """Where the case is not known beforehand, the action stays; where it holds, it is refused."""
    who = Players(1)
    guard = Guard("never", (Read("tired", ()),), (tiny.NO,))
    offers = (Alternative("act", (guard,), "act"), Alternative("tire", (), "tire"))
    found = machine(
        "tiring",
        (),
        tiny.Families(),
        [
            block("setup", [], Goto("ask")),
            block("ask", [], Decide(Const(0, who), offers, None, None)),
            block("act", [], Final(), "me"),
            block("tire", [Write("tired", (), tiny.YES)], Goto("ask"), "me"),
        ],
        players=1,
        cells=[tiny.cell("tired", Truth())],
    )
    engine = Engine(normal_machine(found))
    state = engine.new(Seeded(1))
    assert [name for (name, *_), _ in _spoken(engine, state)] == ["act", "tire"]
    engine.step(state, engine.legal(state)[1], Seeded(1))
    assert [name for (name, *_), _ in _spoken(engine, state)] == ["tire"]


@pytest.mark.parametrize("make", [tiny.drawing, tiny.auction, tiny.dice, tiny.suspended])
def test_a_normal_machine_of_a_tiny_game_plays_as_it_did(make):
    assert sum(same_play(make(), seed) for seed in range(10)) > 20


@pytest.mark.slow
@CALM
@given(machines(), st.integers(0, 2**20))
def test_a_normal_machine_plays_as_it_did(made, seed):
    same_play(made, seed)


def same_play(made, seed):
    """The number of moves in which both machines go the same way, to where the first breaks.

    Alternatives that are never legal are left out, so moves are compared by their actions and choices.
    """
    engines = [Engine(made), Engine(normal_machine(made))]
    chance = random.Random(seed)
    try:
        states = [engine.new(Seeded(seed)) for engine in engines]
    except Fault:
        return 0
    for step in range(12):
        legal = [_spoken(engine, state) for engine, state in zip(engines, states, strict=True)]
        assert [name for name, _ in legal[0]] == [name for name, _ in legal[1]]
        if not legal[0]:
            break
        at = int(chance.random() * len(legal[0]))
        try:
            engines[0].step(states[0], legal[0][at][1], Seeded(step))
        except Fault:
            return step
        engines[1].step(states[1], legal[1][at][1], Seeded(step))
    assert engines[0].result(states[0]) == engines[1].result(states[1])
    return step


def _spoken(engine, state):
    moves = engine.legal(state)
    return [(("stop" if move[0] < 0 else _action(engine, state, move), *move[1:]), move) for move in moves]


def _action(engine, state, move):
    return engine.decide(state).alternatives[move[0]].action
