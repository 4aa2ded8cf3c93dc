"""What stays as it is: zones by family and index, the axes of cells and tables."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from verifier.kernel.domain import NOTHING, Domain, Things, Zones, values
from verifier.kernel.machine import Cell, Family, Machine

Point = tuple[int, ...]


class Board:
    """The fixed parts of a machine, laid out as the plain interpreter lays them out."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.things = range(len(machine.things))
        self.family_of: dict[int, Family] = {}
        self.index_of: dict[int, Point] = {}
        self.zone_at: dict[tuple[str, Point], int] = {}
        for family in machine.families.values():
            points = itertools.product(*(values(domain) for _, domain in family.index))
            for zone, point in zip(zones_of(family), points, strict=True):
                self.family_of[zone], self.index_of[zone] = family, point
                self.zone_at[family.name, point] = zone
        assert len(self.family_of) == machine.zones

    def axis(self, domain: Domain) -> Sequence[int]:
        """An index of cells and tables: components and zones run over all of them."""
        match domain:
            case Things():
                return self.things
            case Zones():
                return range(self.machine.zones)
            case _:
                return values(domain)

    def points(self, index: tuple[Domain, ...]) -> list[Point]:
        """Every combination of indexes, in the order in which values are listed."""
        return list(itertools.product(*map(self.axis, index)))

    def is_set(self, zone: int) -> bool:
        return self.family_of[zone].shape == "set"


def zones_of(family: Family) -> range:
    return range(family.base, family.base + family.size)


def kept_values(cell: Cell) -> list[int]:
    """Whatever a cell may hold in any state."""
    nothing = [NOTHING] if cell.optional else []
    return sorted({*values(cell.domain), cell.starts, *nothing})


def given_values(cell: Cell) -> list[int]:
    """What a cell that comes with the play may hold at its beginning."""
    return list(values(cell.domain))
