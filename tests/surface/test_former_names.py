"""`renamed OLD to NEW`: what was written before goes on saying the old name."""

import json

import pytest

from verifier.diagnostics import Rejected
from verifier.engine.scenarios import ScenarioRunner
from verifier.interface import load
from verifier.program import program_of

RULES = """\
game pennies

number most: 2
kind penny: coin
card coin: copies 4
zone bank: pile, hidden
zone purse: set per player, seen
note eldest: player, given
note rested, until turn ends

setup
    move every coin to bank
starter eldest
turn
    play: one of earn, rest

action earn
    rule purse-has-room
        require count coin in my purse is less than most
    move top coin in bank to my purse

action rest
    set rested

end
    rule bank-empty
        when bank is empty
winner highest score, then shared
may-loop idle: "both may rest"
define score for player p
    rule coins
        add count coin in p.purse

renamed take to earn
renamed purse-is-full to purse-has-room
"""
SCENARIO = """
scenario a-full-purse
    given my purse: coin, coin
    when I take
    then refused by purse-is-full
"""


@pytest.fixture
def rules(tmp_path):
    def written(text):
        path = tmp_path / "pennies.rules"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


def test_a_scenario_goes_on_saying_the_old_names(rules):
    found = program_of(rules(RULES + SCENARIO))
    suite = ScenarioRunner(found.game, found.machine_with_scenarios)
    assert suite.run(found.game.scenarios[0]) == []


def test_the_machine_knows_the_new_name_alone(rules):
    found = program_of(rules(RULES))
    assert set(found.game.actions) == {"earn", "rest"}
    assert dict(found.former_names) == {"take": "earn", "purse-is-full": "purse-has-room"}


def test_a_recorded_play_goes_on_saying_the_old_name(rules):
    path = rules(RULES)
    play = {
        "ruleset": path,
        "players": 2,
        "given": {"eldest": 0},
        "moves": [{"player": 0, "action": "take"}, {"player": 1, "action": "rest"}],
    }
    found = load(path).replay(json.dumps(play))
    assert (found.moves, found.refused) == (2, None)
    assert [move["action"] for move in found.play.moves] == ["earn", "rest"]


def test_a_move_goes_on_saying_the_old_name(rules):
    play = load(rules(RULES)).new(given={"eldest": 0})
    for _ in range(2):
        assert not play.why_not({"action": "take"})
        play.apply({"action": "take"}).apply({"action": "rest"})
    assert [each.rule for each in play.why_not({"action": "take"})] == ["purse-has-room"]


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("renamed grab to ern", "N221", "did you mean `earn`?"),
        ("renamed grab to purse", "N221", "no action and no rule has this name"),
        ("renamed rest to earn", "N246", "a name from before must be free"),
        ("renamed take to rest", "N201", "one name can mean one thing"),
    ],
)
def test_a_name_from_before_is_free_and_one_of_today_is_there(rules, line, code, said):
    with pytest.raises(Rejected) as rejected:
        _ = program_of(rules(f"{RULES}{line}\n")).game
    [found] = rejected.value.report.diagnostics
    assert found.code == code
    assert said in f"{found.hint} {found.labels[0].text}"
