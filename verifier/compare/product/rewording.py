"""The second machine in the words of the first: two machines and their alignment in, two that can be compared out.

Only names change. Members of kinds, components and zones keep their numbers, so both sides must number them alike;
where they do not, nothing is said. What only the second side has, or defines differently under the same name, gets a
name of its own; a class of components that goes by two names gets one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import singledispatchmethod
from typing import Any

from verifier.compare.align import Alignment, kinds_of
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Labels, Names, Things, Zones
from verifier.kernel.visit import preorder

OWN = " (other)"


def rebuilt(node: Any, rewrite: Callable[[Any], Any]) -> Any:
    """The node with `rewrite` done to every node below it, then to itself."""
    if isinstance(node, tuple):
        return node if node and isinstance(node[0], int) else tuple(rebuilt(part, rewrite) for part in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    inside = [rebuilt(getattr(node, field.name), rewrite) for field in fields(node)]
    return rewrite(type(node)(*inside))


def reworded(first: km.Machine, second: km.Machine, found: Alignment) -> km.Machine | None:
    """The second machine as the first would name it; `None` if they number things or zones otherwise."""
    if not _numbered_alike(first, second, found):
        return None
    back = {(sort, there): here for (sort, here), there in found.names.items()}
    words = _Words(back, _domains(first))
    return words.machine(second, first)


def _numbered_alike(first: km.Machine, second: km.Machine, found: Alignment) -> bool:
    same_size = first.players == second.players and first.zones == second.zones
    same_box = first.box == second.box and len(first.things) == len(second.things)
    if not (same_size and same_box):
        return False
    if any(here != there for here, there in enumerate((*found.things,))):
        return False
    if any(here != there for here, there in enumerate((*found.zones,))):
        return False
    if [thing.twin for thing in first.things] != [thing.twin for thing in second.things]:
        return False
    theirs = kinds_of(second)
    for kind, members in kinds_of(first).items():
        partner = found.partner("kind", kind)
        if partner is not None and len(theirs[partner]) != len(members):
            return False
        if any(here != there for here, there in enumerate(found.members.get(kind, ()))):
            return False
    return all(_seen_alike(family, second, found) for family in first.families.values())


def _seen_alike(family: km.Family, second: km.Machine, found: Alignment) -> bool:
    partner = found.partner("family", family.name)
    if partner is None:
        return False
    other = second.families[partner]
    return (other.shape, other.view, other.base, other.size) == (
        family.shape,
        family.view,
        family.base,
        family.size,
    )


@dataclass(frozen=True, slots=True)
class _Domains:
    """What the first machine calls its kinds, classes and zones, by what they are."""

    kinds: Mapping[str, tuple[str, ...]]
    things: Mapping[tuple[int, ...], str]
    zones: Mapping[tuple[int, ...], str]


def _domains(machine: km.Machine) -> _Domains:
    things: dict[tuple[int, ...], str] = {}
    zones: dict[tuple[int, ...], str] = {}
    for node in _everything(machine):
        match node:
            case Things(name, ids):
                things.setdefault(ids, name)
            case Zones(name, ids):
                zones.setdefault(ids, name)
            case _:
                pass
    return _Domains(kinds_of(machine), things, zones)


def _everything(node: Any) -> Any:
    yield node
    if is_dataclass(node):
        for field in fields(node):
            yield from _everything(getattr(node, field.name))
    elif isinstance(node, tuple):
        for part in node:
            yield from _everything(part)
    elif isinstance(node, Mapping):
        for part in node.values():
            yield from _everything(part)


class _Words:
    """Rewrites names wherever they stand."""

    def __init__(self, back: Mapping[tuple[str, str], str], domains: _Domains) -> None:
        self.back = back
        self.domains = domains

    def name(self, sort: str, name: str) -> str:
        return self.back.get((sort, name), name + OWN)

    def machine(self, second: km.Machine, first: km.Machine) -> km.Machine:
        return replace(
            second,
            things=first.things,
            families=first.families,
            cells={
                self.name("cell", name): replace(self.of(cell), name=self.name("cell", name))
                for name, cell in second.cells.items()
            },
            tables={
                self.name("table", name): replace(self.of(table), name=self.name("table", name))
                for name, table in second.tables.items()
            },
            definitions={
                self.name("definition", name): replace(self.of(shape), name=self.name("definition", name))
                for name, shape in second.definitions.items()
            },
            blocks={label: self.of(block) for label, block in second.blocks.items()},
            score=self.of(second.score),
            winner=self.of(second.winner),
            claims=(),
            measures=(),
            active=self.name("cell", second.active),
            shown_zones=second.shown_zones and self.name("cell", second.shown_zones),
            shown_things=second.shown_things and self.name("cell", second.shown_things),
        )

    def of(self, node: Any) -> Any:
        """A node with every name in it replaced."""
        return rebuilt(node, self._named)

    @singledispatchmethod
    def _named(self, node: Any) -> Any:
        return node

    @_named.register(k.Read)
    @_named.register(km.Write)
    @_named.register(km.Roll)
    @_named.register(km.Return)
    def _cell(self, node: Any) -> Any:
        return replace(node, cell=self.name("cell", node.cell))

    @_named.register(k.Lookup)
    def _table(self, node: k.Lookup) -> k.Lookup:
        return replace(node, table=self.name("table", node.table))

    @_named.register(k.ZoneAt)
    @_named.register(k.ZonesOf)
    def _family(self, node: Any) -> Any:
        return replace(node, family=self.name("family", node.family))

    @_named.register(k.Call)
    def _definition(self, node: k.Call) -> k.Call:
        return replace(node, definition=self.name("definition", node.definition))

    @_named.register(km.Alternative)
    def _action(self, node: km.Alternative) -> km.Alternative:
        return replace(node, action=self.name("action", node.action))

    @_named.register(Names)
    def _kind(self, node: Names) -> Names:
        kind = self.name("kind", node.name)
        return Names(kind, self.domains.kinds.get(kind, node.members))

    @_named.register(Things)
    def _things(self, node: Things) -> Things:
        return Things(self.domains.things.get(node.ids, node.name), node.ids)

    @_named.register(Zones)
    def _zones(self, node: Zones) -> Zones:
        return Zones(self.domains.zones.get(node.ids, node.name), node.ids)


def set_apart(first: km.Machine, second: km.Machine) -> tuple[km.Machine, km.Machine]:
    """Both machines; what the second defines otherwise than the first has a name of its own there."""
    classes: dict[tuple[int, ...], str] = {}

    def plain(node: Any) -> Any:
        match node:
            case Things(name, ids):
                return Things(classes.setdefault(ids, name), ids)
            case k.Const(value, Labels()):
                # Labels are known by their place: what they are called says nothing.
                return k.Const(value, Labels(()))
            case _:
                return node

    first, second = _rewritten(first, plain), _rewritten(second, plain)
    tables = {
        name
        for name, table in second.tables.items()
        if name in first.tables and table.values != first.tables[name].values
    }
    shapes = _differing(first.definitions, second.definitions, tables)

    def moved(node: Any) -> Any:
        match node:
            case k.Call(name, args) if name in shapes:
                return k.Call(name + OWN, args)
            case k.Lookup(name, index) if name in tables:
                return k.Lookup(name + OWN, index)
            case _:
                return node

    other = replace(
        _rewritten(second, moved),
        tables={name + OWN if name in tables else name: each for name, each in second.tables.items()},
    )
    named = {
        name + OWN if name in shapes else name: replace(shape, name=name + OWN) if name in shapes else shape
        for name, shape in other.definitions.items()
    }
    return first, replace(other, definitions=named)


def _rewritten(machine: km.Machine, rewrite: Any) -> km.Machine:
    return replace(
        machine,
        cells={name: rebuilt(cell, rewrite) for name, cell in machine.cells.items()},
        definitions={name: rebuilt(shape, rewrite) for name, shape in machine.definitions.items()},
        blocks={label: rebuilt(block, rewrite) for label, block in machine.blocks.items()},
        score=rebuilt(machine.score, rewrite),
        winner=rebuilt(machine.winner, rewrite),
    )


def _differing(
    first: Mapping[str, km.Definition], second: Mapping[str, km.Definition], tables: set[str]
) -> set[str]:
    """The definitions of both that do not say the same, themselves or through others."""
    shared = {name: shape for name, shape in second.items() if name in first}
    found = {name for name, shape in shared.items() if _said(shape) != _said(first[name])}
    while True:
        more = {
            name
            for name, shape in shared.items()
            if name not in found and any(_named_in(part, found, tables) for part in preorder(shape))
        }
        if not more:
            return found
        found |= more


def _said(shape: km.Definition) -> Any:
    """What a definition says; the names of its rules apart."""
    return (
        shape.params,
        shape.start,
        tuple((clause.when, clause.op, clause.value) for clause in shape.clauses),
    )


def _named_in(part: Any, shapes: set[str], tables: set[str]) -> bool:
    match part:
        case k.Call(name, _):
            return name in shapes
        case k.Lookup(name, _):
            return name in tables
        case _:
            return False
