"""A pool of processes: tasks in, results out as they come. One that dies loses its task and nothing else."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")
R = TypeVar("R")

Begun = Callable[[int], None]
Informed = Callable[[T], T | None]
IDLE = -1


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: Connection
    at: int


class _Plan(Generic[T]):
    """The tasks that nobody has begun, and of those that can be begun the first."""

    def __init__(self, tasks: Sequence[T], begun: Begun, informed: Informed[T]) -> None:
        self.tasks = tasks
        self.waiting = list(range(len(tasks)))
        self.begun = begun
        self.informed = informed
        self._ready: tuple[int, T] | None = None

    def is_ready(self) -> bool:
        for at in self.waiting if self._ready is None else ():
            task = self.informed(self.tasks[at])
            if task is not None:
                self._ready = at, task
                break
        return self._ready is not None

    def taken(self) -> tuple[int, T]:
        """The next task, which is ours from now on. Somebody can be asked about it when `is_ready`."""
        if not self.is_ready():
            raise LookupError("each task waits for another")
        assert self._ready is not None
        at, task = self._ready
        self._ready = None
        self.waiting.remove(at)
        self.begun(at)
        return at, task


class Workers(Generic[T, R]):
    """Processes made by forking, so that what is known before is known to all. They leave Ctrl-C to us."""

    def __init__(self, work: Callable[[T], R], jobs: int) -> None:
        self.work = work
        self.jobs = jobs
        self.team: list[_Worker] = []
        self.retired: list[_Worker] = []

    def results(
        self, tasks: Sequence[T], begun: Begun | None = None, informed: Informed[T] | None = None
    ) -> Generator[tuple[int, R | None], None, None]:
        """The number of each task with its result, `None` if the process ended without a word.

        Tasks are begun in their order; `begun` is told the number of each. `informed` makes of a task what is
        asked, when it has come to that, or nothing as long as the task must wait for the results of earlier ones.
        """
        plan = _Plan(tasks, begun or _unheard, informed or _as_it_is)
        if self.jobs == 1 or len(tasks) < 2:
            while plan.waiting:
                at, task = plan.taken()
                yield at, self.work(task)
            return
        try:
            while self._employ(plan):
                yield from self._answers()
        finally:
            self._dismiss()

    def all_results(self, tasks: Sequence[T]) -> list[R]:
        """The results in the order of the tasks.

        What a process left undone is done here: a mistake that ended the process is then raised in this one.
        """
        found = dict(self.results(tasks))
        lost = [at for at, result in found.items() if result is None]
        found |= {at: self.work(tasks[at]) for at in sorted(lost)}
        return [cast(R, found[at]) for at in range(len(tasks))]

    def _employ(self, plan: _Plan[T]) -> bool:
        """Something to do for everybody, as far as there is; is anybody at work?"""
        while plan.is_ready():
            worker = next((worker for worker in self.team if worker.at == IDLE), None)
            if worker is None:
                if len(self.team) == self.jobs:
                    break
                worker = self._hired()
            worker.at, task = plan.taken()
            # If it has died, its line tells so when it is read.
            with suppress(OSError):
                worker.line.send(task)
        if not plan.waiting:
            for worker in [worker for worker in self.team if worker.at == IDLE]:
                self.team.remove(worker)
                self.retired.append(worker)
                worker.line.close()
        return any(worker.at != IDLE for worker in self.team)

    def _answers(self) -> Iterator[tuple[int, R | None]]:
        busy = [worker for worker in self.team if worker.at != IDLE]
        ready = wait([worker.line for worker in busy])
        for worker in [worker for worker in busy if worker.line in ready]:
            at, worker.at = worker.at, IDLE
            try:
                result: R | None = worker.line.recv()
            except (EOFError, OSError):
                result = None
                self.team.remove(worker)
                worker.process.join()
            yield at, result

    def _hired(self) -> _Worker:
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        foreign = [worker.line for worker in self.team]
        process = context.Process(target=_serve, args=(theirs, self.work, [ours, *foreign]), daemon=True)
        # Nobody is left behind because Ctrl-C came between a birth and its entry in the book.
        with _uninterrupted():
            process.start()
            self.team.append(_Worker(process, ours, IDLE))
        theirs.close()
        return self.team[-1]

    def _dismiss(self) -> None:
        for worker in self.team:
            worker.process.terminate()
        for worker in (*self.team, *self.retired):
            worker.process.join()
        self.team.clear()


def _serve(line: Connection, work: Callable[[Any], Any], foreign: Sequence[Connection]) -> None:
    """Answers until nobody asks any more. A mistake of ours ends the process; whoever asked is told."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for other in foreign:
        other.close()
    try:
        while True:
            line.send(work(line.recv()))
    except EOFError:
        return
    except Exception:
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise


@contextmanager
def _uninterrupted() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _unheard(at: int) -> None:
    """Nobody listens."""


def _as_it_is(task: T) -> T:
    return task
