"""No claim is called like a property of every game, or like another claim."""

import itertools

import pytest

from tests.rules import codes
from verifier.model.from_surface.claims import BUILT_IN
from verifier.verdict.properties import HEALTH, SCENARIOS

TURN = "turn\n    play: one of lay\naction lay\n    choose number n in my hand\n    move n to heap\n"
CLAIMS = (
    "invariant {}\n    heap is empty\n",
    "witness {}\n    heap is empty\n",
    "measure {} falls each lay: count number in hand\n",
)


def test_the_names_are_those_of_the_properties():
    assert {*HEALTH, SCENARIOS} == BUILT_IN


@pytest.mark.parametrize("claim", CLAIMS)
def test_such_a_name_is_refused(claim, tmp_path):
    assert codes(tmp_path, TURN, claim.format("no-peeking")) == ["N261"]
    assert codes(tmp_path, TURN, claim.format("no-peeping")) == []


@pytest.mark.parametrize(("one", "other"), list(itertools.product(CLAIMS, CLAIMS)))
def test_two_claims_of_one_name_are_refused(one, other, tmp_path):
    assert codes(tmp_path, TURN, one.format("no-peeping") + other.format("no-peeping")) == ["N201"]
    assert codes(tmp_path, TURN, one.format("no-peeping") + other.format("no-listening")) == []
