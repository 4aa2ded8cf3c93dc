"""Which task comes next: tasks in their order, some of which wait for the results of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")

Begun = Callable[[int], None]
Informed = Callable[[T], T | None]


class Plan(Generic[T]):
    """The tasks that nobody has begun, and of those that can be begun the first."""

    def __init__(self, tasks: Sequence[T], begun: Begun, informed: Informed[T]) -> None:
        self.tasks = tasks
        self.waiting = list(range(len(tasks)))
        self.begun = begun
        self.informed = informed
        self._ready: tuple[int, T] | None = None
        # Tasks whose workers were killed, as they were asked: they are to be done again.
        self._again: dict[int, T] = {}

    def is_ready(self) -> bool:
        for at in self.waiting if self._ready is None else ():
            task = self._again[at] if at in self._again else self.informed(self.tasks[at])
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
        if at not in self._again:
            self.begun(at)
        return at, task

    def given_back(self, at: int, task: T) -> bool:
        """A task that was taken is to be done by somebody else, before all others; no if that was so before."""
        if at in self._again:
            return False
        self._again[at] = task
        self.waiting.insert(0, at)
        return True
