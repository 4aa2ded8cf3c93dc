"""Strings of states: equal exactly when the states play the same, whichever copy is which."""

import random

import pytest

from tests.check.explore.games import CARDS, HEAP, SWAPPING, compiled_text
from verifier.check.explore.packing import Packing
from verifier.engine import Engine
from verifier.runtime import Seeded
from verifier.trace.policies.uniform import random_given

NOTED = (
    SWAPPING
    + "\nnote marked: leaf\nnote worn per leaf\nafter swap-cards\n    set marked to mine\n    set mine.worn\n"
)
WIDE = HEAP.replace("number beans: 5", "number beans: 700")


def states_of(machine, plays=25, steps=40):
    engine = Engine(machine)
    chance = random.Random(1)
    for seed in range(plays):
        oracle = Seeded(seed)
        state = engine.new(oracle, random_given(engine, chance))
        for _ in range(steps):
            yield engine, state
            moves = engine.legal(state)
            if not moves:
                break
            engine.step(state, chance.choice(moves), oracle)


@pytest.mark.parametrize("text", [HEAP, WIDE, CARDS, SWAPPING, NOTED])
def test_equal_strings_are_equal_keys(tmp_path, text):
    _, machine = compiled_text(tmp_path, text)
    packing = Packing(Engine(machine).layout, frozenset())
    pairs = {(packing.key(state), engine.key(state, twins=True)) for engine, state in states_of(machine)}
    assert len(pairs) == len({string for string, _ in pairs}) == len({key for _, key in pairs})
    assert len(pairs) > 5


def test_copies_change_places_unseen(tmp_path):
    _, machine = compiled_text(tmp_path, NOTED)
    engine = Engine(machine)
    packing = Packing(engine.layout, frozenset())
    assert packing.telling, "a note may tell copies apart"
    state = engine.new(Seeded(3), {"eldest": 0})
    before = packing.key(state)
    one, other = 0, 1
    assert machine.things[one].twin == machine.things[other].twin
    for zone in state.zones:
        zone[:] = [{one: other, other: one}.get(thing, thing) for thing in zone]
    for zone, family in enumerate(engine.layout.family_of):
        if family.shape == "set":
            state.zones[zone].sort()
    state.where[one], state.where[other] = state.where[other], state.where[one]
    assert packing.key(state) == before
    state.marked = one
    marked = packing.key(state)
    state.marked = other
    assert (packing.key(state) == marked) == (state.where[one] == state.where[other])
