"""The state class of a machine as Python text, and what every reader may ask of a state."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Protocol

from verifier.engine.generate.scope import Code
from verifier.kernel.domain import Things
from verifier.kernel.layout import Layout, size
from verifier.kernel.machine import Cell
from verifier.runtime import Keyed

Move = tuple[int, ...]


class State(Protocol):
    """What all states share; the cells are further attributes, named by `Layout.slots`.

    `zones` lists the components of each zone from bottom to top (sets: by rising number) and ends with an
    empty zone, that of nothing. `where` is the zone of each component and ends with nothing's. `at` is the
    number of the label where play pauses, or `FINAL`.
    """

    zones: list[list[int]]
    where: list[int]
    at: int
    watch: Callable[[Any, str | None], None]

    def copy(self) -> State: ...

    def key(self, twins: bool = False) -> Hashable: ...


def write_state(code: Code, layout: Layout) -> None:
    """The class `State`: slots, `copy` and `key`."""
    cells = layout.machine.cells
    slots = ["at", "zones", "where", "watch", *(layout.slots[name] for name in cells)]
    with code.inside("class State:"):
        code.add(f"__slots__ = ({', '.join(map(repr, slots))},)")
        code.add("")
        _write_start(code, layout)
        _write_copy(code, layout)
        _write_key(code, layout)
    code.add("")
    code.add("")


def _write_start(code: Code, layout: Layout) -> None:
    machine = layout.machine
    with code.inside("def __init__(self):"):
        code.add("self.at = FINAL")
        code.add(f"self.zones = [[] for _ in range({machine.zones + 1})]")
        code.add(f"self.zones[{machine.box}] = list(range({len(machine.things)}))")
        code.add(f"self.where = [{machine.box}] * {len(machine.things)} + [NOTHING]")
        code.add("self.watch = None")
        for name, cell in machine.cells.items():
            code.add(f"self.{layout.slots[name]} = {_start(layout, cell)}")
    code.add("")


def _start(layout: Layout, cell: Cell) -> str:
    row = layout.row(cell)
    return f"[{cell.starts}] * {len(row) - 1} + [{row[-1]}]" if cell.index else str(cell.starts)


def _write_copy(code: Code, layout: Layout) -> None:
    with code.inside("def copy(self):"):
        code.add("other = State.__new__(State)")
        code.add("other.at = self.at")
        code.add("other.zones = list(map(list.copy, self.zones))")
        code.add("other.where = self.where[:]")
        code.add("other.watch = self.watch")
        for name, cell in layout.machine.cells.items():
            slot = layout.slots[name]
            code.add(f"other.{slot} = self.{slot}{'[:]' if cell.index else ''}")
        code.add("return other")
    code.add("")


def _write_key(code: Code, layout: Layout) -> None:
    """A state without copies that stand for each other, as a tuple: equal keys, equal play."""
    machine = layout.machine
    cells = [(layout.slots[name], cell) for name, cell in machine.cells.items()]
    plain = [f"tuple(self.{slot})" if cell.index else f"self.{slot}" for slot, cell in cells]
    with code.inside("def key(self, twins=False):"):
        with code.inside("if twins:"):
            code.add("return twin_key(self, TWINS, SETS, KEYED)")
        code.add(f"return ({', '.join(['self.at', 'tuple(map(tuple, self.zones))', *plain])},)")


def keyed(layout: Layout) -> tuple[Keyed, ...]:
    """What the key that merges copies must know of each cell."""
    found = []
    for name, cell in layout.machine.cells.items():
        axes = layout.cell_axes(cell)
        by_thing = tuple(
            (size(axes[place + 1 :]), size(axes[:place]))
            for place, domain in enumerate(cell.index)
            if isinstance(domain, Things)
        )
        found.append((layout.slots[name], bool(cell.index), by_thing, isinstance(cell.domain, Things)))
    return tuple(found)


def mergeable(layout: Layout) -> tuple[int, ...]:
    """The group of copies of each component; a component that has zones of its own has no copy."""
    machine = layout.machine
    owners = {
        thing
        for family in machine.families.values()
        for _, domain in family.index
        if isinstance(domain, Things)
        for thing in domain.ids
    }
    alone = 1 + max((thing.twin for thing in machine.things), default=0)
    return tuple(
        alone + number if number in owners else thing.twin for number, thing in enumerate(machine.things)
    )


def unordered(layout: Layout, lazy: frozenset[str]) -> tuple[bool, ...]:
    """Of each zone, and of that of nothing: do its components lie in no order?"""
    return (*(family.shape == "set" or family.name in lazy for family in layout.family_of), True)
