"""Who does the work: tasks in, results out as they come. The task of a process that is killed is given to another.

Work and tasks are whole in themselves: a process begins with nothing but its imports, here or on another machine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from verifier.workers.plan import Begun, Informed, Plan

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Scheduler:
    """The address of a Dask scheduler whose workers do the work."""

    address: str


# So many processes here, or the workers of a scheduler.
Jobs = int | Scheduler


class Workers(Generic[T, R]):
    """So many processes, or the workers of a scheduler. `work` is a function of a module, perhaps with arguments."""

    def __init__(self, work: Callable[[T], R], jobs: Jobs) -> None:
        self.work = work
        self.jobs = jobs

    def results(
        self, tasks: Sequence[T], begun: Begun | None = None, informed: Informed[T] | None = None
    ) -> Generator[tuple[int, R | None], None, None]:
        """The number of each task with its result, `None` if it stumbled or its process was killed, twice.

        Tasks are begun in their order; `begun` is told the number of each. `informed` makes of a task what is
        asked, when it has come to that, or nothing as long as the task must wait for the results of earlier ones.
        """
        plan = Plan(tasks, begun or _unheard, informed or _as_it_is)
        yield from self._results(plan, len(tasks))

    def _results(self, plan: Plan[T], size: int) -> Iterator[tuple[int, R | None]]:
        # Whoever works alone loads neither processes nor a cluster.
        if isinstance(self.jobs, Scheduler):
            from verifier.workers.cluster import cluster_results

            return cluster_results(self.work, plan, self.jobs.address)
        if self.jobs == 1 or size < 2:
            return self._done_here(plan)
        from verifier.workers.processes import Pool

        return Pool(self.work, self.jobs).results(plan)

    def _done_here(self, plan: Plan[T]) -> Iterator[tuple[int, R | None]]:
        while plan.waiting:
            at, task = plan.taken()
            yield at, self.work(task)

    def all_results(self, tasks: Sequence[T]) -> list[R]:
        """The results in the order of the tasks.

        What a process left undone is done here: a mistake that ended the process is then raised in this one.
        """
        found = dict(self.results(tasks))
        lost = [at for at, result in found.items() if result is None]
        found |= {at: self.work(tasks[at]) for at in sorted(lost)}
        return [cast(R, found[at]) for at in range(len(tasks))]


def _unheard(at: int) -> None:
    """Nobody listens."""


def _as_it_is(task: T) -> T:
    return task
