"""The encoding of a machine's state as scalar variables.

`inside` says for each component and each zone it may reach whether it lies there; `spot` is its place in an ordered
zone; `sizes` counts the components of each zone; every cell has one variable for each index. A move takes the
component from the zone it names and puts it into another, each on its own, so a step that copies or drops a
component shows.

Only zones whose order the rules can read keep one. A hidden pile does not: what lies on top of it is then any of its
components. That allows every play that the real pile allows and some more, so what is proved holds; what fails may be
owed to it, and is never called refuted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from verifier.analysis.effects import state_reads
from verifier.analysis.possible_values import Reach
from verifier.analysis.regions import zone_numbers
from verifier.check.induction.terms import Term, TermStore, Variable
from verifier.kernel.domain import NOTHING, Truth, bounds
from verifier.kernel.expression import Contents, End, Expr, Local, Position, Source, ZonesOf
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Cell, Machine
from verifier.kernel.visit import (
    block_steps,
    cells_written,
    operands,
    operands_outside_blocks,
)


class Encoding:
    """The variables of a machine's state. `ordered` overrides which zones keep their order."""

    def __init__(
        self, machine: Machine, ordered: frozenset[int] | None = None, store: TermStore | None = None
    ) -> None:
        self.store = TermStore() if store is None else store
        self.machine = machine
        self.layout = machine.analysis(Layout)
        self.reach = machine.analysis(Reach)
        self.written = cells_written(block_steps(machine))
        self.ordered = ordered_zones(self.layout, self.reach) if ordered is None else ordered
        self.holders: list[tuple[int, ...]] = [() for _ in range(machine.zones)]
        self.inside: dict[tuple[int, int], Term] = {}
        for thing, zones in enumerate(self.reach.zones):
            for zone in sorted(zones):
                self.holders[zone] += (thing,)
                name = f"{self.zone_name(zone)} has {machine.things[thing].name}"
                self.inside[zone, thing] = self.store.truth_variable(name)
        self.spot = {
            thing: self.store.variable(f"spot of {machine.things[thing].name}", 0, self._deepest(thing))
            for thing, zones in enumerate(self.reach.zones)
            if zones & self.ordered
        }
        self.sizes = [
            self.store.variable(f"size of {self.zone_name(zone)}", 0, len(self.holders[zone]))
            for zone in range(machine.zones)
        ]
        self.cells = dict(self._cell_variables())
        self.slots: Mapping[Term, object] = {
            term: key
            for table in (self.inside, self.spot, dict(enumerate(self.sizes)), self.cells)
            for key, term in table.items()
            if isinstance(term, Variable)
        }
        self.others = self._others()
        # Definitions whose value is left open while steps are followed (see `blockwise`).
        self.left_open: frozenset[str] = frozenset()
        # Fresh variables whose values are components (see `folds`).
        self.picks: set[Term] = set()
        # Definitions read once for all states (see `evaluate`).
        self.calls: dict[tuple[str, tuple[Term, ...]], Term | Literal[False]] = {}

    def _deepest(self, thing: int) -> int:
        return max(len(self.holders[zone]) for zone in self.reach.zones[thing] & self.ordered) - 1

    def _cell_variables(self) -> Iterator[tuple[tuple[str, int], Term]]:
        for name, cell in self.machine.cells.items():
            for place in range(len(self.layout.row(cell)) - 1 if cell.index else 1):
                yield (name, place), self._cell_variable(cell, place)

    def _cell_variable(self, cell: Cell, place: int) -> Term:
        name = f"{cell.name} {place}" if cell.index else cell.name
        if isinstance(cell.domain, Truth) and not cell.optional and cell.life != "spilled":
            return self.store.truth_variable(name)
        held = self.reach.cells[cell.name]
        low, high = bounds(cell.domain)
        if held and not cell.given:
            low, high = max(low, min(held)), min(high, max(held))
        # What comes with a play is never left out, but it may be taken away.
        if (cell.optional or cell.life == "spilled") and (not cell.given or cell.name in self.written):
            low = NOTHING
        return self.store.variable(name, low, high)

    def _others(self) -> dict[Term, tuple[Term, ...]]:
        """For each place of a component the other places it may have."""
        found = {}
        for thing, zones in enumerate(self.reach.zones):
            places = [self.inside[zone, thing] for zone in sorted(zones)]
            for place in places:
                found[place] = tuple(other for other in places if other is not place)
        return found

    def zone_name(self, zone: int) -> str:
        family = self.layout.family_of[zone]
        index = " ".join(map(str, self.layout.zone_index(zone)))
        return f"{family.name} {index}" if index else family.name


Lying = Mapping[str, frozenset[int]]
"""Where the component of a bound name lies."""


def ordered_zones(layout: Layout, reach: Reach) -> frozenset[int]:
    """The piles and rows whose order something reads, hidden ones left out."""
    machine = layout.machine

    def bound(lying: Lying, local: str, source: Source | End) -> Lying:
        inner = {name: zones for name, zones in lying.items() if name != local}
        if isinstance(source, Contents):
            inner[local] = _zones(source.zones, reach)
        elif isinstance(source, End):
            inner[local] = _zones(source.zone, reach)
        return inner

    read: set[int] = set()
    for node in (*operands(*machine.blocks.values()), *operands_outside_blocks(machine)):
        nowhere: Lying = {}
        for look, lying in state_reads(node, nowhere, bound):
            if isinstance(look, Position):
                read |= _lies(look.thing, lying, reach)
            elif isinstance(look, End):
                read |= _zones(look.zone, reach)
    return frozenset(
        zone
        for zone in read
        if layout.family_of[zone].shape in ("pile", "row") and layout.family_of[zone].view != "hidden"
    )


def _lies(thing: Expr, lying: Lying, reach: Reach) -> frozenset[int]:
    if isinstance(thing, Local) and thing.name in lying:
        return lying[thing.name]
    things = reach.values(thing, {}) or frozenset()
    return frozenset(zone for number in things if number >= 0 for zone in reach.zones[number])


def _zones(zones: ZonesOf | Expr, reach: Reach) -> frozenset[int]:
    return (zone_numbers(zones, reach) or frozenset()) - {NOTHING}
