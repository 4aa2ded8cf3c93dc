"""A sample of `python -m tests.agreement.definition`: the machine and the definition say the same, step by step."""

import pytest

from tests.agreement.definition import Disagreement, LockStep, follow
from tests.agreement.definition_scenarios import MirroredRunner, scenario_failures
from tests.rules import text
from verifier.check.subjects import published_rulesets
from verifier.diagnostics import Report
from verifier.program import composition, program_of
from verifier.surface.index import player_counts

RULESETS = published_rulesets()
# Steps of a game with hundreds of cards take longest.
STEPS = {"catan-duel": 40}


def subjects(names):
    found = []
    for name in names:
        laid = composition(name, Report())
        assert laid is not None
        found += [(name, count) for count in player_counts(laid.items)]
    return found


@pytest.mark.parametrize(("ruleset", "players"), subjects(RULESETS))
def test_a_published_rule_set_plays_as_it_is_defined(ruleset, players):
    program = program_of(ruleset, players)
    steps = STEPS.get(ruleset.partition("+")[0], 150)
    tally = follow(program.game, program.machine, steps, seed=players)
    assert tally.steps == steps
    assert tally.moves > tally.steps
    assert tally.refused
    assert len(tally.actions) >= min(3, len(program.game.actions))


@pytest.mark.parametrize("ruleset", ["lost-cities", "lost-cities-rivals"])
def test_the_interpreter_of_the_kernel_plays_as_it_is_defined(ruleset):
    program = program_of(ruleset, 2)
    assert follow(program.game, program.machine, 60, plain=True).steps == 60


@pytest.mark.parametrize(("ruleset", "players"), subjects(name for name in RULESETS if "+" not in name))
def test_the_scenarios_come_out_as_they_are_defined(ruleset, players):
    program = program_of(ruleset, players)
    runner = MirroredRunner(program)
    results = [scenario_failures(runner, scenario) for scenario in program.game.scenarios]
    assert [found for found in results if found != []] == []
    assert runner.engine.compared >= len(results)


def test_a_difference_is_told(tmp_path):
    """The same play of two games that differ in one effect."""
    programs = []
    for coins in (1, 2):
        path = tmp_path / f"tiny{coins}.rules"
        path.write_text(
            text("turn\n    go: one of act\n", f"action act\n    add {coins} to my coins\n"), encoding="utf-8"
        )
        programs.append(program_of(str(path), 2))
    both = LockStep(programs[0].game, programs[1].machine, 1)
    with pytest.raises(Disagreement, match="coins"):
        both.follow(5)
