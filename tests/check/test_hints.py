"""Hints: attempts that gave no answer are left out next time, said so, and never taken for an answer."""

from pathlib import Path

import pytest

from tests.check.games import GOOD
from verifier.certify.record import accepted_entry, claim_fingerprints, record_path, written_record
from verifier.certify.text import CertificateText
from verifier.check.hints import hints_from, hints_path, hints_text, with_hints
from verifier.check.prove import method
from verifier.check.prove.method import CERTIFIED, INDUCTION, by_proof
from verifier.check.schedule import VerifyJob, verified
from verifier.check.tasks import Task, TaskResult
from verifier.program import WORKSPACE, Subject
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding
from verifier.verdict.method import Request

CLAIM = "rows-rise"
WHY = "not preserved by `lay`"


def recorded(subject, verdict="unknown", detail=WHY, budget=1.0, broken_off=""):
    """A record that says how a proof of the claim ended."""
    task = Task(subject, "prove", Request(Budget(budget)))
    finding = Finding(
        CLAIM, "invariant", verdict, "Z3, induction at full size", detail, broken_off=broken_off
    )
    text = hints_text(hints_from([TaskResult(task, (finding,))], budget))
    hints_path(subject.ruleset).write_text(text, encoding="utf-8")


def asked(subject, budget=1.0, only=None, hints=True, certificates=True):
    return with_hints(
        Task(subject, "prove", Request(Budget(budget), only, hints=hints, certificates=certificates))
    ).request.known


@pytest.fixture
def subject(tmp_path):
    folder = tmp_path / "pebbles"
    folder.mkdir()
    (folder / "game.rules").write_text(GOOD, encoding="utf-8")
    return Subject(str(folder), 2)


def test_what_gave_no_answer_is_left_out_at_the_same_budget_or_less(subject):
    recorded(subject)
    assert asked(subject).unanswered[CLAIM].why == WHY
    assert asked(subject, budget=0.5).unanswered
    assert not asked(subject, budget=2.0).unanswered


def test_what_is_asked_by_name_or_without_hints_is_tried(subject):
    recorded(subject)
    assert not asked(subject, only=frozenset({CLAIM})).unanswered
    assert not asked(subject, hints=False).unanswered


@pytest.mark.parametrize(
    ("verdict", "detail"),
    [("proved", "3 goals"), ("tested", "in 3 plays"), ("unknown", "not tried: too large")],
)
def test_only_an_attempt_without_an_answer_is_a_hint(subject, verdict, detail):
    recorded(subject, verdict, detail)
    assert not asked(subject).unanswered


def test_a_changed_claim_has_no_hints_and_a_changed_comment_keeps_them(subject):
    recorded(subject)
    path = Path(subject.ruleset) / "game.rules"
    path.write_text(f"# pebbles\n{GOOD}", encoding="utf-8")
    WORKSPACE.clear()
    assert asked(subject).unanswered
    path.write_text(GOOD.replace("is at most hand-size", "is at most 3"), encoding="utf-8")
    WORKSPACE.clear()
    assert not asked(subject).unanswered


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "rulewright/hints/1", "rulesets": 3}', "\x00"])
def test_a_damaged_record_is_none(subject, text):
    hints_path(subject.ruleset).write_text(text, encoding="utf-8")
    assert not asked(subject).unanswered


def test_an_attempt_that_was_broken_off_says_on_what(subject):
    recorded(
        subject, detail="not finished after 9 solver steps", broken_off="not finished after 9 solver steps"
    )
    assert asked(subject).hopeless == "not finished after 9 solver steps"


@pytest.mark.slow
def test_a_row_says_what_was_left_out_and_a_hint_is_no_verdict(subject):
    """The claim can be proved: a wrong hint costs the proof, is told, and gives no verdict by itself."""

    def row(hints):
        found = verified(VerifyJob([subject], Budget(0.5), None, 1, hints=hints)).findings
        return next(each for each in found if each.property == CLAIM)

    assert row(hints=True).verdict == "proved"
    recorded(subject)
    assert row(hints=False).verdict == "proved"
    left = row(hints=True)
    assert left.verdict in ("exhausted", "tested")
    assert f"not tried again; on record: {WHY}" in left.detail


@pytest.mark.slow
def test_an_induction_on_record_as_broken_off_is_not_begun(subject):
    recorded(subject, "proved", "3 goals", broken_off="not finished after 9 solver steps")
    found = verified(VerifyJob([subject], Budget(0.5), None, 1, hints=True)).findings
    details = [each.detail for each in found]
    assert any("not tried again; on record: not finished after 9 solver steps" in each for each in details)


def test_where_all_is_certified_on_record_no_proof_is_sought(subject, monkeypatch):
    machine = subject.program().machine
    proved = ("conservation", "bounds", "no-dead-end", CLAIM)
    names = [name for name in claim_fingerprints(machine) if name != "it-ends"]
    assert set(proved) <= set(names)
    entry = accepted_entry(machine, CertificateText("pebbles", (), {}), names, 1.0)
    record_path(subject.ruleset).write_text(written_record({str(subject): entry}), encoding="utf-8")
    monkeypatch.setattr(method, "prove", None)
    known = asked(subject)
    assert known.certified == set(names)
    rows = {each.property: each for each in by_proof(subject.program(), Request(Budget(1.0), known=known))}
    assert {rows[name].verdict for name in proved} == {"proved"}
    assert {rows[name].method for name in proved} == {CERTIFIED}


def test_a_proof_is_sought_only_for_what_is_not_certified(subject, monkeypatch):
    machine = subject.program().machine
    names = [name for name in claim_fingerprints(machine) if name not in ("it-ends", "bounds")]
    entry = accepted_entry(machine, CertificateText("pebbles", (), {}), names, 1.0)
    record_path(subject.ruleset).write_text(written_record({str(subject): entry}), encoding="utf-8")
    sought = []
    whole = method.prove
    monkeypatch.setattr(
        method, "prove", lambda machine, wanted, *_, **__: sought.append(wanted) or whole(machine, wanted)
    )
    rows = {
        each.property: each
        for each in by_proof(subject.program(), Request(Budget(1.0), known=asked(subject)))
    }
    assert sought == [["bounds"]]
    assert (rows["bounds"].verdict, rows["bounds"].method) == ("proved", INDUCTION)
    assert (rows[CLAIM].verdict, rows[CLAIM].method) == ("proved", CERTIFIED)
    assert not asked(subject, certificates=False).certified


def test_what_is_certified_counts_more_than_an_attempt_that_gave_no_answer(subject):
    machine = subject.program().machine
    entry = accepted_entry(machine, CertificateText("pebbles", (), {}), [CLAIM], 1.0)
    record_path(subject.ruleset).write_text(written_record({str(subject): entry}), encoding="utf-8")
    recorded(subject)
    rows = by_proof(subject.program(), Request(Budget(1.0), frozenset({CLAIM}), known=asked(subject)))
    assert [(each.verdict, each.method) for each in rows] == [("proved", CERTIFIED)]
