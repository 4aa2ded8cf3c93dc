"""Recorded plays in which every component comes into play: `rulewright cards RULESET --save-to` writes them.

A folder is called after its rule set. What a game has is shown in the plays of the game; those of an overlay show
what the overlay brings (`--beyond GAME`).
"""

from functools import cache
from pathlib import Path

import pytest

from verifier.check.monitor.component_coverage import WatchedRuleSet
from verifier.diagnostics import Report
from verifier.program import program_of
from verifier.source import Source
from verifier.trace.read import read_play

PLAYS = Path(__file__).parent / "plays"
RULE_SETS = sorted(folder.name for folder in PLAYS.iterdir())


@cache
def stage(ruleset):
    return WatchedRuleSet(program_of(ruleset).game, ruleset)


@cache
def shown(ruleset):
    """All that appears in the recorded plays of a rule set; each is legal to its last move."""
    found = set()
    for file in sorted((PLAYS / ruleset).glob("*.json")):
        report = Report()
        play = read_play(Source(file.name, file.read_text(encoding="utf-8")), report)
        assert not report.diagnostics
        assert play.ruleset == ruleset
        found |= set(stage(ruleset).appearing(play.in_names_of_today(program_of(ruleset).former_names)))
    return found


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_every_card_appears_in_a_recorded_play(ruleset):
    game = ruleset.partition("+")[0]
    missing = set(stage(ruleset).features) - shown(ruleset) - shown(game)
    assert not missing


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_there_is_no_card_that_cannot_appear(ruleset):
    can = {feature.design for feature in stage(ruleset).features}
    assert set(stage(ruleset).designs) == can
