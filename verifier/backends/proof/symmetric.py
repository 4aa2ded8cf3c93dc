"""One checked renaming and the ways that are images of each other under it (see `symmetry`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from verifier.backends.proof.images import Images, NoImageError
from verifier.backends.proof.state import State
from verifier.backends.proof.terms import Term
from verifier.backends.search.renaming import Order
from verifier.backends.search.symmetry import MIXED

# The name under which a component goes that has none of its own.
THING = "a component"


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One renaming, at one cut; `sorts` are those of the names bound on the way."""

    images: Images
    sorts: dict[str, str]

    def fixes(self, state: State, env: dict[str, Term]) -> bool:
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


def fixing(symmetries: Iterable[Symmetry], name: str, value: Term) -> list[Symmetry]:
    """Those that leave what a name stands for as it is."""
    return [one for one in symmetries if one.fixes_value(name, value)]


def told_apart(symmetries: Iterable[Symmetry], options: Sequence[int], name: str) -> list[int]:
    """Of the values that a name may get, one of each orbit."""
    orders = []
    for one in symmetries:
        sort = one.sorts.get(name, MIXED)
        orders.append(None if sort == MIXED else one.images.order(sort))
    return orbit_heads(options, orders)
