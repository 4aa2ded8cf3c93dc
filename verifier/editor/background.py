"""Checking beside the answers: a process of its own checks the newest texts after a short pause in typing.

A thread would take turns with the answers; a process leaves them alone.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from verifier.editor.diagnose import Checker, Job
from verifier.editor.lenses import scenario_result

# Whoever types on within this time is not interrupted.
PAUSE = 0.15
# Reading anew takes turns with the answers, since it is done in this process: only when nobody has typed for so long.
REST = 0.5


@dataclass(frozen=True, slots=True)
class ScenarioRun:
    """A scenario to be run as it stands in the editor."""

    texts: Mapping[Path, str]
    path: Path
    name: str
    lang: str


def work(line: Connection) -> None:
    """In the other process: jobs in, what was found out, until nobody asks any more."""
    sys.stdout = sys.stderr
    checker = Checker()
    while True:
        try:
            asked = line.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        match asked:
            case Job():
                line.send(checker.found(asked))
            case ScenarioRun(texts, path, name, lang):
                line.send(scenario_result(texts, path, name, lang))


class Background:
    """The other process and the thread that talks to it; of several jobs only the last one is done."""

    def __init__(self, tell: Callable[[Any], object], rest: Callable[[], None]) -> None:
        self._tell, self._rest = tell, rest
        self._job: Job | None = None
        self._errands: list[tuple[ScenarioRun, Callable[[Any], object]]] = []
        self._wake = threading.Condition()
        self._ended = False
        self._line: Connection | None = None
        self.thread = threading.Thread(target=self._talk, name="checking", daemon=True)
        self.thread.start()

    def check(self, job: Job) -> None:
        with self._wake:
            self._job = job
            self._wake.notify()

    def run(self, errand: ScenarioRun, tell: Callable[[Any], object]) -> None:
        """A scenario, before the next check; it is told what came of it, or nothing if that failed."""
        with self._wake:
            self._errands.append((errand, tell))
            self._wake.notify()

    def end(self) -> None:
        with self._wake:
            self._ended = True
            self._wake.notify()

    def _talk(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(self._has_work)
                if self._ended:
                    break
                errand = self._errands.pop(0) if self._errands else None
                if errand is None and self._typing():
                    continue
                job = None
                if errand is None:
                    job, self._job = self._job, None
            if errand is not None:
                errand[1](self._asked(errand[0]))
            elif job is not None:
                self._found(self._asked(job))
        if self._line is not None:
            self._line.close()

    def _typing(self) -> bool:
        """Has a newer text come within the pause? Called with the lock held."""
        before = self._job
        self._wake.wait(PAUSE)
        return self._job is not before or self._ended or bool(self._errands)

    def _found(self, found: Any) -> None:
        if found is not None:
            self._tell(found)
        with self._wake:
            nobody = not self._wake.wait_for(self._has_work, REST)
        if nobody:
            self._rest()

    def _has_work(self) -> bool:
        """Called with the lock held."""
        return self._job is not None or bool(self._errands) or self._ended

    def _asked(self, what: Job | ScenarioRun) -> Any:
        """The answer of the other process; nothing if it has died, and then the next question finds a new one."""
        try:
            line = self._line = self._line or _started()
            line.send(what)
            return line.recv()
        except (EOFError, OSError):
            self._line = None
            return None


def _started() -> Connection:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    context.Process(target=work, args=(theirs,), daemon=True, name="checking").start()
    theirs.close()
    return ours
