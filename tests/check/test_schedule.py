"""The work as a whole: several processes, mistakes of ours, texts that change, Ctrl-C."""

import subprocess
import sys
import time
from dataclasses import replace

import pytest

from tests.check.games import GOOD, outcome_of, subject_of, without_times
from verifier.check import methods, schedule, tasks
from verifier.check.prove.method import by_proof
from verifier.check.schedule import VerifyJob, verified
from verifier.report.json import verify_document
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding
from verifier.verdict.method import Method, Request

pytestmark = pytest.mark.slow


def test_two_processes_find_what_one_finds(tmp_path):
    alone = without_times(verify_document(outcome_of(tmp_path, GOOD)))
    together = without_times(verify_document(outcome_of(tmp_path, GOOD, jobs=2)))
    assert alone == together


def test_what_each_method_cost_is_told_dearest_first(tmp_path):
    costs = verify_document(outcome_of(tmp_path, GOOD, ("rows-rise", "scenarios")))["costs"]
    assert {each["method"] for each in costs} >= {"simulate", "prove", "scenarios"}
    seconds = [each["seconds"] for each in costs]
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[0] > 0


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


def test_a_method_that_falls_over_is_told_beside_what_others_found(tmp_path, monkeypatch):
    def failing(program, request):
        raise RuntimeError("lost its way")

    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)
    monkeypatch.setitem(methods.METHODS, "prove", replace(methods.METHODS["prove"], run=failing))
    found = outcome_of(tmp_path, GOOD)
    by_name = {each.property: each for each in found.findings}
    words = "the method `prove` ended: internal error (RuntimeError: lost its way)"
    assert by_name["small-hands"].verdict in ("exhausted", "tested")
    assert by_name["small-hands"].ended == (words,)
    assert by_name["small-hands"].detail.endswith(words)
    # A method that does not speak of a property takes nothing from it.
    assert by_name["scenarios"].ended == ()
    assert found.unknown
    rows = {each["property"]: each for each in verify_document(found)["results"]}
    assert rows["small-hands"]["ended"] == [words]
    assert "ended" not in rows["scenarios"]


def test_a_process_that_dies_is_told_as_well(tmp_path, monkeypatch):
    def dying(task):
        if task.method == "prove":
            return tasks.TaskResult(task, (), schedule.DIED)
        return tasks.carried_out(task)

    monkeypatch.setattr(schedule, "carried_out", dying)
    found = outcome_of(tmp_path, GOOD)
    assert found.unknown
    assert any(each.ended == (f"the method `prove` ended: {schedule.DIED}",) for each in found.findings)


def test_a_larger_table_does_not_try_what_was_broken_off_at_the_smallest(tmp_path):
    smallest = subject_of(tmp_path, GOOD)
    larger = replace(smallest, players=smallest.players + 1)
    request = Request(Budget(0.1))
    every = tasks.tasks_for([smallest, larger], ["simulate", "prove"], request)
    plays, more_plays, proof, larger_proof = every
    assert (proof.smaller, larger_proof.smaller) == (None, smallest)
    done = [tasks.TaskResult(each, ()) for each in (plays, more_plays)]
    assert tasks.with_known_findings(larger_proof, done) is None
    broken = Finding("bounds", "health", "unknown", "induction", "", broken_off="not finished after 9 steps")
    informed = tasks.with_known_findings(larger_proof, [*done, tasks.TaskResult(proof, (broken,))])
    assert informed.request.known.broken_off == {"bounds": "with 2 players not finished after 9 steps"}
    only = frozenset({"bounds", "no-dead-end"})
    told = {
        each.property: each for each in by_proof(smallest.program(), replace(informed.request, only=only))
    }
    assert told["no-dead-end"].detail == "not tried: with 2 players not finished after 9 steps"


def test_seconds_are_cpu_seconds_and_all_of_them(tmp_path):
    subject = subject_of(tmp_path, GOOD)
    began = time.process_time()
    result = tasks.carried_out(tasks.Task(subject, "simulate", Request(Budget(0.1))))
    spent = time.process_time() - began
    told = sum(each.seconds for each in result.findings)
    assert 0 < told <= spent
    # What was done for all of them is shared, and nothing is counted twice.
    slower = tasks._with_common_work(result.findings, 2 * told)
    assert sum(each.seconds for each in slower) == pytest.approx(2 * told)


def test_rules_that_change_during_the_run_are_unknown(tmp_path):
    subject = subject_of(tmp_path, GOOD)

    def change(progress):
        if progress.done:
            subject_of(tmp_path, GOOD.replace("hand-size: 2", "hand-size: 3"))

    found = verified(VerifyJob([subject], Budget(0.1), frozenset({"scenarios"}), 1), change)
    assert [each.verdict for each in found.findings] == ["unknown"]
    assert found.changed == [subject.ruleset]
    assert found.unknown


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
    # Reading the rules can prove it; where it does not, plays and searches are asked all the same.
    assert {"scenarios", "simulate", "explore"} <= set(names_for(frozenset({"no-peeking"})))
    assert names_for(None) == list(methods.METHODS)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_pool_ends_with_the_work(tmp_path, jobs):
    found = schedule.verified(
        VerifyJob([subject_of(tmp_path, GOOD)], Budget(0.1), frozenset({"scenarios"}), jobs)
    )
    assert [each.verdict for each in found.findings] == ["tested"]


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
    """203 modules when this was written; a method or a part of the lowering may raise it, a detour should not."""
    count = (
        "import sys, verifier.check.schedule; print(sum(m.split('.')[0] == 'verifier' for m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", count], capture_output=True, text=True, check=True)
    assert int(done.stdout) <= 250
