"""How many threads a process may use: those of all cores, shared by the processes that work side by side."""

from __future__ import annotations

import os

# A number, anything else says nothing; processes that are started here are told theirs.
THREADS = "RULEWRIGHT_THREADS"


def threads_here() -> int:
    """As many as the environment says, else one for each core."""
    said = os.environ.get(THREADS, "").strip()
    return max(1, int(said)) if said.isdecimal() else cores()


def share_cores(processes: int) -> None:
    """This process is one of so many; what somebody has said stays."""
    os.environ.setdefault(THREADS, str(max(1, cores() // processes)))


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
