"""Several processes that leave Ctrl-C to us."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that leave Ctrl-C to us, and that do not outlive us."""
    context = multiprocessing.get_context("fork")
    found = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts)
    try:
        yield found
    except BaseException:
        workers = list((found._processes or {}).values())
        found.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        raise
    else:
        found.shutdown()


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
