"""The checker of certificates reads every step as the plain interpreter does: no other outcome, no other move."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.agreement.checker import Held
from tests.engine import tiny
from tests.engine.chaos import machines
from verifier.check.certificate import steps, walk
from verifier.check.certificate.read import Reader
from verifier.program import program_of

TINY = [tiny.drawing(), tiny.auction(), tiny.dice(), tiny.dice(saturates=False), tiny.suspended()]
SMALL = ["lost-cities+tiny", "lost-cities+short-match"]


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(machines(), st.integers(0, 2**20))
def test_the_checker_follows_plays_of_senseless_games(machine, seed):
    Held(machine, seed).follow(8)


@pytest.mark.parametrize("machine", TINY, ids=lambda machine: machine.name)
def test_the_checker_follows_plays_of_tiny_games(machine):
    Held(machine, 1).follow(40)


@pytest.mark.parametrize("ruleset", SMALL)
def test_the_checker_follows_plays_of_small_instances(ruleset):
    Held(program_of(ruleset, scenarios=False).machine, 1).follow(30)


FAULTS = {
    "a guard is forgotten": (walk, "implied", lambda premise, conclusion: True),
    "what is put on top lies below": (steps.Steps, "_put", None),
    "sums are one too high": (Reader, "weight_in_all", lambda self, state, weights, zones: 1),
}


def put_at_the_other_end(put):
    return lambda self, thing, zone, end, *rest: put(
        self, thing, zone, "bottom" if end == "top" else "top", *rest
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_checker_is_noticed(fault, monkeypatch):
    place, name, instead = FAULTS[fault]
    monkeypatch.setattr(place, name, instead or put_at_the_other_end(getattr(place, name)))
    machines = (*TINY, program_of("lost-cities+tiny", scenarios=False).machine)
    with pytest.raises(AssertionError):
        follow_all(machines)


def follow_all(machines):
    for machine in machines:
        Held(machine, 1).follow(30)
