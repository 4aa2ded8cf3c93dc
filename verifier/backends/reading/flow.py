"""What cells surely hold where a block begins, found by following control until nothing changes.

A procedure is left by a jump to wherever its caller said. What was known there before the call is known after it, as
far as the procedure leaves it alone: the way back belongs to the caller who wrote that place last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from verifier.backends.machine.extent import Extent, of_domain
from verifier.backends.reading.known import joined
from verifier.kernel.course import following
from verifier.kernel.domain import Labels
from verifier.kernel.expression import Const
from verifier.kernel.machine import Block, Fork, Machine, Return, Write
from verifier.kernel.within import flattened

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
        self._ways = {label: following(block, machine) for label, block in machine.blocks.items()}
        self._leaving = {
            label: block.out.cell for label, block in machine.blocks.items() if isinstance(block.out, Return)
        }
        self._places = _places(machine)
        self._bodies = {cell: self._body(cell) for cell in self._places}

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
                for way in self._ways[block.label]:
                    self._arrive(way, found.after)
        if before != found:
            for cell in self._concerned[block.label]:
                self._come_back(cell)

    def _arrive(self, label: str, known: Cells) -> None:
        before = self.cells.get(label)
        now = known if before is None else joined(before, known)
        if now != before:
            self.cells[label] = now
            self._waiting[label] = None

    # --- procedures

    @cached_property
    def _concerned(self) -> Mapping[str, list[str]]:
        """For each block the procedures that it calls or is part of."""
        return {
            label: [
                cell
                for cell, places in self._places.items()
                if label in self._bodies[cell] or any(label in callers for callers in places.values())
            ]
            for label in self.machine.blocks
        }

    def _come_back(self, cell: str) -> None:
        """What is known where a procedure comes back to: what it says itself, and what it leaves alone."""
        ends = [self._passed[label].after for label in self._ends(cell) if label in self._passed]
        if not ends:
            return
        there = ends[0]
        for end in ends[1:]:
            there = joined(there, end)
        within = [self._passed[label] for label in self._bodies[cell] if label in self._passed]
        emptied = frozenset().union(*(each.emptied for each in within))
        written = frozenset().union(*(each.written for each in within))
        for place, callers in self._places[cell].items():
            for caller in sorted(callers & self._passed.keys()):
                kept = {}
                for name, extent in self._passed[caller].after.items():
                    if name not in written:
                        kept[name] = extent
                    elif name not in emptied and extent.something:
                        kept[name] = of_domain(self.machine.cells[name].domain)
                self._arrive(place, {**there, **kept})

    def _ends(self, cell: str) -> list[str]:
        return [label for label, left in self._leaving.items() if left == cell]

    def _body(self, cell: str) -> frozenset[str]:
        """The blocks that may run between a call and the way back; all blocks if that cannot be told."""
        callers = self._callers(cell)
        begun = [way for label in callers for way in self._ways[label]]
        found = self._run(begun, cell, callers)
        for other in {self._leaving[label] for label in found & self._leaving.keys()} - {cell}:
            # A procedure that was under way before the call must not end within it.
            before = self._run(begun, cell, callers | self._callers(other))
            if any(self._leaving.get(label) == other for label in before):
                return frozenset(self.machine.blocks)
        return self._leading_back(found, cell)

    def _callers(self, cell: str) -> frozenset[str]:
        return frozenset().union(*self._places[cell].values())

    def _run(self, begun: Iterable[str], cell: str, without: frozenset[str]) -> frozenset[str]:
        """Where control comes before the way back, and before certain blocks."""
        found: set[str] = set()
        left: set[str] = set()
        waiting = list(begun)
        while waiting:
            label = waiting.pop()
            if label in found or label in without:
                continue
            found.add(label)
            if label not in self._leaving:
                waiting += self._ways[label]
            elif self._leaving[label] != cell:
                left.add(self._leaving[label])
            # Whoever was called comes back to where the call said.
            for other in left:
                waiting += [
                    place
                    for place, callers in self._places[other].items()
                    if place not in found and callers & found
                ]
        return frozenset(found)

    def _leading_back(self, found: frozenset[str], cell: str) -> frozenset[str]:
        """Those blocks from which the way back can be reached."""
        before: dict[str, list[str]] = {}
        for label in found:
            left = self._leaving.get(label)
            ways: Iterable[str] = self._ways[label] if left is None else self._places[left]
            for way in ways if left != cell else ():
                before.setdefault(way, []).append(label)
        leading: set[str] = set()
        waiting = [label for label in self._ends(cell) if label in found]
        while waiting:
            label = waiting.pop()
            if label not in leading:
                leading.add(label)
                waiting += before.get(label, ())
        return frozenset(leading)


def _places(machine: Machine) -> dict[str, dict[str, set[str]]]:
    """For each cell that says where to come back to: the places, and the blocks that write each of them."""
    found: dict[str, dict[str, set[str]]] = {}
    for name, cell in machine.cells.items():
        if isinstance(cell.domain, Labels):
            found[name] = {label: set() for label in cell.domain.members}
    for label, block in machine.blocks.items():
        for step in flattened(block.steps):
            if isinstance(step, Write) and step.cell in found:
                places = list(found[step.cell])
                if isinstance(step.value, Const):
                    places = [places[step.value.value]] if step.value.value >= 0 else []
                for place in places:
                    found[step.cell][place].add(label)
    return found
