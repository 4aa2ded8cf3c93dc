"""A proof says whether an independent checker has accepted it; what plays show has nothing to check."""

import pytest

from verifier.check import certified
from verifier.check.certified import checked_properties, with_check
from verifier.program import Subject
from verifier.verdict.finding import Finding


def finding(name="safe", kind="invariant", verdict="proved"):
    return Finding(name, kind, verdict, "Z3, induction at full size", "2 goals")


def test_a_proof_without_an_accepted_certificate_is_unchecked():
    found = with_check(finding(), frozenset())
    assert found.checked is False
    assert found.standing == "proved, unchecked"
    assert found.verdict == "proved"


def test_a_proof_with_one_is_checked():
    found = with_check(finding(), frozenset({"safe"}))
    assert found.checked is True
    assert found.standing == "proved"


@pytest.mark.parametrize(
    "other",
    [
        finding(kind="witness"),
        finding(verdict="tested"),
        finding(verdict="refuted"),
        finding("every-rule-lives", "health"),
    ],
)
def test_what_is_no_proof_has_nothing_to_check(other):
    assert with_check(other, frozenset()).checked is None


def test_without_a_record_nothing_is_checked(monkeypatch):
    monkeypatch.setattr(certified, "entry_of", lambda subject: None)
    assert checked_properties(Subject("lost-cities+short-match", 2)) == frozenset()


@pytest.mark.slow
def test_the_checker_may_be_asked_now():
    found = checked_properties(Subject("lost-cities+short-match", 2), now=True)
    assert {"conservation", "bounds", "routes-rise"} <= found
