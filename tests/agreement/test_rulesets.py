"""A sample of what `python -m tests.agreement` does at length: real rule sets, each step read both ways."""

import pytest

from tests.agreement.both import Both
from verifier.program import program_of

WHOLE = [
    ("lost-cities", 2, 60),
    ("lost-cities-duel+exploits", 2, 60),
    ("lost-cities-duel+three-in-a-row", 2, 40),
]
STEP_BY_STEP = [
    ("lost-cities-rivals", 2, 60),
    ("lost-cities-rivals", 4, 60),
    ("lost-cities-board", 3, 40),
    ("lost-cities-board+up-and-down", 2, 40),
    ("catan-duel", 2, 12),
]


@pytest.mark.parametrize(("ruleset", "players", "steps"), WHOLE)
def test_transitions_written_out_agree_with_the_machine(ruleset, players, steps):
    both = Both(program_of(ruleset, players).machine, whole=True)
    both.follow(7, steps)
    assert both.tally.steps == steps
    assert both.tally.moves > steps
    assert len(both.tally.actions) >= 3


@pytest.mark.parametrize(("ruleset", "players", "steps"), STEP_BY_STEP)
def test_moves_carried_out_symbolically_agree_with_the_machine(ruleset, players, steps):
    both = Both(program_of(ruleset, players).machine, whole=False)
    both.follow(7, steps)
    assert both.tally.steps == steps
    assert both.tally.moves > steps
    assert len(both.tally.actions) >= 2
