"""Bounds of definitions: no state passes them, and a play that is said to reach one does."""

import pytest

from tests.check.explore.games import CARDS, HEAP, compiled_text, every_state
from verifier.check.unroll.bmc import WORK
from verifier.check.unroll.extremes import extremes, numeric_definitions
from verifier.engine import Engine
from verifier.kernel.domain import values
from verifier.kernel.expression import Call, Const
from verifier.program import program_of
from verifier.trace import replayed

OF_CARDS = """\
define worth for row r
    rule sum-of-values
        add sum value of leaf in r
    rule a-pair
        when count leaf in r is 2
        multiply by 10
    rule dear-at-first
        when r is not empty
        subtract 4
"""


def worths(game, engine, name, state) -> list[int]:
    domain = game.definitions[name].params[0][1]
    return [engine.evaluate(Call(name, (Const(one, domain),)), state, {}) for one in values(domain)]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "more"), [(HEAP, ""), (CARDS, OF_CARDS)])
def test_no_state_passes_a_bound_and_a_play_reaches_it(tmp_path, text, more):
    _, game = compiled_text(tmp_path, text, more)
    engine, states = every_state(game)
    found = extremes(game, work=10 * WORK)
    assert {each.definition for each in found} == {each.name for each in numeric_definitions(game)}
    for each in found:
        met = [worth for state in states for worth in worths(game, engine, each.definition, state)]
        best = min(met) if each.side == "lowest" else max(met)
        if each.play is None:
            assert each.value < best if each.side == "lowest" else each.value > best
        else:
            assert each.value == best
            end = replayed(Engine(game), each.play.written).state
            assert each.value in worths(game, engine, each.definition, end)


def test_a_row_goes_from_its_worst_to_its_best(tmp_path):
    _, game = compiled_text(tmp_path, CARDS, OF_CARDS)
    found = {each.side: each for each in extremes(game, ["worth"])}
    assert (found["lowest"].value, found["highest"].value) == (-3, 26)
    assert found["lowest"].tight
    assert found["highest"].tight


@pytest.mark.parametrize(
    ("ruleset", "players", "name", "bounds"),
    [
        ("lost-cities", 2, "points", (-80, 156)),
        ("lost-cities-duel", 2, "points", (-80, 156)),
        ("lost-cities-board", 3, "walked", (-40, 100)),
    ],
)
def test_bounds_at_full_size(ruleset, players, name, bounds):
    found = {each.side: each for each in extremes(program_of(ruleset, players).machine, [name])}
    assert (found["lowest"].value, found["highest"].value) == bounds
