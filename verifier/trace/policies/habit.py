"""Deterministic policies for finding loops: the same state gets the same move, familiar moves first."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NoReturn, Protocol

from verifier.engine import Engine, Move, State
from verifier.runtime import FINAL, STOP, Fault, Seeded


class NoChanceError(Exception):
    """A step asked for chance where there is none."""


class NoChanceOracle:
    """An oracle that knows nothing."""

    def shuffle(self, zone: int, pile: list[int]) -> NoReturn:
        raise NoChanceError

    def roll(self, cell: str, faces: Sequence[int]) -> NoReturn:
        raise NoChanceError

    def draw(self, zone: int, pile: list[int]) -> NoReturn:
        raise NoChanceError


class CyclicFlow(Protocol):
    """Knows between which zones components move to and fro."""

    def may_come_back(self, before: State, after: State) -> bool:
        """Did a step move components only where they may come back from?"""


class FixedDice(Seeded):
    """Dice that always fall alike; piles are shuffled by a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seed = seed

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        return min(faces, key=lambda face: _number(cell, face, self.seed))


class HabitPolicy:
    """`oracle` answers for chance; moves are liked by their numbers, those that keep things in flow first."""

    def __init__(self, engine: Engine, flow: CyclicFlow, seed: int) -> None:
        self.engine = engine
        self.flow = flow
        self.seed = seed
        self.oracle = FixedDice(seed)

    def move(self, state: State, legal: list[Move]) -> Move:
        return min(legal, key=lambda move: (self._loss(state, move), _number(state.at, move, self.seed)))

    def _loss(self, state: State, move: Move) -> int:
        """Stopping costs nothing; what moves something away for good, or ends the play, costs most."""
        if move[0] == STOP:
            return 0
        after = state.copy()
        try:
            self.engine.step(after, move, NoChanceOracle())
        except NoChanceError:
            return 1
        except Fault:
            return 3
        if after.at == FINAL:
            return 3
        return 1 if self.flow.may_come_back(state, after) else 2


def _number(*parts: object) -> int:
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "big")
