"""The methods, each a part of the work that needs no other: a subject in, findings out, whatever happens."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from verifier.diagnostics import Rejected
from verifier.verify.budget import Budget
from verifier.verify.by_plays import by_plays
from verifier.verify.by_proof import by_proof
from verifier.verify.by_scenarios import by_scenarios
from verifier.verify.by_search import by_search
from verifier.verify.case import Case, Subject, case_of
from verifier.verify.finding import Finding
from verifier.verify.properties import SCENARIOS
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
    """What a part found, and the fingerprint of the text it read; `failure` is a mistake of ours."""

    task: Task
    fingerprint: str
    findings: tuple[Finding, ...]
    failure: str | None = None


def _plays(case: Case, task: Task) -> list[Finding]:
    return by_plays(case, task.budget)


def _scenarios(case: Case, task: Task) -> list[Finding]:
    return [*by_reading(case), *by_scenarios(case)]


def _search(case: Case, task: Task) -> list[Finding]:
    return by_search(case, task.budget)


def _proof(case: Case, task: Task) -> list[Finding]:
    return by_proof(case, task.budget)


PARTS: dict[str, Callable[[Case, Task], list[Finding]]] = {
    "proof": _proof,
    "search": _search,
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
        found = PARTS[task.part](case, task)
    except Rejected:
        return Done(task, "", (), "the text cannot be read any more")
    except Exception as error:
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise
        return Done(task, "", (), f"Rulewright itself has made a mistake ({type(error).__name__}: {error})")
    wanted = [each for each in found if task.only is None or each.property in task.only]
    return Done(task, case.fingerprint, tuple(wanted))
