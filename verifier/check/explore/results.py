"""The limits and the results of a search: counts, plays that show something, what was never seen."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from verifier.check.monitor.instrument import CoverageGoal
from verifier.trace.trace import ReplayedTrace

Ended = Literal["states", "work", "seconds", "memory"]

MEGABYTE = 1_000_000
# So many states between two looks at the clock.
EVERY = 1_024
# So many seconds lie between two reports of progress.
BETWEEN_REPORTS = 0.2


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """`states` and `work` (transitions) end a search at the same place every time; `seconds` and `memory`
    (megabytes of the whole process) keep it from running away. `None` is no limit."""

    states: int | None = None
    work: int | None = None
    seconds: float | None = None
    memory: float | None = None


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far a search has come: `frontier` states are known and not yet looked at."""

    states: int
    transitions: int
    depth: int
    frontier: int
    seconds: float


Report = Callable[[SearchProgress], None]


class LimitGuard:
    """Says when a search must end."""

    def __init__(self, limits: SearchLimits, report: Report | None) -> None:
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
        if self.report is not None and now - self.told > BETWEEN_REPORTS:
            self.told = now
            self.report(SearchProgress(states, transitions, depth, frontier, now - self.begun))
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
    """The memory that this process alone holds now, without files that are mapped; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            _, resident, mapped = file.read().split()[:3]
        return (int(resident) - int(mapped)) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    except (OSError, ValueError, AttributeError):
        return 0.0


@dataclass(frozen=True, slots=True)
class Lasso:
    """A play whose moves from `start` on lead back to where they began; with `chance`, only by luck."""

    play: ReplayedTrace
    start: int
    chance: bool

    @property
    def length(self) -> int:
        return len(self.play) - self.start


@dataclass(frozen=True, slots=True)
class FoundFault:
    """A step that could not be carried out: the last move of the play, or the set-up if there is no move."""

    property: str
    subject: str
    value: int
    play: ReplayedTrace


@dataclass(frozen=True, slots=True)
class Leak:
    """Two states that look the same to the player who is to move, who may do different things in them."""

    pause: str
    player: int
    one: ReplayedTrace
    other: ReplayedTrace


@dataclass(frozen=True, slots=True)
class ResultRanges:
    """How plays end: the lowest and highest score of each player, and how often so many share the victory."""

    finals: int = 0
    lowest: tuple[int, ...] = ()
    highest: tuple[int, ...] = ()
    winners: Mapping[int, int] = field(default_factory=dict)
    nobody: ReplayedTrace | None = None


@dataclass(frozen=True, slots=True)
class Exploration:
    """Everything that was found. Only if it is `complete` does what was not found not exist.

    `violations` and `witnesses` are claims by name with the shortest play that shows each; `seen` are goals
    with a play that shows each, `idle` goals that were never seen. `longest` is the length of the longest
    play, if none can go on for ever. `renamings` says by how many renamings states were counted as one.
    """

    states: int
    transitions: int
    depth: int
    seconds: float
    ended: Ended | None
    renamings: int
    unordered: frozenset[str]
    dead_ends: int = 0
    dead_end: ReplayedTrace | None = None
    violations: Mapping[str, ReplayedTrace] = field(default_factory=dict)
    witnesses: Mapping[str, ReplayedTrace] = field(default_factory=dict)
    capacities: Mapping[str, ReplayedTrace] = field(default_factory=dict)
    faults: tuple[FoundFault, ...] = ()
    seen: Mapping[CoverageGoal, ReplayedTrace] = field(default_factory=dict)
    idle: tuple[CoverageGoal, ...] = ()
    if_none: Mapping[CoverageGoal, ReplayedTrace] = field(default_factory=dict)
    results: ResultRanges = field(default_factory=ResultRanges)
    loop: Lasso | None = None
    longest: int | None = None
    peeks: tuple[Leak, ...] = ()

    @property
    def complete(self) -> bool:
        """Was every state visited?"""
        return self.ended is None
