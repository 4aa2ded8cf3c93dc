"""Scenarios that speak of the end: the game is over, and who has won it."""

import pytest

from verifier.engine.scenarios import ScenarioRunner
from verifier.program import program_of

RULES = """\
game pennies
players 3

kind penny: coin
card coin: copies 9
zone bank: pile, hidden
zone purse: set per player, seen
note eldest: player, given

setup
    move every coin to bank
starter eldest
turn
    play: one of earn

action earn
    move top coin in bank to my purse

end
    rule bank-empty
        when bank is empty
after round
    do nothing-more
procedure nothing-more
    shuffle bank
rounds 2
define score for player p
    rule coins
        add count coin in p.purse
winner highest score, then shared
"""


def told(folder, *lines):
    """What is wrong with a scenario of these lines."""
    path = folder / "pennies.rules"
    text = "".join(f"    {line}\n" for line in lines)
    path.write_text(f"{RULES}\nscenario tried\n{text}", encoding="utf-8")
    found = program_of(str(path), 3)
    suite = ScenarioRunner(found.game, found.machine_with_scenarios)
    return [failure.text for failure in suite.run(found.game.scenarios[0])]


LAST = ("given round: 2", "given bank: coin", "given my purse: coin", "given second.purse: coin, coin")


@pytest.mark.parametrize(
    ("lines", "failures"),
    [
        ((*LAST, "when I earn", "then game ends"), []),
        ((*LAST, "when I earn", "then winner first, second"), []),
        ((*LAST, "when I earn", "then winner second, first"), []),
        ((*LAST, "when I earn", "then winner second"), ["won by first and second"]),
        ((*LAST, "given third.purse: coin, coin, coin", "when I earn", "then winner third"), []),
        ((*LAST[1:], "when I earn", "then game ends"), ["the game has not ended"]),
        ((*LAST[1:], "when I earn", "then winner second"), ["the game has not ended, nobody has won"]),
        ((*LAST, "when I earn", "when second earn", "then refused by over"), []),
    ],
)
def test_the_end_and_the_winner_can_be_expected(tmp_path, lines, failures):
    assert told(tmp_path, *lines) == failures


@pytest.mark.parametrize(
    ("claim", "failure"),
    [
        ("count coin in my purse is 5", "expected `count coin in my purse is 5`, found 1"),
        ("any coin in third.purse", "expected `any coin in third.purse`, which does not hold"),
    ],
)
def test_what_was_found_stands_beside_what_was_expected(tmp_path, claim, failure):
    assert told(tmp_path, *LAST, f"then {claim}") == [failure]


def test_who_watches_sees_the_given_position_first(tmp_path):
    told(tmp_path, *LAST, "when I earn", "then game ends")
    program = program_of(str(tmp_path / "pennies.rules"), 3)
    found, machine = program.game, program.machine_with_scenarios
    seen = []
    suite = ScenarioRunner(found, machine, lambda state, moment: seen.append(moment))
    bank = suite.machine.families["bank"].base
    sizes = []
    suite.engine.watch = lambda state, moment: sizes.append(len(state.zones[bank]))
    suite.run(found.scenarios[0])
    assert 1 in sizes
    assert sizes[-1] == 0


PHASES = """\
game moments

kind moment: early, late
card spell: timing early, copies 2
card charm: timing late
zone bank: set, seen
zone hand: set per player, seen

setup
    move every card to bank
turn
    dawn: do begin
    day: at most one of cast with late

procedure begin
    at most one of cast with early

action cast with moment now
    choose card in my hand
    rule right-moment
        require card.timing is now
    move card to bank
end
    rule nothing-left
        when bank is empty
winner everyone

scenario tried
    given my hand: spell, charm
"""
BY_DAY = "given phase: day"


@pytest.mark.parametrize(
    ("lines", "failures"),
    [
        (("when I cast spell", "then count card in my hand is 1"), []),
        # Legal in the second phase alone: there it begins.
        (("when I cast charm",), []),
        # Refused at dawn, and so it begins there.
        (("when I cast charm", "then refused by right-moment"), []),
        # Refused by day alone.
        (("when I cast spell", "then refused by right-moment"), []),
        ((BY_DAY, "when I cast spell"), ["refused by right-moment"]),
        ((BY_DAY, "when I cast charm", "then refused by right-moment"), ["the move is legal"]),
    ],
)
def test_the_first_move_begins_where_it_goes_as_the_scenario_says(tmp_path, lines, failures):
    path = tmp_path / "moments.rules"
    path.write_text(PHASES + "".join(f"    {line}\n" for line in lines), encoding="utf-8")
    found = program_of(str(path))
    runner = ScenarioRunner(found.game, found.machine_with_scenarios)
    assert [failure.text for failure in runner.run(found.game.scenarios[0])] == failures
