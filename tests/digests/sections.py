"""What is digested: tasks, each with the names that it answers for and a function that gives their texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from tests.digests import entry
from tests.digests.dump import dumped
from tests.digests.entry import Subject

Texts = dict[str, str]
RUNTIME = re.compile(r"^from verifier\.\S+ import (?=FINAL)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Task:
    """Texts that are made together, in one process; all of their names begin with one of `prefixes`."""

    title: str
    prefixes: tuple[str, ...]
    run: Callable[..., Texts]
    args: tuple[object, ...]

    def timed(self) -> tuple[Texts, float]:
        """The texts, and how many seconds they took."""
        began = monotonic()
        return self.run(*self.args), monotonic() - began

    def answers_for(self, prefix: str) -> bool:
        return any(mine.startswith(prefix) or prefix.startswith(mine) for mine in self.prefixes)


def machine_texts(subject: Subject) -> Texts:
    """The machines of a subject, and the Python made of the first."""
    machine, entered = entry.machines(subject)
    return {
        f"machine/{subject}": dumped(machine),
        f"machine-of-scenarios/{subject}": dumped(entered),
        f"python/{subject}": _python(entry.generated(machine)),
    }


def python_texts(subject: Subject) -> Texts:
    """The generated Python in its other forms."""
    machine, _ = entry.machines(subject)
    return {
        f"python-checked/{subject}": _python(entry.generated(machine, checked=True)),
        f"python-unordered/{subject}": _python(entry.generated(machine, unordered=True)),
    }


def _python(text: str) -> str:
    """Where the runtime stands is no part of what the text means."""
    return RUNTIME.sub("from runtime import ", text)


def quick() -> Iterator[Task]:
    for subject in entry.subjects():
        yield _task(
            f"machine of {subject}", ("machine", "machine-of-scenarios", "python"), machine_texts, subject
        )


def full() -> Iterator[Task]:
    yield from quick()
    for subject in entry.whole_subjects():
        yield _task(f"Python of {subject}", ("python-checked", "python-unordered"), python_texts, subject)


def _task(title: str, sorts: tuple[str, ...], run: Callable[..., Texts], subject: Subject) -> Task:
    return Task(title, tuple(f"{sort}/{subject}" for sort in sorts), run, (subject,))
