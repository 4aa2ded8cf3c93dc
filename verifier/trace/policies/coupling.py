"""Common random numbers for two runs: the same seed shuffles the same components into the same order on both sides.

Each component gets a number from the seed, the pile and how often the pile was shuffled; a pile is ordered
by these numbers. A coupling may favour what is printed on components, so that rare deals come up too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from verifier.kernel.domain import Names, Number
from verifier.kernel.machine import Machine
from verifier.trace.policies.uniform import printed_tables

Favour = Callable[[int], float]


@lru_cache(maxsize=4_000)
def _order(seed: int, zone: int, time: int, count: int) -> tuple[float, ...]:
    chance = random.Random(f"{seed} {zone} {time}")
    return tuple(chance.random() for _ in range(count))


class CoupledOracle:
    """An oracle for one side. `things` and `zones` are the numbers under which chance knows them.

    `dice` are the names under which it knows dice, where they are called otherwise.
    """

    def __init__(
        self,
        seed: int,
        things: Sequence[int],
        zones: Sequence[int],
        favour: Favour | None = None,
        dice: Mapping[str, str] | None = None,
    ) -> None:
        self.seed = seed
        self.things = things
        self.zones = zones
        self.favour = favour
        self.dice = dice or {}
        self.times: dict[int, int] = {}
        self.rolls: dict[str, int] = {}

    def copy(self) -> CoupledOracle:
        other = CoupledOracle(self.seed, self.things, self.zones, self.favour, self.dice)
        other.times = dict(self.times)
        other.rolls = dict(self.rolls)
        return other

    def shuffle(self, zone: int, pile: list[int]) -> None:
        known = self.zones[zone]
        time = self.times.get(known, 0)
        self.times[known] = time + 1
        order = _order(self.seed, known, time, max(self.things) + 1)
        if self.favour is None:
            pile.sort(key=lambda thing: order[self.things[thing]])
        else:
            favour = self.favour
            pile.sort(key=lambda thing: favour(self.things[thing]) + order[self.things[thing]])

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        known = self.dice.get(cell, cell)
        time = self.rolls.get(known, 0)
        self.rolls[known] = time + 1
        chance = random.Random(f"{self.seed} {known} {time}")
        return faces[int(chance.random() * len(faces))]

    def draw(self, zone: int, pile: list[int]) -> int:
        raise AssertionError("piles of a comparison have an order")


def shared_numbers(
    first: Machine, second: Machine, things: Sequence[int | None], zones: Sequence[int | None]
) -> tuple[list[int], list[int]]:
    """The numbers under which chance knows the second machine's components and zones, given the first's partners."""
    return (
        _shared(things, len(first.things), len(second.things)),
        _shared(zones, first.zones, second.zones),
    )


def _shared(partners: Sequence[int | None], ours: int, theirs: int) -> list[int]:
    known = {there: here for here, there in enumerate(partners) if there is not None}
    rest = iter(range(ours, ours + theirs))
    return [known[number] if number in known else next(rest) for number in range(theirs)]


def favouring(machine: Machine, chance: random.Random, strength: float) -> Favour:
    """A taste for what is printed: some colours early, some values late, as chance has it."""
    taste = [0.0] * len(machine.things)
    for table in printed_tables(machine):
        match table.domain:
            case Names():
                weights = {value: chance.uniform(-1, 1) for value in set(table.values)}
            case Number():
                highest, slope = max(map(abs, table.values), default=1) or 1, chance.uniform(-1, 1)
                weights = {value: slope * value / highest for value in set(table.values)}
            case _:
                continue
        taste = [old + strength * weights[value] for old, value in zip(taste, table.values, strict=False)]

    def favour(thing: int) -> float:
        return taste[thing] if thing < len(taste) else 0.0

    return favour
