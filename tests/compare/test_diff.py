"""Two rule sets by what they do: equal with a proof, or a play that both engines play before it is shown."""

import pytest

from tests.compare.shore import SHORE, otherwise, written
from tests.rules import text
from verifier.compare.diff import diff
from verifier.compare.distinguish import JointSearchLimits
from verifier.compare.observe import (
    FaultDiffers,
    MoveDiffers,
    PlaceDiffers,
    ResultDiffers,
    SightDiffers,
    TurnDiffers,
)
from verifier.report.diff import diff_in_words

pytestmark = pytest.mark.slow

LIMITS = JointSearchLimits(positions=400, plays=30, seconds=60)


def test_a_rule_set_equals_itself(shore):
    found = diff(shore, shore)
    assert (found.verdict, found.method, found.lines, found.renamed) == ("equal", "same machine", (), ())


def test_a_copy_with_every_name_changed_is_equal(tmp_path, shore):
    found = diff(shore, written(tmp_path, "meadow", otherwise()))
    assert found.verdict == "equal"
    assert found.lines == ()
    assert ("side", "north", "left-bank") in found.renamed
    assert ("rule", "shells-rise", "flowers-rise") in found.renamed
    assert ("action", "lay", "plant") in found.renamed


def test_a_copy_with_every_name_and_one_rule_changed_is_told_in_the_words_of_both(tmp_path, shore):
    text = otherwise().replace("card.height is more than highest", "card.height is at least highest")
    copy = text.replace("copies 2", "copies 2\ncard bud: each bank, each height").replace(
        "move every leaf to sack", "move every leaf to sack\n    move every bud to sack"
    )
    found = diff(shore, written(tmp_path, "meadow", copy), limits=LIMITS)
    assert found.verdict == "different"
    assert ("action", "lay", "plant") in found.renamed
    assert ("zone", "beach", "row-of-flowers") in found.renamed


def test_a_move_that_one_side_refuses_is_found_with_the_rule_against_it(with_house, shore):
    found = diff(shore, with_house("remove rule shells-rise"), limits=LIMITS)
    assert found.verdict == "different"
    what = found.parting.what
    assert isinstance(what, MoveDiffers)
    assert what.allowed_by == "B"
    assert what.move["action"] == "lay"
    assert [refusal.rule for refusal in what.refusals] == ["shells-rise"]
    assert [line.name for line in found.lines if line.sort == "rule"] == ["shells-rise"]
    assert any("B allows, A refuses" in line for line in diff_in_words(found))


def test_the_other_side_is_named_when_it_refuses(with_house, shore):
    found = diff(with_house("remove rule shells-rise"), shore, limits=LIMITS)
    assert found.parting.what.allowed_by == "A"


def test_a_score_that_differs_is_told_step_by_step(with_house, shore):
    found = diff(
        shore,
        with_house("replace rule stones-double", "    multiply by 1 + 2 * count stone in b"),
        limits=LIMITS,
    )
    what = found.parting.what
    assert isinstance(what, ResultDiffers)
    assert what.scores[0] != what.scores[1]
    assert "stones-double" in found.parting.rules
    assert any("stones-double" in line and "A" not in line for line in diff_in_words(found))


def test_another_winner_is_preferred_to_another_score(with_house, shore):
    found = diff(shore, with_house("replace winner lowest score, then shared"), limits=LIMITS)
    assert found.parting.what.winners[0] != found.parting.what.winners[1]


def test_a_deal_that_differs_shows_at_once(with_house, shore):
    found = diff(shore, with_house("set hand-size to 1"), limits=LIMITS)
    assert isinstance(found.parting.what, PlaceDiffers)
    assert found.parting.length == 0
    assert found.lines[0].name == "hand-size"


def test_what_is_seen_is_part_of_the_rules(with_house, shore):
    found = diff(shore, with_house("replace zone hand: set per player, seen"), limits=LIMITS)
    assert isinstance(found.parting.what, SightDiffers)


def test_who_begins_is_part_of_the_rules(with_house, shore):
    found = diff(shore, with_house("define other: youngest.opponent", "replace starter other"), limits=LIMITS)
    assert isinstance(found.parting.what, TurnDiffers)


def test_what_is_given_may_be_called_otherwise(with_house, shore):
    found = diff(shore, with_house("note lot: player, given", "replace starter lot"), limits=LIMITS)
    assert found.verdict == "equal"
    assert found.renamed == (("note", "youngest", "lot"),)


def test_another_number_of_players_needs_no_play(with_house, shore):
    found = diff(shore, with_house("replace players 3"))
    assert (found.verdict, found.method) == ("different", "players")


def test_a_difference_that_no_play_shows_stays_unknown(with_house, shore):
    # Whose turn it is when a card is drawn is no secret, but a loop is no plain step.
    found = diff(
        shore,
        with_house(
            "replace rule one-from-the-bag",
            "    when bag is not empty",
            "    each player p where p is me",
            "        move top card in bag to p.hand",
        ),
        limits=LIMITS,
    )
    assert found.verdict == "unknown"
    assert "this is not a proof" in found.detail
    assert found.searched.plays == LIMITS.plays


def test_the_same_seed_finds_the_same_play(with_house, shore):
    other = with_house("remove rule stones-double")
    assert diff(shore, other, limits=LIMITS) == diff(shore, other, limits=LIMITS)


@pytest.mark.parametrize("players", [2, 3])
def test_every_number_of_players_is_compared(players, with_house, shore):
    found = diff(shore, with_house("remove rule shells-rise"), players, limits=LIMITS)
    assert found.players == players
    assert found.parting.plays[0].players == players


def test_both_plays_can_be_replayed(with_house, shore):
    from verifier.engine import Engine
    from verifier.program import program_of
    from verifier.trace import replayed

    for lines in (("remove rule shells-rise",), ("remove rule coins-count",), ("set hand-size to 3",)):
        found = diff(shore, with_house(*lines), limits=LIMITS)
        for ruleset, play in zip(found.rulesets, found.parting.plays, strict=True):
            again = replayed(Engine(program_of(ruleset).machine), play)
            assert again.legal
            assert len(again.moves) == found.parting.length


def test_a_game_in_another_order_of_colours_is_told_by_its_names(tmp_path, shore):
    turned = SHORE.replace("kind side: north, south", "kind side: south, east")
    found = diff(shore, written(tmp_path, "turned", turned))
    assert found.verdict == "equal"
    assert found.lines == ()


def test_numbers_of_one_value_are_told_apart_by_what_is_said_of_them(tmp_path, shore):
    text = SHORE.replace("number hand-size: 2", "number hand-size: 2\nnumber stones-a-side: 2").replace(
        "copies 2", "copies stones-a-side"
    )
    here = written(tmp_path, "here", text)
    there = written(tmp_path, "there", otherwise(text).replace("stones-a-side", "leaves-a-bank"))
    found = diff(here, there)
    assert found.verdict == "equal"
    assert found.lines == ()


@pytest.mark.parametrize("turned", [False, True])
def test_rules_that_cannot_be_carried_out_on_one_side_are_a_difference(tmp_path, turned):
    paths = []
    for name, step in (("fine", "add 1 to"), ("broken", "take 1 from")):
        path = tmp_path / f"{name}.rules"
        path.write_text(
            text("turn\n    go: one of act\n", f"action act\n    {step} my coins\n"), encoding="utf-8"
        )
        paths.append(str(path))
    found = diff(*(reversed(paths) if turned else paths), limits=LIMITS)
    assert found.verdict == "different"
    assert isinstance(found.parting.what, FaultDiffers)
    assert "coins" in " ".join(map(str, diff_in_words(found)))
