"""What stays as it is: zones by family and index, the axes of cells and tables."""

from __future__ import annotations

import itertools
from collections.abc import Sequence, Set
from dataclasses import replace

from verifier.kernel.domain import NOTHING, Domain, Things, Zones, values
from verifier.kernel.machine import Cell, Decide, Family, Goto, Let, Machine

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


def with_inner_cuts(machine: Machine, labels: Set[str]) -> Machine:
    """The machine in which `L step 3` is a block: what block L does from its third step on.

    Where a name is bound before the place, and in blocks of a pause, there is no such block.
    """
    blocks, wanted = dict(machine.blocks), labels - machine.blocks.keys()
    for whole in machine.blocks.values():
        inner = {at: f"{whole.label} step {at + 1}" for at in range(1, len(whole.steps))}
        parts = {0: whole.label, **{at: name for at, name in inner.items() if name in wanted}}
        bound = any(isinstance(step, Let) for step in whole.steps[: max(parts)])
        if bound or whole.params or isinstance(whole.out, Decide):
            continue
        out, end = whole.out, len(whole.steps)
        for at, name in reversed(parts.items()):
            blocks[name] = replace(whole, label=name, steps=whole.steps[at:end], out=out)
            out, end = Goto(name), at
    return replace(machine, blocks=blocks)


def zones_of(family: Family) -> range:
    return range(family.base, family.base + family.size)


def kept_values(cell: Cell) -> list[int]:
    """Whatever a cell may hold in any state."""
    nothing = [NOTHING] if cell.optional else []
    return sorted({*values(cell.domain), cell.starts, *nothing})


def given_values(cell: Cell) -> list[int]:
    """What a cell that comes with the play may hold at its beginning."""
    return list(values(cell.domain))
