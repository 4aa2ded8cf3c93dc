"""What there is in every random game, and which names are known at one place of its text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

T = TypeVar("T")

# Zones by their family: shape, and what they are indexed by.
FAMILIES: dict[str, tuple[str, tuple[str, ...]]] = {
    "deck": ("pile", ()),
    "heap": ("pile", ()),
    "line": ("row", ()),
    "market": ("set", ()),
    "hand": ("set", ("player",)),
    "pouch": ("pile", ("player",)),
    "hold": ("set", ("player",)),
    "spot": ("space", ("player",)),
    "stack": ("pile", ("suit",)),
    "track": ("row", ("player", "suit")),
}
# Numbers printed on the components of a class.
PRINTED = {"digit": ("value",), "gem": ("power",), "wind": ("strength",), "card": ("value", "power")}
CLASSES = ("digit", "gem", "wind", "pawn", "card", "tile", "component", "treasure", "heavy")
TEXTS = ("boost", "gust")


@dataclass(frozen=True, slots=True)
class Scope:
    """Names bound so far, by what they stand for; `me` where somebody acts."""

    me: bool = True
    things: tuple[tuple[str, str], ...] = ()
    players: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    zones: tuple[tuple[str, str], ...] = ()

    def thing(self, name: str, of: str) -> Scope:
        return replace(self, things=(*self.things, (name, of)))

    def player(self, name: str) -> Scope:
        return replace(self, players=(*self.players, name))

    def suit(self, name: str) -> Scope:
        return replace(self, suits=(*self.suits, name))

    def number(self, name: str) -> Scope:
        return replace(self, numbers=(*self.numbers, name))

    def zone(self, name: str, family: str) -> Scope:
        return replace(self, zones=(*self.zones, (name, family)))


class Author:
    """Chooses; the same seed chooses the same."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.counts: dict[str, int] = {}
        self.players = (2, 2)
        self.suits = ("red", "blue")
        # What was written so far, for whoever speaks of it later.
        self.procedures: dict[str, tuple[str, ...]] = {}
        self.rules: dict[str, list[str]] = {}

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def one(self, options: Sequence[T]) -> T:
        return self.random.choice(options)

    def any_of(self, *ways: Callable[[], T]) -> T:
        return self.random.choice(ways)()

    def some(self, make: Callable[[], T], least: int, most: int) -> list[T]:
        return [make() for _ in range(self.random.randint(least, most))]

    def small(self, low: int = 0, high: int = 4) -> int:
        return self.random.randint(low, high)

    def fresh(self, stem: str) -> str:
        self.counts[stem] = self.counts.get(stem, 0) + 1
        return f"{stem}{self.counts[stem]}"

    def rule(self, sort: str) -> str:
        """A new rule of a sort: `guard`, `steps`, `value`, `truth`, `end`."""
        name = self.fresh(f"{sort}-rule-")
        self.rules.setdefault(sort, []).append(name)
        return name


def indented(lines: Sequence[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)
