"""The methods, each a part of the work that needs no other: a subject in, findings out, whatever happens."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from verifier.diagnostics import Rejected
from verifier.model.game import Acknowledged
from verifier.verify.budget import Budget
from verifier.verify.by_plays import by_plays
from verifier.verify.by_proof import by_proof
from verifier.verify.by_scenarios import by_scenarios
from verifier.verify.by_search import by_search
from verifier.verify.by_unrolling import by_unrolling
from verifier.verify.case import Case, Subject, case_of
from verifier.verify.finding import Finding, Question
from verifier.verify.properties import SCENARIOS, questions
from verifier.verify.statics import by_reading


@dataclass(frozen=True, slots=True)
class Task:
    """One method asked of one subject; `only` names the properties that are wanted, all if none."""

    subject: Subject
    part: str
    budget: Budget
    only: frozenset[str] | None = None
    second_solver: bool = False


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


def _plays(case: Case, task: Task) -> list[Finding]:
    return by_plays(case, task.budget)


def _scenarios(case: Case, task: Task) -> list[Finding]:
    return [*by_reading(case), *by_scenarios(case)]


def _search(case: Case, task: Task) -> list[Finding]:
    return by_search(case, task.budget)


def _proof(case: Case, task: Task) -> list[Finding]:
    return by_proof(case, task.budget, task.only, task.second_solver)


def _unrolling(case: Case, task: Task) -> list[Finding]:
    return by_unrolling(case, task.budget, task.only)


PARTS: dict[str, Callable[[Case, Task], list[Finding]]] = {
    "proof": _proof,
    "search": _search,
    "unrolling": _unrolling,
    "plays": _plays,
    "scenarios": _scenarios,
}


# Parts that speak of few properties need not be asked about others.
SPEAKS_OF: dict[str, frozenset[str]] = {"scenarios": frozenset({SCENARIOS, "gap-and-overlap"})}


def parts_for(only: frozenset[str] | None) -> list[str]:
    """The parts that can say anything about the properties wanted."""
    if only is None:
        return list(PARTS)
    narrow = frozenset().union(*SPEAKS_OF.values())
    return [part for part in PARTS if (only & SPEAKS_OF[part] if part in SPEAKS_OF else only - narrow)]


def carried_out(task: Task) -> Done:
    """The task done; a mistake of ours becomes a reason why something is unknown."""
    try:
        case = case_of(task.subject)
    except Rejected:
        return Done(task, (), "the text cannot be read any more")
    found: list[Finding] = []
    failure = None
    try:
        found = PARTS[task.part](case, task)
    except Exception as error:
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise
        failure = f"Rulewright itself has made a mistake ({type(error).__name__}: {error})"
    wanted = tuple(each for each in found if task.only is None or each.property in task.only)
    asked = tuple(questions(case.game, case.places))
    return Done(task, wanted, failure, case.fingerprint, asked, case.game.acknowledged)
