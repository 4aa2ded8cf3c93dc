"""Paths of a search on sets retold as plays on piles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verifier.backends.machine import Move, State
from verifier.backends.machine.engine import Given
from verifier.backends.search.found import Play
from verifier.backends.search.packing import Key
from verifier.backends.search.telling import NotReplayedError, Teller
from verifier.backends.search.tracing import Tracer
from verifier.kernel.machine import Machine
from verifier.runtime import Enumerating, Fault, Recording

Chance = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """A move, and which outcome each question of chance had while it was carried out."""

    move: Move
    chance: Chance


@dataclass(frozen=True, slots=True)
class Path:
    """From the set-up on: what was given, what chance gave, and the moves."""

    given: Mapping[str, Given]
    chance: Chance
    steps: tuple[Taken, ...] = ()

    def then(self, *steps: Taken) -> Path:
        return Path(self.given, self.chance, (*self.steps, *steps))


def following(chance: Chance, copies: Sequence[int] | None) -> Enumerating:
    """An oracle that answers as it did in a search."""
    oracle = Enumerating(copies)
    oracle.path = [[0, chosen] for chosen in chance]
    return oracle


class Retelling:
    """Retells paths of one machine. `copies` are components that chance does not tell apart."""

    def __init__(
        self, machine: Machine, unordered: frozenset[str], key: Key, copies: Sequence[int] | None
    ) -> None:
        self.machine = machine
        self.unordered = unordered
        self.key = key
        self.copies = copies
        self.teller = Teller(machine)

    def play(self, path: Path) -> Play:
        """The play of a path; it may end in a fault."""
        engine = self.teller.engine
        tracer = Tracer(self.machine, engine.layout, self.unordered)
        state = engine.blank(path.given)
        rolls: list[tuple[str, int]] = []
        fault = self._traced(tracer, state, path, rolls)
        moves = [step.move for step in path.steps]
        play, end = self.teller.play(path.given, tracer.orders(state), rolls, moves, fault)
        if fault is None and self.key(end) != self.key(state):
            raise NotReplayedError("the replay ends elsewhere")
        return play

    def _traced(self, tracer: Tracer, state: State, path: Path, rolls: list[tuple[str, int]]) -> Fault | None:
        oracle = Recording(following(path.chance, self.copies))
        oracle.rolls = rolls
        try:
            tracer.begin(state, oracle)
            for step in path.steps:
                oracle.oracle = following(step.chance, self.copies)
                tracer.step(state, step.move, oracle)
        except Fault as fault:
            return fault
        return None
