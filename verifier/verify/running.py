"""All the work, shared by several processes: subjects in, an outcome out, complete or said to be partial."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

from verifier.verify.budget import Budget
from verifier.verify.case import Subject, case_of, fingerprint_now
from verifier.verify.finding import Finding, Question, unknown
from verifier.verify.parts import Done, Task, carried_out, parts_for
from verifier.verify.processes import pool
from verifier.verify.properties import HEALTH
from verifier.verify.weighing import accepted, weighed

Tell = Callable[[Task, int, int], None]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything found about one subject."""

    subject: Subject
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class Outcome:
    """The sheets in the order of the subjects; `partial` if the work was interrupted."""

    sheets: list[Sheet] = field(default_factory=list)
    partial: bool = False
    changed: list[str] = field(default_factory=list)

    @property
    def findings(self) -> Iterator[Finding]:
        for sheet in self.sheets:
            yield from sheet.findings

    @property
    def refuted(self) -> bool:
        return any(finding.fails() for finding in self.findings)

    @property
    def unknown(self) -> bool:
        return self.partial or any(finding.is_open() for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked: of whom, which properties (all if none are named), and at what price."""

    subjects: Sequence[Subject]
    budget: Budget
    only: frozenset[str] | None = None
    jobs: int = 2
    second_solver: bool = False


def verified(wish: Wish, tell: Tell | None = None) -> Outcome:
    """Every question put to every subject. Ctrl-C leaves what is done so far."""
    # What an earlier run has read may be another text by now.
    case_of.cache_clear()
    tasks = [
        Task(subject, part, wish.budget, wish.only, wish.second_solver)
        for part in parts_for(wish.only)
        for subject in wish.subjects
    ]
    done: list[Done] = []
    partial = False
    try:
        for each in _all_done(tasks, wish.jobs):
            done.append(each)
            if tell is not None:
                tell(each.task, len(done), len(tasks))
    except KeyboardInterrupt:
        partial = True
    return _outcome(wish, done, partial)


# --- processes


def _all_done(tasks: Sequence[Task], jobs: int) -> Iterator[Done]:
    if jobs == 1 or len(tasks) == 1:
        for task in tasks:
            yield carried_out(task)
        return
    with pool(min(jobs, len(tasks))) as workers:
        waiting: dict[Future[Done], Task] = {workers.submit(carried_out, task): task for task in tasks}
        while waiting:
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                task = waiting.pop(future)
                try:
                    yield future.result()
                except BrokenProcessPool:
                    yield Done(task, (), "the process that did this ended without a word")


# --- putting it together


def _outcome(wish: Wish, done: Iterable[Done], partial: bool) -> Outcome:
    by_subject: dict[Subject, list[Done]] = {subject: [] for subject in wish.subjects}
    for each in done:
        by_subject[each.task.subject].append(each)
    found = Outcome(partial=partial)
    for subject, parts in by_subject.items():
        sheet, is_changed = _sheet(subject, parts, wish, partial)
        found.sheets.append(sheet)
        if is_changed and subject.ruleset not in found.changed:
            found.changed.append(subject.ruleset)
    return found


def _sheet(subject: Subject, parts: Sequence[Done], wish: Wish, partial: bool) -> tuple[Sheet, bool]:
    asked = [each for each in _asked(parts) if wish.only is None or each.property in wish.only]
    prints = {each.fingerprint for each in parts if each.fingerprint is not None}
    if parts and prints != {fingerprint_now(subject.ruleset)}:
        words = "the rules changed while they were verified"
        return Sheet(subject, tuple(unknown(question, "none", words) for question in asked)), True
    lacking = set(parts_for(wish.only)) - {each.task.part for each in parts}
    known = next((each.acknowledged for each in parts), ())
    found = []
    for question in asked:
        mine = [f for each in parts for f in each.findings if f.property == question.property]
        mine += [unknown(question, each.task.part, each.failure) for each in parts if each.failure]
        if partial and lacking:
            mine.append(unknown(question, "interrupted", f"not done: {', '.join(sorted(lacking))}"))
        found.append(accepted(weighed(question, mine), known))
    return Sheet(subject, tuple(found)), False


def _asked(parts: Sequence[Done]) -> Sequence[Question]:
    """The questions as the parts have read them; of a text that nobody has read, those of every game."""
    return next((each.asked for each in parts if each.asked), [Question(name, "health") for name in HEALTH])
