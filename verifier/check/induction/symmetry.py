"""Symmetry reduction of transitions: of moves that are images of each other only one is checked.

A renaming is used at a cut only if every block on the way from there, every claim and every variable's range are the
same when renamed. What is believed of a cut is kept closed under renaming, so what one move keeps, all its images keep.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from verifier.analysis.equivariance import AsymmetricError, ExpressionEquivariance
from verifier.analysis.renaming import Order, Renaming, renaming
from verifier.analysis.symmetry import MIXED, SymmetryCheck
from verifier.check.induction.cutpoints import Cut
from verifier.check.induction.encode import Encoding
from verifier.check.induction.orbits import Images, NoImageError
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.terms import Term
from verifier.kernel.domain import Names
from verifier.kernel.graph import successors_without_pause
from verifier.kernel.machine import Decide, Machine

# The name under which a component goes that has none of its own.
THING = "a component"


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One renaming, at one cut; `sorts` are those of the names bound on the way."""

    images: Images
    sorts: dict[str, str]

    def fixes(self, state: SymbolicState, env: dict[str, Term]) -> bool:
        """Is everything that has happened on the way the same when renamed?"""
        of = self.images
        try:
            for variable, new in state.changed.items():
                other, image = of.of_change(variable, new)
                if state.changed.get(other) is not image:
                    return False
            if any(of.of(fact) not in state.facts for fact in state.facts):
                return False
            laws = set(state.laws)
            if any(of.of(law) not in laws for law in state.laws):
                return False
            if {of.by.things[thing] for thing in state.held} != state.held:
                return False
            return all(self.fixes_value(name, value) for name, value in env.items())
        except NoImageError:
            return False

    def cell_order(self, cell: str) -> Order | None:
        """How the values of a cell are renamed."""
        return self.images.domain_order(self.images.encoding.machine.cells[cell].domain)

    def fixes_value(self, name: str, value: Term) -> bool:
        """Is what a name stands for the same when renamed?"""
        sort = self.sorts.get(name, MIXED)
        if sort == MIXED:
            return False
        try:
            order = self.images.order(sort)
            return (self.images.of(value) if order is None else self.images.of_value(value, order)) is value
        except NoImageError:
            return False


def orbit_heads(options: Sequence[int], orders: Iterable[Order | None]) -> list[int]:
    """Of values that renamings map onto each other the first, in their order."""
    leaders = {value: value for value in options}

    def leader(value: int) -> int:
        while leaders[value] != value:
            value = leaders[value]
        return value

    place = {value: number for number, value in enumerate(options)}
    for order in orders:
        if order is None:
            continue
        for value in options:
            other = order[value] if 0 <= value < len(order) else value
            if other in leaders:
                one, two = leader(value), leader(other)
                if one != two:
                    first, second = sorted((one, two), key=place.__getitem__)
                    leaders[second] = first
    return [value for value in options if leader(value) == value]


def stabilizer(symmetries: Iterable[Symmetry], name: str, value: Term) -> list[Symmetry]:
    """Those that leave what a name stands for as it is."""
    return [one for one in symmetries if one.fixes_value(name, value)]


def orbit_representatives(symmetries: Iterable[Symmetry], options: Sequence[int], name: str) -> list[int]:
    """Of the values that a name may get, one of each orbit."""
    orders = []
    for one in symmetries:
        sort = one.sorts.get(name, MIXED)
        orders.append(None if sort == MIXED else one.images.order(sort))
    return orbit_heads(options, orders)


MOST_MEMBERS = 10


