"""States packed into bytes: equal bytes mean equal play, up to exchanging copies.

A string holds where each component lies, what lies in the zones that have an order, and every cell. For each
renaming there is a function of its own that gives the string of the renamed state without making that state.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from verifier.analysis.renaming import Renaming, moved_places
from verifier.engine.state import State, mergeable
from verifier.kernel.domain import NOTHING, Domain, Labels, Things, bounds
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Cell

Key = Callable[[State], bytes]

BYTE = 256
# Zones this long or longer are packed by a loop rather than entry by entry.
UNROLLED = 40


class Packing:
    """Writes, once per machine, the functions that turn states into strings."""

    def __init__(self, layout: Layout, unordered: frozenset[str]) -> None:
        self.layout = layout
        self.machine = layout.machine
        self.ordered = [
            zone
            for zone, family in enumerate(layout.family_of)
            if family.shape != "set" and family.name not in unordered
        ]
        twins = range(len(self.machine.things)) if self._tangled() else mergeable(layout)
        groups: dict[int, list[int]] = {}
        for thing, twin in enumerate(twins):
            groups.setdefault(twin, []).append(thing)
        self.groups = list(groups.values())
        self.lead = tuple(groups[twin][0] for twin in twins)
        self.telling = [cell for cell in self.machine.cells.values() if self._tells(cell)]
        widest = max(len(self.machine.things) + 1, self.machine.zones, len(layout.labels) + 2)
        self.wide = widest > BYTE
        self.key = self._made(None)

    def image(self, by: Renaming) -> Key:
        """The string of the renamed state."""
        return self._made(by)

    def _tangled(self) -> bool:
        """Does a cell relate components to each other? Then copies are kept apart."""
        cells = self.machine.cells.values()
        axes = [[each for each in (cell.domain, *cell.index) if isinstance(each, Things)] for cell in cells]
        return any(len(each) > 1 for each in axes)

    def _tells(self, cell: Cell) -> bool:
        """Does a cell tell copies apart: by holding one of them, or an entry for each?"""
        copies = {thing for group in self.groups if len(group) > 1 for thing in group}
        domains = (cell.domain, *cell.index)
        return any(isinstance(domain, Things) and not copies.isdisjoint(domain.ids) for domain in domains)

    # --- the text of a function

    def _made(self, by: Renaming | None) -> Key:
        names: dict[str, object] = {"chain": chain, "array": array}
        writer = _Writer(self, by, names)
        body = writer.told() if self.telling else writer.plain()
        packed = f"array('H', ({body},)).tobytes()" if self.wide else f"bytes(({body},))"
        lines = ["def key(s):", " w = s.where", " z = s.zones", *writer.before, f" return {packed}"]
        exec(compile("\n".join(lines), "<rulewright key>", "exec"), names)
        made: Key = names["key"]  # type: ignore[assignment]
        return made


@dataclass(slots=True)
class _Entry:
    """One entry of a string: an expression for a number from 0 on, and how many bytes it may need."""

    text: str
    bytes: int


class _Writer:
    """The text of one key function. `names` are the tables that it reads."""

    def __init__(self, packing: Packing, by: Renaming | None, names: dict[str, object]) -> None:
        self.packing = packing
        self.layout = packing.layout
        self.machine = packing.machine
        self.by = by
        self.names = names
        self.before: list[str] = []

    # --- without cells that tell copies apart

    def plain(self) -> str:
        parts = [self._at()]
        for group in self._groups():
            entries = [self._zone(f"w[{thing}]") for thing in group]
            parts += entries if len(group) == 1 else [f"*sorted(({', '.join(entries)}))"]
        lead = self._table("lead", self._leads())
        for zone in self._zones():
            copies = f"[{lead}[x] for x in z[{zone}]]" if lead is not None else f"z[{zone}]"
            parts.append(f"*{copies}")
        for cell in self.machine.cells.values():
            parts += self._cell(cell)
        return ", ".join(parts)

    def _at(self) -> str:
        # A play that is over is nowhere: -1.
        return self._split(_Entry("s.at + 1", 1 if len(self.layout.labels) < BYTE - 1 else 2))

    def _split(self, entry: _Entry) -> str:
        if entry.bytes == 1 or (self.packing.wide and entry.bytes == 2):
            return entry.text
        shifts = range((entry.bytes - 1) * 8, -1, -8)
        return ", ".join(f"({entry.text}) >> {shift} & 255" for shift in shifts)

    def _zone(self, text: str) -> str:
        table = self._table("zones", None if self.by is None else self.by.zones)
        return text if table is None else f"{table}[{text}]"

    def _groups(self) -> list[list[int]]:
        """Whose components are written at each place of the string: those that become the ones there."""
        if self.by is None:
            return self.packing.groups
        back = {new: old for old, new in enumerate(self.by.things)}
        return [[back[thing] for thing in group] for group in self.packing.groups]

    def _zones(self) -> list[int]:
        if self.by is None:
            return self.packing.ordered
        back = {new: old for old, new in enumerate(self.by.zones)}
        return [back[zone] for zone in self.packing.ordered]

    def _leads(self) -> tuple[int, ...] | None:
        """The number by which a component is known, the same for all copies; `None` if it is its own."""
        lead = self.packing.lead
        if self.by is not None:
            lead = tuple(lead[new] for new in self.by.things)
        return lead

    def _table(self, name: str, values: Sequence[int] | None) -> str | None:
        """The name of a table, or `None` if it changes nothing."""
        if values is None or tuple(values) == tuple(range(len(values))):
            return None
        self.names[name] = (*values, NOTHING)
        return name

    # --- cells

    def _cell(self, cell: Cell) -> list[str]:
        slot = f"s.{self.layout.slots[cell.name]}"
        low, width = self._range(cell)
        renamed = self._renamed(cell.domain)
        if not cell.index:
            return [self._split(_Entry(_plus(renamed.format(slot), -low), width))]
        places = self._places(cell)
        plain_row = renamed == "{}" and low == 0 and width == 1
        in_order = places == list(range(len(places)))
        if plain_row and in_order:
            return [f"*{slot}[:-1]"]
        if len(places) <= UNROLLED:
            entries = [_plus(renamed.format(f"{slot}[{place}]"), -low) for place in places]
            return [self._split(_Entry(entry, width)) for entry in entries]
        row = f"{slot}[:-1]"
        if not in_order:
            self.names[f"at_{self.layout.slots[cell.name]}"] = tuple(places)
            row = f"[{slot}[x] for x in at_{self.layout.slots[cell.name]}]"
        entry = _Entry(_plus(renamed.format("x"), -low), width)
        return [f"*[y for x in {row} for y in ({self._split(entry)},)]"]

    def _range(self, cell: Cell) -> tuple[int, int]:
        """The least value that a cell may hold, and how many bytes its values need."""
        low, high = bounds(cell.domain)
        low = min(low, cell.starts, NOTHING if self._may_be_nothing(cell) else low)
        size = max(high, cell.starts) - low + 1
        width = 1
        while size > BYTE**width:
            width += 1
        return low, width

    def _may_be_nothing(self, cell: Cell) -> bool:
        return cell.optional or cell.life == "spilled" or isinstance(cell.domain, Things | Labels)

    def _renamed(self, domain: Domain) -> str:
        order = None if self.by is None else self.by.order(domain)
        if isinstance(domain, Things):
            table = self._table("lead", self._leads())
        else:
            table = self._table(f"as_{type(domain).__name__}_{self._number(domain)}", order)
        return "{}" if table is None else table + "[{}]"

    def _number(self, domain: Domain) -> int:
        """A number of its own for each kind, to name its table by."""
        known = sorted({str(each.domain) for each in self.machine.cells.values()})
        return known.index(str(domain))

    def _places(self, cell: Cell) -> list[int]:
        """From which place of the row each entry of the string is read."""
        size = len(self.layout.row(cell)) - 1
        if self.by is None:
            return list(range(size))
        back = {new: old for old, new in enumerate(moved_places(self.layout, cell.index, self.by))}
        return [back[place] for place in range(size)]

    # --- with cells that tell copies apart

    def told(self) -> str:
        """Each component comes with what the cells tell of it, so that copies are told by that alone."""
        lead = self._leads() or tuple(range(len(self.machine.things)))
        self.before.append(
            " m = (" + ", ".join(self._marks(thing, lead) for thing in range(len(lead))) + ",)"
        )
        parts = [self._at()]
        for group in self._groups():
            entries = [f"({self._zone(f'w[{thing}]')}, *m[{thing}])" for thing in group]
            parts.append(f"*chain.from_iterable(sorted(({', '.join(entries)},)))")
        parts += [f"*chain.from_iterable([m[x] for x in z[{zone}]])" for zone in self._zones()]
        for cell in self.machine.cells.values():
            if not (cell in self.packing.telling and any(isinstance(each, Things) for each in cell.index)):
                parts += self._cell(cell)
        return ", ".join(parts)

    def _marks(self, thing: int, lead: tuple[int, ...]) -> str:
        """The group of a component, which cells hold it, and its own entries of cells that have them."""
        found = [str(lead[thing])]
        for cell in self.packing.telling:
            slot = f"s.{self.layout.slots[cell.name]}"
            if not isinstance(cell.domain, Things):
                found += self._own_entries(cell, thing)
            elif cell.index:
                found += [f"{slot}[{place}] == {thing}" for place in self._places(cell)]
            else:
                found.append(f"{slot} == {thing}")
        return f"({', '.join(found)},)"

    def _own_entries(self, cell: Cell, thing: int) -> list[str]:
        slot = f"s.{self.layout.slots[cell.name]}"
        low, width = self._range(cell)
        renamed = self._renamed(cell.domain)
        own = [place for place in self._places(cell) if self._owner(cell, place) == thing]
        entries = [_Entry(_plus(renamed.format(f"{slot}[{place}]"), -low), width) for place in own]
        return [self._split(entry) for entry in entries]

    def _owner(self, cell: Cell, place: int) -> int | None:
        """The component to which an entry of a row belongs, if the row has entries for components."""
        rest = place
        for domain in reversed(cell.index):
            axis = self.layout.wide_axis(domain)
            rest, at = divmod(rest, axis.size)
            if isinstance(domain, Things):
                return at + axis.offset
        return None


def _plus(text: str, number: int) -> str:
    return text if number == 0 else f"{text} + {number}" if number > 0 else f"{text} - {-number}"
