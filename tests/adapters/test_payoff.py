"""What a play is worth: shares of a victory that sum to nothing, or the score where all win or lose together."""

import random

import pytest

from tests.trace.conftest import SHORE
from verifier.adapters.payoff import Payoff
from verifier.engine import Engine
from verifier.engine.engine import Result
from verifier.program import program_of
from verifier.runtime import Seeded
from verifier.trace.policies.uniform import random_given


@pytest.mark.parametrize(
    ("winners", "expected"),
    [((0,), [1, -0.5, -0.5]), ((0, 2), [0.25, -0.5, 0.25]), ((0, 1, 2), [0, 0, 0]), ((), [0, 0, 0])],
)
def test_shares_sum_to_nothing(winners, expected, monkeypatch):
    engine = Engine(program_of(str(SHORE), 3).machine)
    monkeypatch.setattr(Engine, "over", lambda self, state: True)
    monkeypatch.setattr(Engine, "result", lambda self, state: Result((5, 1, 1), winners))
    found = Payoff.of(engine)(engine.blank())
    assert found == pytest.approx(expected)
    assert sum(found) == pytest.approx(0)


def test_who_wins_together_has_the_same():
    engine = Engine(program_of("hanabi", 3).machine)
    payoff, chance = Payoff.of(engine), random.Random(1)
    oracle = Seeded(1)
    state = engine.new(oracle, random_given(engine, chance))
    assert payoff(state) == [0, 0, 0]
    while not engine.over(state):
        engine.step(state, chance.choice(engine.legal(state)), oracle)
    assert len(set(payoff(state))) == 1
    assert payoff.low <= payoff(state)[0] == engine.result(state).scores[0] <= payoff.high
