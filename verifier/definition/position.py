"""A position: where every component lies, what is stored, and what is shown to whom.

A pile or a row is listed from bottom to top; what lies in a set has no order and is listed by number.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Protocol

from verifier.definition.values import NOTHING, absent, members
from verifier.kernel.domain import Domain, Things, Zones
from verifier.kernel.machine import Cell, Family
from verifier.model.game import Game

Index = tuple[int, ...]


class Chance(Protocol):
    """Who answers when chance is asked."""

    def shuffled(self, zone: int, pile: Sequence[int]) -> Sequence[int]:
        """The components of a pile in the order that chance gives them, from bottom to top."""

    def rolled(self, die: str, faces: Sequence[int]) -> int:
        """The face that a die shows."""


class Impossible(Exception):  # noqa: N818 - a mistake in the rules, not an error of ours
    """A step that nobody can carry out: `bounds` for a value out of range, `conservation` for a component."""

    def __init__(self, property: str, subject: str) -> None:
        super().__init__(f"{property}: {subject}")
        self.property = property
        self.subject = subject


class Position:
    """One position of a game. At first every component lies in the box and every store holds its initial value."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.box = game.families["box"].base
        self.family_of: dict[int, Family] = {}
        self.index_of: dict[int, Index] = {}
        for family in game.families.values():
            indexes = product(*(members(domain) for _, domain in family.index))
            for number, index in enumerate(indexes, family.base):
                self.family_of[number], self.index_of[number] = family, index
        self.number_of = {(self.family_of[n].name, index): n for n, index in self.index_of.items()}
        self.zones: list[list[int]] = [[] for _ in range(game.zones)]
        self.zones[self.box] = list(range(len(game.things)))
        self.where = [self.box] * len(game.things)
        self.stored: dict[tuple[str, Index], int] = {}
        self.shown_zones: list[tuple[int, int]] = []
        self.shown_things: list[tuple[int, int]] = []
        # Definitions worked out since something last changed.
        self.known: dict[tuple[str, Index], int] = {}
        self.all_indexes = {
            name: list(product(*(members(domain) for domain in cell.index)))
            for name, cell in game.cells.items()
        }
        for cell in game.cells.values():
            if cell.given:
                for index in self.indexes(cell):
                    self.stored[cell.name, index] = max(cell.starts, members(cell.domain)[0])

    # --- stores: amounts, notes, dice

    def indexes(self, cell: Cell) -> list[Index]:
        return self.all_indexes[cell.name]

    def axis(self, domain: Domain) -> Sequence[int]:
        """What an index may be: a component or a zone of any class, else a member of the domain."""
        match domain:
            case Things():
                return range(len(self.game.things))
            case Zones():
                return range(self.game.zones)
            case _:
                return members(domain)

    def fits(self, index: Index, domains: Sequence[Domain]) -> bool:
        return all(one in self.axis(domain) for one, domain in zip(index, domains, strict=True))

    def read(self, name: str, index: Index = ()) -> int:
        # What was stored was held against its index then.
        if (name, index) in self.stored:
            return self.stored[name, index]
        cell = self.game.cells[name]
        return cell.starts if self.fits(index, cell.index) else absent(cell.domain)

    def write(self, name: str, index: Index, new: int) -> None:
        """A store takes a value of its domain; one that loses the rest takes the nearest."""
        cell = self.game.cells[name]
        allowed = members(cell.domain)
        if cell.saturates:
            new = min(max(new, allowed[0]), allowed[-1])
        if not (new in allowed or (new == NOTHING and cell.optional)):
            raise Impossible("bounds", name)
        if not self.fits(index, cell.index):
            raise Impossible("bounds", name)
        self.stored[name, index] = new
        self.known.clear()

    def forget(self, *lives: str) -> None:
        """What lasts no longer goes back to its initial value."""
        for cell in self.game.cells.values():
            if cell.life in lives and cell.name not in ("active", "round"):
                for key in [key for key in self.stored if key[0] == cell.name]:
                    del self.stored[key]
        self.known.clear()

    # --- components

    def is_ordered(self, zone: int) -> bool:
        return zone != NOTHING and self.family_of[zone].shape in ("pile", "row")

    def take(self, thing: int) -> None:
        self.zones[self.where[thing]].remove(thing)

    def put(self, thing: int, zone: int, end: str = "top") -> None:
        if zone == NOTHING:
            raise Impossible("conservation", self.game.things[thing].name)
        pile = self.zones[zone]
        pile.insert(len(pile) if end == "top" else 0, thing)
        if self.family_of[zone].shape == "set":
            pile.sort()
        self.where[thing] = zone
        self.known.clear()

    def rearrange(self, zone: int, pile: Sequence[int]) -> None:
        self.zones[zone] = list(pile)
        self.known.clear()
