"""An induction that is broken off or not tried takes nothing from what needs none."""

import pytest

from tests.check.games import GOOD, subject_of
from verifier.check.prove import method as proving
from verifier.verdict.budget import Budget
from verifier.verdict.method import Request

ONE_COLOUR = """\
invariant rows-have-one-colour
    every row r, pebble n in r: n.colour is r.colour
"""


@pytest.fixture
def program(tmp_path):
    return subject_of(tmp_path, GOOD + ONE_COLOUR).program()


def verdicts(program) -> dict[str, str]:
    return {found.property: found.verdict for found in proving.by_proof(program, Request(Budget()))}


def broken_off(monkeypatch):
    whole = proving.prove
    monkeypatch.setattr(proving, "prove", lambda machine, wanted, *_, **__: whole(machine, wanted, budget=1))


def not_tried(monkeypatch):
    monkeypatch.setattr(Budget, "tries", lambda *_: False)


@pytest.mark.parametrize("without", [broken_off, not_tried])
def test_what_needs_no_induction_is_shown_without_it(program, monkeypatch, without):
    without(monkeypatch)
    found = verdicts(program)
    assert found["rows-have-one-colour"] == "proved"
    assert found["no-dead-end"] == "unknown"


@pytest.mark.parametrize("without", [broken_off, not_tried])
def test_conservation_is_read_off_the_steps(program, monkeypatch, without):
    without(monkeypatch)
    (found,) = proving.by_proof(program, Request(Budget(), frozenset({"conservation"})))
    assert (found.verdict, found.method) == ("proved", proving.READING)


def test_a_doubt_is_no_proof(program, monkeypatch):
    not_tried(monkeypatch)
    monkeypatch.setattr(proving, "conservation_doubts", lambda machine: ["a step that is not plain"])
    assert verdicts(program)["conservation"] == "unknown"


def test_carried_through(program):
    (found,) = proving.by_proof(program, Request(Budget(), frozenset({"conservation"})))
    assert (found.verdict, found.method) == ("proved", proving.INDUCTION)
