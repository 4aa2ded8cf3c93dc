"""The language reference is one game in pieces: what it shows is read, checked and played."""

import re
from pathlib import Path

import pytest

from tests.agreement.definition_scenarios import MirroredRunner, scenario_failures
from verifier.diagnostics import Report, all_as_text
from verifier.engine import Engine
from verifier.engine.scenarios import ScenarioRunner
from verifier.program import check_ruleset, program_of
from verifier.trace.policies.uniform import random_play

PAGE = Path(__file__).parent.parent / "docs" / "language.md"


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    pieces = re.findall(r"```rules\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    path = tmp_path_factory.mktemp("page") / "harbour.rules"
    path.write_text("\n".join(pieces), encoding="utf-8")
    return str(path)


OVERLAYS = ["", "+market-day", "+long-voyage"]


@pytest.mark.parametrize("overlay", [*OVERLAYS, "+puddle"])
def test_the_page_is_a_text_without_mistakes(text, overlay):
    report = Report()
    check_ruleset(text + overlay, report)
    assert not report.diagnostics, all_as_text(report.diagnostics)


@pytest.mark.parametrize("players", [2, 3])
def test_the_game_of_the_page_can_be_played_to_its_end(text, players):
    engine = Engine(program_of(text, players).machine)
    assert all(random_play(engine, seed).over for seed in range(20))


@pytest.mark.parametrize(
    ("overlay", "players"), [*((overlay, 2) for overlay in OVERLAYS), ("+market-day", 3)]
)
def test_the_scenarios_of_the_page_hold(text, overlay, players):
    program = program_of(text + overlay, players)
    game = program.game
    suite = ScenarioRunner(game, program.machine_with_scenarios)
    assert game.scenarios
    assert [failure for scenario in game.scenarios for failure in suite.run(scenario)] == []


@pytest.mark.parametrize("players", [2, 3])
def test_the_idioms_are_played_as_they_are_defined(text, players):
    """Legal moves, refusals, views: whoever has chosen in secret shows nothing before all have."""
    program = program_of(f"{text}+market-day", players)
    runner = MirroredRunner(program)
    assert [found for each in program.game.scenarios for found in scenario_failures(runner, each)] == []
    assert runner.engine.compared > len(program.game.scenarios)
