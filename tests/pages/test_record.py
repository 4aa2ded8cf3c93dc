"""No page may claim a verdict of other rules: what is written down belongs to the rules as they are."""

import pytest

from verifier.pages.verdicts import stale
from verifier.surface.files import game_names


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_every_verdict_belongs_to_the_rules_as_they_are(game):
    assert stale(game) == [], "`rulewright docs verdicts` asks again and writes them down"
