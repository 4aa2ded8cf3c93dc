"""Two games that nobody had in mind when the language was made: complete, without tricks, read twice alike."""

from pathlib import Path

import pytest

from tests.agreement.definition import follow
from tests.agreement.definition_scenarios import MirroredRunner, scenario_failures
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import check_ruleset, program_of
from verifier.runtime import Seeded
from verifier.source import Source
from verifier.surface.format import formatted

TEXTS = sorted((Path(__file__).parent / "texts").glob("*.rules"))
LONGEST = 20_000


@pytest.fixture(params=TEXTS, ids=lambda path: path.stem, scope="module")
def path(request):
    return request.param


def test_nothing_is_wrong_with_them(path):
    report = Report()
    check_ruleset(str(path), report)
    assert report.diagnostics == ()
    text = path.read_text(encoding="utf-8")
    assert formatted(Source(str(path), text), report) == text


def test_scenarios_hold_for_the_machine_and_the_definition(path):
    found = []
    for players in (2, 3):
        program = program_of(str(path), players)
        runner = MirroredRunner(program)
        found += [(each.name, scenario_failures(runner, each)) for each in program.game.scenarios]
    assert len(found) >= 4
    assert [each for each in found if each[1]] == []


def test_the_machine_plays_them_as_they_are_defined(path):
    for players in (2, 4, 10) if "six" in path.stem else (2, 4):
        program = program_of(str(path), players)
        assert follow(program.game, program.machine, 120).steps == 120


def test_a_whole_play_comes_to_an_end(path):
    engine = Engine(program_of(str(path), 2).machine)
    chance = Seeded(7)
    given = {name: 0 for name, cell in engine.machine.cells.items() if cell.given}
    state = engine.new(chance, given)
    steps = 0
    while not engine.over(state) and steps < LONGEST:
        legal = engine.legal(state)
        engine.step(state, legal[steps * 7 % len(legal)], chance)
        steps += 1
    assert engine.result(state).winners
