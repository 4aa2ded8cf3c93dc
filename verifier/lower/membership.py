"""Does a loop change what its members rest on? Asked of the game's own steps, before they are lowered.

The members of a loop, and the condition behind `where`, are settled before the first of them is dealt with. Most loops
never touch what they ask about, and can ask as they go along; the others keep their members in cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from verifier.kernel import expression as k
from verifier.kernel.domain import Zones
from verifier.kernel.visit import children, preorder, substituted
from verifier.lower.names import Naming
from verifier.model import steps as m
from verifier.model.game import Procedure

Families = frozenset[str]


@dataclass(slots=True)
class Looks:
    """What an expression asks: cells, contents of zones, where the member lies, where others lie."""

    cells: set[str] = field(default_factory=set)
    families: set[str] = field(default_factory=set)
    own_place: bool = False
    other_places: bool = False


@dataclass(slots=True)
class Changes:
    """What steps may change: cells, zones that components leave or enter, and those of others than the member."""

    cells: set[str] = field(default_factory=set)
    families: set[str] = field(default_factory=set)
    by_others: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Known:
    """The name of the member here, and where components that have a name lie."""

    own: str | None
    homes: Mapping[str, Families]

    def without(self, name: str) -> Known:
        homes = {other: home for other, home in self.homes.items() if other != name}
        return Known(None if name == self.own else self.own, homes)


class Membership(Naming):
    def unsettled(
        self,
        asked: Sequence[k.Expr | k.Source],
        own: k.Bind,
        steps: Sequence[m.Step],
        again: bool = False,
    ) -> bool:
        """May the steps for one member change what is asked of a later one, or of itself when it comes `again`?"""
        looks, changes = Looks(), Changes()
        for node in asked:
            self._look(node, frozenset((own.local,)), looks)
        home = self.source_families(own.source)
        self._change(steps, Known(own.local, {own.local: home}), changes, set())
        return bool(
            looks.cells & changes.cells
            or looks.families & changes.families
            or (looks.other_places and changes.families)
            or (looks.own_place and (changes.families if again else changes.by_others) & home)
        )

    def is_ordered(self, source: k.Source) -> bool:
        """Do the members lie in piles or rows?"""
        if not isinstance(source, k.Contents):
            return False
        return any(self.game.families[name].shape in ("pile", "row") for name in self.source_families(source))

    def any_order(self, own: k.Bind, steps: Sequence[m.Step]) -> bool:
        """Is the outcome the same in whatever order the members come?

        Surely so if each writes only what is its own, or goes into a set, and nobody looks at what the others did.
        """
        written: set[str] = set()
        for step in _flat(steps):
            match step:
                case m.Write(cell, index, _) if any(_is(part, own.local) for part in index):
                    written.add(cell)
                case m.Move(thing, _, to, _) if (
                    _is(thing, own.local) and self.families_of(to) <= self.unordered
                ):
                    pass
                case m.Rule() | m.Each():
                    pass
                case _:
                    return False
        asked = [node for step in _flat(steps) for node in _operands(step)]
        looks, changes = Looks(), Changes()
        for node in asked:
            self._look(node, frozenset((own.local,)), looks)
        self._change(steps, Known(own.local, {own.local: self.source_families(own.source)}), changes, set())
        if looks.families & changes.families or (looks.other_places and changes.families):
            return False
        return all(
            any(_is(part, own.local) for part in read.index)
            for read in self._reads(asked)
            if read.cell in written
        )

    # --- what is asked

    def _look(self, node: k.Expr | k.Source | k.Bind, own: frozenset[str], looks: Looks) -> None:
        match node:
            case k.Read(cell, _):
                looks.cells.add(cell)
            case k.ZoneOf(k.Local(name, _)) if name in own:
                looks.own_place = True
            case k.ZoneOf() | k.Position():
                looks.other_places = True
            case k.Contents(k.Local(name, _), _) | k.End(zone=k.Local(name, _)) if name in own:
                looks.own_place = True
            case k.Contents():
                looks.families |= self.source_families(node)
            case k.End(zone=zone):
                looks.families |= self.families_of(zone)
            case k.Call(name, args):
                for worked_out in self._called(name, args):
                    self._look(worked_out, own, looks)
            case (
                k.Const()
                | k.Local()
                | k.Lookup()
                | k.ZoneAt()
                | k.Arith()
                | k.Compare()
                | k.Not()
                | k.Logic()
            ):
                pass
            case k.If() | k.Fold() | k.Bind() | k.Values() | k.ZonesOf():
                pass
            case _:
                assert_never(node)
        for part in children(node):
            self._look(part, own, looks)

    def _called(self, name: str, args: Sequence[k.Expr]) -> Iterator[k.Expr]:
        """What a definition asks, its parameters replaced by what they stand for."""
        shape = self.game.definitions[name]
        names: Mapping[str, k.Expr] = {param: arg for (param, _), arg in zip(shape.params, args, strict=True)}
        parts = [shape.start, *(part for clause in shape.clauses for part in (*clause.when, clause.value))]
        return (substituted(part, names) for part in parts)

    def _reads(self, nodes: Sequence[k.Expr | k.Source]) -> Iterator[k.Read]:
        for part in preorder(*nodes):
            if isinstance(part, k.Read):
                yield part
            elif isinstance(part, k.Call):
                yield from self._reads(list(self._called(part.definition, part.args)))

    def source_families(self, source: k.Source) -> Families:
        match source:
            case k.Contents(k.ZonesOf(family, _), _) | k.ZonesOf(family, _):
                return frozenset((family,))
            case k.Contents(zone, _) if not isinstance(zone, k.ZonesOf):
                return self.families_of(zone)
            case _:
                return self.everywhere

    def families_of(self, zone: k.Expr) -> Families:
        domain = self.domain(zone)
        if not isinstance(domain, Zones):
            return self.everywhere
        ids = domain.ids
        return frozenset(
            family.name
            for family in self.game.families.values()
            if any(family.base <= number < family.base + family.size for number in ids)
        )

    # --- what is changed

    def _change(self, steps: Sequence[m.Step], known: Known, changes: Changes, seen: set[str]) -> None:
        for step in steps:
            match step:
                case m.Write(cell, _, _) | m.Roll(cell):
                    changes.cells.add(cell)
                case m.Move(thing, source, to, _):
                    self._moved(thing, source, to, known, changes)
                    known = known.without(thing.name) if isinstance(thing, k.Local) else known
                case m.Deal(_, source, to, _):
                    self._foreign(self.families_of(source) | self.families_of(to), changes)
                case m.Swap(left, right, zones):
                    both = self.families_of(left) | self.families_of(right) if zones else self.everywhere
                    self._foreign(both, changes)
                case m.Shuffle(zone):
                    self._foreign(self.families_of(zone), changes)
                case m.Do(name, args):
                    self._body(self.game.procedures[name], args, known, changes, seen)
                case m.DoText(thing, text):
                    for (_, other), procedure in self.game.texts.items():
                        if other == text:
                            self._body(procedure, (thing,), known, changes, seen)
                case m.Offer(_, offered, _):
                    for each in offered:
                        action = self.game.actions[each.action]
                        self._hooks(action.name, changes, seen)
                        self._change(action.steps, Known(None, {}), changes, seen)
                case m.Each(binds, _, inner):
                    self._change(inner, self._bound(binds, known), changes, seen)
                case m.Repeat(_, _, inner) | m.Rule(_, _, inner) | m.As(_, inner):
                    self._change(inner, known, changes, seen)
                    known = Known(known.own, {n: home for n, home in known.homes.items() if n == known.own})
                case m.GoRound():
                    self._change(step.steps, known, changes, seen)
                case m.Choose(_, _, binds, _):
                    known = self._bound(binds, known)
                case m.Let() | m.Show() | m.Guard():
                    pass
                case _:
                    assert_never(step)

    def _bound(self, binds: Sequence[k.Bind], known: Known) -> Known:
        homes = {b.local: self.source_families(b.source) for b in binds if isinstance(b.source, k.Contents)}
        return Known(known.own, {**known.homes, **homes})

    def _moved(
        self, thing: k.Expr, source: k.Expr | None, to: k.Expr, known: Known, changes: Changes
    ) -> None:
        name = thing.name if isinstance(thing, k.Local) else None
        if name is not None and name == known.own:
            changes.families |= known.homes.get(name, self.everywhere) | self.families_of(to)
            return
        left = (
            self.families_of(source) if source is not None else known.homes.get(name or "", self.everywhere)
        )
        self._foreign(left, changes)
        changes.families |= self.families_of(to)
        if not (known.own is not None and _is(to, known.own)):
            changes.by_others |= self.families_of(to)

    def _foreign(self, families: Families, changes: Changes) -> None:
        changes.families |= families
        changes.by_others |= families

    def _body(
        self, procedure: Procedure, args: Sequence[k.Expr], known: Known, changes: Changes, seen: set[str]
    ) -> None:
        own, homes = None, {}
        for param, arg in zip(procedure.params, args, strict=False):
            if isinstance(arg, k.Local) and arg.name in known.homes:
                homes[param.name] = known.homes[arg.name]
                own = param.name if arg.name == known.own else own
        key = f"{procedure.name} {own} {sorted((name, *sorted(home)) for name, home in homes.items())}"
        if key in seen:
            return
        seen.add(key)
        self._hooks(procedure.name, changes, seen)
        self._change(procedure.steps, Known(own, homes), changes, seen)

    def _hooks(self, name: str, changes: Changes, seen: set[str]) -> None:
        for when in ("before", "after"):
            self._change(self.game.hooks.get((when, name), ()), Known(None, {}), changes, seen)

    @property
    def everywhere(self) -> Families:
        return frozenset(self.game.families)


def _is(expr: k.Expr, local: str) -> bool:
    return isinstance(expr, k.Local) and expr.name == local


def _flat(steps: Sequence[m.Step]) -> Iterator[m.Step]:
    for step in steps:
        yield step
        if isinstance(step, m.Rule | m.Each):
            yield from _flat(step.steps)


def _operands(step: m.Step) -> Sequence[k.Expr | k.Source]:
    match step:
        case m.Each(binds, where, _):
            return (*(bind.source for bind in binds), *(() if where is None else (where,)))
        case m.Move(_, _, to, _):
            return (to,)
        case m.Write(_, index, value):
            return (*index, value)
        case m.Rule(_, when, _):
            return when
        case _:
            return ()
