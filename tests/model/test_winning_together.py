"""Winning and losing together: everyone wins when the condition holds at the end, and nobody otherwise."""

import pytest

from tests.check.games import findings_of
from verifier.definition import Position, scores, winners
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import check_ruleset, program_of
from verifier.source import Source
from verifier.surface.format import formatted

GAME = """\
game lantern
players 2..3

kind colour: red, blue
card lamp: each colour

zone bag: pile, hidden
zone street: set, seen
amount lit: 0..2

setup
    move every lamp to bag
    shuffle bag

turn
    act: one of light, pass

action light
    add 1 to lit
    move top lamp in bag to street

action pass
    move top lamp in bag to street

end
    rule dark
        when bag is empty

define score for player p: lit

winner everyone when lit is at least 1

scenario a-light-is-enough
    when I light
    when second pass
    then game ends
    then winner everyone

scenario in-the-dark
    when I pass
    when second pass
    then winner nobody
"""
ALWAYS = GAME.replace("winner everyone when lit is at least 1", "winner everyone").replace(
    "then winner nobody", "then winner everyone"
)


@pytest.fixture(params=[GAME, ALWAYS], ids=["when", "always"])
def path(request, tmp_path):
    written = tmp_path / "lantern.rules"
    written.write_text(request.param, encoding="utf-8")
    return written


def test_scenarios_of_a_cooperative_game_hold(path):
    report = Report()
    check_ruleset(str(path), report)
    assert not report.diagnostics
    found = findings_of(path.parent, path.read_text(encoding="utf-8"), "scenarios", "somebody-wins")
    assert {name: each.verdict for name, each in found.items()} == {
        "scenarios": "tested",
        "somebody-wins": "proved",
    }


def test_it_is_printed_as_it_was_written(path):
    text = path.read_text(encoding="utf-8")
    assert formatted(Source(str(path), text), Report()) == text


@pytest.mark.parametrize(
    "value", ["define score: 5 * lit", "define score for colour c: 5", "define score: 5"]
)
def test_a_score_may_be_the_same_for_all(tmp_path, value):
    """One that belongs to something else is none: this once ended in an internal error."""
    text = GAME.replace("define score for player p: lit", value)
    path = tmp_path / "lantern.rules"
    path.write_text(text, encoding="utf-8")
    program = program_of(str(path), 2)
    engine = Engine(program.machine)
    state, at = engine.new(Unmoved()), Position(program.game)
    engine.set(state, "lit", (), 1)
    at.write("lit", (), 1)
    assert engine.result(state).scores == scores(at) == ((0, 0) if "colour" in value else (5, 5))


@pytest.mark.parametrize("players", [2, 3])
def test_the_machine_and_the_definition_agree(path, players):
    program = program_of(str(path), players)
    engine = Engine(program.machine)
    for lit in (0, 1):
        state, at = engine.new(Unmoved()), Position(program.game)
        engine.set(state, "lit", (), lit)
        at.write("lit", (), lit)
        assert engine.result(state).winners == winners(at)


class Unmoved:
    def shuffle(self, zone, pile):
        """Nobody shuffles."""
