"""The laws of zones hold in every state that play comes to, whether said zone against zone or by a count."""

import random

import pytest

from tests.check.induction.test_prove import GAME
from tests.rules import made
from verifier.check.induction import zone_axioms
from verifier.check.induction.encode import Encoding
from verifier.check.induction.rewrite_terms import term_value
from verifier.check.induction.samples import state_assignment
from verifier.engine import Engine
from verifier.runtime import Seeded


def states(machine, encoding):
    engine, chance = Engine(machine), random.Random(1)
    for seed in range(4):
        oracle = Seeded(seed)
        state = engine.new(oracle, {})
        while moves := engine.legal(state):
            yield state_assignment(encoding, state)
            engine.step(state, chance.choice(moves), oracle)


@pytest.mark.parametrize("few", [0, 20])
def test_the_laws_hold_in_every_state(tmp_path, monkeypatch, few):
    monkeypatch.setattr(zone_axioms, "FEW_ZONES", few)
    machine = made(tmp_path, GAME)
    encoding = Encoding(machine)
    known, chance = zone_axioms.ZoneAxioms(encoding), random.Random(2)
    variables = sorted((*encoding.inside.values(), *encoding.spot.values(), *encoding.sizes), key=repr)
    asked = 0
    for state in states(machine, encoding):
        some = frozenset(one for one in variables if one in state and chance.random() < 0.7)
        for law in (*known.all(), *known.among(some), *known.around(some)):
            asked += 1
            assert term_value(law, state, {}), law
    assert asked > 1_000


@pytest.mark.parametrize("few", [0, 20])
def test_a_component_in_two_zones_or_in_none_breaks_a_law(tmp_path, monkeypatch, few):
    monkeypatch.setattr(zone_axioms, "FEW_ZONES", few)
    machine = made(tmp_path, GAME)
    encoding = Encoding(machine)
    known = zone_axioms.ZoneAxioms(encoding)
    state = next(states(machine, encoding))
    variables = frozenset(encoding.inside.values())
    (here, thing) = next(place for place, variable in encoding.inside.items() if state[variable])
    there = next(zone for zone, other in encoding.inside if other == thing and zone != here)
    for changed in ({encoding.inside[there, thing]: 1}, {encoding.inside[here, thing]: 0}):
        wrong = {**state, **changed}
        assert not all(term_value(law, wrong, {}) for law in known.among(variables))


def test_of_a_state_only_the_laws_it_keeps_are_left_out(tmp_path):
    machine = made(tmp_path, GAME)
    encoding = Encoding(machine)
    known, chance = zone_axioms.ZoneAxioms(encoding), random.Random(3)
    variables = frozenset((*encoding.inside.values(), *encoding.spot.values()))
    left_out = broken = 0
    for state in states(machine, encoding):
        # Components moved about without regard: in two zones, in none, two at one place.
        wrong = dict(state)
        for variable in chance.sample(sorted(variables, key=repr), 12):
            wrong[variable] = chance.randint(variable.low, variable.high)
        every = set(known.among(variables))
        for law in every - set(known.among(variables, wrong)):
            left_out += 1
            assert term_value(law, wrong, {}), law
        broken += sum(not term_value(law, wrong, {}) for law in every)
    assert left_out > 1_000
    assert broken > 20
