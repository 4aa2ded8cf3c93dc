"""Liveness from one place of a play: which cells may still be read before they are written anew.

Control is followed with what is known of where procedures return to, so that what one caller does next is not taken
for what another does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from verifier.analysis.procedures import way_back
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING
from verifier.kernel.graph import successors
from verifier.kernel.visit import called_definitions, cells_read

Homes = tuple[tuple[str, int], ...]
"""The cells that say where a procedure returns to, and the label that they hold; without those that hold none."""


@dataclass(frozen=True, slots=True)
class _Summary:
    """What a block reads, what it surely writes anew, and the labels that it puts down."""

    reads: frozenset[str]
    overwrites: frozenset[str]
    homes: Mapping[str, int]


class Liveness:
    """The liveness of one machine's cells; each block is read once."""

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self._summaries: dict[str, _Summary] = {}

    def read_later(self, label: str, known: Mapping[str, int], asked: Iterable[str]) -> frozenset[str]:
        """Those of the cells asked about that may be read, from a block on, before they are written anew."""
        found: set[str] = set()
        seen: set[tuple[str, Homes, frozenset[str]]] = set()
        waiting = [(label, _held(known), frozenset(asked))]
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            at, held, cells = place
            block = self._summary(at)
            found |= cells & block.reads
            if cells := cells - block.overwrites - found:
                homes = {**dict(held), **block.homes}
                out = self.machine.blocks[at].out
                labels = successors(out, self.machine.cells)
                if isinstance(out, km.Return) and homes.get(out.cell, NOTHING) != NOTHING:
                    labels = (labels[homes.pop(out.cell)],)
                waiting += [(to, _held(homes), cells) for to in labels]
        return frozenset(found)

    def _summary(self, label: str) -> _Summary:
        if label not in self._summaries:
            block = self.machine.blocks[label]
            asked = called_definitions(self.machine, *block.steps, block.out)
            reads = cells_read(*block.steps, block.out, *(self.machine.definitions[each] for each in asked))
            overwrites = {cell for step in block.steps for cell in self._overwritten(step)} - reads
            homes = dict(filter(None, (way_back(self.machine, step) for step in block.steps)))
            self._summaries[label] = _Summary(frozenset(reads), frozenset(overwrites), homes)
        return self._summaries[label]

    def _overwritten(self, step: km.Step) -> Iterator[str]:
        """The cells that a step writes anew, all their entries."""
        match step:
            case km.Write(cell, ()):
                yield cell
            case km.Each(local, k.Values(domain, None), steps):
                for inner in steps:
                    match inner:
                        case km.Write(cell, (k.Local(name),)) if name == local:
                            if self.machine.cells[cell].index == (domain,):
                                yield cell


def _held(homes: Mapping[str, int]) -> Homes:
    return tuple(sorted((cell, value) for cell, value in homes.items() if value != NOTHING))
