"""Which zones a component and which values a cell may ever have: an over-approximation.

A fixpoint over every step of the machine that looks at values and not at conditions, so it may allow too much and
never too little. Induction does not rest on it: a `Put` outside the bound is a goal of its own (see `execute`). What
is shown step by step does. Unlike `ranges` it asks for the zone of each component by itself and knows the values of
cells; the generated code does not depend on it, the questions to solvers do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import assert_never

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Domain, Number, Things, Truth, Zones, missing, values

# Numbers are followed only as far as they name something.
MOST_NUMBERS = 200

Set = frozenset[int] | None
"""The values something may have; `None` is any number."""

Env = Mapping[k.Expr | str, Set]


class Reach:
    """`zones[thing]` is where a component may ever lie, `cells[name]` what a cell may ever hold."""

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self.zones: list[set[int]] = [{machine.box} for _ in machine.things]
        self.cells: dict[str, Set] = {name: frozenset((cell.starts,)) for name, cell in machine.cells.items()}
        for name, cell in machine.cells.items():
            if cell.given or isinstance(cell.domain, Number):
                self.cells[name] = self._all(cell.domain, cell.optional)
        self._grown = True
        while self._grown:
            self._grown = False
            for label, env in self.entries():
                self._steps(machine.blocks[label].steps, dict(env))

    def _all(self, domain: Domain, optional: bool) -> Set:
        every = values(domain)
        if isinstance(domain, Number) and len(every) > MOST_NUMBERS:
            return None
        return frozenset((*every, NOTHING)) if optional else frozenset(every)

    def entries(self) -> Iterator[tuple[str, Env]]:
        """Every block with what its parameters may be."""
        parameters: dict[str, dict[k.Expr | str, Set]] = {label: {} for label in self.machine.blocks}
        for block in self.machine.blocks.values():
            if not isinstance(block.out, km.Decide):
                continue
            me = self.values(block.out.player, {})
            for alternative in block.out.alternatives:
                env: dict[k.Expr | str, Set] = {"me": me}
                for part in alternative.prelude:
                    if isinstance(part, km.Guard):
                        continue
                    env[part.local] = (
                        self.values(part.value, env)
                        if isinstance(part, km.Let)
                        else self.members(part.source, env)
                    )
                into = parameters[alternative.to]
                for name in self.machine.blocks[alternative.to].params:
                    into[name] = _union(into.get(name, frozenset()), env[name])
        yield from parameters.items()

    def _steps(self, steps: Iterable[km.Step], env: dict[k.Expr | str, Set]) -> None:
        for step in steps:
            match step:
                case km.Let(local, value):
                    env[local] = self.values(value, env)
                case km.Write(cell, _, value, _):
                    self._write(cell, self.values(value, env))
                case km.Roll(cell, faces):
                    self._write(cell, frozenset(faces))
                case km.Put(thing, zone, _):
                    self._put(thing, zone, env)
                case km.Branch(_, then, otherwise, _):
                    self._steps(then, env)
                    self._steps(otherwise, env)
                case km.Each(local, source, inner):
                    self._steps(inner, {**env, local: self.members(source, env)})
                case km.Times(_, _, inner):
                    self._steps(inner, env)
                case km.Take() | km.Shuffle() | km.Mark():
                    pass
                case _:
                    assert_never(step)

    def _write(self, name: str, new: Set) -> None:
        old = self.cells[name]
        merged = _union(old, new)
        if merged != old:
            cell = self.machine.cells[name]
            allowed = self._all(cell.domain, True)
            self.cells[name] = merged if merged is None or allowed is None else merged & allowed
            self._grown = self._grown or self.cells[name] != old

    def _put(self, thing: k.Expr, zone: k.Expr, env: Env) -> None:
        for number in self._things(self.values(thing, env)):
            # The zone often depends on the component itself, so it is asked for one component at a time.
            one: Set = frozenset((number,))
            narrowed: Env = {**env, thing: one, **({thing.name: one} if isinstance(thing, k.Local) else {})}
            new = self._real_zones(self.values(zone, narrowed)) - self.zones[number]
            if new:
                self.zones[number] |= new
                self._grown = True

    # --- what an expression may come to

    def values(self, expr: k.Expr, env: Env) -> Set:
        if expr in env:
            return env[expr]
        match expr:
            case k.Const(value, _):
                return frozenset((value,))
            case k.Local(name, domain):
                return env[name] if name in env else self._named(domain)
            case k.Read(cell, index):
                return self._read(cell, bool(index))
            case k.Lookup(table, index):
                return self._lookup(table, [self.values(part, env) for part in index])
            case k.ZoneAt(family, index):
                return self._zone_at(family, [self.values(part, env) for part in index])
            case k.ZoneOf(thing):
                # What is taken and not yet put lies nowhere.
                things = self._things(self.values(thing, env))
                return frozenset((NOTHING,)).union(*(self.zones[number] for number in things))
            case k.If(_, then, otherwise):
                return _union(self.values(then, env), self.values(otherwise, env))
            case k.End(_, _, zone, things, _):
                return self._contents(self.values(zone, env), things.ids) | {NOTHING}
            case k.Call(definition, args):
                return self._call(definition, [self.values(arg, env) for arg in args])
            case k.Arith(op, left, right):
                return _arithmetic(op, self.values(left, env), self.values(right, env))
            case k.Fold(op, _, _, _, _) if op in ("every", "any"):
                return frozenset((0, 1))
            case k.Fold() | k.Position():
                return None
            case k.Compare() | k.Not() | k.Logic():
                return frozenset((0, 1))
            case _:
                assert_never(expr)

    def _named(self, domain: Domain) -> Set:
        """Numbers may have been worked out, and are not held to their domain."""
        return None if isinstance(domain, Number) else self._all(domain, True)

    def _read(self, cell: str, is_indexed: bool) -> Set:
        """What is held, or what is missing where nobody is asked."""
        held = self.cells[cell]
        return _union(held, frozenset((missing(self.machine.cells[cell].domain),))) if is_indexed else held

    def members(self, source: k.Source, env: Env) -> Set:
        match source:
            case k.Values(domain, _):
                return self._all(domain, False)
            case k.ZonesOf(family, index):
                return self._zones(
                    family, [None if part is None else self.values(part, env) for part in index]
                )
            case k.Contents(zones, things):
                where = self.members(zones, env) if isinstance(zones, k.ZonesOf) else self.values(zones, env)
                return self._contents(where, things.ids)
            case _:
                assert_never(source)

    def _contents(self, zones: Set, things: Iterable[int]) -> frozenset[int]:
        wanted = self._real_zones(zones)
        return frozenset(thing for thing in things if not wanted.isdisjoint(self.zones[thing]))

    def _things(self, found: Set) -> Iterable[int]:
        return range(len(self.machine.things)) if found is None else found - {NOTHING}

    def _real_zones(self, found: Set) -> frozenset[int]:
        return frozenset(range(self.machine.zones)) if found is None else found - {NOTHING}

    def _zones(self, name: str, index: list[Set]) -> frozenset[int]:
        family = self.machine.families[name]
        axes = [values(domain) for _, domain in family.index]
        return frozenset(family.base + place for place in _places(axes, index))

    def _zone_at(self, name: str, index: list[Set]) -> frozenset[int]:
        domains = [domain for _, domain in self.machine.families[name].index]
        fits = all(
            part is not None and part <= set(values(one)) for part, one in zip(index, domains, strict=True)
        )
        return self._zones(name, index) | (frozenset() if fits else {NOTHING})

    def _lookup(self, name: str, index: list[Set]) -> Set:
        table = self.machine.tables[name]
        axes = [self._wide_axis(domain) for domain in table.index]
        return frozenset((table.missing, *(table.values[place] for place in _places(axes, index))))

    def _wide_axis(self, domain: Domain) -> range | tuple[int, ...]:
        """The values of a table's index: components and zones run over all of them."""
        if isinstance(domain, Things):
            return range(len(self.machine.things))
        return range(self.machine.zones) if isinstance(domain, Zones) else values(domain)

    def _call(self, name: str, args: list[Set]) -> Set:
        definition = self.machine.definitions[name]
        if definition.clauses or isinstance(definition.domain, Number):
            return (
                frozenset((0, 1)) if isinstance(definition.domain, Truth) else self._named(definition.domain)
            )
        env: Env = {param: arg for (param, _), arg in zip(definition.params, args, strict=True)}
        return self.values(definition.start, env)


def _places(axes: list[range | tuple[int, ...]], index: list[Set]) -> Iterator[int]:
    """The row-major places whose index may be wanted."""
    for place, combination in enumerate(product(*axes)):
        if all(wanted is None or part in wanted for part, wanted in zip(combination, index, strict=True)):
            yield place


def _union(left: Set, right: Set) -> Set:
    return None if left is None or right is None else left | right


def _arithmetic(op: str, left: Set, right: Set) -> Set:
    if left is None or right is None or len(left) * len(right) > MOST_NUMBERS * MOST_NUMBERS:
        return None
    match op:
        case "+":
            found = {a + b for a in left for b in right}
        case "-":
            found = {a - b for a in left for b in right}
        case "%":
            found = {a % b for a in left for b in right if b} | ({0} if 0 in right else set())
        case _:
            return None
    return frozenset(found) if len(found) <= MOST_NUMBERS else None
