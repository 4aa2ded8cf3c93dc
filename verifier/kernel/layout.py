"""Where a machine's state is kept: a slot for each cell, a number for each zone, rows laid out flat."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from verifier.kernel.domain import Domain, Things, Zones, bounds, missing, values
from verifier.kernel.machine import Cell, Decide, Family, Machine
from verifier.runtime import NOTHING

# --- names of the rules in, names of Python out. Nothing written in a specification is pasted into code


LONGEST = 48


def clean(text: str) -> str:
    """A name fit for a comment or a string: plain letters, digits and a few signs, one line, not too long."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^A-Za-z0-9 ./_-]", "_", plain)[:LONGEST]


def snake(text: str) -> str:
    """A name as a Python identifier, not necessarily a free one."""
    word = re.sub(r"[^a-z0-9]+", "_", clean(text).lower()).strip("_") or "unnamed"
    return f"n_{word}" if word[0].isdigit() else word


class Taken:
    """The identifiers of one scope: each is given away once."""

    def __init__(self, reserved: frozenset[str] = frozenset()) -> None:
        self._taken = set(reserved)

    def fresh(self, text: str) -> str:
        """An identifier close to the text that nobody in this scope has."""
        word = snake(text)
        return self._free(f"{word}_" if keyword.iskeyword(word) else word)

    def all(self) -> frozenset[str]:
        return frozenset(self._taken)

    def constant(self, text: str) -> str:
        """An identifier in capitals."""
        return self._free(snake(text).upper())

    def _free(self, word: str) -> str:
        found, number = word, 1
        while found in self._taken or keyword.iskeyword(found) or keyword.issoftkeyword(found):
            number += 1
            found = f"{word}_{number}"
        self._taken.add(found)
        return found


# --- where a machine's state is kept: a slot for each cell, a number for each zone, rows laid out flat


# Slots of every state that are no cells, and what its class defines.
RESERVED = frozenset({"zones", "where", "at", "watch", "copy", "key", "self"})


@dataclass(frozen=True, slots=True)
class Axis:
    """One index of a row-major list: `value - offset` counts from 0 to `size - 1`.

    `places` is for a class of components whose numbers leave gaps: the place of each value.
    """

    offset: int
    size: int
    places: Mapping[int, int] | None = None

    @property
    def values(self) -> Sequence[int]:
        """What stands on the axis, in its order."""
        if self.places is not None:
            return sorted(self.places, key=self.places.__getitem__)
        return range(self.offset, self.offset + self.size)

    def place(self, value: int) -> int | None:
        """Where a value stands on the axis, `None` if it is not on it."""
        if self.places is not None:
            return self.places.get(value)
        place = value - self.offset
        return place if 0 <= place < self.size else None


def flat(axes: Sequence[Axis], index: Sequence[int]) -> int:
    """The row-major place of an index; -1, the slot for what is missing, if it is on no axis."""
    found = 0
    for axis, value in zip(axes, index, strict=True):
        place = axis.place(value)
        if place is None:
            return -1
        found = found * axis.size + place
    return found


class Layout:
    """The places of everything in a state of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        taken = Taken(RESERVED)
        self.slots = {name: taken.fresh(name) for name in machine.cells}
        self.labels = tuple(machine.blocks)
        self.label_number = {label: number for number, label in enumerate(self.labels)}
        self.pauses = tuple(label for label, block in machine.blocks.items() if isinstance(block.out, Decide))
        self._cell_axes: dict[str, tuple[Axis, ...]] = {}
        self._rows: dict[str, dict[int, list[tuple[int, tuple[int, ...]]]]] = {}
        self._family_axes: dict[str, tuple[Axis, ...]] = {}
        self._table_axes: dict[str, tuple[Axis, ...]] = {}

    def wide_axis(self, domain: Domain) -> Axis:
        """An axis of cells and tables: components and zones run over all of them."""
        match domain:
            case Things():
                return Axis(0, len(self.machine.things))
            case Zones():
                return Axis(0, self.machine.zones)
            case _:
                return Axis(bounds(domain)[0], len(values(domain)))

    def family_axes(self, family: Family) -> tuple[Axis, ...]:
        known = self._family_axes.get(family.name)
        if known is None:
            known = self._family_axes[family.name] = tuple(_close_axis(domain) for _, domain in family.index)
        return known

    def cell_axes(self, cell: Cell) -> tuple[Axis, ...]:
        known = self._cell_axes.get(cell.name)
        if known is None:
            known = self._cell_axes[cell.name] = tuple(self.wide_axis(domain) for domain in cell.index)
        return known

    def table_axes(self, name: str) -> tuple[Axis, ...]:
        known = self._table_axes.get(name)
        if known is None:
            index = self.machine.tables[name].index
            known = self._table_axes[name] = tuple(self.wide_axis(domain) for domain in index)
        return known

    def row(self, cell: Cell) -> list[int]:
        """An indexed cell at the start, with the slot for what is missing."""
        return [cell.starts] * size(self.cell_axes(cell)) + [missing(cell.domain)]

    def zone(self, family: Family, index: Sequence[int]) -> int:
        """The number of a zone, or nothing if an index is nothing."""
        place = flat(self.family_axes(family), index)
        return NOTHING if place < 0 else family.base + place

    @cached_property
    def family_of(self) -> tuple[Family, ...]:
        """The family of each zone, by the number of the zone."""
        found: dict[int, Family] = {}
        for family in self.machine.families.values():
            found.update(dict.fromkeys(range(family.base, family.base + family.size), family))
        return tuple(found[number] for number in range(self.machine.zones))

    def rows_of_things(self, name: str) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
        """The places of a cell by the component that stands in their index, each with its index."""
        found = self._rows.get(name)
        if found is None:
            found = self._rows[name] = {}
            cell = self.machine.cells[name]
            every = product(*(axis.values for axis in self.cell_axes(cell)))
            for place, index in enumerate(every):
                pairs = zip(index, cell.index, strict=True)
                for thing in {value for value, domain in pairs if isinstance(domain, Things)}:
                    found.setdefault(thing, []).append((place, index))
        return found

    def zone_index(self, zone: int) -> tuple[int, ...]:
        """The indexes of a zone, as values."""
        return self._zone_indexes[zone]

    @cached_property
    def _zone_indexes(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self._zone_index(zone) for zone in range(self.machine.zones))

    def _zone_index(self, zone: int) -> tuple[int, ...]:
        family = self.family_of[zone]
        rest, found = zone - family.base, []
        for _, domain in reversed(family.index):
            all_values = values(domain)
            rest, place = divmod(rest, len(all_values))
            found.append(all_values[place])
        return tuple(reversed(found))


def size(axes: Sequence[Axis]) -> int:
    product = 1
    for axis in axes:
        product *= axis.size
    return product


def _close_axis(domain: Domain) -> Axis:
    """An axis of zones: a class of components counts its own members only."""
    all_values = values(domain)
    low, high = bounds(domain)
    if high - low + 1 == len(all_values):
        return Axis(low, len(all_values))
    return Axis(low, len(all_values), {value: place for place, value in enumerate(all_values)})
