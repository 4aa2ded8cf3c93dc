"""A turn, read off the machine and drawn."""

import re
from pathlib import Path

import pytest

from verifier.pages.turn import flow_of, turn_diagram
from verifier.program import program_of

SHORE = Path(__file__).parent.parent / "compare" / "shore.rules"


@pytest.fixture(scope="module")
def flow():
    program = program_of(str(SHORE))
    return flow_of(program.game, program.machine)


def test_phases_follow_each_other_and_lead_to_the_next_turn(flow):
    assert [(stage.phase, stage.how) for stage in flow.stages] == [
        ("weather", None),
        ("play", "one of"),
        ("again", "any number of"),
        ("fill", None),
    ]
    assert [stage.leads_to[0] for stage in flow.stages] == ["play", "again", "fill", "turn"]


def test_a_phase_offers_its_actions(flow):
    assert [option.action for option in flow.stages[1].options] == ["lay", "pay"]


def test_what_an_action_offers_on_the_way_is_told():
    program = program_of("lost-cities-rivals")
    flow = flow_of(program.game, program.machine)
    auction = next(option for stage in flow.stages for option in stage.options if option.action == "auction")
    assert set(auction.then) == {"raise", "pass", "take", "put-away"}


def test_the_picture_names_every_phase_and_action_and_fetches_nothing(flow):
    drawn = turn_diagram(flow, lambda sort, name: name.upper(), lambda key: f"<{key}>")
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert {"WEATHER", "PLAY", "AGAIN", "FILL", "LAY", "PAY"} <= set(texts)
    assert "&lt;next-turn&gt;" in texts
    assert re.findall(r"(?:href|src|url)", drawn) == []
