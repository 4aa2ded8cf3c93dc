"""Files of rules as tests of pytest."""

from importlib.metadata import entry_points

import pytest

from tests.check.explore.games import HEAP

pytest_plugins = ["pytester"]

CLAIMS = """
invariant fair
    every player p: p.taken is at most beans
invariant few
    every player p: p.taken is at most 2
witness three-taken
    any player p where p.taken is 3
witness five-taken
    any player p where p.taken is 5
"""

SCENARIOS = """
scenario two-are-taken
    given heap: 4
    when I grab 2
    then heap is 2

scenario too-many
    given heap: 1
    when I grab 2
    then heap is 0
"""


@pytest.fixture
def tests(pytester):
    """Runs pytest, with the plugin, on a folder of rules."""

    def run(*args, **files):
        for name, text in files.items():
            path = pytester.path / "spec" / "heap" / f"{name}.rules"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        installed = any(each.name == "rulewright" for each in entry_points(group="pytest11"))
        plugin = () if installed else ("-p", "verifier.testing.plugin")
        quiet = (f"--rootdir={pytester.path}", "-p", "no:cacheprovider", "-v", "--no-header", "-rN")
        return pytester.runpytest_inprocess(*plugin, *quiet, *args)

    return run


@pytest.mark.slow
def test_claims_and_scenarios_become_tests(tests):
    result = tests("spec", game=HEAP + CLAIMS + SCENARIOS)
    result.assert_outcomes(passed=3, failed=2, skipped=1)
    result.stdout.fnmatch_lines(["*game.rules::invariant fair PASSED*"])
    result.stdout.fnmatch_lines(["*game.rules::invariant few FAILED*"])
    result.stdout.fnmatch_lines(["*game.rules::witness three-taken PASSED*"])
    result.stdout.fnmatch_lines(["*game.rules::witness five-taken SKIPPED*"])
    result.stdout.fnmatch_lines(["*game.rules::scenario two-are-taken PASSED*"])


def test_a_failing_scenario_is_told_by_its_line_without_a_traceback(tests):
    result = tests("spec", game=HEAP + SCENARIOS)
    line = (HEAP + SCENARIOS).splitlines().index("    given heap: 1") + 2
    lines = [f"*spec/heap/game.rules:{line}", "    when I grab 2", "refused by enough-left"]
    result.stdout.fnmatch_lines(lines)
    assert "Traceback" not in result.stdout.str()
    assert "runtest" not in result.stdout.str()


@pytest.mark.slow
def test_a_failing_invariant_is_told_as_a_play_and_saved(tests, pytester):
    result = tests("spec", "--save-plays", "found", game=HEAP + CLAIMS)
    lines = ["`few` does not hold", "  1. * grabs *", "  2. * grabs *", "  3. * grabs *"]
    result.stdout.fnmatch_lines(lines)
    saved = (pytester.path / "found" / "few.json").read_text(encoding="utf-8")
    assert '"action": "grab"' in saved


def test_parts_and_house_rules_run_on_the_rule_set_they_belong_to(tests):
    part = "part claims of heap\n" + CLAIMS.replace("is at most 2", "is at most 5")
    scenario = "scenario six\n    given heap: 6\n    when I grab 1\n    then heap is 5\n"
    house = "house-rule long of heap\nset beans to 6\n" + scenario
    result = tests("spec", game=HEAP, claims=part, long=house)
    result.assert_outcomes(passed=4, skipped=1)


def test_a_text_with_mistakes_is_an_error_with_its_place(tests):
    result = tests("spec", game=HEAP + "\nscenario\n")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*error[[]P*", "*--> spec/heap/game.rules:*"])


def test_rules_that_cannot_be_compiled_fail_with_their_diagnostics(tests):
    result = tests("spec", game=HEAP + "\ninvariant odd\n    every player p: p.taken is nonsense\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["error[[]N*", "*nonsense*"])


def test_other_files_are_collected_only_when_they_are_named(tests, pytester):
    pytester.path.joinpath("wrong.rules").write_text("no rules at all", encoding="utf-8")
    tests(game=HEAP + SCENARIOS.split("\n\n")[0]).assert_outcomes(passed=1)
    tests("wrong.rules").assert_outcomes(errors=1)
