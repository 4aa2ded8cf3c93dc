"""The scheduler: methods run on subjects in several processes; the outcome says whether it is partial."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Protocol

from verifier.check.aggregate import strongest_finding, with_acknowledgement, with_ends
from verifier.check.certified import checked_properties, with_check
from verifier.check.methods import METHODS, methods_for
from verifier.check.tasks import Task, TaskResult, carried_out, tasks_for, with_known_findings
from verifier.program import WORKSPACE, Subject
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding, Question, unknown_finding
from verifier.verdict.method import Request
from verifier.verdict.properties import HEALTH
from verifier.workers import Jobs, Workers

DIED = "the process ended unexpectedly"


@dataclass(frozen=True, slots=True)
class VerifyProgress:
    """How far the work has come: what is under way, what was just done, how much of how much, who has to wait."""

    done: int
    total: int
    under_way: tuple[Task, ...]
    last: TaskResult | None = None
    waiting: frozenset[Subject] = frozenset()


Tell = Callable[[VerifyProgress], None]


@dataclass(frozen=True, slots=True)
class SubjectFindings:
    """Everything found about one subject."""

    subject: Subject
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class TaskCost:
    """How many CPU seconds one method took for one subject; those of an earlier run are not counted."""

    subject: Subject
    method: str
    seconds: float


@dataclass(slots=True)
class VerifyOutcome:
    """The sheets in the order of the subjects; `partial` if the work was interrupted."""

    sheets: list[SubjectFindings] = field(default_factory=list)
    partial: bool = False
    changed: list[str] = field(default_factory=list)
    # How many tasks there were, and of how many an earlier run has the result.
    tasks: int = 0
    recalled: int = 0
    # What was done in this run and what it cost, dearest first.
    costs: list[TaskCost] = field(default_factory=list)
    # What each method found, before the strongest was chosen.
    results: list[TaskResult] = field(default_factory=list)

    @property
    def findings(self) -> Iterator[Finding]:
        for sheet in self.sheets:
            yield from sheet.findings

    @property
    def refuted(self) -> bool:
        return any(finding.fails() for finding in self.findings)

    @property
    def unknown(self) -> bool:
        """Is anything open? Where a method fell over, nobody knows what it would have found."""
        return self.partial or any(finding.is_open() or finding.ended for finding in self.findings)


class Memory(Protocol):
    """Results of earlier runs."""

    def recalled(self, tasks: Sequence[Task]) -> dict[int, TaskResult]: ...

    def keep(self, result: TaskResult) -> None: ...

    def prune(self) -> None: ...


@dataclass(frozen=True, slots=True)
class VerifyJob:
    """What is asked: of whom, which properties (all if none are named), and at what price; and who remembers it."""

    subjects: Sequence[Subject]
    budget: Budget
    only: frozenset[str] | None = None
    jobs: Jobs = 2
    second_solver: bool = False
    certify: bool = False
    memory: Memory | None = None
    # May attempts that gave no answer when they were last made be left out?
    hints: bool = False
    # May certificates that were accepted, on record, stand for proofs?
    certificates: bool = False


def verified(wish: VerifyJob, tell: Tell | None = None) -> VerifyOutcome:
    """Every question put to every subject. Ctrl-C leaves what is done so far."""
    names = [method.name for method in methods_for(wish.only)]
    request = Request(
        wish.budget, wish.only, wish.second_solver, hints=wish.hints, certificates=wish.certificates
    )
    tasks = list(tasks_for(wish.subjects, names, request))
    done = wish.memory.recalled(tasks) if wish.memory is not None else {}
    partial = False
    try:
        _all_done(tasks, wish, done, tell)
    except KeyboardInterrupt:
        partial = True
    if wish.memory is not None:
        wish.memory.prune()
    # In the order in which they were asked: who was done first is nobody's verdict.
    return _outcome(wish, [done[at] for at in sorted(done)], partial)


def _all_done(tasks: Sequence[Task], wish: VerifyJob, done: dict[int, TaskResult], tell: Tell | None) -> None:
    """Whatever is not done yet, added to what is."""
    from verifier.check.hints import with_hints

    under_way: dict[int, Task] = {}
    left = [at for at in range(len(tasks)) if at not in done]

    def news(last: TaskResult | None = None) -> None:
        if tell is not None:
            waiting = frozenset(task.subject for at, task in enumerate(tasks) if at not in done)
            tell(VerifyProgress(len(done), len(tasks), tuple(under_way.values()), last, waiting))

    def begun(number: int) -> None:
        under_way[left[number]] = tasks[left[number]]
        news()

    def with_news(task: Task) -> Task | None:
        known = with_known_findings(task, done.values())
        return with_hints(known) if known is not None else None

    todo = [tasks[at] for at in left]
    with closing(Workers(carried_out, wish.jobs).results(todo, begun, with_news)) as results:
        for number, found in results:
            at = left[number]
            done[at] = found if found is not None else TaskResult(tasks[at], (), DIED)
            del under_way[at]
            if wish.memory is not None:
                wish.memory.keep(done[at])
            news(done[at])


# --- the findings of one subject


def _outcome(wish: VerifyJob, done: Iterable[TaskResult], partial: bool) -> VerifyOutcome:
    by_subject: dict[Subject, list[TaskResult]] = {subject: [] for subject in wish.subjects}
    found = VerifyOutcome(partial=partial)
    for each in done:
        by_subject[each.task.subject].append(each)
        found.results.append(each)
        found.tasks += 1
        found.recalled += each.recalled
        if not each.recalled:
            found.costs.append(TaskCost(each.task.subject, each.task.method, each.seconds))
    found.costs.sort(key=lambda cost: -cost.seconds)
    for subject, parts in by_subject.items():
        sheet, is_changed = _sheet(subject, parts, wish, partial)
        found.sheets.append(sheet)
        if is_changed and subject.ruleset not in found.changed:
            found.changed.append(subject.ruleset)
    return found


def _sheet(
    subject: Subject, parts: Sequence[TaskResult], wish: VerifyJob, partial: bool
) -> tuple[SubjectFindings, bool]:
    asked = [each for each in _asked(parts) if wish.only is None or each.property in wish.only]
    prints = {each.fingerprint for each in parts if each.fingerprint is not None}
    if parts and prints != {WORKSPACE.fingerprint(subject.ruleset)}:
        words = "the rules changed during verification"
        return SubjectFindings(
            subject, tuple(unknown_finding(question, "none", words) for question in asked)
        ), True
    lacking = {method.name for method in methods_for(wish.only)} - {each.task.method for each in parts}
    known = next((each.acknowledged for each in parts), ())
    checked = checked_properties(subject, wish.certify)
    found = []
    for question in asked:
        mine = [f for each in parts for f in each.findings if f.property == question.property]
        mine += [unknown_finding(question, each.task.method, each.failure) for each in parts if each.failure]
        if partial and lacking:
            mine.append(unknown_finding(question, "interrupted", f"not done: {', '.join(sorted(lacking))}"))
        best = with_ends(strongest_finding(question, mine), _ends(parts, question.property))
        found.append(with_check(with_acknowledgement(best, known), checked))
    return SubjectFindings(subject, tuple(found)), False


def _ends(parts: Sequence[TaskResult], name: str) -> tuple[str, ...]:
    """The methods that could have spoken of a property and fell over, and how."""
    return tuple(
        f"the method `{each.task.method}` ended: {each.failure}"
        for each in parts
        if each.failure is not None and METHODS[each.task.method] in methods_for(frozenset((name,)))
    )


def _asked(parts: Sequence[TaskResult]) -> Sequence[Question]:
    """The questions as the parts have read them; of a text that nobody has read, those of every game."""
    return next((each.asked for each in parts if each.asked), [Question(name, "health") for name in HEALTH])
