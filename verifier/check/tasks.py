"""One method run on one subject, as a task for a process; failures become reasons."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from verifier.check.measures import measure_findings
from verifier.check.methods import METHODS, methods_for
from verifier.diagnostics import Rejected
from verifier.model.game import Acknowledged
from verifier.program import Subject
from verifier.verdict.finding import Finding, Question
from verifier.verdict.method import Request, known_from
from verifier.verdict.properties import questions


@dataclass(frozen=True, slots=True)
class Task:
    """One method, by its name, asked of one subject; `smaller` is the table at which it is asked first, if any."""

    subject: Subject
    method: str
    request: Request
    smaller: Subject | None = None


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What a method found, and what it read: the fingerprint of the text, the questions, what is acknowledged.

    `failure` is a mistake of ours, or a text that cannot be read; `recalled`, if an earlier run has found it;
    `seconds` are those of the CPU.
    """

    task: Task
    findings: tuple[Finding, ...]
    failure: str | None = None
    fingerprint: str | None = None
    asked: tuple[Question, ...] = ()
    acknowledged: tuple[Acknowledged, ...] = ()
    recalled: bool = False
    seconds: float = 0.0


def tasks_for(subjects: Sequence[Subject], methods: Iterable[str], request: Request) -> Iterator[Task]:
    """Every method asked of every subject, in the order in which they are begun."""
    for name in methods:
        fewest: dict[str, Subject] = {}
        for subject in subjects:
            first = fewest.setdefault(subject.ruleset, subject)
            waits = METHODS[name].fewest_first and first != subject
            yield Task(subject, name, request, first if waits else None)


def with_known_findings(task: Task, done: Iterable[TaskResult]) -> Task | None:
    """The task with what the methods before it have found of its subject; nothing as long as one is not done."""
    asked = {method.name for method in methods_for(task.request.only)}
    before = [name for name in METHODS[task.method].after if name in asked]
    found = {each.task.method: each for each in done if each.task.subject == task.subject}
    if not all(name in found for name in before):
        return None
    known = known_from(finding for name in before for finding in found[name].findings)
    if task.smaller is not None:
        own = (each for each in done if each.task.subject == task.smaller and each.task.method == task.method)
        smaller = next(own, None)
        if smaller is None:
            return None
        known = replace(known, broken_off=_broken_off(smaller))
    return replace(task, request=replace(task.request, known=known))


def _broken_off(smaller: TaskResult) -> dict[str, str]:
    table = f"with {smaller.task.subject.players} players"
    return {each.property: f"{table} {each.broken_off}" for each in smaller.findings if each.broken_off}


def carried_out(task: Task) -> TaskResult:
    """The task done; a mistake of ours becomes a reason why something is unknown."""
    entered = time.process_time()
    try:
        program = task.subject.program()
    except Rejected:
        return TaskResult(task, (), "the text can no longer be read")
    found: list[Finding] = []
    failure = None
    began = time.process_time()
    try:
        method = METHODS[task.method]
        found = method.run(program, task.request)
        found = [*found, *measure_findings(method, program, task.request, found)]
    except Exception as error:
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise
        failure = f"internal error ({type(error).__name__}: {error})"
    found = _with_common_work(found, time.process_time() - began)
    wanted = tuple(each for each in found if task.request.wants(each.property))
    asked = tuple(questions(program.game, program.places))
    known = program.game.acknowledged
    spent = time.process_time() - entered
    return TaskResult(task, wanted, failure, program.fingerprint, asked, known, seconds=spent)


def _with_common_work(found: Sequence[Finding], spent: float) -> list[Finding]:
    """CPU seconds: what each answer took by itself, and an equal part of what was done for all of them."""
    own = sum(each.seconds for each in found)
    part = max(0.0, spent - own) / max(1, len(found))
    return [replace(each, seconds=each.seconds + part) for each in found]
