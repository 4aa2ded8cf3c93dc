"""Plays aimed at a claim that random plays would hardly ever break."""

import json

import pytest

from verifier.backends.machine import Engine
from verifier.compare.aiming.aimed import aimed, doubtful
from verifier.compare.aiming.arrangement import Arrangements
from verifier.diagnostics import Report
from verifier.pipeline import compiled, machine
from verifier.plays import replayed
from verifier.plays.reading import read_play
from verifier.source import Source
from verifier.verify.case import Subject, case_of
from verifier.verify.confirming import Confirming

CLASSIC = "lost-cities"


def subject(ruleset):
    return Subject(ruleset, compiled(ruleset)[0].players)


@pytest.mark.parametrize(
    ("overlay", "broken"),
    [
        ("bonus-multiplied", ["route-score-range"]),
        ("cost-after-wagers", ["route-score-range", "short-routes-pay-little", "more-wagers-sink-deeper"]),
        ("no-bonus", []),
    ],
)
def test_what_a_scoring_rule_breaks_is_shown_by_a_play(overlay, broken):
    after = subject(f"{CLASSIC}+{overlay}")
    found = aimed(subject(CLASSIC), after)
    assert [each.property for each in found] == broken
    confirming = Confirming(case_of(after))
    for each in found:
        play = read_play(Source("play.json", json.dumps(each.trace.play)), Report())
        assert replayed(Engine(machine(after.ruleset)), play).legal
        assert confirming.shows(play, each.property)


def test_few_components_are_enough_to_break_a_claim():
    found = machine(f"{CLASSIC}+bonus-multiplied")
    claim = next(each for each in found.claims if each.name == "route-score-range")
    # Three wagers and the five highest numbers: (40 - 20) * 4 + 80 = 160.
    wish = Arrangements(found).against(claim)
    names = sorted(found.things[thing].name.split("-", 1)[1] for thing, _ in wish.places)
    assert names == ["10", "6", "7", "8", "9", "wager", "wager-2", "wager-3"]
    assert len({zone for _, zone in wish.places}) == 1


def test_a_claim_that_holds_wherever_things_lie_has_no_arrangement_against_it():
    found = machine(CLASSIC)
    claim = next(each for each in found.claims if each.name == "route-score-range")
    assert Arrangements(found).against(claim) is None


def test_only_claims_about_what_has_changed_are_doubted():
    assert doubtful(machine(CLASSIC), machine(f"{CLASSIC}+take-it-back")) == []
    assert "route-score-range" in [
        each.name for each in doubtful(machine(CLASSIC), machine(f"{CLASSIC}+bonus-multiplied"))
    ]
