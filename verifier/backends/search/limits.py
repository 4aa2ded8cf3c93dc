"""How far a search may go, and what it tells on the way."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Ended = Literal["states", "work", "seconds", "memory"]

MEGABYTE = 1_000_000
# So many states between two looks at the clock.
EVERY = 1_024


@dataclass(frozen=True, slots=True)
class Limits:
    """`states` and `work` (transitions) end a search at the same place every time; `seconds` and `memory`
    (megabytes of the whole process) keep it from running away. `None` is no limit."""

    states: int | None = None
    work: int | None = None
    seconds: float | None = None
    memory: float | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come: `frontier` states are known and not yet looked at."""

    states: int
    transitions: int
    depth: int
    frontier: int
    seconds: float

    @property
    def rate(self) -> float:
        """States in a second."""
        return self.states / self.seconds if self.seconds > 0 else 0.0


Report = Callable[[Progress], None]


class Guardian:
    """Says when a search must end."""

    def __init__(self, limits: Limits, report: Report | None) -> None:
        self.limits = limits
        self.report = report
        self.begun = time.perf_counter()
        self.told = self.begun

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.begun

    def ended(self, states: int, transitions: int, depth: int, frontier: int) -> Ended | None:
        """The limit that is reached, if one is; tells the progress a few times a second."""
        limits, now = self.limits, time.perf_counter()
        if self.report is not None and now - self.told > 0.2:
            self.told = now
            self.report(Progress(states, transitions, depth, frontier, now - self.begun))
        if limits.states is not None and states >= limits.states:
            return "states"
        if limits.work is not None and transitions >= limits.work:
            return "work"
        if limits.seconds is not None and now - self.begun > limits.seconds:
            return "seconds"
        if limits.memory is not None and used_megabytes() > limits.memory:
            return "memory"
        return None


def used_megabytes() -> float:
    """The memory that this process holds now; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    except (OSError, ValueError, AttributeError):
        return 0.0
