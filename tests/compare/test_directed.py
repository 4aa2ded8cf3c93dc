"""Plays aimed at a claim that random plays would hardly ever break."""

import json

import pytest

from verifier.compare.directed import Arrangements, directed_findings, doubtful
from verifier.compare.guided import Nearness, Sequels
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import Subject, program_of
from verifier.source import Source
from verifier.trace import replayed
from verifier.trace.policies.coupling import CoupledOracle
from verifier.trace.read import read_play
from verifier.trace.validate import Validator

CLASSIC = "lost-cities"


def subject(ruleset):
    return Subject(ruleset, program_of(ruleset).game.players)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("overlay", "broken"),
    [
        ("bonus-multiplied", ["route-score-range", "score-range"]),
        ("three-players", ["route-score-range", "long-routes-pay"]),
        ("cost-after-wagers", ["route-score-range", "short-routes-pay-little", "more-wagers-sink-deeper"]),
        ("no-bonus", []),
    ],
)
def test_what_a_scoring_rule_breaks_is_shown_by_a_play(overlay, broken):
    after = subject(f"{CLASSIC}+{overlay}")
    found = directed_findings(subject(CLASSIC), after)
    assert [each.property for each in found] == broken
    confirming = Validator(after.program().machine, after.ruleset)
    for each in found:
        play = read_play(Source("play.json", json.dumps(each.trace.play)), Report())
        assert replayed(Engine(program_of(after.ruleset).machine), play).legal
        assert confirming.shows(play, each.property)


def test_few_components_are_enough_to_break_a_claim():
    found = program_of(f"{CLASSIC}+bonus-multiplied").machine
    claim = next(each for each in found.claims if each.name == "route-score-range")
    # Three wagers and the five highest numbers: (40 - 20) * 4 + 80 = 160.
    wish = Arrangements(found).against(claim)
    names = sorted(found.things[thing].name.split("-", 1)[1] for thing, _ in wish.places)
    assert names == ["10", "6", "7", "8", "9", "wager", "wager-2", "wager-3"]
    assert len({zone for _, zone in wish.places}) == 1


def test_a_sum_is_asked_for_in_equal_shares():
    found = program_of(f"{CLASSIC}+bonus-multiplied").machine
    claim = next(each for each in found.claims if each.name == "score-range")
    # More than 780 points: five routes of 160, each with its wagers and its five highest numbers.
    wish = Arrangements(found).against(claim)
    assert len(wish) == 40
    assert len({zone for _, zone in wish.places}) == 5


def test_the_machine_is_asked_what_comes_too_late():
    engine = Engine(program_of(CLASSIC).machine)
    named = {thing.name: number for number, thing in enumerate(engine.machine.things)}
    fate = CoupledOracle(1, range(len(engine.machine.things)), range(engine.machine.zones))
    state = engine.new(fate)
    player = engine.player(state)
    hand, route = (
        next(zone for zone in range(engine.machine.zones) if engine.speech.zone(zone) == name)
        for name in (f"hand of {player}", f"route of {player} red")
    )
    wished = [named[name] for name in ("red-4", "red-9", "red-wager")]
    for thing in wished:
        engine.place(state, thing, hand)
    sequels = Sequels(engine, dict.fromkeys(wished, route))
    sequels.learn(state, fate, wished)
    # On a 9 neither the 4 nor the wager can follow; on a 5, which nobody wished for, the wager and the 4 cannot.
    for thing, lost in (("red-wager", 0), ("red-4", 1), ("red-9", 2), ("red-5", 2)):
        after = state.copy()
        engine.place(after, named[thing], route)
        assert sequels.lost(after) == lost


def test_a_card_in_another_hand_is_farther_away():
    box, pile, mine, theirs, row = range(5)
    near = Nearness({row})
    near.learn([box, mine], [box, row])
    near.learn([pile, row], [mine, row])
    near.learn([theirs, row], [pile, row])
    assert [near.steps(zone, row) for zone in (row, mine, pile, theirs)] == [0, 1, 2, 3]
    assert near.steps(box, row) > 3


def test_a_claim_that_holds_wherever_things_lie_has_no_arrangement_against_it():
    found = program_of(CLASSIC).machine
    claim = next(each for each in found.claims if each.name == "route-score-range")
    assert Arrangements(found).against(claim) is None


def test_only_claims_about_what_has_changed_are_doubted():
    assert doubtful(program_of(CLASSIC).machine, program_of(f"{CLASSIC}+take-it-back").machine) == []
    assert "route-score-range" in [
        each.name
        for each in doubtful(program_of(CLASSIC).machine, program_of(f"{CLASSIC}+bonus-multiplied").machine)
    ]
