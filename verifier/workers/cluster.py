"""The workers of a Dask scheduler: a plan of tasks in, results out as they come, as from processes on this machine."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from verifier.diagnostics import Rejected, Report, diagnostic
from verifier.workers.cores import THREADS
from verifier.workers.plan import Plan

T = TypeVar("T")
R = TypeVar("R")

# Seconds to wait for the scheduler and its first worker.
PATIENCE = 20
# Each worker has one task under way and one waiting.
AHEAD = 2


def cluster_results(work: Callable[[T], R], plan: Plan[T], address: str) -> Iterator[tuple[int, R | None]]:
    """The number of each task with its result; `None` for one that several workers did not survive.

    A task whose worker dies is given to another one by the scheduler.
    """
    with closing(_client(address)) as client:
        # Only now: the client says what to install where there is no Dask.
        from distributed import KilledWorker, as_completed

        done = as_completed(loop=client.loop)
        under_way: dict[Any, int] = {}
        while plan.waiting or under_way:
            while len(under_way) < AHEAD * max(1, len(client.nthreads())) and plan.is_ready():
                at, task = plan.taken()
                future = client.submit(_on_one_core, work, task, pure=False)
                under_way[future] = at
                done.add(future)
            if not under_way:
                plan.taken()  # Says that each task waits for another.
            future = next(done)
            try:
                result = future.result()
            except KilledWorker:
                result = None
            yield under_way.pop(future), result


def _on_one_core(work: Callable[[T], R], task: T) -> R:
    """A machine has a worker for each of its cores."""
    os.environ.setdefault(THREADS, "1")
    return work(task)


def _client(address: str) -> Any:
    """The way to a scheduler with workers that have this very program; else `Rejected` says what is missing."""
    try:
        from distributed import Client
    except ImportError:
        raise _rejected(address, "Dask is not installed: pip install 'rulewright[cluster]'") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError):
        raise _rejected(address, "no scheduler answers at this address") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        _check_workers(client, address)
    except TimeoutError:
        client.close()
        raise _rejected(address, "it has no workers: start them with `dask worker ADDRESS`") from None
    except Rejected:
        client.close()
        raise
    return client


def _check_workers(client: Any, address: str) -> None:
    """A worker with other rules or another version would answer another question."""
    if any(threads != 1 for threads in client.nthreads().values()):
        raise _rejected(address, "start each worker with `--nthreads 1`: work is done in processes")
    if set(client.run(installation).values()) != {installation()}:
        raise _rejected(address, "a worker has another version of Rulewright or of the games")


@lru_cache
def installation() -> str:
    """The code and the games of this installation as one short word."""
    package = Path(__file__).resolve().parent.parent
    found = hashlib.sha256()
    for root in (package, package.parent / "spec", package.parent / "grammar"):
        for path in sorted(each for each in root.rglob("*") if each.suffix in (".py", ".rules", ".lark")):
            found.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _rejected(address: str, hint: str) -> Rejected:
    report = Report()
    report.add(diagnostic("V407", hint=hint, address=address))
    return Rejected(report)
