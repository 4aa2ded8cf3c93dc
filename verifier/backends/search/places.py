"""In which families of zones something may lie: expressions in, names of families out; in doubt, all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from verifier.kernel.domain import Zones
from verifier.kernel.expression import (
    Arith,
    Bind,
    Call,
    Compare,
    Const,
    Contents,
    End,
    Expr,
    Fold,
    If,
    Local,
    Logic,
    Lookup,
    Not,
    Position,
    Read,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import Machine
from verifier.kernel.visit import Operand, children

Families = frozenset[str]
Lying = Mapping[str, Families]
"""Where the component lies that a name stands for."""


class Places:
    """The families of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.everywhere = frozenset(machine.families)
        self.family_of: dict[int, str] = {}
        for name, family in machine.families.items():
            self.family_of.update(dict.fromkeys(range(family.base, family.base + family.size), name))

    def of(self, zone: ZonesOf | Expr, lying: Lying) -> Families:
        """The families to which a zone may belong."""
        match zone:
            case ZonesOf(family, _) | ZoneAt(family, _):
                return frozenset((family,))
            case ZoneOf(Local(name, _)) if name in lying:
                return lying[name]
            case Const(value, _):
                return frozenset((self.family_of[value],)) if value >= 0 else frozenset()
            case If(_, then, otherwise):
                return self.of(then, lying) | self.of(otherwise, lying)
            case Local(_, Zones(_, ids)):
                return self._of_ids(ids)
            case Read(cell, _):
                return self._of_domain(self.machine.cells[cell].domain)
            case Lookup(table, _):
                return self._of_domain(self.machine.tables[table].domain)
            case Call(definition, _):
                return self._of_domain(self.machine.definitions[definition].domain)
            case Local() | ZoneOf() | Position() | Arith() | Compare() | Not() | Logic() | Fold() | End():
                return self.everywhere
            case _:
                assert_never(zone)

    def _of_domain(self, domain: object) -> Families:
        return self._of_ids(domain.ids) if isinstance(domain, Zones) else self.everywhere

    def _of_ids(self, ids: tuple[int, ...]) -> Families:
        # A name that was given anew has lost its zones.
        return frozenset(self.family_of[zone] for zone in ids) if ids else self.everywhere

    def orders_read(self, node: Operand | Bind, lying: Lying) -> Iterator[tuple[Families, End | Position]]:
        """Every part that reads the order of zones, with the families whose order it may read."""
        match node:
            case Position(thing):
                known = isinstance(thing, Local) and thing.name in lying
                yield lying[thing.name] if known and isinstance(thing, Local) else self.everywhere, node
                yield from self.orders_read(thing, lying)
            case End(_, local, zone, _, where):
                here = self.of(zone, lying)
                yield here, node
                yield from self.orders_read(zone, lying)
                if where is not None:
                    yield from self.orders_read(where, {**lying, local: here})
            case Fold(_, binds, where, body, default):
                inner = dict(lying)
                for bind in binds:
                    yield from self.orders_read(bind.source, inner)
                    inner.pop(bind.local, None)
                    if isinstance(bind.source, Contents):
                        inner[bind.local] = self.of(bind.source.zones, inner)
                for inside in (where, body, default):
                    if inside is not None:
                        yield from self.orders_read(inside, inner)
            case _:
                for part in children(node):
                    yield from self.orders_read(part, lying)
