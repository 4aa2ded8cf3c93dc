"""Names that lead nowhere although the text can be read."""

from tests.rules import codes
from verifier.diagnostics import Report
from verifier.engine.notation import SEATS
from verifier.program import check_ruleset
from verifier.surface.build import MOST_PLAYERS

TURN = "turn\n    play: one of lay\n"
LAY = """action lay
    choose number n in my hand
    rule rising
        require n.value is at least 2
    move n to heap
"""
SCENARIO = """scenario too-low
    given my hand: red 1
    when I lay red 1
    then refused by {}
"""


def test_a_scenario_names_a_rule_that_there_is_not(tmp_path):
    assert codes(tmp_path, TURN, LAY, SCENARIO.format("risin")) == ["N249"]


def test_rules_choices_actions_and_turns_may_refuse(tmp_path):
    for name in ("rising", "n", "lay", "player", "stop", "over"):
        assert codes(tmp_path, TURN, LAY, SCENARIO.format(name)) == []


def test_an_action_that_nothing_offers(tmp_path):
    assert codes(tmp_path, TURN, LAY, "action idle\n    add 1 to my coins\n") == ["C506"]


def test_an_action_that_another_action_offers(tmp_path):
    more = "after lay\n    at most one of idle\naction idle\n    add 1 to my coins\n"
    assert codes(tmp_path, TURN, LAY, more) == []


def test_a_game_is_for_a_table_of_people(tmp_path):
    for players, code in (("0", "P145"), ("11", "P145"), ("2..1000000", "P145"), ("3..2", "T303")):
        path = tmp_path / "table.rules"
        path.write_text(f"game table\nplayers {players}\n", encoding="utf-8")
        report = Report()
        check_ruleset(str(path), report)
        assert [found.code for found in report.diagnostics] == [code]


def test_every_seat_has_a_name():
    assert len(SEATS) == MOST_PLAYERS
