"""Read and write effects of expressions and steps on cells, zones, orders and chance. An over-approximation.

One walk meets every look at the state, with what is known there of the names. Each analysis brings what it wants to
know of a name: nothing, the families in which its component lies, the numbers of the zones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar, assert_never

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Zones
from verifier.kernel.visit import Node, children, preorder, steps_within

K = TypeVar("K")
Look = k.Read | k.Call | k.ZoneOf | k.Position | k.Contents | k.End | k.Fold
"""What asks the state. A `Fold` stands for contents of which only the number is asked."""


def state_reads(
    node: Node,
    known: K,
    bound: Callable[[K, str, k.Source | k.End], K],
    counted: Callable[[k.Contents, K], bool] = lambda contents, known: False,
    in_order: bool = False,
) -> Iterator[tuple[Look, K]]:
    """Every look at the state at a node and below it, with what is known there.

    `bound` is what is known inside a binder. `counted` says whether a class leaves nothing out of some contents, so
    that to count it asks for no more than how many lie there. Who comes first changes no count, sum or highest value,
    so nobody looks at it there; `in_order` takes it for looked at.
    """

    def below(inner: Node, here: K) -> Iterator[tuple[Look, K]]:
        return state_reads(inner, here, bound, counted, in_order)

    match node:
        case k.Fold(_, binds, where, body, default):
            if default is not None:
                yield from below(default, known)
            contents = _all_counted(node)
            if contents is not None and counted(contents, known):
                yield node, known
                yield from below(contents.zones, known)
                return
            for bind in binds:
                if in_order or not isinstance(bind.source, k.Values):
                    yield from below(bind.source, known)
                known = bound(known, bind.local, bind.source)
            for inside in (where, body):
                if inside is not None:
                    yield from below(inside, known)
        case k.End(_, local, zone, _, where):
            yield node, known
            yield from below(zone, known)
            if where is not None:
                yield from below(where, bound(known, local, node))
        case _:
            if isinstance(node, k.Read | k.Call | k.ZoneOf | k.Position | k.Contents):
                yield node, known
            for part in children(node):
                yield from below(part, known)


def _all_counted(fold: k.Fold) -> k.Contents | None:
    """The contents of which a fold counts every member, if that is all it does."""
    match fold:
        case k.Fold("count" | "any", (k.Bind(_, k.Contents() as contents),), None, k.Const(), None):
            return contents
        case _:
            return None


def reads_zones(node: Node) -> bool:
    """Could its value depend on where components lie?"""
    return any(isinstance(part, k.Call | k.Fold | k.End | k.Position | k.ZoneOf) for part in preorder(node))


# --- cells, names, zones and chance as wholes

ZONES = ("zones", "")
CHANCE = ("chance", "")


@dataclass(frozen=True, slots=True)
class Effect:
    """What a step reads and writes: cells and names, all zones as one, chance."""

    reads: frozenset[tuple[str, str]]
    writes: frozenset[tuple[str, str]]

    def disturbs(self, other: Effect) -> bool:
        return bool(self.writes & (other.reads | other.writes) or self.reads & other.writes)


class Effects:
    """The effects of one machine's steps."""

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self._definitions: dict[str, frozenset[tuple[str, str]]] = {}

    def of(self, step: km.Step) -> Effect:
        writes = (each for inner in steps_within((step,)) for each in _writes(inner))
        return Effect(frozenset(self._reads(step)), frozenset(writes))

    def _reads(self, node: Node) -> Iterator[tuple[str, str]]:
        for part in preorder(node):
            if isinstance(part, k.Read):
                yield "cell", part.cell
            elif isinstance(part, k.Local):
                yield "local", part.name
            elif isinstance(part, k.ZoneOf | k.Position | k.End | k.Contents):
                yield ZONES
            elif isinstance(part, k.Call):
                yield from self._definition(part.definition)

    def _definition(self, name: str) -> frozenset[tuple[str, str]]:
        if name not in self._definitions:
            reads = self._reads(self.machine.definitions[name])
            self._definitions[name] = frozenset(each for each in reads if each[0] != "local")
        return self._definitions[name]


def _writes(step: km.Step) -> tuple[tuple[str, str], ...]:
    """What a step changes, the steps inside it left out."""
    match step:
        case km.Let(local, _):
            return (("local", local),)
        case km.Write(cell=cell):
            return (("cell", cell),)
        case km.Roll(cell=cell):
            return ("cell", cell), CHANCE
        case km.Take() | km.Put():
            return (ZONES,)
        case km.Shuffle():
            return ZONES, CHANCE
        case km.Branch() | km.Each() | km.Times() | km.Mark():
            return ()
        case _:
            assert_never(step)


# --- zones by family

