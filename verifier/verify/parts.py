"""The methods, each a part of the work: a subject and what is known of it in, findings out, whatever happens.

Cheap methods come first. What a play has refuted is not asked of a slow one, save for a shorter play.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from verifier.diagnostics import Rejected
from verifier.model.game import Acknowledged
from verifier.program import Program, Subject
from verifier.verify.budget import Budget
from verifier.verify.by_plays import by_plays
from verifier.verify.by_proof import by_proof
from verifier.verify.by_scenarios import by_scenarios
from verifier.verify.by_search import by_search
from verifier.verify.by_unrolling import by_unrolling
from verifier.verify.finding import Finding, Question
from verifier.verify.properties import SCENARIOS, questions
from verifier.verify.statics import by_reading
from verifier.verify.told import NOTHING, Told, told_by


@dataclass(frozen=True, slots=True)
class Task:
    """One method asked of one subject; `only` names the properties that are wanted, all if none.

    `told` is what the parts before it have found.
    """

    subject: Subject
    part: str
    budget: Budget
    only: frozenset[str] | None = None
    second_solver: bool = False
    told: Told = NOTHING


@dataclass(frozen=True, slots=True)
class Done:
    """What a part found, and what it read: the fingerprint of the text, the questions, what is acknowledged.

    `failure` is a mistake of ours, or a text that cannot be read.
    """

    task: Task
    findings: tuple[Finding, ...]
    failure: str | None = None
    fingerprint: str | None = None
    asked: tuple[Question, ...] = ()
    acknowledged: tuple[Acknowledged, ...] = ()


def _plays(program: Program, task: Task) -> list[Finding]:
    return by_plays(program, task.budget)


def _scenarios(program: Program, task: Task) -> list[Finding]:
    return [*by_reading(program), *by_scenarios(program)]


def _proof(program: Program, task: Task) -> list[Finding]:
    return by_proof(program, task.budget, task.told, task.only, task.second_solver)


def _search(program: Program, task: Task) -> list[Finding]:
    return by_search(program, task.budget, task.told, task.only)


def _unrolling(program: Program, task: Task) -> list[Finding]:
    return by_unrolling(program, task.budget, task.told, task.only)


# In the order in which they are begun.
PARTS: dict[str, Callable[[Program, Task], list[Finding]]] = {
    "plays": _plays,
    "scenarios": _scenarios,
    "proof": _proof,
    "search": _search,
    "unrolling": _unrolling,
}
# Whom a part hears before it begins.
HEARS: dict[str, tuple[str, ...]] = {
    "proof": ("plays",),
    "search": ("plays",),
    "unrolling": ("plays", "proof", "search"),
}


# Parts that speak of few properties need not be asked about others.
SPEAKS_OF: dict[str, frozenset[str]] = {"scenarios": frozenset({SCENARIOS, "gap-and-overlap"})}


def parts_for(only: frozenset[str] | None) -> list[str]:
    """The parts that can say anything about the properties wanted."""
    if only is None:
        return list(PARTS)
    narrow = frozenset().union(*SPEAKS_OF.values())
    return [part for part in PARTS if (only & SPEAKS_OF[part] if part in SPEAKS_OF else only - narrow)]


def informed(task: Task, done: Iterable[Done]) -> Task | None:
    """The task with what the parts before it have found of its subject; nothing as long as one is not done."""
    heard = [part for part in HEARS.get(task.part, ()) if part in parts_for(task.only)]
    found = {each.task.part: each for each in done if each.task.subject == task.subject}
    if not all(part in found for part in heard):
        return None
    return replace(task, told=told_by(finding for part in heard for finding in found[part].findings))


def carried_out(task: Task) -> Done:
    """The task done; a mistake of ours becomes a reason why something is unknown."""
    try:
        program = task.subject.program()
    except Rejected:
        return Done(task, (), "the text cannot be read any more")
    found: list[Finding] = []
    failure = None
    try:
        found = PARTS[task.part](program, task)
    except Exception as error:
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise
        failure = f"Rulewright itself has made a mistake ({type(error).__name__}: {error})"
    wanted = tuple(each for each in found if task.only is None or each.property in task.only)
    asked = tuple(questions(program.game, program.places))
    return Done(task, wanted, failure, program.fingerprint, asked, program.game.acknowledged)
