"""Tasks in, results out as they come, done by several processes. One that dies loses its task and nothing else."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

Begun = Callable[[int], None]


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: Connection
    at: int


class Workers(Generic[T, R]):
    """Processes made by forking, so that what is known before is known to all. They leave Ctrl-C to us."""

    def __init__(self, work: Callable[[T], R], jobs: int) -> None:
        self.work = work
        self.jobs = jobs
        self.team: list[_Worker] = []
        self.retired: list[_Worker] = []

    def results(
        self, tasks: Sequence[T], begun: Begun | None = None
    ) -> Generator[tuple[int, R | None], None, None]:
        """The number of each task with its result, `None` if the process ended without a word.

        Tasks are begun in their order; `begun` is told the number of each.
        """
        tell = begun if begun is not None else _unheard
        if self.jobs == 1 or len(tasks) < 2:
            for at, task in enumerate(tasks):
                tell(at)
                yield at, self.work(task)
            return
        waiting = deque(range(len(tasks)))
        try:
            while waiting and len(self.team) < self.jobs:
                self._hire(tasks, waiting, tell)
            while self.team:
                yield from self._answers(tasks, waiting, tell)
        finally:
            self._dismiss()

    def _answers(
        self, tasks: Sequence[T], waiting: deque[int], tell: Begun
    ) -> Iterator[tuple[int, R | None]]:
        ready = wait([worker.line for worker in self.team])
        for worker in [worker for worker in self.team if worker.line in ready]:
            at = worker.at
            try:
                result: R | None = worker.line.recv()
            except (EOFError, OSError):
                result = None
                self.team.remove(worker)
                worker.process.join()
                if waiting:
                    self._hire(tasks, waiting, tell)
            else:
                if waiting:
                    self._ask(worker, tasks, waiting, tell)
                else:
                    self.team.remove(worker)
                    self.retired.append(worker)
                    worker.line.close()
            yield at, result

    def _hire(self, tasks: Sequence[T], waiting: deque[int], tell: Begun) -> None:
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        foreign = [worker.line for worker in self.team]
        process = context.Process(target=_serve, args=(theirs, self.work, [ours, *foreign]), daemon=True)
        # Nobody is left behind because Ctrl-C came between a birth and its entry in the book.
        with _uninterrupted():
            process.start()
            self.team.append(_Worker(process, ours, -1))
        theirs.close()
        self._ask(self.team[-1], tasks, waiting, tell)

    def _ask(self, worker: _Worker, tasks: Sequence[T], waiting: deque[int], tell: Begun) -> None:
        worker.at = waiting.popleft()
        tell(worker.at)
        # If it has died, its line tells so when it is read.
        with suppress(OSError):
            worker.line.send(tasks[worker.at])

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
