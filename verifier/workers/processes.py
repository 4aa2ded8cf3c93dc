"""A pool of processes on this machine: a plan of tasks in, results out as they come."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from verifier.workers.cores import share_cores
from verifier.workers.plan import Plan

T = TypeVar("T")
R = TypeVar("R")

IDLE = -1
# Names a start method of `multiprocessing`, for whoever needs another one.
START = "RULEWRIGHT_START_METHOD"
# Forking is none of them: children would hold each other's lines, and whatever threads hold.
START_METHODS = [each for each in ("forkserver", "spawn") if each in multiprocessing.get_all_start_methods()]


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: Connection
    at: int = IDLE
    task: Any = None


class Pool(Generic[T, R]):
    """Processes that are made when there is something to do. They leave Ctrl-C to us."""

    def __init__(self, work: Callable[[T], R], jobs: int) -> None:
        self.work = work
        self.jobs = jobs
        self.team: list[_Worker] = []
        self.retired: list[_Worker] = []

    def results(self, plan: Plan[T]) -> Iterator[tuple[int, R | None]]:
        """The number of each task with its result, `None` if it stumbled or its process was killed twice."""
        try:
            while self._employ(plan):
                yield from self._answers(plan)
        finally:
            self._dismiss()

    def _employ(self, plan: Plan[T]) -> bool:
        """Something to do for everybody, as far as there is; is anybody at work?"""
        while plan.is_ready():
            worker = next((worker for worker in self.team if worker.at == IDLE), None)
            if worker is None:
                if len(self.team) == self.jobs:
                    break
                worker = self._hired()
            worker.at, worker.task = plan.taken()
            # If it has died, its line tells so when it is read.
            with suppress(OSError):
                worker.line.send(worker.task)
        if not plan.waiting:
            for worker in [worker for worker in self.team if worker.at == IDLE]:
                self.team.remove(worker)
                self.retired.append(worker)
                worker.line.close()
        return any(worker.at != IDLE for worker in self.team)

    def _answers(self, plan: Plan[T]) -> Iterator[tuple[int, R | None]]:
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
                # Who stumbles over a mistake of ours ends well. Whoever was killed has lost time and nothing else.
                if worker.process.exitcode != 0 and plan.given_back(at, worker.task):
                    continue
            yield at, result

    def _hired(self) -> _Worker:
        context: Any = multiprocessing.get_context(start_method())
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self.work, self.jobs), daemon=True)
        # Nobody is left behind because Ctrl-C came between a birth and its entry in the book.
        with _uninterrupted():
            process.start()
            self.team.append(_Worker(process, ours))
        theirs.close()
        return self.team[-1]

    def _dismiss(self) -> None:
        for worker in self.team:
            worker.process.terminate()
        for worker in (*self.team, *self.retired):
            worker.process.join()
        self.team.clear()


def start_method() -> str:
    """A process never inherits what another one holds: the same work everywhere, whatever the system can do."""
    asked = os.environ.get(START)
    return asked if asked in START_METHODS else START_METHODS[0]


def _serve(line: Connection, work: Callable[[Any], Any], jobs: int) -> None:
    """Answers until nobody asks any more. A mistake of ours ends the process; whoever asked is told. Ctrl-C is ours."""
    share_cores(jobs)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
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
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
