"""`n from A to B`: of numbers that fall there are none."""

import pytest

from tests.agreement.definition_scenarios import MirroredRunner, scenario_failures
from tests.rules import codes, text
from verifier.program import program_of

GAME = """
number limit: 2
turn
    play: one of pay, tell, ask

action pay
    choose n from 1 to limit
    add n to my coins

action tell
    set my coins to 5 + (sum over n from 1 to limit: n)

action ask
    rule none-is-large
        require every n from 1 to limit: n is at most 0
    add 1 to my coins
"""
SCENARIOS = """
scenario nothing-can-be-paid
    when I pay 1
    then refused by n
scenario a-sum-of-none
    when I tell
    then my coins is 5
scenario every-one-of-none
    when I ask
    then allowed
"""


def test_a_limit_that_is_set_to_nothing_leaves_no_number(tmp_path):
    """Once there was one number left, the limit being below the first."""
    path = tmp_path / "tiny.rules"
    path.write_text(text(GAME, SCENARIOS, "house-rule strict of tiny\nset limit to 0\n"), encoding="utf-8")
    program = program_of(f"{path}+strict", 2)
    runner = MirroredRunner(program)
    assert [found for each in program.game.scenarios for found in scenario_failures(runner, each)] == []
    assert runner.engine.compared > 2


@pytest.mark.parametrize("bounds", ["1 to 0", "3 to 1"])
def test_a_range_that_is_written_the_wrong_way_round_is_told(tmp_path, bounds):
    assert codes(tmp_path, GAME.replace("1 to limit\n", f"{bounds}\n", 1)) == ["T303"]
