"""What a search found: numbers, plays that show something, and what was never seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.backends.search.limits import Ended
from verifier.backends.search.marked import Goal
from verifier.trace.trace import ReplayedTrace


@dataclass(frozen=True, slots=True)
class Loop:
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
class Peek:
    """Two states that look the same to the player who is to move, who may do different things in them."""

    pause: str
    player: int
    one: ReplayedTrace
    other: ReplayedTrace


@dataclass(frozen=True, slots=True)
class Results:
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
    initial: int
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
    seen: Mapping[Goal, ReplayedTrace] = field(default_factory=dict)
    idle: tuple[Goal, ...] = ()
    vain: Mapping[Goal, ReplayedTrace] = field(default_factory=dict)
    results: Results = field(default_factory=Results)
    loop: Loop | None = None
    longest: int | None = None
    peeks: tuple[Peek, ...] = ()

    @property
    def complete(self) -> bool:
        """Was every state visited?"""
        return self.ended is None
