"""Who comes into play, and the shortest beginnings that show everybody."""

from pathlib import Path

import pytest

from verifier.check.monitor.component_coverage import Feature, FeatureSightings, WatchedRuleSet, cover
from verifier.program import program_of

SHORE = Path(__file__).parents[2] / "trace" / "shore.rules"


@pytest.fixture(scope="module")
def stage():
    return WatchedRuleSet(program_of(str(SHORE)).game, "shore.rules")


def test_what_can_be_laid_is_looked_for_and_what_stays_in_the_box_is_not(stage):
    assert {str(feature) for feature in stage.features} == {"shell laid", "stone laid"}
    assert "flag" in stage.designs


def test_the_play_of_a_seed_shows_the_same_when_it_is_written_down_and_read(stage):
    for seed in range(6):
        played = stage.play(seed, 60)
        assert stage.appearing(stage.written(seed, 60)) == played.first


def test_a_beginning_is_cut_where_the_last_thing_appears(stage):
    played = stage.play(1, 60)
    last = max(played.first.values())
    assert stage.appearing(stage.written(1, last)) == played.first
    assert set(stage.appearing(stage.written(1, last - 1))) < set(played.first)


def test_what_is_dealt_in_the_set_up_does_not_count(stage):
    assert stage.play(1, 0).first == {}


A, B, C = (Feature(name, "laid") for name in "abc")


def test_few_and_short_beginnings_are_taken():
    plays = [
        FeatureSightings(1, {A: 5, B: 500}),
        FeatureSightings(2, {A: 30, B: 40}),
        FeatureSightings(3, {C: 9, A: 400}),
    ]
    assert cover(plays, [A, B, C]) == [(2, 40), (3, 9)]


def test_what_never_appears_is_left_out():
    assert cover([FeatureSightings(1, {A: 5})], [A, B]) == [(1, 5)]
    assert cover([], [A]) == []
