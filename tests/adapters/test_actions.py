"""Moves as numbers: one list for a rule set, every legal move in it once, copies together."""

import random

import pytest

from tests.trace.conftest import SHORE
from verifier.adapters.actions import ActionCodec
from verifier.engine import Engine
from verifier.program import program_of
from verifier.runtime import Seeded
from verifier.trace.policies.uniform import random_given

RULESETS = [str(SHORE), "hanabi", "schotten-totten"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_legal_move_has_one_number(ruleset):
    engine = Engine(program_of(ruleset).machine)
    codec = ActionCodec(engine)
    chance = Seeded(3)
    state = engine.new(chance, random_given(engine, random.Random(3)))
    for _ in range(150):
        legal = codec.legal(state)
        if not legal:
            break
        assert list(legal) == sorted(legal)
        # As many numbers as moves that differ in more than which copy is used.
        assert len(legal) == len(engine.distinct(engine.legal(state), state))
        for number, move in legal.items():
            assert move in engine.legal(state)
            assert codec.words(number).split()[0] == engine.describe(move, state)["action"]
        engine.step(state, random.Random(1).choice(list(legal.values())), chance)


def test_the_list_is_the_same_every_time():
    machine = program_of(str(SHORE)).machine
    first, second = (ActionCodec(Engine(machine)).keys for _ in range(2))
    assert first == second
    assert len(set(first)) == len(first)
