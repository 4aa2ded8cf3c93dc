"""The reference interpreter of expressions: simple, slow, independent of the generated Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import assert_never

from verifier.engine.state import State
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Players, Things, values
from verifier.kernel.layout import Layout, flat
from verifier.kernel.machine import WORKED_OUT, Clause, Machine
from verifier.runtime.numbers import arithmetic, compared

Env = Mapping[str, int]


class Interpreter:
    """Values of expressions and members of sources in a state."""

    def __init__(self, machine: Machine, layout: Layout) -> None:
        self.machine = machine
        self.layout = layout
        self._known: dict[tuple[str, tuple[int, ...]], int] | None = None
        self._ids: dict[int, tuple[Things, frozenset[int]]] = {}

    @contextmanager
    def remembering(self) -> Iterator[None]:
        """Definitions are worked out once for the same arguments; the state must not change meanwhile."""
        if self._known is not None:
            yield
            return
        self._known = {}
        try:
            yield
        finally:
            self._known = None

    def value(self, expr: k.Expr, state: State, env: Env) -> int:
        match expr:
            case k.Const(value, _):
                return value
            case k.Local(name, _):
                return env[name]
            case k.Read(cell, index):
                return self.read(cell, self._each(index, state, env), state)
            case k.Lookup(table, index):
                return self._lookup(table, self._each(index, state, env))
            case k.ZoneAt(family, index):
                return self.layout.zone(self.machine.families[family], self._each(index, state, env))
            case k.ZoneOf(thing):
                return state.where[self.value(thing, state, env)]
            case k.Position(thing):
                return self._position(self.value(thing, state, env), state)
            case k.Arith(op, left, right):
                return arithmetic(op, self.value(left, state, env), self.value(right, state, env))
            case k.Compare(op, left, right):
                return int(compared(op, self.value(left, state, env), self.value(right, state, env)))
            case k.Not(operand):
                return int(not self.value(operand, state, env))
            case k.Logic(op, parts):
                found = (self.value(part, state, env) for part in parts)
                return int(all(found) if op == "and" else any(found))
            case k.If(test, then, otherwise):
                return self.value(then if self.value(test, state, env) else otherwise, state, env)
            case k.Fold():
                return self._fold(expr, state, env)
            case k.End():
                return self._end(expr, state, env)
            case k.Call(definition, args):
                return self.call(definition, self._each(args, state, env), state)
            case _:
                assert_never(expr)

    def read(self, cell: str, index: tuple[int, ...], state: State) -> int:
        """The value of a cell at an index."""
        shape = self.machine.cells[cell]
        held = getattr(state, self.layout.slots[cell])
        return int(held[flat(self.layout.cell_axes(shape), index)] if shape.index else held)

    def holds(self, parts: tuple[k.Expr, ...], state: State, env: Env) -> bool:
        """Are all the truths yes?"""
        return all(self.value(part, state, env) for part in parts)

    def members(self, source: k.Source, state: State, env: Env) -> list[int]:
        """The members of a source in its order."""
        match source:
            case k.Values(domain, first):
                start = NOTHING if first is None else self.value(first, state, env)
                if isinstance(domain, Players) and start != NOTHING:
                    return [(start + step) % domain.count for step in range(domain.count)]
                return list(values(domain))
            case k.ZonesOf():
                return self._zones(source, state, env)
            case k.Contents(zones, things):
                if isinstance(zones, k.ZonesOf):
                    numbers = self._zones(zones, state, env)
                else:
                    numbers = [self.value(zones, state, env)]
                ids = self._members(things)
                return sorted(thing for zone in numbers for thing in state.zones[zone] if thing in ids)
            case _:
                assert_never(source)

    def _members(self, things: Things) -> frozenset[int]:
        """The numbers of a class as a set, made once for each place where the class stands."""
        known = self._ids.get(id(things))
        if known is None:
            known = self._ids[id(things)] = things, frozenset(things.ids)
        return known[1]

    def call(self, definition: str, args: tuple[int, ...], state: State) -> int:
        """The value of a definition."""
        if self._known is not None and (definition, args) in self._known:
            return self._known[definition, args]
        steps = list(self.clauses(definition, args, state))
        value = steps[-1][2] if steps else self._start(definition, args, state)
        if self._known is not None:
            self._known[definition, args] = value
        return value

    def clauses(
        self, definition: str, args: tuple[int, ...], state: State
    ) -> Iterator[tuple[Clause, int, int]]:
        """Each clause of a definition, the value before it and after it."""
        shape = self.machine.definitions[definition]
        env = {name: arg for (name, _), arg in zip(shape.params, args, strict=True)}
        value = self._start(definition, args, state)
        for clause in shape.clauses:
            before = value
            if self.holds(clause.when, state, env):
                value = stepped(clause, value, self.value(clause.value, state, env))
            yield clause, before, value

    def _start(self, definition: str, args: tuple[int, ...], state: State) -> int:
        shape = self.machine.definitions[definition]
        env = {name: arg for (name, _), arg in zip(shape.params, args, strict=True)}
        return self.value(shape.start, state, env)

    def _each(self, parts: tuple[k.Expr, ...], state: State, env: Env) -> tuple[int, ...]:
        return tuple(self.value(part, state, env) for part in parts)

    def _lookup(self, table: str, index: tuple[int, ...]) -> int:
        shape = self.machine.tables[table]
        place = flat(self.layout.table_axes(table), index)
        return shape.missing if place < 0 else shape.values[place]

    def _position(self, thing: int, state: State) -> int:
        zone = state.where[thing]
        return 0 if zone == NOTHING else state.zones[zone].index(thing)

    def _zones(self, source: k.ZonesOf, state: State, env: Env) -> list[int]:
        family = self.machine.families[source.family]
        wished = [None if part is None else self.value(part, state, env) for part in source.index]
        zones = range(family.base, family.base + family.size)
        if all(part is None for part in wished):
            return list(zones)
        return [zone for zone in zones if _fits(wished, self.layout.zone_index(zone))]

    def _end(self, expr: k.End, state: State, env: Env) -> int:
        pile, ids = state.zones[self.value(expr.zone, state, env)], self._members(expr.things)
        for thing in reversed(pile) if expr.end == "top" else pile:
            if thing not in ids:
                continue
            if expr.where is None or self.value(expr.where, state, {**env, expr.local: thing}):
                return thing
        return NOTHING

    def _bound(self, binds: tuple[k.Bind, ...], state: State, env: Env) -> Iterator[Env]:
        if not binds:
            yield env
            return
        for member in self.members(binds[0].source, state, env):
            yield from self._bound(binds[1:], state, {**env, binds[0].local: member})

    def _fold(self, expr: k.Fold, state: State, env: Env) -> int:
        bodies = [
            self.value(expr.body, state, inner)
            for inner in self._bound(expr.binds, state, env)
            if expr.where is None or self.value(expr.where, state, inner)
        ]
        match expr.op:
            case "every":
                return int(all(bodies))
            case "any":
                return int(any(bodies))
            case "count":
                return sum(map(bool, bodies))
            case "sum":
                return sum(bodies)
            case "highest" | "lowest":
                if not bodies:
                    return 0 if expr.default is None else self.value(expr.default, state, env)
                return max(bodies) if expr.op == "highest" else min(bodies)
            case _:
                assert_never(expr.op)


def _fits(wished: list[int | None], index: tuple[int, ...]) -> bool:
    return all(want is None or want == have for want, have in zip(wished, index, strict=True))


def stepped(clause: Clause, value: int, by: int) -> int:
    """The value of a definition after one clause whose case holds."""
    if clause.op == "require":
        return int(bool(value and by))
    return arithmetic(WORKED_OUT[clause.op], value, by)
