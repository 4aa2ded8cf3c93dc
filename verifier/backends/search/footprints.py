"""What an expression looks at: the cells, the zones by their contents, the zones by their number only."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

from verifier.backends.machine.layout import Layout
from verifier.backends.machine.state import State
from verifier.backends.search.places import Places
from verifier.kernel import expression as k
from verifier.kernel.machine import Machine
from verifier.kernel.visit import Operand, children, operands

Project = Callable[[State], Hashable]


@dataclass(frozen=True, slots=True)
class Footprint:
    """`contents` and `counts` are families of zones; with `everywhere`, it may look at any component."""

    cells: frozenset[str] = frozenset()
    contents: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()
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

    def __init__(self, machine: Machine, holding: Mapping[int, frozenset[int]]) -> None:
        self.machine = machine
        self.places = Places(machine)
        self.holding = {
            name: frozenset().union(
                *(holding[zone] for zone in range(family.base, family.base + family.size))
            )
            for name, family in machine.families.items()
        }
        self._definitions: dict[str, Footprint] = {}

    def of(self, node: Operand | k.Bind) -> Footprint:
        return self._of(node, {})

    def _of(self, node: Operand | k.Bind, lying: dict[str, frozenset[str]]) -> Footprint:
        match node:
            case k.Read(cell, index):
                return self._all(index, lying) | Footprint(cells=frozenset((cell,)))
            case k.Call(definition, args):
                return self._all(args, lying) | self._definition(definition)
            case k.ZoneOf(thing) | k.Position(thing):
                known = isinstance(thing, k.Local) and thing.name in lying
                here = lying[thing.name] if known and isinstance(thing, k.Local) else None
                found = Footprint(everywhere=True) if here is None else Footprint(contents=here)
                return found | self._of(thing, lying)
            case k.Contents(zones, _):
                here = self.places.of(zones, lying)
                return Footprint(contents=here) | self._of(zones, lying)
            case k.End(_, local, zone, _, where):
                here = self.places.of(zone, lying)
                found = Footprint(contents=here) | self._of(zone, lying)
                return found if where is None else found | self._of(where, {**lying, local: here})
            case k.Fold():
                return self._fold(node, lying)
            case _:
                return self._all(children(node), lying)

    def _all(self, nodes: Iterable[Operand | k.Bind], lying: dict[str, frozenset[str]]) -> Footprint:
        found = Footprint()
        for node in nodes:
            found |= self._of(node, lying)
        return found

    def _fold(self, fold: k.Fold, lying: dict[str, frozenset[str]]) -> Footprint:
        match fold:
            case k.Fold("count" | "any", (k.Bind(_, k.Contents(zones, things)),), None, k.Const(), None):
                families = self.places.of(zones, lying)
                if all(self.holding[family] <= frozenset(things.ids) for family in families):
                    return Footprint(counts=families) | self._of(zones, lying)
        found, inner = Footprint(), dict(lying)
        for bind in fold.binds:
            # Who comes first changes no count, sum or highest value.
            if not isinstance(bind.source, k.Values):
                found |= self._of(bind.source, inner)
            inner.pop(bind.local, None)
            if isinstance(bind.source, k.Contents):
                inner[bind.local] = self.places.of(bind.source.zones, inner)
        for part in (fold.where, fold.body, fold.default):
            if part is not None:
                found |= self._of(part, inner)
        return found

    def _definition(self, name: str) -> Footprint:
        if name not in self._definitions:
            self._definitions[name] = Footprint(everywhere=True)
            self._definitions[name] = self._all(operands(self.machine.definitions[name]), {})
        return self._definitions[name]


def view_of(layout: Layout, footprint: Footprint) -> list[str] | None:
    """Python expressions of a state `s` with zones `z` that show what a footprint covers; `None` if all."""
    if footprint.everywhere:
        return None
    found = []
    for name in sorted(footprint.contents):
        family = layout.machine.families[name]
        found += [f"tuple(z[{zone}])" for zone in range(family.base, family.base + family.size)]
    for name in sorted(footprint.counts - footprint.contents):
        family = layout.machine.families[name]
        found += [f"len(z[{zone}])" for zone in range(family.base, family.base + family.size)]
    for name in sorted(footprint.cells):
        slot = f"s.{layout.slots[name]}"
        found.append(f"tuple({slot})" if layout.machine.cells[name].index else slot)
    return found


def projection(layout: Layout, footprint: Footprint) -> Project | None:
    """A function from a state to what a footprint covers; `None` if that is everything."""
    view = view_of(layout, footprint)
    if view is None:
        return None
    names: dict[str, object] = {}
    text = f"def project(s):\n z = s.zones\n return ({', '.join(view)}{',' if view else ''})"
    exec(compile(text, "<rulewright projection>", "exec"), names)
    made: Project = names["project"]  # type: ignore[assignment]
    return made
