"""Who answers when chance is asked: a seed, or a search through every outcome.

A pile is a list of components from bottom to top.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable


class Oracle(Protocol):
    def shuffle(self, zone: int, pile: list[int]) -> None:
        """Bring the pile into the order that chance gives it."""

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        """The face that chance shows."""

    def draw(self, zone: int, pile: list[int]) -> int:
        """A component of a pile in no known order; it stays in the list."""


@runtime_checkable
class Rewindable(Oracle, Protocol):
    """Chance that can be taken back: asked again from a mark on, it answers as before."""

    def mark(self) -> Any:
        """Where chance stands."""

    def rewind(self, mark: Any) -> None:
        """Back to where it stood."""


class Seeded:
    """The same seed gives the same chances."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)

    def mark(self) -> Any:
        return self.random.getstate()

    def rewind(self, mark: Any) -> None:
        self.random.setstate(mark)

    def shuffle(self, zone: int, pile: list[int]) -> None:
        # Three times as fast as `Random.shuffle`; two equal keys are too rare to matter.
        chance = self.random.random
        pile.sort(key=lambda thing: chance())

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        return faces[int(self.random.random() * len(faces))]

    def draw(self, zone: int, pile: list[int]) -> int:
        return pile[int(self.random.random() * len(pile))]


class Recording:
    """Passes every question on and keeps the answers as a play is written: shuffles from top to bottom."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.shuffles: list[list[int]] = []
        self.rolls: list[tuple[str, int]] = []

    def shuffle(self, zone: int, pile: list[int]) -> None:
        self.oracle.shuffle(zone, pile)
        self.shuffles.append(pile[::-1])

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        face = self.oracle.roll(cell, faces)
        self.rolls.append((cell, face))
        return face

    def draw(self, zone: int, pile: list[int]) -> int:
        return self.oracle.draw(zone, pile)


class Enumerating:
    """Every outcome, one run at a time: run a step on a copy, then `advance` until it says no.

    `path` holds each question of the run as [how many outcomes, which one]. With `twins`,
    copies count as one.
    """

    def __init__(self, twins: Sequence[int] | None = None) -> None:
        self.twins = twins
        self.path: list[list[int]] = []
        self.asked = 0

    def advance(self) -> bool:
        """Prepare the next run; no if every outcome has been seen."""
        del self.path[self.asked :]
        self.asked = 0
        while self.path:
            last = self.path[-1]
            last[1] += 1
            if last[1] < last[0]:
                return True
            self.path.pop()
        return False

    def _chosen(self, outcomes: int) -> int:
        if self.asked == len(self.path):
            self.path.append([outcomes, 0])
        chosen = self.path[self.asked][1]
        self.asked += 1
        return chosen

    def _one(self, things: list[int]) -> int:
        if self.twins is not None:
            things = list({self.twins[thing]: thing for thing in reversed(things)}.values())[::-1]
        return things[self._chosen(len(things))] if len(things) > 1 else things[0]

    def shuffle(self, zone: int, pile: list[int]) -> None:
        rest = sorted(pile)
        for place in range(len(pile)):
            pile[place] = self._one(rest)
            rest.remove(pile[place])

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        different = sorted(set(faces))
        return different[self._chosen(len(different))] if len(different) > 1 else different[0]

    def draw(self, zone: int, pile: list[int]) -> int:
        return self._one(sorted(pile))
