"""A scenario is a witness that a rule is at work, if it comes out as it is written."""

import pytest

from tests.check.games import GOOD, findings_of, subject_of
from verifier.check.monitor.coverage import seen_in_scenarios

DONE = "then count pebble in my row of red is 1"


def seen(tmp_path, text):
    return seen_in_scenarios(subject_of(tmp_path, text).program().game)


def test_an_action_that_a_scenario_does_is_seen(tmp_path):
    assert "action lay" in seen(tmp_path, GOOD)
    assert "action drop" not in seen(tmp_path, GOOD)


def test_a_scenario_that_fails_shows_nothing(tmp_path):
    assert not seen(tmp_path, GOOD.replace(DONE, DONE.replace("is 1", "is 2")))


def test_a_game_without_scenarios_shows_nothing(tmp_path):
    assert not seen(tmp_path, GOOD[: GOOD.index("scenario laying")])


@pytest.mark.slow
def test_what_no_play_shows_a_scenario_may(tmp_path):
    """Nobody gets nine coins by playing; in a scenario somebody is given them."""
    rich = GOOD.replace(
        "witness two-in-a-row",
        """action boast
    rule rich
        require my coins is 9

witness two-in-a-row""",
    ).replace("play: one of lay, drop", "play: one of lay, drop, boast")
    rich += """
scenario boasting
    given my coins: 9
    when I boast
    then my coins is 9
"""
    assert (
        "action boast"
        in findings_of(tmp_path, rich[: rich.index("scenario boasting")])["every-rule-lives"].listed
    )
    shown = findings_of(tmp_path, rich)["every-rule-lives"]
    assert "action boast" not in shown.listed
    assert shown.verdict != "proved"
