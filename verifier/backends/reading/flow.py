"""What cells surely hold where a block begins, found by following control until nothing changes.

A procedure is left by a jump to wherever its caller said. What was known there before the call is known after it, as
far as the procedure leaves it alone: the way back belongs to the caller who wrote that place last.
"""

from __future__ import annotations

from dataclasses import dataclass

from verifier.backends.machine.extent import Extent, of_domain
from verifier.backends.reading.known import joined
from verifier.backends.reading.procedures import Procedures
from verifier.kernel.machine import Block, Fork, Machine, Return

Cells = dict[str, Extent]


@dataclass(frozen=True, slots=True)
class Passed:
    """A block has been read: what is known on both ways out of a fork, and at its end.

    `written` are the cells that it wrote, `emptied` those that may hold nothing since.
    """

    then: Cells
    otherwise: Cells
    after: Cells
    emptied: set[str]
    written: set[str]


class Flow:
    """`cells` tells of every block that control comes to how far cells reach there."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        # What comes with a play is something.
        given = {name: of_domain(cell.domain) for name, cell in machine.cells.items() if cell.given}
        self.cells: dict[str, Cells] = {machine.start: given}
        self._passed: dict[str, Passed] = {}
        self._waiting: dict[str, None] = {machine.start: None}
        self._procedures = Procedures(machine)

    @property
    def reached(self) -> list[Block]:
        return [block for label, block in self.machine.blocks.items() if label in self.cells]

    def next(self) -> Block | None:
        """A block to read again, unless all is settled."""
        label = next(iter(self._waiting), None)
        if label is None:
            return None
        del self._waiting[label]
        return self.machine.blocks[label]

    def passed(self, block: Block, found: Passed) -> None:
        before = self._passed.get(block.label)
        self._passed[block.label] = found
        match block.out:
            case Fork(_, yes, no, _):
                self._arrive(yes, found.then)
                self._arrive(no, found.otherwise)
            case Return():
                pass
            case _:
                for way in self._procedures.ways[block.label]:
                    self._arrive(way, found.after)
        if before != found:
            for cell in self._procedures.concerned[block.label]:
                self._come_back(cell)

    def _arrive(self, label: str, known: Cells) -> None:
        before = self.cells.get(label)
        now = known if before is None else joined(before, known)
        if now != before:
            self.cells[label] = now
            self._waiting[label] = None

    # --- procedures

    def _come_back(self, cell: str) -> None:
        """What is known where a procedure comes back to: what it says itself, and what it leaves alone."""
        ends = [self._passed[label].after for label in self._procedures.ends(cell) if label in self._passed]
        if not ends:
            return
        there = ends[0]
        for end in ends[1:]:
            there = joined(there, end)
        within = [self._passed[label] for label in self._procedures.bodies[cell] if label in self._passed]
        emptied = frozenset().union(*(each.emptied for each in within))
        written = frozenset().union(*(each.written for each in within))
        for place, callers in self._procedures.places[cell].items():
            for caller in sorted(callers & self._passed.keys()):
                kept = {}
                for name, extent in self._passed[caller].after.items():
                    if name not in written:
                        kept[name] = extent
                    elif name not in emptied and extent.something:
                        kept[name] = of_domain(self.machine.cells[name].domain)
                self._arrive(place, {**there, **kept})
