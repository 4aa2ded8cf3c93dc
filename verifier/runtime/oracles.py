"""Who answers when chance is asked: a seed, a script, a search through every outcome.

A pile is a list of components from bottom to top.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol


class Oracle(Protocol):
    def shuffle(self, zone: int, pile: list[int]) -> None:
        """Bring the pile into the order that chance gives it."""

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        """The face that chance shows."""

    def draw(self, zone: int, pile: list[int]) -> int:
        """A component of a pile in no known order; it stays in the list."""


class Seeded:
    """The same seed gives the same chances."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)

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


class WrongScript(Exception):  # noqa: N818 - what is wrong is said by its text
    """A script that does not fit the question asked of it; the text says which entry and why."""


class Scripted:
    """Answers from a written play: shuffles from top to bottom, as numbers; rolls as (cell, face).

    `names` words the complaints; `twins` lets copies stand for each other.
    """

    def __init__(
        self,
        shuffles: Iterable[Sequence[int]],
        rolls: Iterable[tuple[str, int]],
        names: Sequence[str],
        twins: Sequence[int],
        zones: Mapping[int, str],
    ) -> None:
        self.shuffles = [list(shuffle) for shuffle in shuffles]
        self.rolls = list(rolls)
        self.names = names
        self.twins = twins
        self.zones = zones
        self.shuffled = 0
        self.rolled = 0

    def shuffle(self, zone: int, pile: list[int]) -> None:
        place = self.zones[zone]
        if self.shuffled >= len(self.shuffles):
            raise WrongScript(f"shuffle {self.shuffled + 1} (of `{place}`) is missing")
        wished = self.shuffles[self.shuffled]
        self.shuffled += 1
        pile[:] = self._matched(wished, pile, place)[::-1]

    def _matched(self, wished: list[int], pile: list[int], place: str) -> list[int]:
        """The components of the pile in the wished order, copies standing for each other."""
        here = f"shuffle {self.shuffled} (of `{place}`)"
        copies: dict[int, list[int]] = {}
        for thing in sorted(pile, reverse=True):
            copies.setdefault(self.twins[thing], []).append(thing)
        order = []
        for thing in wished:
            group = copies.get(self.twins[thing], [])
            if not group:
                known = any(self.twins[other] == self.twins[thing] for other in pile)
                why = "is listed too often" if known else "is not in the pile"
                raise WrongScript(f"{here}: `{self.names[thing]}` {why}")
            order.append(thing if thing in group else group[-1])
            group.remove(order[-1])
        lacking = sorted(thing for group in copies.values() for thing in group)
        if lacking:
            words = ", ".join(f"`{self.names[thing]}`" for thing in lacking[:5])
            more = f" and {len(lacking) - 5} more" if len(lacking) > 5 else ""
            raise WrongScript(f"{here} lacks {words}{more}")
        return order

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        if self.rolled >= len(self.rolls):
            raise WrongScript(f"roll {self.rolled + 1} (of `{cell}`) is missing")
        wished, face = self.rolls[self.rolled]
        self.rolled += 1
        if wished != cell:
            raise WrongScript(f"roll {self.rolled} is of `{wished}`, but `{cell}` is rolled")
        if face not in faces:
            raise WrongScript(f"roll {self.rolled}: `{cell}` has no such face")
        return face

    def draw(self, zone: int, pile: list[int]) -> int:
        raise WrongScript(f"`{self.zones[zone]}` has no order to draw from")

    def rest(self) -> tuple[int, int]:
        """How many shuffles and rolls were not asked for."""
        return len(self.shuffles) - self.shuffled, len(self.rolls) - self.rolled


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
