"""Kernel expressions as terms of Z3, over components and zones that are unknowns: no fold is written out.

What is said of every component becomes a quantifier, a count a function with a handful of laws. So a claim about 180
cards is as short as one about eight. The order of zones is left open: what lies on top is any component that fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, assert_never

import z3

from verifier.backends.machine.layout import Axis, Layout
from verifier.backends.proof.reach import Reach
from verifier.backends.stepwise.folding import (
    Value,
    among,
    as_number,
    as_truth,
    asked,
    both,
    chosen,
    compared,
    either,
    equal,
    greatest,
    implies,
    is_plain,
    least,
    no,
    total,
)
from verifier.backends.stepwise.footprint import Footprint, Footprints
from verifier.backends.stepwise.worlds import Anything, Either, Moved, World, Written
from verifier.kernel.domain import NOTHING, Domain, Number, Things, Truth, Zones, bounds, values
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
    Source,
    Values,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import Family, Machine
from verifier.kernel.walk import everything, free_locals, parts, substituted

# A source of no more members than these is gone through one by one.
FEW = 16

Env = Mapping[str, Value]


class UnreadableError(Exception):
    """An expression asks about an order, or the like, of each of many members."""


class Reading:
    """One machine's expressions. `laws` are the truths about unknowns that were made on the way."""

    def __init__(self, machine: Machine, reach: Reach, footprints: Footprints) -> None:
        self.machine = machine
        self.layout = Layout(machine)
        self.reach = reach
        self.footprints = footprints
        self.holders = [
            frozenset(thing for thing, zones in enumerate(reach.zones) if zone in zones)
            for zone in range(machine.zones)
        ]
        self.laws: list[Value] = []
        self._made = 0
        self._quantifiers = 0
        # How often counts over many components were asked for.
        self.tallied = 0
        # What is known of a cell by its domain alone, said when it is read.
        self._ranges: dict[int, tuple[Value, Value]] = {}
        self._indexes: dict[str, tuple[list[z3.FuncDeclRef], Value]] = {}
        self._zone_tables: dict[str, Mapping[str, int] | None] = {}
        self._printed: dict[tuple[tuple[int, ...], int], tuple[z3.FuncDeclRef, Value]] = {}
        self._ledger: dict[tuple[int, Fold], tuple[Any, list[Value]]] = {}
        self._inlined: dict[Expr, Expr] = {}
        self._separate: dict[Fold, bool] = {}

    # --- unknowns

    def unknown(self, name: str) -> Value:
        """Something that the rules do not tell; under a quantifier it might be another thing for each member."""
        if self._quantifiers:
            raise UnreadableError(name)
        return self.named(name)

    def named(self, name: str) -> Value:
        self._made += 1
        return z3.Int(f"{name} #{self._made}")

    def _name(self, name: str) -> str:
        self._made += 1
        return f"{name} #{self._made}"

    @contextmanager
    def noting(self) -> Iterator[list[Value]]:
        """The laws that are needed for what is read meanwhile."""
        outer, self.laws = self.laws, []
        try:
            yield self.laws
        finally:
            self.laws = outer

    def world(self, name: str) -> World:
        """A state of which nothing is known but what holds of any."""
        lies, sizes = self.places(name)
        cells, rows = {}, {}
        for cell, shape in self.machine.cells.items():
            if shape.index:
                rows[cell] = self.row(cell, name)
            else:
                cells[cell] = self.cell(cell, name)
        return World(self.next(), lies, sizes, cells, rows)

    def next(self) -> int:
        self._made += 1
        return self._made

    def places(self, name: str) -> tuple[z3.FuncDeclRef, z3.FuncDeclRef]:
        """Places and sizes as they may be."""
        lies = self._function(f"{name}: zone of")
        sizes = self._function(f"{name}: size of")
        self.laws += self.zoning(lies, sizes)
        return lies, sizes

    def _function(self, name: str) -> z3.FuncDeclRef:
        return z3.Function(f"{name} #{self.next()}", z3.IntSort(), z3.IntSort())

    def zoning(self, lies: z3.FuncDeclRef, sizes: z3.FuncDeclRef) -> list[Value]:
        """Each component lies in a zone it can reach; a zone is empty if its size is 0."""
        thing, zone = z3.Ints("t z")
        count = len(self.machine.things)
        groups: dict[frozenset[int], list[int]] = {}
        for number, zones in enumerate(self.reach.zones):
            groups.setdefault(frozenset(zones), []).append(number)
        found = [
            z3.ForAll(
                [thing],
                z3.Implies(among(thing, members), among(lies(thing), zones)),
                patterns=[lies(thing)],
            )
            for zones, members in groups.items()
        ]
        holder = self._function("some component in")
        inside = z3.And(thing >= 0, thing < count)
        some = z3.And(sizes(zone) >= 0, sizes(zone) <= count)
        found.append(z3.ForAll([zone], some, patterns=[sizes(zone)]))
        # Both are asked for: else the zone of each component would raise the question what lies there.
        taken = z3.Implies(z3.And(inside, lies(thing) == zone), sizes(zone) >= 1)
        found.append(z3.ForAll([thing, zone], taken, patterns=[z3.MultiPattern(lies(thing), sizes(zone))]))
        there = z3.And(holder(zone) >= 0, holder(zone) < count, lies(holder(zone)) == zone)
        valid = z3.And(zone >= 0, zone < self.machine.zones)
        found.append(
            z3.ForAll([zone], z3.Implies(z3.And(valid, sizes(zone) >= 1), there), patterns=[sizes(zone)])
        )
        return found

    def cell(self, name: str, world: str) -> Value:
        """A cell without indexes, with any value of its domain."""
        held = z3.Int(f"{world}: {name} #{self.next()}")
        self._ranges[held.get_id()] = held, self.fits(name, held)
        return held

    def row(self, name: str, world: str) -> z3.FuncDeclRef:
        """A cell with indexes, with any values of its domain."""
        held, place = self._function(f"{world}: {name}"), z3.Int("i")
        self.laws.append(z3.ForAll([place], _term(self.fits(name, held(place))), patterns=[held(place)]))
        return held

    def fits(self, name: str, value: Value) -> Value:
        """Is it a value that the cell may hold?"""
        cell = self.machine.cells[name]
        allowed = list(values(cell.domain)) if isinstance(cell.domain, Things | Zones) else None
        low, high = bounds(cell.domain)
        inside = both((value >= low, value <= high)) if allowed is None else among(value, allowed)
        if (cell.optional or cell.life == "frame") and not cell.given:
            return either((inside, equal(value, NOTHING)))
        return inside

    # --- expressions

    def truth(self, expr: Expr, env: Env, world: World) -> Value:
        return as_truth(self.value(expr, env, world))

    def number(self, expr: Expr, env: Env, world: World) -> Value:
        return as_number(self.value(expr, env, world))

    def value(self, expr: Expr, env: Env, world: World) -> Value:
        match expr:
            case Const(value, domain):
                return bool(value) if isinstance(domain, Truth) else value
            case Local(name, _):
                return env[name]
            case Read(cell, index):
                return self._read(cell, [self.number(part, env, world) for part in index], world)
            case Lookup(table, index):
                return self._lookup(table, [self.number(part, env, world) for part in index])
            case ZoneAt(family, index):
                return self._zone_at(family, [self.number(part, env, world) for part in index])
            case ZoneOf(thing):
                one = self.number(thing, env, world)
                return chosen(self.is_thing(one), world.lies(one), NOTHING)
            case Position():
                place = self.unknown("place")
                self.laws.append(place >= 0)
                return place
            case Arith(op, left, right):
                return self._arithmetic(op, self.number(left, env, world), self.number(right, env, world))
            case Compare(op, left, right):
                return compared(op, self.value(left, env, world), self.value(right, env, world))
            case Not(operand):
                return no(self.truth(operand, env, world))
            case Logic("and", all_parts):
                return both(self.truth(part, env, world) for part in all_parts)
            case Logic(_, all_parts):
                return either(self.truth(part, env, world) for part in all_parts)
            case If(test, then, otherwise):
                return chosen(
                    self.truth(test, env, world),
                    self.value(then, env, world),
                    self.value(otherwise, env, world),
                )
            case Fold():
                return self._fold(expr, env, world)
            case End():
                return self._end(expr, env, world)
            case Call(definition, _):
                return self._within(definition, self.value(self.inlined(expr), env, world))
            case _:
                assert_never(expr)

    def _within(self, definition: str, value: Value) -> Value:
        """A number that is worked out lies in the range of its definition."""
        domain = self.machine.definitions[definition].domain
        if isinstance(domain, Number) and not is_plain(value) and not self._quantifiers:
            self.laws.append(both((value >= domain.low, value <= domain.high)))
        return value

    def is_thing(self, value: Value) -> Value:
        return both((value >= 0, value < len(self.machine.things)))

    def _arithmetic(self, op: str, left: Value, right: Value) -> Value:
        match op:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "min":
                return least(left, right)
            case "max":
                return greatest(left, right)
        if is_plain(right) and right > 0:
            if is_plain(left):
                return left // right if op == "/" else left % right
            return left / right if op == "/" else left % right
        return self.unknown(op)

    # --- cells, tables, zones at an index

    def _read(self, name: str, index: list[Value], world: World) -> Value:
        if not index:
            held = world.cells[name]
            if not is_plain(held) and held.get_id() in self._ranges:
                self.laws.append(self._ranges[held.get_id()][1])
            return held
        cell = self.machine.cells[name]
        fits, place = self.place(self.layout.cell_axes(cell), index)
        return chosen(fits, world.rows[name](place), self.layout.row(cell)[-1])

    def place(self, axes: tuple[Axis, ...], index: list[Value]) -> tuple[Value, Value]:
        """Whether the index lies on the axes, and its place among all, row by row."""
        fits, place = [], 0
        for axis, value in zip(axes, index, strict=True):
            if axis.places is not None:
                fits.append(among(value, axis.places))
                at: Value = 0
                for one, where in axis.places.items():
                    at = chosen(equal(value, one), where, at)
            else:
                at = value - axis.offset
                fits.append(both((at >= 0, at < axis.size)))
            place = place * axis.size + at
        return both(fits), place

    def _lookup(self, name: str, index: list[Value]) -> Value:
        table = self.machine.tables[name]
        axes = self.layout.table_axes(name)
        if name not in self._zone_tables:
            self._zone_tables[name] = self._as_indexes(name)
        families = self._zone_tables[name]
        if families is not None and not is_plain(index[0]):
            found: Value = NOTHING
            for family, axis in families.items():
                base, size = self.machine.families[family].base, self.machine.families[family].size
                inside = both((index[0] >= base, index[0] < base + size))
                found = chosen(inside, self._index_of(family, axis, index[0]), found)
            return found
        found = self._entries(table.values, axes, index, table.missing)
        return as_truth(found) if isinstance(table.domain, Truth) else found

    def _entries(
        self, entries: tuple[int, ...], axes: tuple[Axis, ...], index: list[Value], missing: int
    ) -> Value:
        """The entry at an index: for each value of the last index, the ranges of the first ones."""
        if not axes:
            return entries[0]
        axis, value = axes[-1], index[-1]
        if len(axes) > 1:
            found: Value = missing
            for place in range(axis.size):
                column = self._entries(entries[place :: axis.size], axes[:-1], index[:-1], missing)
                found = chosen(equal(value, place + axis.offset), column, found)
            return found
        if is_plain(value):
            place = value - axis.offset
            return entries[place] if 0 <= place < axis.size else missing
        by_entry: dict[int, list[int]] = {}
        for place, entry in enumerate(entries):
            by_entry.setdefault(entry, []).append(place + axis.offset)
        if len(by_entry) > FEW:
            return self._one_of_many(entries, axis.offset, by_entry, missing, value)
        found = missing
        for entry, places in by_entry.items():
            if entry != missing:
                found = chosen(among(value, places), entry, found)
        return found

    def _one_of_many(
        self,
        entries: tuple[int, ...],
        offset: int,
        by_entry: Mapping[int, list[int]],
        missing: int,
        value: Value,
    ) -> Value:
        """A function of its own: most often it matters only whether two entries are the same."""
        key = entries, offset
        if key not in self._printed:
            entry, one = self._function("printed"), z3.Int("i")
            cases = [z3.And(among(one, places), entry(one) == what) for what, places in by_entry.items()]
            beyond = z3.Or(one < offset, one >= offset + len(entries))
            cases.append(z3.And(beyond, entry(one) == missing))
            self._printed[key] = entry, z3.ForAll([one], z3.Or(cases), patterns=[entry(one)])
        entry, law = self._printed[key]
        self.laws.append(law)
        return entry(value)

    def _zone_at(self, name: str, index: list[Value]) -> Value:
        family = self.machine.families[name]
        fits, place = self.place(self.layout.family_axes(family), index)
        return chosen(fits, family.base + place, NOTHING)

    # --- sources

    def members(self, source: Source, one: Value, env: Env, world: World) -> Value:
        """Is it a member of the source?"""
        match source:
            case Values(domain, _):
                return among(one, values(domain))
            case ZonesOf(name, index):
                family = self.machine.families[name]
                inside = both((one >= family.base, one < family.base + family.size))
                fixed = [
                    equal(self._index_of(name, axis, one), self.number(part, env, world))
                    for axis, part in enumerate(index)
                    if part is not None
                ]
                return both((inside, *fixed))
            case Contents(zones, things):
                there = world.lies(one)
                if isinstance(zones, ZonesOf):
                    lying = self.members(zones, there, env, world)
                else:
                    lying = equal(there, self.number(zones, env, world))
                return both((among(one, things.ids), lying))
            case _:
                assert_never(source)

    def _index_of(self, name: str, axis: int, zone: Value) -> Value:
        """An index of a zone that is known to belong to a family."""
        family = self.machine.families[name]
        if is_plain(zone):
            inside = family.base <= zone < family.base + family.size
            return self.layout.zone_index(zone)[axis] if inside else NOTHING
        axes = self.layout.family_axes(family)
        if any(one.places is not None for one in axes):
            every = [self.layout.zone_index(family.base + place)[axis] for place in range(family.size)]
            return self._entries(tuple(every), (Axis(family.base, family.size),), [zone], NOTHING)
        if name not in self._indexes:
            self._indexes[name] = self._decomposed(family, axes)
        parts_, law = self._indexes[name]
        self.laws.append(law)
        return parts_[axis](zone) + axes[axis].offset

    def _decomposed(self, family: Family, axes: tuple[Axis, ...]) -> tuple[list[z3.FuncDeclRef], Value]:
        """The indexes of a zone as functions, and how its number is made of them."""
        zone, place, limits = z3.Int("z"), 0, []
        found = [self._function(f"{name} of {family.name}") for name, _ in family.index]
        for axis, index in zip(axes, found, strict=True):
            place = place * axis.size + index(zone)
            limits += [index(zone) >= 0, index(zone) < axis.size]
        inside = z3.And(zone >= family.base, zone < family.base + family.size)
        law = z3.Implies(inside, z3.And(zone == family.base + place, *limits))
        return found, z3.ForAll([zone], law, patterns=[index(zone) for index in found])

    def _as_indexes(self, name: str) -> Mapping[str, int] | None:
        """The families whose zones a table gives an index of, and which; `None` if it says something else."""
        table = self.machine.tables[name]
        if len(table.index) != 1 or not isinstance(table.index[0], Zones) or table.missing != NOTHING:
            return None
        found: dict[str, int] = {}
        for family in self.machine.families.values():
            entries = table.values[family.base : family.base + family.size]
            if all(entry == NOTHING for entry in entries):
                continue
            for axis in range(len(family.index)):
                every = [self.layout.zone_index(family.base + place)[axis] for place in range(family.size)]
                if tuple(every) == entries:
                    found[family.name] = axis
                    break
            else:
                return None
        return found

    # --- folds

    def _fold(self, fold: Fold, env: Env, world: World) -> Value:
        first, rest = fold.binds[0], fold.binds[1:]
        if isinstance(first.source, Values) and len(values(first.source.domain)) <= FEW:
            return self._one_by_one(fold, first, rest, env, world)
        if fold.op in ("every", "any"):
            return self._quantified(fold, env, world)
        if fold.op in ("count", "sum"):
            whole = self._whole(fold, env, world)
            return self._counted(fold, env, world) if whole is None else whole
        return self._extreme(fold, env, world)

    def _one_by_one(self, fold: Fold, first: Bind, rest: tuple[Bind, ...], env: Env, world: World) -> Value:
        assert isinstance(first.source, Values)
        found = []
        for one in values(first.source.domain):
            inner = {**env, first.local: one}
            if rest:
                found.append(
                    self.value(Fold(fold.op, rest, fold.where, fold.body, fold.default), inner, world)
                )
                continue
            test = True if fold.where is None else self.truth(fold.where, inner, world)
            found.append((test, self.value(fold.body, inner, world)))
        if rest:
            if fold.op in ("highest", "lowest"):
                return self._extreme(fold, env, world)
            pairs = [(True, one) for one in found]
        else:
            pairs = found
        match fold.op:
            case "every":
                return both(implies(test, as_truth(body)) for test, body in pairs)
            case "any":
                return either(both((test, as_truth(body))) for test, body in pairs)
            case "count" if not rest:
                return total(as_number(both((test, as_truth(body)))) for test, body in pairs)
            case "count" | "sum":
                return total(chosen(test, as_number(body), 0) for test, body in pairs)
            case _:
                return self._extreme(fold, env, world)

    @contextmanager
    def quantifying(self) -> Iterator[None]:
        self._quantifiers += 1
        try:
            yield
        finally:
            self._quantifiers -= 1

    def _bound(self, fold: Fold, env: Env, world: World) -> tuple[list[Value], Value, Value]:
        """Names for the members of a fold, the condition to be one, and the body."""
        inner, names, tests = dict(env), [], []
        with self.quantifying():
            for bind in fold.binds:
                name = self.named(bind.local)
                tests.append(self.members(bind.source, name, inner, world))
                inner[bind.local] = name
                names.append(name)
            if fold.where is not None:
                tests.append(self.truth(fold.where, inner, world))
            return names, both(tests), self.value(fold.body, inner, world)

    def _quantified(self, fold: Fold, env: Env, world: World) -> Value:
        names, test, body = self._bound(fold, env, world)
        body = as_truth(body)
        if fold.op == "every":
            claim = implies(test, body)
            return (
                claim
                if isinstance(claim, bool)
                else z3.ForAll(names, claim, patterns=self._where(fold, names, claim, world))
            )
        claim = both((test, body))
        return claim if isinstance(claim, bool) else z3.Exists(names, claim)

    def _where(self, fold: Fold, names: list[Value], claim: Value, world: World) -> list[Value]:
        """What is said of every zone is said of those whose size anybody asks for; else the solver may choose."""
        if len(names) != 1 or not isinstance(fold.binds[0].source, ZonesOf):
            return []
        return asked(names[0], world.sizes(names[0]), claim)

    def _whole(self, fold: Fold, env: Env, world: World) -> Value | None:
        """The count of all that lies in a zone, or in a few, is its size."""
        match fold:
            case Fold("count", (Bind(_, Contents(zones, things)),), None, Const(1), None):
                possible = (
                    self.reach.members(zones, {})
                    if isinstance(zones, ZonesOf)
                    else self.reach.values(zones, {})
                )
                if possible is None or not all(
                    one == NOTHING or self.holders[one] <= frozenset(things.ids) for one in possible
                ):
                    return None
                if isinstance(zones, ZonesOf):
                    if len(possible) > FEW:
                        return None
                    return total(
                        chosen(self.members(zones, one, env, world), world.sizes(one), 0)
                        for one in sorted(possible)
                    )
                where = self.number(zones, env, world)
                return chosen(where >= 0, world.sizes(where), 0)
        return None

    def _extreme(self, fold: Fold, env: Env, world: World) -> Value:
        """The highest or the lowest: some member has it, and none is beyond it."""
        found = self.unknown(fold.op)
        names, test, body = self._bound(fold, env, world)
        body = as_number(body)
        default = 0 if fold.default is None else self.number(fold.default, env, world)
        within = body <= found if fold.op == "highest" else body >= found
        nothing = z3.And(z3.ForAll(names, z3.Not(_term(test))), found == default)
        some = z3.And(
            z3.Exists(names, z3.And(_term(test), body == found)), z3.ForAll(names, implies(test, within))
        )
        self.laws.append(z3.Or(nothing, some))
        return found

    def _end(self, end: End, env: Env, world: World) -> Value:
        """Any component of the zone that fits; nothing if there is none."""
        zone = self.number(end.zone, env, world)
        found, other = self.unknown("end"), self.named("t")

        def fits(one: Value) -> Value:
            where = True if end.where is None else self.truth(end.where, {**env, end.local: one}, world)
            return both((among(one, end.things.ids), equal(world.lies(one), zone), where))

        self.laws.append(either((equal(found, NOTHING), fits(found))))
        with self.quantifying():
            none = z3.ForAll([other], z3.Not(_term(fits(other))))
        self.laws.append(implies(equal(found, NOTHING), none))
        self.laws.append(implies(equal(zone, NOTHING), equal(found, NOTHING)))
        return found

    # --- counts over many components

    def _counted(self, fold: Fold, env: Env, world: World) -> Value:
        """The count in this world, from the count in the world before it."""
        if world.before is None:
            return self._entry(fold, env, world)
        match world.how:
            case Moved(thing) if self.is_separate(fold):
                change = self._share(fold, thing, env, world) - self._share(fold, thing, env, world.before)
                return self._counted(fold, env, world.before) + change
            case Written(cell, index):
                look = self.footprints.looked_at(self.inlined(fold))
                if cell not in look.cells:
                    return self._counted(fold, env, world.before)
                if len(index) == 1 and self._reads_its_own(fold, cell):
                    share = self._share(fold, index[0], env, world)
                    change = share - self._share(fold, index[0], env, world.before)
                    return self._counted(fold, env, world.before) + change
            case Either(test, then, otherwise):
                return chosen(test, self._counted(fold, env, then), self._counted(fold, env, otherwise))
            case Anything(changed):
                if not self.footprints.looked_at(self.inlined(fold)).meets(changed):
                    return self._counted(fold, env, world.before)
        return self._entry(fold, env, world)

    def _share(self, fold: Fold, thing: Value, env: Env, world: World) -> Value:
        """What one component adds to a count or sum."""
        (bind,) = fold.binds
        inner = {**env, bind.local: thing}
        test = both((self.is_thing(thing), self.members(bind.source, thing, env, world)))
        if fold.where is not None:
            test = both((test, self.truth(fold.where, inner, world)))
        body = self.value(fold.body, inner, world)
        if fold.op == "count":
            return as_number(both((test, as_truth(body))))
        return chosen(test, as_number(body), 0)

    def is_separate(self, fold: Fold) -> bool:
        """Does each component add its share wherever the others lie?"""
        if fold not in self._separate:
            separate = len(fold.binds) == 1
            if separate:
                source = fold.binds[0].source
                inside = [source.zones] if isinstance(source, Contents) else []
                separate = isinstance(source, Contents) or (
                    isinstance(source, Values) and isinstance(source.domain, Things)
                )
                inside += [part for part in (fold.where, fold.body) if part is not None]
                looks = [self.beside(part, fold.binds[0].local) for part in inside]
                separate = separate and not any(look.spreads for look in looks)
            self._separate[fold] = separate
        return self._separate[fold]

    def beside(self, node: Any, local: str) -> Footprint:
        """What is looked at besides the place of one component."""
        match node:
            case Call():
                return self.beside(self.inlined(node), local)
            case ZoneOf(Local(name, _)) if name == local:
                return Footprint()
            case ZoneOf() | Position() | Contents() | End():
                return self.footprints.looked_at(node)
            case _:
                found = Footprint()
                for part in parts(node):
                    found |= self.beside(part, local)
                return found

    def _reads_its_own(self, fold: Fold, cell: str) -> bool:
        """Is the cell read only for the component that is counted?"""
        if len(fold.binds) != 1 or not self.is_separate(fold):
            return False
        local = fold.binds[0].local
        inside = [self.inlined(part) for part in (fold.where, fold.body) if part is not None]
        source = fold.binds[0].source
        if isinstance(source, Contents):
            inside.append(source.zones)  # type: ignore[arg-type]
        for whole in inside:
            for part in everything(whole):
                if isinstance(part, Read) and part.cell == cell:
                    index = part.index
                    if len(index) != 1 or not isinstance(index[0], Local) or index[0].name != local:
                        return False
        return True

    def _domain_of(self, bind: Bind) -> Domain:
        assert isinstance(bind.source, Contents | Values)
        return bind.source.things if isinstance(bind.source, Contents) else bind.source.domain

    def _entry(self, fold: Fold, env: Env, world: World) -> Value:
        """A count of which only the laws of counts are known."""
        self.tallied += 1
        key = world.number, fold
        names = sorted(free_locals(fold))
        if key not in self._ledger:
            sorts = [z3.IntSort()] * (len(names) + 1)
            count = z3.Function(self._name(fold.op), *sorts) if names else z3.Int(self._name(fold.op))
            self._ledger[key] = count, self._laws_of(fold, names, count, world)
        count, laws = self._ledger[key]
        self.laws += laws
        return count(*(as_number(env[name]) for name in names)) if names else count

    def _laws_of(self, fold: Fold, names: list[str], count: Any, world: World) -> list[Value]:
        """A count is 0 if nothing is counted, and all there are if all are counted. So it is with sums."""
        about = [self.named(name) for name in names]
        value = count(*about) if names else count
        env = dict(zip(names, about, strict=True))
        if len(fold.binds) != 1 or isinstance(fold.binds[0].source, ZonesOf):
            return []
        with self.noting() as inside:
            try:
                bound, test, body = self._bound(fold, env, world)
            except UnreadableError:
                return []
        domain = self._domain_of(fold.binds[0])
        if fold.op == "sum":
            body = as_number(body)
            if not self._never_negative(fold.body):
                return []
            laws = [value >= 0, (value == 0) == z3.ForAll(bound, z3.Not(_term(both((test, body >= 1)))))]
        else:
            counted = _term(both((test, as_truth(body))))
            laws = [value >= 0, (value == 0) == z3.ForAll(bound, z3.Not(counted))]
            if isinstance(domain, Things):
                every = z3.ForAll(bound, z3.Implies(_term(among(bound[0], domain.ids)), counted))
                laws += [value <= len(domain.ids), (value == len(domain.ids)) == every]
            laws += self._among_all(fold, value, bound[0], env, world)
        laws += self._unchanged(fold, value, bound[0], env, world)
        laws = [z3.ForAll(about, law, patterns=[value]) if names else law for law in laws]
        return [*inside, *laws]

    def _unchanged(self, fold: Fold, value: Value, one: Value, env: Env, world: World) -> list[Value]:
        """If each component adds what it added before, the count is what it was."""
        if world.before is None or not self.is_separate(fold):
            return []
        with self.quantifying():
            now, then = (self._share(fold, one, env, place) for place in (world, world.before))
        same = z3.ForAll([one], _term(equal(now, then)))
        return [z3.Implies(same, equal(value, self._counted(fold, env, world.before)))]

    def _never_negative(self, body: Expr) -> bool:
        match body:
            case Const(value, _):
                return value >= 0
            case Lookup(table, _):
                return min((self.machine.tables[table].missing, *self.machine.tables[table].values)) >= 0
            case Read(cell, _):
                return bounds(self.machine.cells[cell].domain)[0] >= 0
        return False

    def _among_all(self, fold: Fold, value: Value, one: Value, env: Env, world: World) -> list[Value]:
        """Of what lies in one zone, those of a class are no more than all, and as many if there are no others."""
        match fold:
            case Fold(_, (Bind(_, Contents(zone, things)),), None, Const(1), None) if not isinstance(
                zone, ZonesOf
            ):
                where = self.number(zone, env, world)
                here = both((self.is_thing(one), equal(world.lies(one), where)))
                others = z3.Implies(here, _term(among(one, things.ids)))
                size = world.sizes(where)
                return [
                    implies(where >= 0, value <= size),
                    implies(where >= 0, (value == size) == z3.ForAll([one], others)),
                ]
        return []

    # --- definitions

    def inlined(self, expr: Expr) -> Expr:
        """The expression with every definition written out in its place."""
        found = self._inlined.get(expr)
        if found is None:
            found = self._inlined[expr] = self._written_out(expr)
        return found

    def _written_out(self, node: Any) -> Any:
        if not any(isinstance(part, Call) for part in everything(node)):
            return node
        if isinstance(node, Call):
            shape = self.machine.definitions[node.definition]
            args = [self.inlined(arg) for arg in node.args]
            value = shape.start
            for rung in shape.rungs:
                step = _rung(rung.op, value, rung.value)
                value = If(Logic("and", rung.when), step, value) if rung.when else step
            names = {param: arg for (param, _), arg in zip(shape.params, args, strict=True)}
            return self.inlined(substituted(value, names))
        return _with_parts(node, self._written_out)


def _rung(op: str, value: Expr, by: Expr) -> Expr:
    match op:
        case "add":
            return Arith("+", value, by)
        case "subtract":
            return Arith("-", value, by)
        case "multiply":
            return Arith("*", value, by)
        case "at-least":
            return Arith("max", value, by)
        case "at-most":
            return Arith("min", value, by)
        case _:
            return Logic("and", (value, by))


def _with_parts(node: Any, other: Any) -> Any:
    """The node with each part replaced."""
    from dataclasses import fields, is_dataclass, replace

    def new(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(new(one) for one in value)
        if is_dataclass(value) and type(value).__module__.endswith("expression"):
            return other(value)
        return value

    return replace(node, **{each.name: new(getattr(node, each.name)) for each in fields(node)})


def _term(value: Value) -> Value:
    return z3.BoolVal(value) if isinstance(value, bool) else value
