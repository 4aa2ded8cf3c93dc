"""Counts and sums over many components, updated by what a step moves.

A count that cannot be followed is a function of its own, of which the laws of counts are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, assert_never

import z3

from verifier.analysis.regions import Region
from verifier.check.quantified.fold_terms import (
    Value,
    among,
    as_number,
    as_truth,
    both,
    chosen,
    equal,
    implies,
    term,
)
from verifier.check.quantified.state import (
    Branched,
    CellWritten,
    ComponentMoved,
    Havoc,
    UnreadableError,
    World,
)
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Things
from verifier.kernel.machine import Let, Put, Step, Take, Times
from verifier.kernel.visit import Operand, children, free_locals, preorder

if TYPE_CHECKING:
    from verifier.check.quantified.encode import Encoder, Env


# --- counts and sums


class CountTerms:
    """The counts of one machine. `asked` is how often one was needed."""

    def __init__(self, reading: Encoder) -> None:
        self.reading = reading
        self.asked = 0
        self._entries: dict[tuple[int, k.Fold], tuple[Any, list[Value]]] = {}
        self._separate: dict[k.Fold, bool] = {}
        self._free: dict[k.Fold, list[str]] = {}

    def counted(self, fold: k.Fold, env: Env, world: World) -> Value:
        """The count in this world."""
        about = tuple(env[name] for name in self._free_names(fold))
        return self.reading.once((world.number, fold), about, lambda: self._counted(fold, env, world))

    def _free_names(self, fold: k.Fold) -> list[str]:
        if fold not in self._free:
            self._free[fold] = sorted(free_locals(fold))
        return self._free[fold]

    def _counted(self, fold: k.Fold, env: Env, world: World) -> Value:
        """The same, from the count in the world before it."""
        if world.before is None:
            return self._entry(fold, env, world)
        match world.how:
            case ComponentMoved(thing) if self.is_separate(fold):
                change = self._share(fold, thing, env, world) - self._share(fold, thing, env, world.before)
                return self.counted(fold, env, world.before) + change
            case CellWritten(cell, index):
                look = self.reading.regions.looked_at(self.reading.definitions.inlined(fold))
                if cell not in look.cells:
                    return self.counted(fold, env, world.before)
                if len(index) == 1 and self._reads_its_own(fold, cell):
                    share = self._share(fold, index[0], env, world)
                    change = share - self._share(fold, index[0], env, world.before)
                    return self.counted(fold, env, world.before) + change
            case Branched(test, then, otherwise):
                return chosen(test, self.counted(fold, env, then), self.counted(fold, env, otherwise))
            case Havoc(changed):
                if not self.reading.regions.looked_at(self.reading.definitions.inlined(fold)).meets(changed):
                    return self.counted(fold, env, world.before)
        return self._entry(fold, env, world)

    def _share(self, fold: k.Fold, thing: Value, env: Env, world: World) -> Value:
        """What one component adds to a count or sum."""
        (bind,) = fold.binds
        inner = {**env, bind.local: thing}
        test = both((self.reading.is_thing(thing), self.reading.members(bind.source, thing, env, world)))
        if fold.where is not None:
            test = both((test, self.reading.truth(fold.where, inner, world)))
        body = self.reading.value(fold.body, inner, world)
        if fold.op == "count":
            return as_number(both((test, as_truth(body))))
        return chosen(test, as_number(body), 0)

    def is_separate(self, fold: k.Fold) -> bool:
        """Does each component add its share wherever the others lie?"""
        if fold not in self._separate:
            self._separate[fold] = len(fold.binds) == 1 and self._is_separate(fold, *fold.binds)
        return self._separate[fold]

    def _is_separate(self, fold: k.Fold, bind: k.Bind) -> bool:
        match bind.source:
            case k.Contents(zones, _):
                inside: list[Any] = [zones]
            case k.Values(Things(), _):
                inside = []
            case k.Values() | k.ZonesOf():
                return False
            case _:
                assert_never(bind.source)
        inside += [part for part in (fold.where, fold.body) if part is not None]
        return not any(self.beside(part, bind.local).spreads for part in inside)

    def beside(self, node: Any, local: str) -> Region:
        """What is looked at besides the place of one component."""
        match node:
            case k.Call():
                return self.beside(self.reading.definitions.inlined(node), local)
            case k.ZoneOf(k.Local(name, _)) if name == local:
                return Region()
            case k.ZoneOf() | k.Position() | k.Contents() | k.End():
                return self.reading.regions.looked_at(node)
            case _:
                found = Region()
                for part in children(node):
                    found |= self.beside(part, local)
                return found

    def _reads_its_own(self, fold: k.Fold, cell: str) -> bool:
        """Is the cell read only for the component that is counted?"""
        if len(fold.binds) != 1 or not self.is_separate(fold):
            return False
        local = fold.binds[0].local
        inside: list[Operand | k.Bind] = [
            self.reading.definitions.inlined(part) for part in (fold.where, fold.body) if part is not None
        ]
        source = fold.binds[0].source
        if isinstance(source, k.Contents):
            inside.append(source.zones)
        reads = (part for whole in inside for part in preorder(whole) if isinstance(part, k.Read))
        return all(_is_of(part, local) for part in reads if part.cell == cell)

    def _domain_of(self, bind: k.Bind) -> Domain:
        assert isinstance(bind.source, k.Contents | k.Values)
        return bind.source.things if isinstance(bind.source, k.Contents) else bind.source.domain

    def _entry(self, fold: k.Fold, env: Env, world: World) -> Value:
        """A count of which only the laws of counts are known."""
        self.asked += 1
        key = world.number, fold
        names = self._free_names(fold)
        if key not in self._entries:
            sorts = [z3.IntSort()] * (len(names) + 1)
            name = f"{fold.op} #{self.reading.next()}"
            count = z3.Function(name, *sorts) if names else z3.Int(name)
            self._entries[key] = count, self._laws_of(fold, names, count, world)
        count, laws = self._entries[key]
        self.reading.laws += laws
        return count(*(as_number(env[name]) for name in names)) if names else count

    def _laws_of(self, fold: k.Fold, names: list[str], count: Any, world: World) -> list[Value]:
        """A count is 0 if nothing is counted, and all there are if all are counted. So it is with sums."""
        about = [self.reading.named(name) for name in names]
        value = count(*about) if names else count
        env = dict(zip(names, about, strict=True))
        if len(fold.binds) != 1 or isinstance(fold.binds[0].source, k.ZonesOf):
            return []
        with self.reading.noting() as inside:
            try:
                bound, test, body = self.reading.bound(fold, env, world)
            except UnreadableError:
                return []
        domain = self._domain_of(fold.binds[0])
        if fold.op == "sum":
            body = as_number(body)
            if self.reading.interval(fold.body).low < 0:
                return []
            laws = [value >= 0, (value == 0) == z3.ForAll(bound, z3.Not(term(both((test, body >= 1)))))]
        else:
            counted = term(both((test, as_truth(body))))
            laws = [value >= 0, (value == 0) == z3.ForAll(bound, z3.Not(counted))]
            if isinstance(domain, Things):
                every = z3.ForAll(bound, z3.Implies(term(among(bound[0], domain.ids)), counted))
                laws += [value <= len(domain.ids), (value == len(domain.ids)) == every]
            laws += self._among_all(fold, value, bound[0], env, world)
        laws += self._unchanged(fold, value, bound[0], env, world)
        laws = [z3.ForAll(about, law, patterns=[value]) if names else law for law in laws]
        return [*inside, *laws]

    def _unchanged(self, fold: k.Fold, value: Value, one: Value, env: Env, world: World) -> list[Value]:
        """If each component adds what it added before, the count is what it was."""
        if world.before is None or not self.is_separate(fold):
            return []
        with self.reading.quantifying():
            now, then = (self._share(fold, one, env, place) for place in (world, world.before))
        same = z3.ForAll([one], term(equal(now, then)))
        return [z3.Implies(same, equal(value, self.counted(fold, env, world.before)))]

    def _among_all(self, fold: k.Fold, value: Value, one: Value, env: Env, world: World) -> list[Value]:
        """Of what lies in one zone, those of a class are no more than all, and as many if there are no others."""
        match fold:
            case k.Fold(_, (k.Bind(_, k.Contents(zone, things)),), None, k.Const(1), None) if not isinstance(
                zone, k.ZonesOf
            ):
                where = self.reading.number(zone, env, world)
                here = both((self.reading.is_thing(one), equal(world.lies(one), where)))
                others = z3.Implies(here, term(among(one, things.ids)))
                size = world.sizes(where)
                return [
                    implies(where >= 0, value <= size),
                    implies(where >= 0, (value == size) == z3.ForAll([one], others)),
                ]
        return []


def _is_of(read: k.Read, local: str) -> bool:
    """Is it read for this component alone?"""
    match read.index:
        case (k.Local(name, _),):
            return name == local
    return False


# --- steps recognised as one construct of the language


def swap_in(steps: Sequence[Step]) -> tuple[k.Expr, k.Expr] | None:
    """Two zones whose contents change places: as many as lie in each go to the other, from the bottom."""
    match steps:
        case [Let(first, one), Let(second, other), Times() as there, Times() as back, *_]:
            here, yonder = _counted(one), _counted(other)
            if here is None or yonder is None:
                return None
            if _emptied(there, first) == (here, yonder) and _emptied(back, second) == (yonder, here):
                return here, yonder
    return None


def _counted(expr: k.Expr) -> k.Expr | None:
    """The zone of which everything is counted."""
    match expr:
        case k.Fold("count", (k.Bind(_, k.Contents(zone, things)),), None, k.Const(1), None) if (
            not isinstance(zone, k.ZonesOf) and things.name == "component"
        ):
            return zone
    return None


def _emptied(times: Times, count: str) -> tuple[k.Expr, k.Expr] | None:
    match times:
        case Times(
            k.Local(often),
            _,
            (
                Let(local, k.End("bottom", _, zone, _, None)),
                Take(k.Local(taken), origin),
                Put(k.Local(laid), target, "top"),
            ),
        ) if often == count and local == taken == laid and origin == zone:
            return zone, target
    return None
