"""How often rules are at work in plays."""

from pathlib import Path

import pytest

from verifier.check.monitor import rule_use
from verifier.check.monitor.rule_use import rules_used
from verifier.program import program_of
from verifier.trace.simulate import Simulation

SHORE = Path(__file__).parents[2] / "trace" / "shore.rules"
SEEDS = range(1, 6)


@pytest.fixture
def simulated():
    program = program_of(str(SHORE), 2)
    return program.game, lambda engine: Simulation(engine, "shore")


def test_a_rule_counts_each_time_it_applies_and_an_end_rule_once_a_play(simulated):
    game, made = simulated
    found = rules_used(game, made, SEEDS, 20)
    assert found["bag-empty"] == 1
    # Six pieces fill up the hands until the bag is empty; the storm comes now and then.
    assert 0 < found["one-from-the-bag"] <= 20
    assert 0 < found["storm-costs"] < 20


def test_what_never_refuses_counts_nothing_and_what_refuses_counts_decisions(simulated):
    game, made = simulated
    found = rules_used(game, made, SEEDS, 20)
    assert found["coins-enough"] > 0
    assert found["stones-double"] >= 0
    assert set(game.rules) >= set(found)


def test_in_a_large_game_fewer_decisions_are_looked_at_and_those_between_counted(simulated, monkeypatch):
    game, made = simulated
    whole = rules_used(game, made, SEEDS, 20)
    monkeypatch.setattr(rule_use, "QUESTIONS", 200)
    sampled = rules_used(game, made, SEEDS, 20)
    assert sampled["bag-empty"] == whole["bag-empty"]
    assert sampled["coins-enough"] == pytest.approx(whole["coins-enough"], rel=0.8)
