"""A game without components and secrets: there is nothing to peek at."""

import pytest

from tests.check.games import GOOD, findings_of
from verifier.check.static.openness import nothing_hidden
from verifier.program import program_of

DICE = """\
game gale
players 2
die wind: 1..6
amount coins per player: 0..30{view}, rest lost
{more}
turn
    throw: one of blow
action blow
    roll wind
    add wind to my coins
end
    rule rich
        at end of turn
        when any player p where p.coins is 30
winner highest coins, then shared
"""


def found(folder, view="", more=""):
    path = folder / "gale.rules"
    path.write_text(DICE.format(view=view, more=more), encoding="utf-8")
    return [(each.property, each.verdict) for each in nothing_hidden(program_of(str(path), 2).game)]


def test_nothing_is_hidden_in_a_game_of_dice_and_points(tmp_path):
    assert found(tmp_path) == [("no-peeking", "proved")]


@pytest.mark.parametrize(
    ("view", "more"),
    [
        (", seen by owner", ""),
        (", hidden", ""),
        ("", "card crown: copies 2"),
        ("", "note guess per player: player, seen by others"),
    ],
)
def test_nothing_is_said_where_something_may_be_hidden(view, more, tmp_path):
    assert found(tmp_path, view, more) == []


@pytest.mark.parametrize(("text", "verdict"), [(DICE.format(view="", more=""), "proved"), (GOOD, "tested")])
def test_asked_for_by_itself_it_has_a_verdict(text, verdict, tmp_path):
    assert findings_of(tmp_path, text, "no-peeking")["no-peeking"].verdict == verdict
