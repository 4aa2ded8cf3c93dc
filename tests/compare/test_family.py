"""The editions and house rules of the shelf, compared: known answers."""

import pytest

from tests.compare.renamed import renamed
from tests.compare.shore import written
from verifier.compare.diff import SAME_MACHINE, diff
from verifier.compare.distinguish import JointSearchLimits
from verifier.surface.files import game_names

CLASSIC, DUEL = "lost-cities", "lost-cities-duel"


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_every_game_equals_itself(game):
    assert diff(game, game).verdict == "equal"


@pytest.mark.slow
@pytest.mark.parametrize(
    "ruleset", [*game_names(), "lost-cities-duel+exploits", "lost-cities-board+up-and-down"]
)
def test_a_copy_with_every_name_changed_is_equal(ruleset, tmp_path):
    text, names = renamed(ruleset)
    found = diff(ruleset, written(tmp_path, "copied", text))
    assert (found.verdict, found.method, found.lines) == ("equal", SAME_MACHINE, ())
    assert found.renamed
    assert all(names[here] == there for _, here, there in found.renamed if here in names)


def test_the_two_rulebooks_differ_in_colours_games_and_ties_alone():
    found = diff(CLASSIC, DUEL, limits=JointSearchLimits(positions=50, plays=3))
    assert found.verdict == "different"
    assert found.renamed == (("colour", "white", "purple"),)
    assert [(line.sort, line.name) for line in found.lines] == [
        ("number", "games-in-a-match"),
        ("winner", ""),
    ]
    assert "youngest" in found.lines[1].second.text


@pytest.mark.slow
def test_the_duel_is_the_classic_game_once_its_own_lines_are_laid_over_it(tmp_path):
    path = tmp_path / "duel.rules"
    path.write_text(
        "house-rule duel of lost-cities\nset games-in-a-match to 1\n"
        "replace winner highest total, then not-oldest\ndefine not-oldest: oldest.opponent\n"
    )
    found = diff(f"{CLASSIC}+{path}", DUEL)
    assert found.verdict == "equal"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("overlay", "rule", "length"),
    [
        ("take-it-back", "not-the-one-just-dropped", 1),
        ("no-swapping", "not-the-one-just-dropped", 3),
        ("deck-only", "draw-discard", 3),
        ("up-or-down", "ascending", 4),
        ("only-what-the-other-dropped", "not-the-one-just-dropped", 5),
    ],
)
def test_a_house_rule_about_moves_parts_in_a_move(overlay, rule, length):
    found = diff(CLASSIC, f"{CLASSIC}+{overlay}", limits=JointSearchLimits(plays=60))
    assert [refusal.rule for refusal in found.parting.what.refusals] == [rule]
    assert found.parting.length == length


@pytest.mark.slow
@pytest.mark.parametrize(
    ("overlay", "rule"),
    [
        ("no-bonus", "bonus-for-eight"),
        ("two-cards-to-score", "too-short-to-score"),
    ],
)
def test_a_house_rule_about_points_parts_in_a_score(overlay, rule):
    found = diff(CLASSIC, f"{CLASSIC}+{overlay}", limits=JointSearchLimits(positions=20))
    assert rule in found.parting.rules
    assert found.parting.scores
