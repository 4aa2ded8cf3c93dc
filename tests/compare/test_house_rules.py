"""The house rules of the shelf in pairs: the known answers of the readings, and that none is lost."""

from functools import cache

import pytest

from verifier.compare import conflicts as judging
from verifier.compare.combinations import Combinations, overlays_to_compare
from verifier.compare.conflicts import Judge, conflicts

pytestmark = pytest.mark.slow

CLASSIC = "lost-cities"


@cache
def judge():
    return Judge(Combinations.of_texts(CLASSIC, overlays_to_compare(CLASSIC)))


def kinds(first, second):
    return {finding.kind for finding in judge().pair(first, second).findings}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("seven-cards", "pick-eight-of-twelve"),
        ("seven-cards", "three-players"),
        ("pick-eight-of-twelve", "three-players"),
        # One game, or the best two of three: a shorter match would leave the second idle, but both say how long it is.
        ("single-round", "best-of-three"),
        ("only-what-the-other-dropped", "take-it-back"),
    ],
)
def test_two_that_cannot_be_combined(first, second):
    found = judge().pair(first, second)
    assert found.kind == "contradictory"
    assert found.findings[0].rules


@pytest.mark.parametrize(
    ("idle", "beside"),
    [
        ("bonus-multiplied", "no-bonus"),
        ("loser-starts", "single-round"),
        ("cost-after-wagers", "length-counts"),
        ("no-bonus", "length-counts"),
        ("two-cards-to-score", "length-counts"),
        ("take-it-back", "deck-only"),
    ],
)
def test_one_that_makes_the_other_pointless(idle, beside):
    found = judge().pair(idle, beside)
    assert found.kind == "idle"
    assert [finding.text for finding in found.findings] == [f"`{idle}` changes nothing next to `{beside}`"]


@pytest.mark.parametrize(
    ("needy", "needed"), [("keep-what-you-take", "draw-first"), ("pick-six-of-nine", "three-players")]
)
def test_one_that_means_nothing_without_the_other(needy, needed):
    assert kinds(needy, needed) == {"needs"}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("cost-after-wagers", "bonus-multiplied"),
        ("random-starter", "loser-starts"),
        ("draw-first", "one-more-turn"),
    ],
)
def test_two_that_leave_something_unsaid(first, second):
    assert "underspecified" in kinds(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("seven-cards", "no-bonus"),
        ("draw-first", "up-or-down"),
        ("no-bonus", "cost-after-wagers"),
        ("two-cards-to-score", "bonus-multiplied"),
        ("best-of-three", "loser-starts"),
        ("random-starter", "single-round"),
        ("open-piles", "deck-only"),
    ],
)
def test_two_that_go_well_together(first, second):
    assert judge().pair(first, second).kind == "fine"


def test_every_pair_is_judged_whatever_the_number_of_processes(monkeypatch):
    monkeypatch.setattr(judging, "MANY", 3)
    names = overlays_to_compare(CLASSIC)[:4]
    alone, together = (conflicts(CLASSIC, names, jobs=jobs) for jobs in (1, 2))
    assert len(alone.pairs) == 4 * 3 // 2
    assert [each.overlays for each in together.pairs] == [each.overlays for each in alone.pairs]
    assert [each.kind for each in together.pairs] == [each.kind for each in alone.pairs]


@pytest.mark.parametrize("game", ["lost-cities-duel", "lost-cities-rivals", "lost-cities-board"])
def test_every_overlay_of_the_other_games_stands(game):
    names = overlays_to_compare(game)
    made = Combinations.of_texts(game, names)
    assert all(made.laid(name).stands for name in names)


def test_the_readings_of_the_duel_are_judged_in_pairs():
    found = conflicts("lost-cities-duel", overlays_to_compare("lost-cities-duel")[:4])
    assert len(found.pairs) == 6


@pytest.mark.parametrize("game", ["lost-cities-rivals", "lost-cities-board"])
def test_all_pairs_of_the_auction_and_the_board_are_judged(game):
    names = overlays_to_compare(game)
    found = conflicts(game, names, jobs=1)
    assert len(found.pairs) == len(names) * (len(names) - 1) // 2
    # Whatever clashes or leaves something open says why.
    assert all(each.findings for each in found.pairs if each.kind != "fine")
