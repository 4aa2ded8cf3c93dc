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


def unused(folder, *pieces):
    path = folder / "pond.rules"
    path.write_text("".join(pieces), encoding="utf-8")
    report = Report()
    check_ruleset(str(path), report)
    return [(each.code, each.labels[0].span.text) for each in report.diagnostics]


POND = """game pond
players 2
card frog: copies 4
zone pool: pile, seen
zone hand: set per player, seen by owner
setup
    move every frog to pool
    each player p
        move 1 from pool to p.hand
turn
    play: one of jump
action jump
    choose frog in my hand
    move frog to pool
end
    rule all-in
        when no frog in hand
winner everyone
"""


def test_what_no_other_line_names_is_told(tmp_path):
    assert unused(tmp_path, POND) == []
    idle = [
        "zone attic: pile, seen",
        "note fool: player",
        "amount luck: 0..3",
        "die coin: 1..2",
        "number nine: 9",
        "define wide for player p: 3",
        "procedure lost\n    do lost-again",
        "procedure lost-again\n    shuffle pool",
    ]
    told = unused(tmp_path, POND, "\n".join(idle), "\n")
    assert told == [("C515", name) for name in ("attic", "fool", "luck", "coin", "nine", "wide", "lost")]


def test_what_an_overlay_or_a_scenario_names_is_used(tmp_path):
    overlay = "variant deep of pond\nafter jump\n    do sink\n"
    scenario = "scenario s\n    when do float\n    then hand is empty\n"
    steps = "procedure sink\n    shuffle pool\nprocedure float\n    shuffle pool\n"
    assert unused(tmp_path, POND, steps, scenario, overlay) == []


# --- two choices of one name


def told_of(folder, steps: str) -> list[str]:
    return codes(folder, TURN, f"action lay\n{steps}")


def test_two_choices_of_one_name_are_told(tmp_path):
    two = "    choose number in my hand\n    choose number in my hand\n    move number to heap\n"
    assert told_of(tmp_path, two) == ["C518"]
    guarded = two.replace(
        "hand\n    choose", "hand\n    rule r\n        require number.value is 1\n    choose"
    )
    assert told_of(tmp_path, guarded) == ["C518"]


def test_a_choice_that_was_made_use_of_may_be_made_again(tmp_path):
    again = "    choose number in my hand\n    move number to heap\n"
    assert told_of(tmp_path, again + again) == []
    assert (
        told_of(
            tmp_path,
            "    choose number a in my hand\n    choose number b in my row of red\n    move a to heap\n",
        )
        == []
    )
