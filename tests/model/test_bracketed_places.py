"""`(left of me).hand`: what is worked out may stand before a dot wherever a place may stand."""

from tests.agreement.definition_scenarios import MirroredRunner, scenario_failures
from tests.rules import FRAME, codes
from verifier.diagnostics import Report
from verifier.program import program_of
from verifier.source import Source
from verifier.surface.format import printed
from verifier.surface.parser import read

PLAY = """turn
    play: one of lay
action lay
    choose number n in my hand
    {step}
"""
SCENARIO = """scenario hands-change-places
    given my hand: red 1
    given second.hand: blue 2, blue 3
    when I lay red 1
    then count number in my hand is 2
    then count number in second.hand is 1
"""
STEPS = (
    "swap my hand with (left of me).hand",
    "move n to (left of me).row of n.suit",
    "move 1 from deck to (left of me).hand",
    "move every number in (left of me).hand to heap",
    "add sum value of number in (left of me).hand to (left of me).coins",
    "show (left of me).hand to me",
    "shuffle (left of me).row of red",
)


def test_a_bracket_may_begin_every_place(tmp_path):
    for step in STEPS:
        assert codes(tmp_path, PLAY.format(step=step)) == [], step


def test_the_neighbour_gets_the_hand(tmp_path):
    path = tmp_path / "tiny.rules"
    path.write_text(
        FRAME + PLAY.format(step="swap my hand with (left of me).hand") + SCENARIO, encoding="utf-8"
    )
    program = program_of(str(path), 2)
    (scenario,) = program.game.scenarios
    assert not scenario_failures(MirroredRunner(program), scenario)


def test_it_is_printed_as_it_was_written():
    text = "game tiny\ndefine a for player p: count card in (left of p).row of red\n"
    assert printed(read(Source("tiny.rules", text), Report())) == text
