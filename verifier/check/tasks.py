"""One method run on one subject, as a task for a process; failures become reasons."""

from __future__ import annotations

import os
from collections.abc import Iterable
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
    """One method, by its name, asked of one subject."""

    subject: Subject
    method: str
    request: Request


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What a method found, and what it read: the fingerprint of the text, the questions, what is acknowledged.

    `failure` is a mistake of ours, or a text that cannot be read; `recalled`, if an earlier run has found it.
    """

    task: Task
    findings: tuple[Finding, ...]
    failure: str | None = None
    fingerprint: str | None = None
    asked: tuple[Question, ...] = ()
    acknowledged: tuple[Acknowledged, ...] = ()
    recalled: bool = False


def with_known_findings(task: Task, done: Iterable[TaskResult]) -> Task | None:
    """The task with what the methods before it have found of its subject; nothing as long as one is not done."""
    asked = {method.name for method in methods_for(task.request.only)}
    before = [name for name in METHODS[task.method].after if name in asked]
    found = {each.task.method: each for each in done if each.task.subject == task.subject}
    if not all(name in found for name in before):
        return None
    known = known_from(finding for name in before for finding in found[name].findings)
    return replace(task, request=replace(task.request, known=known))


def carried_out(task: Task) -> TaskResult:
    """The task done; a mistake of ours becomes a reason why something is unknown."""
    try:
        program = task.subject.program()
    except Rejected:
        return TaskResult(task, (), "the text can no longer be read")
    found: list[Finding] = []
    failure = None
    try:
        method = METHODS[task.method]
        found = [*method.run(program, task.request), *measure_findings(method, program, task.request)]
    except Exception as error:
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise
        failure = f"internal error ({type(error).__name__}: {error})"
    wanted = tuple(each for each in found if task.request.wants(each.property))
    asked = tuple(questions(program.game, program.places))
    return TaskResult(task, wanted, failure, program.fingerprint, asked, program.game.acknowledged)
