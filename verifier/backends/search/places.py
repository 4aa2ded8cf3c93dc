"""In which families of zones something may lie: expressions in, names of families out; in doubt, all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from verifier.kernel import expression as k
from verifier.kernel.domain import Zones
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

    def of(self, zone: k.ZonesOf | k.Expr, lying: Lying) -> Families:
        """The families to which a zone may belong."""
        match zone:
            case k.ZonesOf(family, _) | k.ZoneAt(family, _):
                return frozenset((family,))
            case k.ZoneOf(k.Local(name, _)) if name in lying:
                return lying[name]
            case k.Const(value, _):
                return frozenset((self.family_of[value],)) if value >= 0 else frozenset()
            case k.If(_, then, otherwise):
                return self.of(then, lying) | self.of(otherwise, lying)
            case k.Local(_, Zones(_, ids)):
                return self._of_ids(ids)
            case k.Read(cell, _):
                return self._of_domain(self.machine.cells[cell].domain)
            case k.Lookup(table, _):
                return self._of_domain(self.machine.tables[table].domain)
            case k.Call(definition, _):
                return self._of_domain(self.machine.definitions[definition].domain)
            case (
                k.Local()
                | k.ZoneOf()
                | k.Position()
                | k.Arith()
                | k.Compare()
                | k.Not()
                | k.Logic()
                | k.Fold()
                | k.End()
            ):
                return self.everywhere
            case _:
                assert_never(zone)

    def _of_domain(self, domain: object) -> Families:
        return self._of_ids(domain.ids) if isinstance(domain, Zones) else self.everywhere

    def _of_ids(self, ids: tuple[int, ...]) -> Families:
        # A name that was given anew has lost its zones.
        return frozenset(self.family_of[zone] for zone in ids) if ids else self.everywhere

    def orders_read(
        self, node: Operand | k.Bind, lying: Lying
    ) -> Iterator[tuple[Families, k.End | k.Position]]:
        """Every part that reads the order of zones, with the families whose order it may read."""
        match node:
            case k.Position(thing):
                known = isinstance(thing, k.Local) and thing.name in lying
                yield lying[thing.name] if known and isinstance(thing, k.Local) else self.everywhere, node
                yield from self.orders_read(thing, lying)
            case k.End(_, local, zone, _, where):
                here = self.of(zone, lying)
                yield here, node
                yield from self.orders_read(zone, lying)
                if where is not None:
                    yield from self.orders_read(where, {**lying, local: here})
            case k.Fold(_, binds, where, body, default):
                inner = dict(lying)
                for bind in binds:
                    yield from self.orders_read(bind.source, inner)
                    inner.pop(bind.local, None)
                    if isinstance(bind.source, k.Contents):
                        inner[bind.local] = self.of(bind.source.zones, inner)
                for inside in (where, body, default):
                    if inside is not None:
                        yield from self.orders_read(inside, inner)
            case _:
                for part in children(node):
                    yield from self.orders_read(part, lying)
