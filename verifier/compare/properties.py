"""What is known of two rule sets, property by property: which still hold, which break, which are new."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Literal

from verifier.compare.aiming.aimed import aimed
from verifier.compare.ending import Bound, bound_of
from verifier.verify.budget import Budget
from verifier.verify.case import Subject, case_of
from verifier.verify.finding import Finding, unknown
from verifier.verify.parts import Done, Task, carried_out
from verifier.verify.properties import questions
from verifier.verify.weighing import accepted, weighed

QUICK = ("search", "plays", "scenarios")
THOROUGH = ("proof", *QUICK)

Change = Literal["broken", "repaired", "weaker", "stronger", "same", "new", "gone", "open"]


# A small instance that was exhausted says no more of the full game than plays that were tried.
_RANK = {"proved": 0, "exhausted": 1, "tested": 1, "unknown": 2}


@dataclass(frozen=True, slots=True)
class Row:
    """A property before and after; `None` where a side does not have it."""

    name: str
    before: Finding | None
    after: Finding | None

    @property
    def change(self) -> Change:
        if self.before is None:
            return "broken" if self.after is not None and self.after.fails() else "new"
        if self.after is None:
            return "gone"
        was, now = self.before.verdict == "refuted", self.after.verdict == "refuted"
        if now:
            return "same" if was else "broken"
        if was:
            # Not to have seen it fail again mends nothing.
            return "repaired" if self.after.verdict == "proved" else "open"
        before, after = _RANK[self.before.verdict], _RANK[self.after.verdict]
        if before == after:
            return "same"
        if "unknown" in (self.before.verdict, self.after.verdict):
            # What was met in the plays of one side and not in those of the other tells little.
            return "open"
        return "weaker" if after > before else "stronger"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything found of one rule set, and the bound on its plays if one was proved."""

    subject: Subject
    findings: tuple[Finding, ...]
    bound: Bound | None


def sheets(subjects: Sequence[Subject], budget: Budget, thorough: bool, jobs: int) -> list[Sheet]:
    """Every subject looked at by every quick method, or by all of them."""
    parts = THOROUGH if thorough else QUICK
    tasks = [Task(subject, part, budget) for part in parts for subject in subjects]
    done, aimed_at = _all_done(tasks, subjects, jobs)
    return [
        _sheet(
            subject,
            [each for each in done if each.task.subject == subject],
            aimed_at if subject is not subjects[0] else [],
        )
        for subject in subjects
    ]


def _all_done(
    tasks: Sequence[Task], subjects: Sequence[Subject], jobs: int
) -> tuple[list[Done], list[Finding]]:
    """What the methods found of each subject, and what aimed plays break in the last."""
    if jobs == 1:
        return [carried_out(task) for task in tasks], aimed(subjects[0], subjects[-1])
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("fork")) as pool:
        aiming = pool.submit(aimed, subjects[0], subjects[-1])
        return list(pool.map(carried_out, tasks)), aiming.result()


def _sheet(subject: Subject, parts: Sequence[Done], aimed_at: Sequence[Finding]) -> Sheet:
    case = case_of(subject)
    bound = bound_of(case.machine)
    found = []
    for question in questions(case.game, case.places):
        every = (each for findings in (*(part.findings for part in parts), aimed_at) for each in findings)
        mine = [each for each in every if each.property == question.property]
        mine += [unknown(question, part.task.part, part.failure) for part in parts if part.failure]
        if question.property == "it-ends" and bound is not None:
            mine = [Finding("it-ends", "health", "proved", "a measure", bound.words)]
        found.append(accepted(weighed(question, mine), case.game.acknowledged))
    return Sheet(subject, tuple(found), bound)


def rows(before: Iterable[Finding], after: Iterable[Finding]) -> list[Row]:
    """The two sides beside each other, in the order of the first."""
    old = {finding.property: finding for finding in before}
    new = {finding.property: finding for finding in after}
    return [Row(name, old.get(name), new.get(name)) for name in dict.fromkeys((*old, *new))]
