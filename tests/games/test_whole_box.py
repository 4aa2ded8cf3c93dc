"""CATAN Duel: the box holds 180 cards, goods come from the rules that give them, and whoever is on turn wins."""

import re
from collections import Counter

import pytest

from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.pages.cards import printed_fields
from verifier.program import composition, program_of
from verifier.surface.format import printed
from verifier.trace.policies.uniform import random_play

WHOLE = "catan-duel+duel-of-the-princes"
CENTRE = {"road": 9, "settlement": 9, "city": 7, "region": 24}
# Cards with a back of their own, and the events that come with them; how many of the cards bear a crescent.
DRAWN = {"base": 36, "gold-era": 24, "war-era": 24, "progress-era": 26}
CRESCENT = {"gold-era": 12, "war-era": 12, "progress-era": 12}
EVENTS = {"catan-duel": 9, "catan-duel+gold": 12, "catan-duel+war": 13, "catan-duel+progress": 14, WHOLE: 21}
# Every text that puts goods into a store; all other gains go through one of them.
GIVERS = {
    "lay-regions",
    "produce",
    "gain",
    "gain-any",
    "hand-over",
    "year-of-plenty",
    "brigands",
    "benjamin",
    "doctor",
}


@pytest.fixture(scope="module")
def box():
    return program_of(WHOLE).game


def test_one_hundred_and_eighty_cards_of_ninety_two_designs(box):
    assert len(box.things) == 180
    assert len({thing.design for thing in box.things}) == 92
    assert {name: len(box.classes[name].ids) for name in CENTRE} == CENTRE


def test_every_set_has_its_cards_and_crescents(box):
    crescents = box.tables["is crescent"].values
    backs = [printed_fields(box, number).get("back") for number in range(len(box.things))]
    assert Counter(back for back in backs if back is not None) == DRAWN
    assert Counter(b for b, moon in zip(backs, crescents, strict=True) if b and moon) == CRESCENT
    events = box.classes["event-card"].ids
    assert sum(bool(crescents[number]) for number in events) == 15


@pytest.mark.parametrize("ruleset", EVENTS)
def test_every_rule_set_has_its_events(ruleset):
    assert len(program_of(ruleset).game.classes["event-card"].ids) == EVENTS[ruleset]


def test_goods_come_only_from_rules_that_give_them():
    laid = composition(WHOLE, Report())
    giving = re.compile(r"^ *(add .* to .*stored|set .*stored to (?!0$).*)$", re.MULTILINE)
    assert {item.name.text for item in laid.items if giving.search(printed(item))} == GIVERS


@pytest.mark.parametrize("ruleset", ["catan-duel", "catan-duel+gold"])
def test_whoever_is_on_turn_wins_and_has_the_points(ruleset):
    engine = Engine(program_of(ruleset).machine)
    target = {"catan-duel": 7, "catan-duel+gold": 12}[ruleset]
    won = 0
    for seed in range(1, 4):
        play = random_play(engine, seed, most=6_000)
        if play.over:
            result = engine.result(play.state)
            active = engine.get(play.state, "active")
            assert result.winners == (active,)
            assert result.scores[active] >= target
            won += 1
    assert won
