"""Large machines are proved block by block: faults that the rules of a small one do not have must still be noticed."""

import pytest

from tests.check.induction.test_prove import GAME, spoiled, without_guards
from tests.rules import made
from verifier.check.induction import prove as proving
from verifier.kernel.machine import Machine, Put, Take

TREASURE = """\
turn
    play: one of spend, earn

action earn
    rule not-too-rich
        require my coins is less than 20
    choose number in my hand
    move number to heap
    move top number in deck to my hand
    add 1 to my coins

action spend
    rule can-pay
        require my coins is at least wealth
    take 1 from my coins

define wealth: {wealth}

invariant heaps-hold-no-reds
    every number n in heap: n.suit is blue
invariant coins-in-range
    every player p: p.coins is at most 20
"""


@pytest.fixture(autouse=True)
def block_by_block(monkeypatch):
    monkeypatch.setattr(proving, "MANY_BLOCKS", 0)


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Machine:
    return made(tmp_path_factory.mktemp("blockwise"), GAME)


def verdicts(machine: Machine) -> dict[str, str]:
    return {found.property: found.verdict for found in proving.prove(machine)}


@pytest.mark.slow
def test_what_needs_no_memory_between_blocks_is_proved(game):
    assert verdicts(game)["conservation"] == "proved"


@pytest.mark.parametrize("kind", [Take, Put])
def test_a_move_that_copies_or_loses_is_noticed(game, kind):
    assert verdicts(spoiled(game, "lay", kind))["conservation"] == "unknown"


@pytest.mark.slow
def test_rows_are_not_proved_to_rise_without_the_rule_that_makes_them(game):
    assert verdicts(without_guards(game))["rows-rise"] == "unknown"


def test_what_a_plain_rule_keeps_within_bounds_is_proved_and_false_claims_are_not(tmp_path):
    found = verdicts(made(tmp_path, TREASURE.format(wealth=1)))
    assert found["bounds"] == "proved"
    assert found["coins-in-range"] == "proved"
    assert found["heaps-hold-no-reds"] == "unknown"


def test_a_rule_that_counts_too_little_does_not_keep_bounds(tmp_path):
    found = verdicts(made(tmp_path, TREASURE.format(wealth="count number in heap where 1 is 2")))
    assert found["bounds"] == "unknown"
