"""No play contradicts an analysis: whatever happens lies within the ranges, the reach and the constants."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.analysis.met import ContradictedError, followed
from tests.engine import tiny
from tests.engine.chaos import machines
from verifier.analysis import constants, possible_values, ranges
from verifier.analysis.interval_domain import Interval
from verifier.kernel.domain import Number, Players
from verifier.kernel.machine import Final, Goto, Machine, Roll, Write
from verifier.program import program_of
from verifier.surface.files import game_names


def overflowing() -> Machine:
    """More is written to a store than it holds; the rest is lost."""
    cells = (tiny.cell("store", Number(0, 3), saturates=True), tiny.cell("active", Players(2)))
    blocks = (
        tiny.block("setup", (Write("store", (), tiny.number(5)),), Goto("count")),
        tiny.block("count", (), Final()),
    )
    return tiny.machine("overflowing", (), tiny.Families(), blocks, cells=cells)


TINY = (tiny.drawing, tiny.auction, tiny.dice, tiny.suspended, overflowing)


@pytest.mark.parametrize("make", TINY)
def test_the_tiny_games_stay_within_what_was_found(make):
    for seed in range(15):
        assert followed(make(), seed) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_game_stays_within_what_was_found(name):
    assert followed(program_of(name).machine, 3, most=6, stride=19) > 6


@pytest.mark.slow
@settings(deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
@given(machines(), st.integers(0, 2**20))
def test_senseless_games_stay_within_what_was_found(made, seed):
    followed(made, seed, most=12)


def _dropped(*_, **__):
    """A transfer that learns nothing."""


def _off_by_one(op, left, right):
    found = COMBINED(op, left, right)
    return Interval(found.low, found.high - 1) if op == "+" and found.low < found.high else found


def _chance_forgotten(steps, facts, folding):
    return AFTER(tuple(step for step in steps if not isinstance(step, Roll)), facts, folding)


def _choice_forgotten(self, alternative):
    ALTERNATIVE(self, replace(alternative, prelude=()))


COMBINED, AFTER, ALTERNATIVE = ranges.arithmetic_interval, constants.facts_after, ranges.Ranges._alternative
FAULTS = {
    "ranges: a component that is put comes nowhere": (ranges.Ranges, "_put", _dropped),
    "ranges: a sum falls one short": (ranges, "arithmetic_interval", _off_by_one),
    "ranges: a clause changes nothing": (ranges, "_after", lambda clause, value, by: value),
    "ranges: nothing is learnt of choices": (ranges.Ranges, "_alternative", _choice_forgotten),
    "reach: a component that is put comes nowhere": (possible_values.Reach, "_put", _dropped),
    "reach: what is written is not held": (possible_values.Reach, "_write", _dropped),
    "constants: a die keeps its face": (constants, "facts_after", _chance_forgotten),
    "constants: a store holds more than it can": (constants, "saturated", lambda cell, value: value),
    "constants: the first way decides": (constants, "facts_in_both", lambda one, other: one),
}


def follow_all():
    for make in TINY:
        for seed in range(4):
            followed(make(), seed)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_transfer_is_noticed(fault, monkeypatch):
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(ContradictedError):
        follow_all()
