"""Amounts that are moved, cleared and lost."""

import pytest

from tests.agreement.definition_scenarios import MirroredRunner, scenario_failures
from tests.rules import text
from verifier.program import program_of

GAME = """
amount purse per player: 0..5, rest lost
amount debt per player: -3..5, rest lost
amount tide: 0..9, starts 4
note guess: number-of-cards, starts 3
kind number-of-cards: 2..6

turn
    play: one of hand-over, owe, save, count-all, reset

action hand-over
    move 3 from my purse to second.purse

action owe
    move 4 from my debt to second.purse

action save
    move 3 from my coins to second.purse

action count-all
    move my purse from my purse to my coins

action reset
    set tide to 8
    clear tide
    set guess to 5
    clear guess
"""
SCENARIOS = {
    "no more goes over than there was": """
        given my purse: 1
        given second.purse: 1
        when I hand-over
        then my purse is 0
        then second.purse is 2
""",
    "all of it where there is enough": """
        given my purse: 4
        when I hand-over
        then my purse is 1
        then second.purse is 3
""",
    "what finds no room is lost": """
        given my purse: 4
        given second.purse: 4
        when I hand-over
        then my purse is 1
        then second.purse is 5
""",
    "down to the lowest value": """
        given my debt: -1
        when I owe
        then my debt is -3
        then second.purse is 2
""",
    "where nothing is lost": """
        given my coins: 3
        when I save
        then my coins is 0
        then second.purse is 3
""",
    "all that there is": """
        given my purse: 4
        when I count-all
        then my purse is 0
        then my coins is 4
""",
    "a number that is cleared is as it began": """
        when I reset
        then tide is 4
        then guess is 3
""",
}


@pytest.mark.parametrize("lines", SCENARIOS.values(), ids=SCENARIOS)
def test_an_amount_is_moved_as_far_as_there_is_any(tmp_path, lines):
    """Where the rest is lost, the other side once got what nobody had given."""
    path = tmp_path / "tiny.rules"
    scenario = "scenario s\n" + "\n".join(line.removeprefix("    ") for line in lines.splitlines() if line)
    path.write_text(text(GAME, scenario, ""), encoding="utf-8")
    program = program_of(str(path), 2)
    (only,) = program.game.scenarios
    assert list(scenario_failures(MirroredRunner(program), only)) == []
