"""The call graph of a machine: who calls a procedure, where it returns to, what may run in between.

A procedure is left by a jump to the label in a cell of its own. The way back belongs to the caller who wrote it last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from verifier.kernel.domain import Labels
from verifier.kernel.expression import Const
from verifier.kernel.graph import successors
from verifier.kernel.machine import Machine, Return, Step, Write
from verifier.kernel.visit import steps_within


class Procedures:
    """Each is known by the cell that holds its way back.

    `places` are the labels it may come back to, with the blocks that write each of them; `bodies` the blocks that
    may run between a call and the way back; `ways` where control goes from each block, over a pause too.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.ways = {label: successors(block.out, machine.cells) for label, block in machine.blocks.items()}
        self._leaving = {
            label: block.out.cell for label, block in machine.blocks.items() if isinstance(block.out, Return)
        }
        self.places = _places(machine)
        self.bodies = {cell: self._body(cell) for cell in self.places}

    @cached_property
    def concerned(self) -> Mapping[str, list[str]]:
        """For each block the procedures that it calls or is part of."""
        return {
            label: [
                cell
                for cell, places in self.places.items()
                if label in self.bodies[cell] or any(label in callers for callers in places.values())
            ]
            for label in self.machine.blocks
        }

    def ends(self, cell: str) -> list[str]:
        return [label for label, left in self._leaving.items() if left == cell]

    def returns(
        self, label: str, seen: Collection[str]
    ) -> Iterator[tuple[str, list[str], list[tuple[str, str]]]]:
        """Each procedure that a block calls or is part of: its ends, and where it comes back to from which caller.

        Only blocks that were `seen` count; a procedure of which no end was seen does not come back.
        """
        for cell in self.concerned[label]:
            ends = [end for end in self.ends(cell) if end in seen]
            if ends:
                places = self.places[cell].items()
                yield (
                    cell,
                    ends,
                    [(place, each) for place, callers in places for each in sorted(callers) if each in seen],
                )

    def _body(self, cell: str) -> frozenset[str]:
        """The blocks that may run between a call and the way back; all blocks if that cannot be told."""
        callers = self._callers(cell)
        begun = [way for label in callers for way in self.ways[label]]
        found = self._run(begun, cell, callers)
        for other in {self._leaving[label] for label in found & self._leaving.keys()} - {cell}:
            # A procedure that was under way before the call must not end within it.
            before = self._run(begun, cell, callers | self._callers(other))
            if any(self._leaving.get(label) == other for label in before):
                return frozenset(self.machine.blocks)
        return self._leading_back(found, cell)

    def _callers(self, cell: str) -> frozenset[str]:
        return frozenset().union(*self.places[cell].values())

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
                waiting += self.ways[label]
            elif self._leaving[label] != cell:
                left.add(self._leaving[label])
            # Whoever was called comes back to where the call said.
            for other in left:
                waiting += [
                    place
                    for place, callers in self.places[other].items()
                    if place not in found and callers & found
                ]
        return frozenset(found)

    def _leading_back(self, found: frozenset[str], cell: str) -> frozenset[str]:
        """Those blocks from which the way back can be reached."""
        before: dict[str, list[str]] = {}
        for label in found:
            left = self._leaving.get(label)
            ways: Iterable[str] = self.ways[label] if left is None else self.places[left]
            for way in ways if left != cell else ():
                before.setdefault(way, []).append(label)
        leading: set[str] = set()
        waiting = [label for label in self.ends(cell) if label in found]
        while waiting:
            label = waiting.pop()
            if label not in leading:
                leading.add(label)
                waiting += before.get(label, ())
        return frozenset(leading)


def way_back(machine: Machine, step: Step) -> tuple[str, int] | None:
    """Where a procedure that is called now comes back to, if a step says so: its cell and the number of the label."""
    match step:
        case Write(cell, (), Const(int(value))) if isinstance(machine.cells[cell].domain, Labels):
            return cell, value
        case _:
            return None


def _places(machine: Machine) -> dict[str, dict[str, set[str]]]:
    """For each cell that says where to come back to: the places, and the blocks that write each of them."""
    found: dict[str, dict[str, set[str]]] = {}
    for name, cell in machine.cells.items():
        if isinstance(cell.domain, Labels):
            found[name] = {label: set() for label in cell.domain.members}
    for label, block in machine.blocks.items():
        for step in steps_within(block.steps):
            if isinstance(step, Write) and step.cell in found:
                places = list(found[step.cell])
                if isinstance(step.value, Const):
                    places = [places[step.value.value]] if step.value.value >= 0 else []
                for place in places:
                    found[step.cell][place].add(label)
    return found
