"""Of several findings the strongest stands, and none is rounded up."""

import pytest

from verifier.check.aggregate import INDUCTION, strongest_finding, with_acknowledgement
from verifier.model.game import Acknowledged
from verifier.source import NOWHERE
from verifier.trace.trace import Evidence
from verifier.verdict.finding import VERDICTS, Finding, Question

QUESTION = Question("rows-rise", "invariant")


def finding(verdict, **more):
    return Finding("rows-rise", "invariant", verdict, f"by {verdict}", f"it is {verdict}", 1.0, **more)


@pytest.mark.parametrize("verdict", VERDICTS)
def test_one_finding_stands_as_it_is(verdict):
    assert strongest_finding(QUESTION, [finding(verdict)]).verdict == verdict


@pytest.mark.parametrize(
    ("first", "second", "stands"),
    [
        ("unknown", "tested", "tested"),
        ("tested", "exhausted", "exhausted"),
        ("exhausted", "proved", "proved"),
        ("unknown", "unknown", "unknown"),
        ("tested", "refuted", "refuted"),
    ],
)
def test_the_stronger_one_stands(first, second, stands):
    for order in ((first, second), (second, first)):
        assert strongest_finding(QUESTION, [finding(verdict) for verdict in order]).verdict == stands


def test_time_is_added_up():
    assert strongest_finding(QUESTION, [finding("proved"), finding("tested")]).seconds == 2.0


def test_a_proof_that_a_play_contradicts_is_not_kept_quiet():
    found = strongest_finding(QUESTION, [finding("proved"), finding("refuted")])
    assert found.verdict == "refuted"
    assert "an internal contradiction" in found.detail


def test_reasons_why_nothing_is_known_are_all_said():
    found = strongest_finding(
        QUESTION, [finding("unknown"), Finding("", "invariant", "unknown", "search", "too large")]
    )
    assert "it is unknown" in found.detail
    assert "too large" in found.detail


@pytest.mark.parametrize("verdict", ["tested", "exhausted"])
def test_beside_a_weaker_verdict_it_is_said_why_there_is_no_proof(verdict):
    tried = Finding("", "invariant", "unknown", INDUCTION, "a machine of 300 blocks is not tried")
    found = strongest_finding(QUESTION, [finding(verdict), tried])
    assert found.detail == f"it is {verdict}; no proof at full size: a machine of 300 blocks is not tried"
    assert "no proof" not in strongest_finding(QUESTION, [finding("proved"), tried]).detail


def test_without_any_method_it_is_unknown():
    assert strongest_finding(QUESTION, []).verdict == "unknown"


def test_a_remark_is_kept_beside_the_verdict():
    warning = Finding("", "invariant", "unknown", "search", "", remark="fails in the instance `tiny`")
    assert "fails in the instance `tiny`" in strongest_finding(QUESTION, [finding("tested"), warning]).detail


def acknowledgement(property, subject=None):
    return Acknowledged(property, subject, "meant so", span=NOWHERE)


def test_only_what_is_refuted_or_unknown_needs_a_reason():
    assert with_acknowledgement(finding("tested"), [acknowledgement("rows-rise")]).acknowledged is None
    assert with_acknowledgement(finding("refuted"), [acknowledgement("rows-rise")]).acknowledged == "meant so"


def test_a_reason_for_one_thing_does_not_cover_another():
    listed = finding("unknown", listed=("action lay", "rising"))
    assert with_acknowledgement(listed, [acknowledgement("rows-rise", "lay")]).acknowledged is None
    both = [acknowledgement("rows-rise", "lay"), acknowledgement("rows-rise", "rising")]
    assert with_acknowledgement(listed, both).acknowledged == "meant so"


def test_what_is_accepted_is_taken_off_the_list():
    listed = finding("unknown", listed=("action lay", "rising"))
    found = with_acknowledgement(listed, [acknowledgement("rows-rise", "lay")])
    assert found.listed == ("rising",)
    assert found.is_open()
    assert "action lay" in found.detail


def test_a_reason_for_another_property_covers_nothing():
    assert with_acknowledgement(finding("refuted"), [acknowledgement("bounds")]).acknowledged is None


def test_what_fails_in_the_full_game_is_not_blamed_on_an_instance():
    warning = Finding("", "invariant", "unknown", "search", "", remark="fails in the instance `tiny`")
    assert "tiny" not in strongest_finding(QUESTION, [finding("refuted"), warning]).detail


def test_that_no_play_is_shorter_is_said_of_the_shortest_only():
    sure = Finding("", "invariant", "unknown", "bounded search", "not broken", least=2)
    for moves, said in ((2, True), (3, False)):
        shown = finding("refuted", trace=Evidence({"moves": [{}] * moves}, (), ""))
        assert ("no play with fewer moves" in strongest_finding(QUESTION, [shown, sure]).detail) is said
