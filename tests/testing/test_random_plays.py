"""Random plays of a game, with every claim asked, and failing plays made short."""

import pytest

from tests.check.explore.games import CARDS, HEAP, compiled_text
from verifier.engine import Engine
from verifier.testing import tested
from verifier.trace import replayed

FEW = "invariant few\n    every player p: p.taken is at most 3"
MANY = HEAP.replace("number beans: 5", "number beans: 60")


def test_a_report_counts_what_was_done(tmp_path):
    _, machine = compiled_text(tmp_path, HEAP, FEW.replace("3", "5"))
    report = tested(machine, None, 10, 1)
    assert (report.plays, report.ended, report.seed) == (10, 10, 1)
    assert 30 <= report.steps <= 50
    assert report.longest <= 5
    assert report.asked == {"few": report.steps + report.plays}
    assert report.broken == {}


def test_a_claim_that_fails_comes_with_a_short_play(tmp_path):
    _, machine = compiled_text(tmp_path, MANY, FEW)
    broken = tested(machine, None, 5, 1).broken["few"]
    assert broken.words == "`few` does not hold"
    assert len(broken.play.moves) == 3, "two, one by the other, and two again"
    replay = replayed(Engine(machine), broken.play)
    assert replay.legal
    assert not Engine(machine).claims["few"](replay.state)


def test_a_claim_about_a_moment_says_when_it_fails(tmp_path):
    _, machine = compiled_text(tmp_path, MANY, FEW.replace("few\n", "few\n    at end of turn\n"))
    assert tested(machine, None, 5, 1).broken["few"].words == "`few` does not hold at end of turn"


def test_a_witness_that_is_met_comes_with_a_play(tmp_path):
    _, machine = compiled_text(tmp_path, HEAP, FEW.replace("invariant few", "witness few"))
    report = tested(machine, None, 3, 1)
    assert replayed(Engine(machine), report.met["few"]).legal
    assert report.broken == {}


def test_a_dead_end_is_broken(tmp_path):
    _, machine = compiled_text(
        tmp_path, MANY.replace("when heap is 0", "when heap is 60 and first.taken is 1")
    )
    report = tested(machine, None, 3, 1)
    assert set(report.broken) == {"no-dead-end"}
    engine = Engine(machine)
    assert engine.legal(replayed(engine, report.broken["no-dead-end"].play).state) == []


def test_a_value_out_of_range_is_broken(tmp_path):
    _, machine = compiled_text(tmp_path, MANY.replace("taken per player: 0..beans", "taken per player: 0..9"))
    broken = tested(machine, None, 3, 1).broken["bounds"]
    assert "taken" in broken.words
    assert replayed(Engine(machine), broken.play).broken is not None
    assert len(broken.play.moves) <= 10


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_gives_the_same_report(tmp_path, seed):
    _, machine = compiled_text(tmp_path, CARDS, "witness a-red-row\n    any row r where count leaf in r is 2")
    one, other = (tested(machine, None, 8, seed) for _ in range(2))
    assert one == other


def test_other_claims_may_be_asked_than_those_of_the_machine(tmp_path):
    _, machine = compiled_text(tmp_path, MANY, FEW)
    assert tested(machine, [], 3, 1).broken == {}
