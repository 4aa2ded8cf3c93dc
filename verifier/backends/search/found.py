"""What a search found: numbers, plays that show something, and what was never seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.backends.machine import Move
from verifier.backends.machine.engine import Given
from verifier.backends.search.limits import Ended
from verifier.backends.search.marked import Goal
from verifier.plays import WrittenPlay


@dataclass(frozen=True, slots=True)
class Play:
    """A play in numbers (shuffles from top to bottom), and as it is written; the machine has replayed it."""

    given: Mapping[str, Given]
    shuffles: tuple[tuple[int, ...], ...]
    rolls: tuple[tuple[str, int], ...]
    moves: tuple[Move, ...]
    written: WrittenPlay

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True, slots=True)
class Loop:
    """A play whose moves from `start` on lead back to where they began; with `chance`, only by luck."""

    play: Play
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
    play: Play


@dataclass(frozen=True, slots=True)
class Peek:
    """Two states that look the same to the player who is to move, who may do different things in them."""

    pause: str
    player: int
    one: Play
    other: Play


@dataclass(frozen=True, slots=True)
class Results:
    """How plays end: the lowest and highest score of each player, and how often so many share the victory."""

    finals: int = 0
    lowest: tuple[int, ...] = ()
    highest: tuple[int, ...] = ()
    winners: Mapping[int, int] = field(default_factory=dict)
    nobody: Play | None = None


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
    dead_end: Play | None = None
    violations: Mapping[str, Play] = field(default_factory=dict)
    witnesses: Mapping[str, Play] = field(default_factory=dict)
    capacities: Mapping[str, Play] = field(default_factory=dict)
    faults: tuple[FoundFault, ...] = ()
    seen: Mapping[Goal, Play] = field(default_factory=dict)
    idle: tuple[Goal, ...] = ()
    vain: Mapping[Goal, Play] = field(default_factory=dict)
    results: Results = field(default_factory=Results)
    loop: Loop | None = None
    longest: int | None = None
    peeks: tuple[Peek, ...] = ()

    @property
    def complete(self) -> bool:
        """Was every state visited?"""
        return self.ended is None
