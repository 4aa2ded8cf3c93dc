"""What is known of two rule sets, property by property: which still hold, which break, which are new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from verifier.compare.ending import Bound, bound_of
from verifier.program import Subject
from verifier.verify.budget import Budget
from verifier.verify.finding import Finding, unknown
from verifier.verify.method import Request
from verifier.verify.properties import questions
from verifier.verify.tasks import Done, Task
from verifier.verify.weighing import accepted, weighed

ENDS = "it-ends"
QUICK = ("explore", "simulate", "scenarios")
THOROUGH = ("prove", *QUICK)

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


def tasks_for(subject: Subject, budget: Budget, thorough: bool) -> list[Task]:
    """Every quick method, or every method, for a subject.

    That a small instance was searched through says no more of the full game than plays, and takes longer: without
    proofs only loops are looked for.
    """
    searched = None if thorough else frozenset({ENDS})
    return [
        Task(subject, method, Request(budget, searched if method == "explore" else None))
        for method in (THOROUGH if thorough else QUICK)
    ]


def sheet(subject: Subject, parts: Sequence[Done], aimed_at: Sequence[Finding]) -> Sheet:
    """What the methods and the aimed plays found of a subject, weighed."""
    program = subject.program()
    bound = bound_of(program.machine)
    found = []
    for question in questions(program.game, program.places):
        every = (each for findings in (*(part.findings for part in parts), aimed_at) for each in findings)
        mine = [each for each in every if each.property == question.property]
        mine += [unknown(question, part.task.method, part.failure) for part in parts if part.failure]
        if question.property == ENDS and bound is not None:
            mine = [Finding(ENDS, "health", "proved", "a measure", bound.words)]
        found.append(accepted(weighed(question, mine), program.game.acknowledged))
    return Sheet(subject, tuple(found), bound)


def rows(before: Iterable[Finding], after: Iterable[Finding]) -> list[Row]:
    """The two sides beside each other, in the order of the first."""
    old = {finding.property: finding for finding in before}
    new = {finding.property: finding for finding in after}
    return [Row(name, old.get(name), new.get(name)) for name in dict.fromkeys((*old, *new))]
