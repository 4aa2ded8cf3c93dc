"""Chance asked step by step: exact odds, and the same states as when it is asked at once."""

import random
from fractions import Fraction

import pytest

from tests.trace.conftest import SHORE
from verifier.adapters.chance import ChanceTable
from verifier.engine import Engine
from verifier.program import program_of


def answered(table, chance):
    """Answers questions at random until there is none."""
    while table.question is not None:
        outcomes = table.question.outcomes
        assert [number for number, _ in outcomes] == sorted({number for number, _ in outcomes})
        assert len(outcomes) > 1
        assert all(count > 0 for _, count in outcomes)
        table.answer(chance.choice(outcomes)[0])


@pytest.mark.parametrize("ruleset", [str(SHORE), "hearts"])
def test_a_play_keeps_every_component_and_ends(ruleset):
    engine = Engine(program_of(ruleset).machine)
    chance = random.Random(4)
    table = ChanceTable(engine)
    answered(table, chance)
    for _ in range(200):
        moves = engine.legal(table.state)
        if not moves:
            break
        before = table.copy()
        key = table.state.key()
        table.apply(chance.choice(moves))
        answered(table, chance)
        # A copy does not go along.
        assert before.state.key() == key
        where = [zone for zone in table.state.where[:-1] if zone >= 0]
        assert len(where) == len(engine.machine.things)
    assert table.moves > 10


def test_a_die_is_asked_with_its_odds(tmp_path):
    text = SHORE.read_text(encoding="utf-8")
    path = tmp_path / "shore.rules"
    path.write_text(text.replace("breeze, storm", "breeze, storm, storm"), encoding="utf-8")
    table = ChanceTable(Engine(program_of(str(path)).machine))
    asked = []
    while table.question is not None:
        asked.append(table.question)
        table.answer(table.question.outcomes[0][0])
    wind = next(each for each in asked if each.what == "wind")
    odds = {number: Fraction(count, wind.total) for number, count in wind.outcomes}
    assert odds == {0: Fraction(1, 4), 1: Fraction(1, 4), 2: Fraction(1, 2)}


def test_a_shuffle_is_asked_card_by_card_with_copies_together():
    engine = Engine(program_of(str(SHORE)).machine)
    table = ChanceTable(engine)
    while table.question.what != "shuffle":
        table.answer(0)
    first = table.question
    things = engine.machine.things
    assert {things[number].design: count for number, count in first.outcomes if count > 1}.keys() == {"stone"}
    order = []
    while table.question is not None and table.question.what == "shuffle":
        order.append(table.question.outcomes[-1][0])
        assert table.question.total == first.total - len(order) + 1
        table.answer(order[-1])
    assert len(set(order)) == len(order)
