"""An induction that is broken off or not tried takes nothing from the claims that need none."""

import pytest

from tests.verify.games import GOOD, subject_of
from verifier.verify import by_proof as proving
from verifier.verify.budget import Budget
from verifier.verify.case import case_of
from verifier.verify.told import NOTHING

ONE_COLOUR = """\
invariant rows-have-one-colour
    every row r, pebble n in r: n.colour is r.colour
"""


@pytest.fixture
def case(tmp_path):
    case_of.cache_clear()
    return case_of(subject_of(tmp_path, GOOD + ONE_COLOUR))


def verdicts(case) -> dict[str, str]:
    return {found.property: found.verdict for found in proving.by_proof(case, Budget(), NOTHING)}


def test_broken_off(case, monkeypatch):
    whole = proving.prove
    monkeypatch.setattr(proving, "prove", lambda machine, wanted, *_, **__: whole(machine, wanted, budget=1))
    found = verdicts(case)
    assert found.pop("rows-have-one-colour") == "proved"
    assert found["conservation"] == "unknown"


def test_not_tried(case, monkeypatch):
    monkeypatch.setattr(Budget, "tries", lambda *_: False)
    found = verdicts(case)
    assert found.pop("rows-have-one-colour") == "proved"
    assert found["conservation"] == "unknown"


def test_carried_through(case):
    assert verdicts(case)["conservation"] == "proved"
