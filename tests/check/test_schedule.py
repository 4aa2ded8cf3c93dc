"""The work as a whole: several processes, mistakes of ours, texts that change, Ctrl-C."""

import subprocess
import sys
from dataclasses import replace

import pytest

from tests.check.games import GOOD, outcome_of, subject_of, without_times
from verifier.check import methods, schedule, tasks
from verifier.check.schedule import VerifyJob, verified
from verifier.report.json import verify_document
from verifier.verdict.budget import Budget
from verifier.verdict.method import Method, Request


@pytest.mark.slow
def test_two_processes_find_what_one_finds(tmp_path):
    alone = without_times(verify_document(outcome_of(tmp_path, GOOD)))
    together = without_times(verify_document(outcome_of(tmp_path, GOOD, jobs=2)))
    assert alone == together


def test_a_part_that_fails_leaves_its_properties_unknown(tmp_path, monkeypatch):
    def failing(program, request):
        raise MemoryError("too much")

    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)
    monkeypatch.setattr(methods, "METHODS", {"prove": Method("prove", "fails", failing)})
    monkeypatch.setattr(tasks, "METHODS", methods.METHODS)
    found = outcome_of(tmp_path, GOOD, ("rows-rise",))
    (finding,) = found.findings
    assert finding.verdict == "unknown"
    assert "MemoryError" in finding.detail
    assert found.unknown


def test_rules_that_change_during_the_run_are_unknown(tmp_path):
    subject = subject_of(tmp_path, GOOD)

    def change(progress):
        if progress.done:
            subject_of(tmp_path, GOOD.replace("hand-size: 2", "hand-size: 3"))

    found = verified(VerifyJob([subject], Budget(0.1), frozenset({"scenarios"}), 1), change)
    assert [each.verdict for each in found.findings] == ["unknown"]
    assert found.changed == [subject.ruleset]
    assert found.unknown


@pytest.mark.slow
def test_an_interruption_leaves_what_is_done_and_says_so(tmp_path):
    subject = subject_of(tmp_path, GOOD)
    wish = VerifyJob([subject, replace(subject)], Budget(0.1), None, 1)

    def stop(progress):
        if progress.done:
            raise KeyboardInterrupt

    found = verified(wish, stop)
    assert found.partial
    assert found.unknown
    assert verify_document(found)["partial"] is True
    assert any("interrupted" in each.method for each in found.findings)


def test_only_the_methods_that_speak_of_a_property_are_asked():
    def names_for(only):
        return [method.name for method in methods.methods_for(only)]

    assert names_for(frozenset({"scenarios"})) == ["scenarios"]
    assert "scenarios" not in names_for(frozenset({"bounds"}))
    assert names_for(None) == list(methods.METHODS)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_pool_ends_with_the_work(tmp_path, jobs):
    found = schedule.verified(
        VerifyJob([subject_of(tmp_path, GOOD)], Budget(0.1), frozenset({"scenarios"}), jobs)
    )
    assert [each.verdict for each in found.findings] == ["tested"]


@pytest.mark.slow
def test_what_a_play_refutes_is_not_asked_of_slower_methods(tmp_path, monkeypatch):
    known = {}
    for name in ("prove", "unroll"):
        method = methods.METHODS[name]

        def listening(program, request, method=method):
            known[method.name] = request.known
            return method.run(program, request)

        monkeypatch.setitem(methods.METHODS, name, replace(method, run=listening))
    text = GOOD.replace("is more than highest", "is at least highest")
    text = text.replace("each colour, each value", "each colour, each value, copies 2")
    found = {each.property: each for each in outcome_of(tmp_path, text).findings}
    assert known["prove"].refuted == {"rows-rise"}
    assert "small-hands" in known["unroll"].holds
    assert found["rows-rise"].method == "random plays"
    assert found["small-hands"].verdict == "proved"


def test_a_task_waits_for_those_that_it_hears(tmp_path):
    subject = subject_of(tmp_path, GOOD)
    proof = tasks.Task(subject, "prove", Request(Budget(0.1)))
    assert tasks.with_known_findings(proof, []) is None
    plays = tasks.TaskResult(tasks.Task(subject, "simulate", Request(Budget(0.1))), ())
    assert tasks.with_known_findings(proof, [plays]) == proof


def test_whoever_verifies_loads_no_more_of_the_house_than_before():
    """203 modules when this was written; a method that is added may raise it, a detour should not."""
    count = (
        "import sys, verifier.check.schedule; print(sum(m.split('.')[0] == 'verifier' for m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", count], capture_output=True, text=True, check=True)
    assert int(done.stdout) <= 246
