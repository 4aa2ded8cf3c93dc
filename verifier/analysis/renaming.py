"""A renaming of colours and players: what it does to components, zones, every other value, and to expressions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from itertools import product
from typing import Any

from verifier.kernel.domain import NOTHING, Domain, Names, Players, Things, Zones, values
from verifier.kernel.expression import Arith, Compare, Const, Logic
from verifier.kernel.layout import Layout, flat
from verifier.kernel.machine import Machine

Order = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Renaming:
    """What each kind's members, players, components and zones become; a kind left out stays as it is."""

    kinds: Mapping[str, Order]
    players: Order
    things: Order
    zones: Order

    def value(self, domain: Domain, value: int) -> int:
        """What a value of a domain becomes; nothing stays nothing."""
        order = self.order(domain)
        return value if order is None or value == NOTHING else order[value]

    def order(self, domain: Domain) -> Order | None:
        """The new number of each value of a domain, or `None` if it stays as it is."""
        match domain:
            case Names(name, _):
                return self.kinds.get(name)
            case Players():
                return self.players
            case Things():
                return self.things
            case Zones():
                return self.zones
            case _:
                return None

    @property
    def is_idle(self) -> bool:
        """Does everything stay as it is?"""
        orders = (*self.kinds.values(), self.players, self.things, self.zones)
        return all(order == tuple(range(len(order))) for order in orders)

    def then(self, other: Renaming) -> Renaming:
        """One renaming after another."""
        names = {**self.kinds, **other.kinds}
        kinds = {}
        for name, order in names.items():
            same = tuple(range(len(order)))
            new = _then(self.kinds.get(name, same), other.kinds.get(name, same))
            if new != same:
                kinds[name] = new
        return Renaming(
            kinds,
            _then(self.players, other.players),
            _then(self.things, other.things),
            _then(self.zones, other.zones),
        )

    @property
    def key(self) -> tuple[object, ...]:
        return (tuple(sorted(self.kinds.items())), self.players, self.things, self.zones)


def _then(first: Order, second: Order) -> Order:
    return tuple(second[number] for number in first)


def renaming(layout: Layout, kinds: Mapping[str, Order], players: Order) -> Renaming | None:
    """What a renaming of kinds and players does to components and zones; `None` if it fits no components."""
    machine = layout.machine
    things = _things(machine, kinds, players)
    if things is None:
        return None
    draft = Renaming(kinds, players, things, ())
    zones = []
    for zone, family in enumerate(layout.family_of):
        index = [
            draft.value(domain, value)
            for (_, domain), value in zip(family.index, layout.zone_index(zone), strict=True)
        ]
        zones.append(layout.zone(family, index))
    return Renaming(kinds, players, things, tuple(zones))


def _things(machine: Machine, kinds: Mapping[str, Order], players: Order) -> Order | None:
    """Each component becomes one on which everything printed is renamed; copies keep their order."""
    draft = Renaming(kinds, players, (), ())
    printed = [
        table
        for table in machine.tables.values()
        if len(table.index) == 1
        and isinstance(table.index[0], Things)
        and not isinstance(table.domain, Things | Zones)
    ]

    def described(thing: int, renamed: bool) -> tuple[int, ...]:
        return tuple(
            draft.value(table.domain, table.values[thing]) if renamed else table.values[thing]
            for table in printed
        )

    alike: dict[tuple[int, ...], list[int]] = {}
    for thing in range(len(machine.things)):
        alike.setdefault(described(thing, renamed=False), []).append(thing)
    taken: dict[tuple[int, ...], int] = {}
    found = []
    for thing in range(len(machine.things)):
        wished = described(thing, renamed=True)
        place = taken.get(wished, 0)
        if place >= len(alike.get(wished, ())):
            return None
        found.append(alike[wished][place])
        taken[wished] = place + 1
    return tuple(found)


def moved_places(layout: Layout, index: tuple[Domain, ...], by: Renaming) -> Order:
    """Of the row of a cell or table: where the entry at each place goes."""
    axes = [layout.wide_axis(domain) for domain in index]
    wide = [_all_values(layout, domain) for domain in index]
    found = []
    for entry in product(*wide):
        new = [by.value(domain, value) for domain, value in zip(index, entry, strict=True)]
        found.append(flat(axes, new))
    return tuple(found)


def _all_values(layout: Layout, domain: Domain) -> range | tuple[int, ...]:
    match domain:
        case Things():
            return range(len(layout.machine.things))
        case Zones():
            return range(layout.machine.zones)
        case _:
            return values(domain)


def same_renamed(node: Any, by: Renaming) -> bool:
    """Does renaming every constant give the same expression or source again?"""
    return bool(_form(node, by) == _form(node, None))


def _form(node: Any, by: Renaming | None) -> Any:
    """An expression as nested tuples, renamed, parts that may change places in one order."""
    match node:
        case Const(value, domain):
            return ("Const", value if by is None else by.value(domain, value), _form(domain, by))
        case Things(name, ids):
            return ("Things", name, _ids(node, ids, by))
        case Zones(name, ids):
            return ("Zones", name, _ids(node, ids, by))
        case Logic(op, parts):
            return (op, _sorted(_form(part, by) for part in parts))
        case Arith("+" | "*" | "min" | "max" as op, left, right):
            return (op, _sorted((_form(left, by), _form(right, by))))
        case Compare("=" | "!=" as op, left, right):
            return (op, _sorted((_form(left, by), _form(right, by))))
        case tuple():
            return tuple(_form(part, by) for part in node)
        case _ if is_dataclass(node):
            return (type(node).__name__, *(_form(getattr(node, field.name), by) for field in fields(node)))
        case _:
            return node


def _ids(domain: Domain, ids: tuple[int, ...], by: Renaming | None) -> tuple[int, ...]:
    return tuple(sorted(ids if by is None else (by.value(domain, number) for number in ids)))


def _sorted(parts: Any) -> tuple[Any, ...]:
    return tuple(sorted(parts, key=repr))
