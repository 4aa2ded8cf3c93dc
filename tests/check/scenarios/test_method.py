"""What scenarios and a reading of the rules tell."""

from tests.check.games import GOOD, subject_of
from verifier.check.scenarios.method import METHOD
from verifier.verdict.budget import Budget
from verifier.verdict.method import Request

DONE = "then count pebble in my row of red is 1"


def found(tmp_path, text=GOOD):
    program = subject_of(tmp_path, text).program()
    return {each.property: each for each in METHOD.run(program, Request(Budget()))}


def test_scenarios_that_come_out_as_written_are_tested(tmp_path):
    assert found(tmp_path)["scenarios"].verdict == "tested"


def test_a_scenario_that_fails_is_listed_with_its_place(tmp_path):
    refuted = found(tmp_path, GOOD.replace(DONE, DONE.replace("is 1", "is 2")))["scenarios"]
    assert refuted.verdict == "refuted"
    (only,) = refuted.listed
    assert only.startswith("laying: ")
    assert "pebbles.rules:" in only


def test_of_rules_without_scenarios_nothing_is_said(tmp_path):
    assert "scenarios" not in found(tmp_path, GOOD[: GOOD.index("scenario laying")])


def test_it_speaks_of_what_it_lists_and_of_nothing_else(tmp_path):
    assert METHOD.properties is not None
    assert set(found(tmp_path)) == METHOD.properties - METHOD.shared
