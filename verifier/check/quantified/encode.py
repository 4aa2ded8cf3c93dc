"""Kernel expressions as quantified Z3 terms over unknown components and zones: no fold is expanded.

What is said of every component becomes a quantifier, a count a function with a handful of laws. So a claim about 180
cards is as short as one about eight. The order of zones is left open: what lies on top is any component that fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

import z3

from verifier.analysis.interval_domain import FAR, UNKNOWN, Interval
from verifier.analysis.possible_values import Reach
from verifier.analysis.ranges import Ranges
from verifier.analysis.regions import Regions
from verifier.check.quantified.auxiliary_claims import InlinedDefinitions
from verifier.check.quantified.counting import CountTerms
from verifier.check.quantified.fold_terms import (
    Value,
    among,
    as_number,
    as_truth,
    both,
    chosen,
    compared,
    either,
    equal,
    functions_in,
    greatest,
    implies,
    is_plain,
    least,
    no,
    term,
    total,
)
from verifier.check.quantified.state import READING, Tables, Unknowns, UnreadableError, World
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Number, Things, Truth, Zones, bounds, values
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Machine
from verifier.kernel.visit import block_steps, cells_written, free_locals

# A source of no more members than these is gone through one by one.
FEW = 16

Env = Mapping[str, Value]


class Encoder(Unknowns):
    """One machine's expressions."""

    def __init__(self, machine: Machine, reach: Reach, regions: Regions, most_work: int) -> None:
        super().__init__(most_work)
        self.machine = machine
        self.layout = machine.analysis(Layout)
        self.reach = reach
        self.regions = regions
        self.holders = [
            frozenset(thing for thing, zones in enumerate(reach.zones) if zone in zones)
            for zone in range(machine.zones)
        ]
        self.tables = Tables(machine, self.layout, self)
        self.definitions = InlinedDefinitions(machine)
        self.ledger = CountTerms(self)
        self._intervals = Ranges(machine, anywhere=True)
        self._written = cells_written(block_steps(machine))
        # What is known of a cell by its domain alone, said when it is read.
        self._ranges: dict[int, tuple[Value, Value]] = {}

    # --- worlds

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

    def places(self, name: str) -> tuple[z3.FuncDeclRef, z3.FuncDeclRef]:
        """Places and sizes as they may be."""
        lies = self.function(f"{name}: zone of")
        sizes = self.function(f"{name}: size of")
        self.laws += self.zoning(lies, sizes)
        return lies, sizes

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
        holder = self.function("some component in")
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
        self._ranges[held.get_id()] = held, self.held(name, held)
        return held

    def row(self, name: str, world: str) -> z3.FuncDeclRef:
        """A cell with indexes, with any values of its domain."""
        held, place = self.function(f"{world}: {name}"), z3.Int("i")
        self.laws.append(z3.ForAll([place], term(self.held(name, held(place))), patterns=[held(place)]))
        return held

    def held(self, name: str, value: Value) -> Value:
        """Is it a value that the cell may have: from the start, or because it was written?"""
        cell = self.machine.cells[name]
        if not cell.given:
            return either((self.fits(name, value), equal(value, cell.starts)))
        # What comes with a play is never left out, but it may be taken away.
        return self.fits(name, value) if name in self._written else _belongs(value, cell.domain)

    def fits(self, name: str, value: Value) -> Value:
        """Is it a value that may be written there?"""
        cell = self.machine.cells[name]
        inside = _belongs(value, cell.domain)
        return either((inside, equal(value, NOTHING))) if cell.optional else inside

    # --- expressions

    def truth(self, expr: k.Expr, env: Env, world: World) -> Value:
        return as_truth(self.value(expr, env, world))

    def number(self, expr: k.Expr, env: Env, world: World) -> Value:
        return as_number(self.value(expr, env, world))

    def value(self, expr: k.Expr, env: Env, world: World) -> Value:
        self.spend(READING)
        match expr:
            case k.Const(value, domain):
                return bool(value) if isinstance(domain, Truth) else value
            case k.Local(name, _):
                return env[name]
            case k.Read(cell, index):
                return self._read(cell, [self.number(part, env, world) for part in index], world)
            case k.Lookup(table, index):
                return self.tables.lookup(table, [self.number(part, env, world) for part in index])
            case k.ZoneAt(family, index):
                return self.tables.zone_at(family, [self.number(part, env, world) for part in index])
            case k.ZoneOf(thing):
                one = self.number(thing, env, world)
                return chosen(self.is_thing(one), world.lies(one), NOTHING)
            case k.Position():
                place = self.unknown("place")
                self.laws.append(place >= 0)
                return place
            case k.Arith(op, left, right):
                return self._arithmetic(op, self.number(left, env, world), self.number(right, env, world))
            case k.Compare(op, left, right):
                return compared(op, self.value(left, env, world), self.value(right, env, world))
            case k.Not(operand):
                return no(self.truth(operand, env, world))
            case k.Logic("and", all_parts):
                return both(self.truth(part, env, world) for part in all_parts)
            case k.Logic(_, all_parts):
                return either(self.truth(part, env, world) for part in all_parts)
            case k.If(test, then, otherwise):
                return chosen(
                    self.truth(test, env, world),
                    self.value(then, env, world),
                    self.value(otherwise, env, world),
                )
            case k.Fold():
                return self._fold(expr, env, world)
            case k.End():
                return self._end(expr, env, world)
            case k.Call(definition, _):
                return self._within(definition, self.definitions.inlined(expr), env, world)
            case _:
                assert_never(expr)

    def _within(self, definition: str, meant: k.Expr, env: Env, world: World) -> Value:
        """A number that is worked out reaches no further than what it is made of, nobody's amounts among it."""
        value = self.value(meant, env, world)
        domain = self.machine.definitions[definition].domain
        if isinstance(domain, Number) and not is_plain(value) and not self.is_quantifying:
            interval = self.interval(meant)
            self.laws += [value >= interval.low] if interval.low > -FAR else []
            self.laws += [value <= interval.high] if interval.high < FAR else []
        return value

    def interval(self, expr: k.Expr) -> Interval:
        """How far a value reaches, whatever its free names stand for."""
        meant = self.definitions.inlined(expr)
        return self._intervals.interval(meant, dict.fromkeys(free_locals(meant), UNKNOWN))

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
        fits, place = self.tables.place(self.layout.cell_axes(cell), index)
        return chosen(fits, world.rows[name](place), self.layout.row(cell)[-1])

    # --- sources

    def members(self, source: k.Source, one: Value, env: Env, world: World) -> Value:
        """Is it a member of the source?"""
        match source:
            case k.Values(domain, _):
                return among(one, values(domain))
            case k.ZonesOf(name, index):
                family = self.machine.families[name]
                inside = both((one >= family.base, one < family.base + family.size))
                fixed = [
                    equal(self.tables.index_of(name, axis, one), self.number(part, env, world))
                    for axis, part in enumerate(index)
                    if part is not None
                ]
                return both((inside, *fixed))
            case k.Contents(zones, things):
                there = world.lies(one)
                if isinstance(zones, k.ZonesOf):
                    lying = self.members(zones, there, env, world)
                else:
                    lying = equal(there, self.number(zones, env, world))
                return both((among(one, things.ids), lying))
            case _:
                assert_never(source)

    # --- folds

    def _fold(self, fold: k.Fold, env: Env, world: World) -> Value:
        if fold.op in ("highest", "lowest"):
            return self._extreme(fold, env, world)
        first, rest = fold.binds[0], fold.binds[1:]
        if isinstance(first.source, k.Values) and len(values(first.source.domain)) <= FEW:
            return self._one_by_one(fold, first, rest, env, world)
        if fold.op in ("every", "any"):
            return self._quantified(fold, env, world)
        whole = self._whole(fold, env, world)
        return self.ledger.counted(fold, env, world) if whole is None else whole

    def _one_by_one(
        self, fold: k.Fold, first: k.Bind, rest: tuple[k.Bind, ...], env: Env, world: World
    ) -> Value:
        assert isinstance(first.source, k.Values)
        found = []
        for one in values(first.source.domain):
            inner = {**env, first.local: one}
            if rest:
                found.append(
                    self.value(k.Fold(fold.op, rest, fold.where, fold.body, fold.default), inner, world)
                )
                continue
            test = True if fold.where is None else self.truth(fold.where, inner, world)
            found.append((test, self.value(fold.body, inner, world)))
        pairs = [(True, one) for one in found] if rest else found
        match fold.op:
            case "every":
                return both(implies(test, as_truth(body)) for test, body in pairs)
            case "any":
                return either(both((test, as_truth(body))) for test, body in pairs)
            case "count" if not rest:
                return total(as_number(both((test, as_truth(body)))) for test, body in pairs)
            case _:
                return total(chosen(test, as_number(body), 0) for test, body in pairs)

    def bound(self, fold: k.Fold, env: Env, world: World) -> tuple[list[Value], Value, Value]:
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

    def _quantified(self, fold: k.Fold, env: Env, world: World) -> Value:
        names, test, body = self.bound(fold, env, world)
        body = as_truth(body)
        if fold.op == "every":
            claim = implies(test, body)
            where = [] if isinstance(claim, bool) else self._where(fold, names, claim, world)
            return claim if isinstance(claim, bool) else z3.ForAll(names, claim, patterns=where)
        claim = both((test, body))
        return claim if isinstance(claim, bool) else z3.Exists(names, claim)

    def _where(self, fold: k.Fold, names: list[Value], claim: Value, world: World) -> list[Value]:
        """What is said of every zone is said of those whose size anybody asks for; else the solver may choose."""
        if len(names) != 1 or not isinstance(fold.binds[0].source, k.ZonesOf):
            return []
        return functions_in(names[0], world.sizes(names[0]), claim)

    def _whole(self, fold: k.Fold, env: Env, world: World) -> Value | None:
        """The count of all that lies in a zone, or in a few, is its size."""
        match fold:
            case k.Fold("count", (k.Bind(_, k.Contents(zones, things)),), None, k.Const(1), None):
                possible = (
                    self.reach.members(zones, {})
                    if isinstance(zones, k.ZonesOf)
                    else self.reach.values(zones, {})
                )
                if possible is None or not all(
                    one == NOTHING or self.holders[one] <= frozenset(things.ids) for one in possible
                ):
                    return None
                if isinstance(zones, k.ZonesOf):
                    if len(possible) > FEW:
                        return None
                    return total(
                        chosen(self.members(zones, one, env, world), world.sizes(one), 0)
                        for one in sorted(possible)
                    )
                where = self.number(zones, env, world)
                return chosen(where >= 0, world.sizes(where), 0)
        return None

    def _extreme(self, fold: k.Fold, env: Env, world: World) -> Value:
        """The highest or the lowest: some member has it, and none is beyond it."""
        source = fold.binds[0].source
        if len(fold.binds) == 1 and isinstance(source, k.Values) and len(values(source.domain)) <= FEW:
            return self._extreme_of_few(fold, values(source.domain), env, world)
        found = self.unknown(fold.op)
        names, test, body = self.bound(fold, env, world)
        body = as_number(body)
        default = 0 if fold.default is None else self.number(fold.default, env, world)
        within = body <= found if fold.op == "highest" else body >= found
        nothing = z3.And(z3.ForAll(names, z3.Not(term(test))), found == default)
        some = z3.And(
            z3.Exists(names, z3.And(term(test), body == found)), z3.ForAll(names, implies(test, within))
        )
        self.laws.append(z3.Or(nothing, some))
        return found

    def _extreme_of_few(self, fold: k.Fold, members: Sequence[int], env: Env, world: World) -> Value:
        """The members in a row, each against the best so far: no unknown, so it may stand under a quantifier."""
        best: Value = 0 if fold.default is None else self.number(fold.default, env, world)
        some: Value = False
        for one in members:
            inner = {**env, fold.binds[0].local: one}
            test = True if fold.where is None else self.truth(fold.where, inner, world)
            body = as_number(self.value(fold.body, inner, world))
            beyond = compared(">" if fold.op == "highest" else "<", body, best)
            best = chosen(both((test, either((no(some), beyond)))), body, best)
            some = either((some, test))
        return best

    def _end(self, end: k.End, env: Env, world: World) -> Value:
        """Any component of the zone that fits; nothing if there is none."""
        zone = self.number(end.zone, env, world)
        found, other = self.unknown("end"), self.named("t")

        def fits(one: Value) -> Value:
            where = True if end.where is None else self.truth(end.where, {**env, end.local: one}, world)
            return both((among(one, end.things.ids), equal(world.lies(one), zone), where))

        self.laws.append(either((equal(found, NOTHING), fits(found))))
        noted = len(self.laws)
        try:
            with self.quantifying():
                none = z3.ForAll([other], z3.Not(term(fits(other))))
            self.laws.append(implies(equal(found, NOTHING), none))
        except UnreadableError:
            # What cannot be said of all (where they lie in a row) is left open: nothing may be found though one fits.
            del self.laws[noted:]
        self.laws.append(implies(equal(zone, NOTHING), equal(found, NOTHING)))
        return found


def _belongs(value: Value, domain: Domain) -> Value:
    """Is it a value of the domain?"""
    if isinstance(domain, Things | Zones):
        return among(value, values(domain))
    low, high = bounds(domain)
    return both((value >= low, value <= high))