class Symmetries:
    """The renamings that may be used at each cut."""

    def __init__(self, encoding: Encoding, truths: Iterable[Term], none: bool = False) -> None:
        self.encoding = encoding
        self.machine = encoding.machine
        self.all: list[Images] = []
        self._reads: list[ExpressionEquivariance] = []
        self._orbits: dict[Term, list[Term]] = {}
        claimed = list(truths)
        for by in () if none else _candidates(encoding):
            try:
                images = Images(encoding, by)
                read = ExpressionEquivariance(encoding.layout, by, frozenset())
                SymmetryCheck(read).words()
                for truth in claimed:
                    images.of(truth)
            except (NoImageError, AsymmetricError):
                continue
            self.all.append(images)
            self._reads.append(read)

    def at(self, cut: Cut, cuts: frozenset[str]) -> list[Symmetry]:
        """Those that map everything on the way from a cut to the next ones onto itself."""
        labels, pauses = _on_the_way(self.machine, cut, cuts)
        found = []
        for images, read in zip(self.all, self._reads, strict=True):
            check = SymmetryCheck(read)
            try:
                check.blocks(labels, pauses)
            except AsymmetricError:
                continue
            found.append(
                Symmetry(images, {**check.sorts, THING: check.read.of_domain(self.machine.all_things)})
            )
        return found

    def orbit(self, term: Term) -> list[Term]:
        """Everything that renamings make of a truth, itself among it; raises `NoImageError`."""
        if term in self._orbits:
            return self._orbits[term]
        orbit = orbit_of(term, self.all)
        self._orbits.update(dict.fromkeys(orbit, orbit))
        return orbit


def orbit_of(term: Term, by: Iterable[Images]) -> list[Term]:
    """Everything that these renamings make of a truth, itself first."""
    found = {term: None}
    waiting = [term]
    while waiting:
        one = waiting.pop()
        for images in by:
            image = images.of(one)
            if image not in found:
                found[image] = None
                waiting.append(image)
    return list(found)


def _candidates(encoding: Encoding) -> Iterator[Renaming]:
    """Two neighbours of a kind change places, the table turns, two copies change places."""
    machine, layout = encoding.machine, encoding.layout
    seats = tuple(range(machine.players))
    found: list[Renaming | None] = []
    for name, count in sorted(_kinds(machine).items()):
        if count <= MOST_MEMBERS:
            for one in range(count - 1):
                order = list(range(count))
                order[one], order[one + 1] = one + 1, one
                found.append(renaming(layout, {name: tuple(order)}, seats))
    if machine.players > 1:
        found.append(renaming(layout, {}, (*seats[1:], 0)))
    copies: dict[int, list[int]] = {}
    for number_, thing in enumerate(machine.things):
        copies.setdefault(thing.twin, []).append(number_)
    for alike in copies.values():
        for first, second in pairwise(alike):
            things = list(range(len(machine.things)))
            things[first], things[second] = second, first
            found.append(Renaming({}, seats, tuple(things), tuple(range(machine.zones))))
    yield from (one for one in found if one is not None and not one.is_idle)


def _kinds(machine: Machine) -> dict[str, int]:
    domains = [domain for family in machine.families.values() for _, domain in family.index]
    for cell in machine.cells.values():
        domains += (cell.domain, *cell.index)
    return {domain.name: len(domain.members) for domain in domains if isinstance(domain, Names)}


def _on_the_way(machine: Machine, cut: Cut, cuts: frozenset[str]) -> tuple[list[str], list[str]]:
    """The blocks that control enters between a cut and the next, and the pauses it may pass or stand at."""
    out = machine.blocks[cut.label].out
    if cut.kind == "entry":
        waiting = [cut.label]
    else:
        assert isinstance(out, Decide)
        waiting = [alternative.to for alternative in out.alternatives]
        waiting += [out.stop] if out.stop is not None else []
    entered: dict[str, None] = {}
    while waiting:
        label = waiting.pop()
        if label in entered or (label in cuts and Cut(label, "entry") != cut):
            continue
        entered[label] = None
        waiting += successors_without_pause(machine.blocks[label].out, machine.cells)
    pauses = [label for label in entered if isinstance(machine.blocks[label].out, Decide)]
    if cut.kind == "pause" and cut.label not in pauses:
        pauses.append(cut.label)
    return list(entered), pauses
