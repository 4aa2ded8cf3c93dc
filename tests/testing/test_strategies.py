"""Plays and states for whoever tests with Hypothesis."""

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from tests.check.explore.games import CARDS, HEAP, compiled_text
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.source import Source
from verifier.testing import ClaimFailedError, playing, plays, states
from verifier.trace import read_play, replayed

QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)


def test_plays_are_legal(tmp_path):
    _, machine = compiled_text(tmp_path, CARDS)
    engine = Engine(machine)

    @QUICK
    @given(plays(machine))
    def check(play):
        assert replayed(engine, play).legal

    check()


def test_plays_can_be_named_by_their_rule_set(tmp_path):
    compiled_text(tmp_path, CARDS)
    path = str(tmp_path / "game.rules")
    play = find(plays(path), lambda play: len(play.moves) >= 1, settings=QUICK)
    assert play.ruleset == path
    assert read_play(Source("play.json", play.as_text()), Report()) == play


def test_states_come_with_their_play(tmp_path):
    _, machine = compiled_text(tmp_path, CARDS)

    @QUICK
    @given(states(machine), st.data())
    def check(position, data):
        assert replayed(position.engine, position.play).state.key() == position.state.key()
        if position.moves:
            assert data.draw(st.sampled_from(position.moves)) in position.moves

    check()


def test_plays_shrink_to_few_plain_moves_and_unshuffled_piles(tmp_path):
    _, machine = compiled_text(tmp_path, CARDS)
    position = find(states(machine), lambda position: len(position.play.moves) > 1, settings=QUICK)
    assert len(position.play.moves) == 2
    assert position.play.shuffles == (("blue-2", "blue-1", "red-2", "red-1"),)


@pytest.mark.slow
def test_a_state_machine_of_hypothesis_finds_a_short_failing_play(tmp_path):
    few = "invariant few\n    every player p: p.taken is at most 3"
    _, machine = compiled_text(tmp_path, HEAP.replace("number beans: 5", "number beans: 60"), few)
    saved = tmp_path / "failing.json"
    tests = playing(machine, save=saved)
    tests.TestCase.settings = QUICK
    with pytest.raises(ClaimFailedError, match="`few` does not hold") as failure:
        tests.TestCase("runTest").runTest()
    assert len(tests.failing.moves) == 3
    assert "  3. Anna grabs 2" in str(failure.value)
    play = read_play(Source(str(saved), saved.read_text(encoding="utf-8")), Report())
    assert play == tests.failing


@pytest.mark.slow
def test_a_state_machine_of_hypothesis_is_content_with_good_rules(tmp_path):
    _, machine = compiled_text(tmp_path, CARDS, "invariant all-there\n    every leaf l: l is not in box")
    tests = playing(machine)
    tests.TestCase.settings = QUICK
    tests.TestCase("runTest").runTest()
    assert tests.failing is None


@pytest.mark.slow
def test_a_state_machine_of_hypothesis_finds_dead_ends(tmp_path):
    _, machine = compiled_text(
        tmp_path, HEAP.replace("when heap is 0", "when heap is 5 and first.taken is 5")
    )
    tests = playing(machine)
    tests.TestCase.settings = QUICK
    with pytest.raises(ClaimFailedError, match="nobody has a legal move"):
        tests.TestCase("runTest").runTest()