FamilyNames = frozenset[str]
Lying = Mapping[str, FamilyNames]
"""In which families the component lies that a name stands for."""


class Families:
    """In which families of zones of one machine something may lie; in doubt, in all."""

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self.everywhere = frozenset(machine.families)
        self.family_of: dict[int, str] = {}
        for name, family in machine.families.items():
            self.family_of.update(dict.fromkeys(range(family.base, family.base + family.size), name))

    def of(self, zone: k.ZonesOf | k.Expr, lying: Lying) -> FamilyNames:
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
            case k.Local() | k.ZoneOf() | k.End() | k.Position() | k.Fold():
                return self.everywhere
            case k.Arith() | k.Compare() | k.Not() | k.Logic():
                return self.everywhere
            case _:
                assert_never(zone)

    def _of_domain(self, domain: object) -> FamilyNames:
        return self._of_ids(domain.ids) if isinstance(domain, Zones) else self.everywhere

    def _of_ids(self, ids: tuple[int, ...]) -> FamilyNames:
        # A name that was given anew has lost its zones.
        return frozenset(self.family_of[zone] for zone in ids) if ids else self.everywhere

    def lies(self, thing: k.Expr, lying: Lying) -> FamilyNames | None:
        """Where a component lies; `None` if that is not known."""
        return lying.get(thing.name) if isinstance(thing, k.Local) else None

    def bound(self, lying: Lying, local: str, source: k.Source | k.End) -> Lying:
        """What is known inside a binder."""
        inner = {name: families for name, families in lying.items() if name != local}
        if isinstance(source, k.Contents):
            inner[local] = self.of(source.zones, lying)
        elif isinstance(source, k.End):
            inner[local] = self.of(source.zone, lying)
        return inner

    def orders_read(self, node: Node) -> Iterator[tuple[FamilyNames, k.End | k.Position]]:
        """Every part that reads the order of zones, with the families whose order it may read."""
        nowhere: Lying = {}
        for look, lying in state_reads(node, nowhere, self.bound):
            if isinstance(look, k.Position):
                here = self.lies(look.thing, lying)
                yield self.everywhere if here is None else here, look
            elif isinstance(look, k.End):
                yield self.of(look.zone, lying), look


@dataclass(frozen=True, slots=True)
class Footprint:
    """What is looked at: cells, families of zones by their `contents` or by the number of components only.

    With `everywhere`, it may look at any component.
    """

    cells: frozenset[str] = frozenset()
    contents: FamilyNames = frozenset()
    counts: FamilyNames = frozenset()
    everywhere: bool = False

    def __or__(self, other: Footprint) -> Footprint:
        return Footprint(
            self.cells | other.cells,
            self.contents | other.contents,
            self.counts | other.counts,
            self.everywhere or other.everywhere,
        )


class Footprints:
    """The footprints of expressions of one machine; `holding` says what may lie in each zone."""

    def __init__(self, machine: km.Machine, holding: Mapping[int, frozenset[int]]) -> None:
        self.machine = machine
        self.families = Families(machine)
        self._holding = {
            name: frozenset().union(
                *(holding[zone] for zone in range(family.base, family.base + family.size))
            )
            for name, family in machine.families.items()
        }
        self._definitions: dict[str, Footprint] = {}

    def of(self, node: Node) -> Footprint:
        found = Footprint()
        nowhere: Lying = {}
        for look, lying in state_reads(node, nowhere, self.families.bound, self.counts_all):
            found |= self._look(look, lying)
        return found

    def counts_all(self, contents: k.Contents, lying: Lying) -> bool:
        """Does a class leave nothing out of some contents?"""
        families = self.families.of(contents.zones, lying)
        return all(self._holding[family] <= frozenset(contents.things.ids) for family in families)

    def _look(self, look: Look, lying: Lying) -> Footprint:
        match look:
            case k.Read(cell, _):
                return Footprint(cells=frozenset((cell,)))
            case k.Call(definition, _):
                return self._definition(definition)
            case k.ZoneOf(thing) | k.Position(thing):
                here = self.families.lies(thing, lying)
                return Footprint(everywhere=True) if here is None else Footprint(contents=here)
            case k.Contents(zones, _) | k.End(zone=zones):
                return Footprint(contents=self.families.of(zones, lying))
            case k.Fold():
                contents = _all_counted(look)
                assert contents is not None
                return Footprint(counts=self.families.of(contents.zones, lying))
            case _:
                assert_never(look)

    def _definition(self, name: str) -> Footprint:
        if name not in self._definitions:
            # A definition that asks itself may look anywhere, for all we know.
            self._definitions[name] = Footprint(everywhere=True)
            self._definitions[name] = self.of(self.machine.definitions[name])
        return self._definitions[name]
