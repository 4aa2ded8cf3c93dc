"""Interval analysis: how far values reach and which components can lie where, in every play.

A machine in, its `Ranges` out, found by walking over every block until nothing new is learnt. Whatever a value can be
lies in its interval; an interval that is too wide costs speed and never correctness.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import assert_never

from verifier.analysis.interval_domain import (
    TRUTH,
    UNKNOWN,
    Interval,
    arithmetic_interval,
    compared_interval,
    domain_interval,
    interval_of,
    logic_interval,
    singleton,
)
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Domain, Number, Players, Things, Zones, missing
from verifier.kernel.visit import Operand, operands, own_operands, steps_within

# Intervals that still grow after half of these walks are given up: numbers that feed themselves.
MOST_WALKS = 60

Intervals = Mapping[str, Interval]


def ranges_of(machine: km.Machine, anywhere: bool = False, near: Ranges | None = None) -> Ranges:
    """The ranges of a machine, worked out once: what is learnt from the blocks, the claims and the result.

    With `anywhere`, positions may be set up by hand: any component may lie in any zone. Ranges of a machine that is
    `near`, different in a place or two, are a good place to start from: little is learnt beyond them.
    """
    if near is not None:
        return _found(machine, anywhere, near)
    return machine.analysis(_ranges_anywhere if anywhere else _found)


def _ranges_anywhere(machine: km.Machine) -> Ranges:
    return _found(machine, anywhere=True)


def _found(machine: km.Machine, anywhere: bool = False, near: Ranges | None = None) -> Ranges:
    ranges = Ranges(machine, anywhere)
    if near is not None and near.machine.things is machine.things and near.machine.zones == machine.zones:
        ranges.begin_with(near)
    for walk in range(MOST_WALKS):
        before = ranges.learnt
        ranges.walk(patient=walk < MOST_WALKS // 2)
        if ranges.learnt == before:
            ranges.settled = True
            return ranges
    raise AssertionError("the ranges of a machine grow without end")


class Ranges:
    """The interval of every expression, given those of the names it reads.

    `possible` says which components can lie in each zone, `parameters` and `arguments` how far those of blocks and
    definitions reach, `results` what definitions give. The walk keeps its order: what a definition gives is unknown
    until it has been walked, and the generated code shows what was learnt from that.
    """

    def __init__(self, machine: km.Machine, anywhere: bool = False) -> None:
        self.machine = machine
        self.every_zone = frozenset(range(machine.zones))
        self.every_thing = frozenset(range(len(machine.things)))
        self.possible = dict.fromkeys(self.every_zone, self.every_thing if anywhere else frozenset())
        self.possible[machine.box] = self.every_thing
        self.arguments: dict[str, tuple[Interval, ...] | None] = dict.fromkeys(machine.definitions)
        self.parameters: dict[str, dict[str, Interval]] = {label: {} for label in machine.blocks}
        self.results: dict[str, Interval] = {}
        self.settled = False

    # --- the walk over the machine

    @property
    def learnt(self) -> tuple[object, ...]:
        """All that has been learnt so far, to be compared with what is learnt later."""
        parameters = {label: dict(known) for label, known in self.parameters.items()}
        return dict(self.possible), dict(self.arguments), parameters, dict(self.results)

    def begin_with(self, near: Ranges) -> None:
        self.possible.update(near.possible)
        for label in self.parameters.keys() & near.parameters.keys():
            self.parameters[label] = dict(near.parameters[label])
        for name in self.arguments.keys() & near.results.keys():
            self.arguments[name], self.results[name] = near.arguments[name], near.results[name]

    def walk(self, patient: bool) -> None:
        """Learn from everything once; who is no longer `patient` gives up results that still grow."""
        machine = self.machine
        for block in machine.blocks.values():
            known = dict(self.parameters[block.label])
            self._steps(block.steps, known, rebound(block.steps))
            if isinstance(block.out, km.Decide):
                self.interval(block.out.player, {})
                for alternative in block.out.alternatives:
                    self._alternative(alternative)
            else:
                self._look(operands(block.out), known)
        self._look((machine.score, *(rank.value for rank in machine.winner)), {"p": self._somebody()})
        self._look((claim.truth for claim in machine.claims), {})
        self._look((measure.value for measure in machine.measures), {})
        for definition in machine.definitions.values():
            self._definition(definition, patient)

    def _look(self, nodes: Iterable[Operand], known: Intervals) -> None:
        """Learn from the calls in expressions and sources."""
        for node in nodes:
            if isinstance(node, k.Source):
                self.members(node, known)
            else:
                self.interval(node, known)

    def _somebody(self) -> Interval:
        return domain_interval(Players(self.machine.players))

    def _steps(self, steps: Iterable[km.Step], known: dict[str, Interval], again: frozenset[str]) -> None:
        for step in steps:
            match step:
                case km.Let():
                    self.learn_let(step, known, again)
                case km.Put(thing, zone, _):
                    self._put(thing, zone, known)
                case km.Branch(test, then, otherwise, _):
                    self.interval(test, known)
                    inside = self.given(test, known)
                    self._steps(then, inside, again)
                    self._steps(otherwise, known, again)
                    known.update({name: found for name, found in inside.items() if name not in known})
                case km.Each(local, source, inner):
                    self._steps(inner, {**known, local: self.members(source, known)}, again)
                case km.Times(count, _, inner):
                    self.interval(count, known)
                    self._steps(inner, known, again)
                case km.Write() | km.Take() | km.Shuffle() | km.Roll() | km.Mark():
                    self._look(own_operands(step), known)
                case _:
                    assert_never(step)

    def learn_let(self, step: km.Let, known: dict[str, Interval], again: frozenset[str]) -> None:
        """Know a name by the value it is given, unless it is given several."""
        fresh = step.local not in known and step.local not in again
        interval = self.interval(step.value, known)
        known[step.local] = interval if fresh else UNKNOWN

    def _put(self, thing: k.Expr, zone: k.Expr, known: Intervals) -> None:
        things, zones = self.interval(thing, known).among, self.interval(zone, known).among
        for number in self.every_zone if zones is None else zones - {NOTHING}:
            self.possible[number] |= self.every_thing if things is None else things - {NOTHING}

    def _alternative(self, alternative: km.Alternative) -> None:
        known = {"me": self._somebody()}
        passed = dict(known)
        for part in alternative.prelude:
            match part:
                case km.Let(local, value):
                    known[local] = self.interval(value, known)
                case km.Choice(local, source, where, _):
                    known[local] = passed[local] = self.members(source, known)
                    if where is not None:
                        self.interval(where, known)
                case km.Guard():
                    self._look(operands(part), known)
                case _:
                    assert_never(part)
        learnt = self.parameters[alternative.to]
        for name, interval in passed.items():
            learnt[name] = learnt[name].joined(interval) if name in learnt else interval

    def _definition(self, definition: km.Definition, patient: bool) -> None:
        name, args = definition.name, self.arguments[definition.name]
        if args is None:
            return
        known = dict(zip((param for param, _ in definition.params), args, strict=True))
        value = self.interval(definition.start, known)
        for clause in definition.clauses:
            self._look(clause.when, known)
            after = _after(clause, value, self.interval(clause.value, known))
            value = after.joined(value) if clause.when else after
        self.results[name] = value if patient or value == self.results[name] else UNKNOWN

    # --- expressions

    def interval(self, expr: k.Expr, known: Intervals) -> Interval:
        """How far the value of an expression reaches. Calls inside add to ranges that are not settled."""
        match expr:
            case k.Const(value, _):
                return singleton(value)
            case k.Local(name, domain):
                return known.get(name) or _declared(domain)
            case k.Read(cell, index):
                return self._read(self.machine.cells[cell], self._each(index, known))
            case k.Lookup(table, index):
                return self._lookup(table, self._each(index, known))
            case k.ZoneAt(family, index):
                return self._zone_at(family, self._each(index, known))
            case k.ZoneOf(thing):
                self.interval(thing, known)
                return interval_of(self.every_zone).joined(singleton(NOTHING))
            case k.Position(thing):
                self.interval(thing, known)
                return Interval(0, len(self.machine.things))
            case k.Arith(op, left, right):
                return arithmetic_interval(op, self.interval(left, known), self.interval(right, known))
            case k.Compare(op, left, right):
                return compared_interval(op, self.interval(left, known), self.interval(right, known))
            case k.Not(operand):
                truth = self.interval(operand, known)
                return singleton(1 - truth.low) if truth.low == truth.high else TRUTH
            case k.Logic(op, parts):
                return logic_interval(op, self._each(parts, known))
            case k.If(test, then, otherwise):
                self.interval(test, known)
                yes = self.interval(then, self.given(test, known))
                if is_something(test, then):
                    yes = yes.without_nothing()
                return yes.joined(self.interval(otherwise, known))
            case k.Fold():
                return self._fold(expr, known)
            case k.End():
                return self._end(expr, known)
            case k.Call(definition, args):
                return self._call(definition, self._each(args, known))
            case _:
                assert_never(expr)

    def _read(self, cell: km.Cell, index: tuple[Interval, ...]) -> Interval:
        found = domain_interval(cell.domain, nothing=cell.optional)
        if not cell.given:
            found = found.joined(singleton(cell.starts))
        if not self.on_axes(index, cell.index):
            found = found.joined(singleton(missing(cell.domain)))
        return found

    def on_axes(self, index: tuple[Interval, ...], domains: tuple[Domain, ...]) -> bool:
        """Does an index of a cell or table never miss?"""
        return all(map(self.on_axis, index, domains))

    def on_axis(self, interval: Interval, domain: Domain) -> bool:
        """The same for one index; components and zones run over all of them."""
        match domain:
            case Things():
                return interval.within(0, len(self.machine.things) - 1)
            case Zones():
                return interval.within(0, self.machine.zones - 1)
            case _:
                return interval.fits(domain)

    def members(self, source: k.Source, known: Intervals) -> Interval:
        """How far the members of a source reach."""
        match source:
            case k.Values(domain, first):
                if first is not None:
                    self.interval(first, known)
                return domain_interval(domain)
            case k.ZonesOf(family, index):
                self._each(tuple(part for part in index if part is not None), known)
                return self._family(family)
            case k.Contents(_, things):
                return interval_of(self.lying(source, known) & frozenset(things.ids))
            case _:
                assert_never(source)

    def lying(self, source: k.Contents, known: Intervals) -> frozenset[int]:
        """The components, of whatever class, that can lie in the zones of a source."""
        if isinstance(source.zones, k.ZonesOf):
            return self._in_zones(self.members(source.zones, known))
        return self._in_zones(self.interval(source.zones, known))

    def lying_at(self, zone: k.Expr, known: Intervals) -> frozenset[int]:
        """The components that can lie in a zone."""
        return self._in_zones(self.interval(zone, known))

    def given(self, test: k.Expr, known: Intervals) -> dict[str, Interval]:
        """What is known where a test holds: names that are something, names that are of a class."""
        found = dict(known)
        for part in test.parts if isinstance(test, k.Logic) and test.op == "and" else (test,):
            match part:
                case k.Compare("!=", k.Local(name, _) as local, _) if name in found and is_something(
                    part, local
                ):
                    found[name] = found[name].without_nothing()
                case k.Lookup(table, (k.Local(name, _),)) if name in found:
                    found[name] = self._of_class(self.machine.tables[table], found[name])
                case k.Not(k.Lookup(table, (k.Local(name, _),))) if name in found:
                    found[name] = self._of_class(self.machine.tables[table], found[name], of=False)
        return found

    def _of_class(self, table: km.Table, interval: Interval, of: bool = True) -> Interval:
        if not isinstance(table.index[0], Things) or interval.among is None:
            return interval
        values = {one: table.missing if one == NOTHING else table.values[one] for one in interval.among}
        return interval_of(frozenset(one for one, value in values.items() if bool(value) == of))

    def _each(self, parts: tuple[k.Expr, ...], known: Intervals) -> tuple[Interval, ...]:
        return tuple(self.interval(part, known) for part in parts)

    def _in_zones(self, zones: Interval) -> frozenset[int]:
        numbers = self.every_zone if zones.among is None else zones.among
        return frozenset().union(*(self.possible[zone] for zone in numbers if zone != NOTHING))

    def _family(self, name: str) -> Interval:
        family = self.machine.families[name]
        return interval_of(frozenset(range(family.base, family.base + family.size)))

    def _zone_at(self, family: str, index: tuple[Interval, ...]) -> Interval:
        domains = [domain for _, domain in self.machine.families[family].index]
        found = self._family(family)
        if all(interval.fits(domain) for interval, domain in zip(index, domains, strict=True)):
            return found
        return found.joined(singleton(NOTHING))

    def _lookup(self, name: str, index: tuple[Interval, ...]) -> Interval:
        table = self.machine.tables[name]
        numbers = index[0].among if len(index) == 1 and isinstance(table.index[0], Things | Zones) else None
        if numbers is not None:
            return interval_of(
                frozenset(table.missing if one == NOTHING else table.values[one] for one in numbers)
            )
        found = interval_of(frozenset(table.values))
        return found if self.on_axes(index, table.index) else found.joined(singleton(table.missing))

    def _fold(self, fold: k.Fold, known: Intervals) -> Interval:
        inner = dict(known)
        many = 1
        for bind in fold.binds:
            members = self.members(bind.source, inner)
            inner[bind.local] = members
            many *= members.high - members.low + 1 if members.among is None else len(members.among)
        if fold.where is not None:
            self.interval(fold.where, inner)
        body = self.interval(fold.body, inner)
        empty = singleton(0) if fold.default is None else self.interval(fold.default, known)
        match fold.op:
            case "every" | "any":
                return TRUTH
            case "count":
                return Interval(0, many)
            case "sum":
                return arithmetic_interval("*", body, Interval(0, many))
            case "highest" | "lowest":
                return body.joined(empty)
            case _:
                assert_never(fold.op)

    def _end(self, end: k.End, known: Intervals) -> Interval:
        fitting = self.lying_at(end.zone, known) & frozenset(end.things.ids)
        if end.where is not None:
            self.interval(end.where, {**known, end.local: interval_of(fitting)})
        return interval_of(fitting | {NOTHING})

    def _call(self, definition: str, args: tuple[Interval, ...]) -> Interval:
        if self.settled:
            return self.results.get(definition, UNKNOWN)
        before = self.arguments[definition]
        if before is not None:
            args = tuple(map(Interval.joined, before, args))
        if args != before:
            self.arguments[definition] = args
            self.results[definition] = UNKNOWN
        return self.results.get(definition, UNKNOWN)


def _declared(domain: Domain) -> Interval:
    """All that a name's domain says; numbers may have been worked out and are not held to theirs."""
    return UNKNOWN if isinstance(domain, Number) else domain_interval(domain, nothing=True)


def is_something(test: k.Expr, expr: k.Expr) -> bool:
    """Does the test ask just this, whether the expression is something?"""
    return (
        isinstance(test, k.Compare)
        and test.op == "!="
        and test.left == expr
        and isinstance(test.right, k.Const)
        and test.right.value == NOTHING
    )


def _after(clause: km.Clause, value: Interval, by: Interval) -> Interval:
    """What a definition gives after one clause."""
    return (
        value.joined(singleton(0))
        if clause.op == "require"
        else arithmetic_interval(km.WORKED_OUT[clause.op], value, by)
    )


def rebound(steps: Iterable[km.Step]) -> frozenset[str]:
    """The names that are given a value at more than one place: nothing is known of them."""
    often = Counter(step.local for step in steps_within(steps) if isinstance(step, km.Let | km.Each))
    return frozenset(name for name, times in often.items() if times > 1)
