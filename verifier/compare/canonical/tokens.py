"""What a machine says, as words and entities in a row: an expression, a step, a block in, tokens out.

An entity is something with a name: a cell, a zone family, a table, a definition, a label, a kind. Names that
are bound inside are numbered; names of rules and actions are not part of what is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, assert_never

from verifier.kernel import domain as kd
from verifier.kernel import expression as k
from verifier.kernel import machine as km

Entity = tuple[str, str]
Env = Mapping[str, int]
Marks = Mapping[Entity, int]


class Tokens:
    """The tokens of one machine's parts; `rules` and `actions` are listed in the order in which they were met."""

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self._rules: dict[str, None] = {}
        self._actions: dict[str, None] = {}
        self._family = {
            family.base + place: (family, place)
            for family in machine.families.values()
            for place in range(family.size)
        }

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(self._rules)

    @property
    def actions(self) -> tuple[str, ...]:
        return tuple(self._actions)

    def _rule(self, rule: str | None) -> None:
        if rule is not None:
            self._rules.setdefault(rule)

    def declared(self) -> Iterator[tuple[Entity, list[Any]]]:
        """Cells, zones, definitions and tables, each with what is said of it."""
        machine = self.machine
        for sort, names in (
            ("cell", machine.cells),
            ("family", machine.families),
            ("definition", machine.definitions),
        ):
            for name in names:
                yield (sort, name), list(self.about((sort, name)))
        for name, table in machine.tables.items():
            yield ("table", name), list(_table(table))

    def about(self, entity: Entity) -> Iterator[Any]:
        """What the machine says of an entity."""
        sort, name = entity
        match sort:
            case "cell":
                cell = self.machine.cells[name]
                yield from ("cell", cell.starts, int(cell.given), int(cell.saturates), cell.view)
                yield from self.domain(cell.domain)
                for each in cell.index:
                    yield from self.domain(each)
            case "family":
                family = self.machine.families[name]
                yield from ("family", family.shape, family.view)
                for _, each in family.index:
                    yield from self.domain(each)
            case "definition":
                yield from self._definition(self.machine.definitions[name])
            case "label":
                yield from self._block(self.machine.blocks[name])
            case "kind":
                yield "kind"
            case _:
                raise AssertionError(entity)

    def domain(self, domain: kd.Domain) -> Iterator[Any]:
        match domain:
            case kd.Truth():
                yield "truth"
            case kd.Number(low, high):
                yield from ("number", low, high)
            case kd.Names(name, members):
                yield from ("names", ("kind", name), len(members))
            case kd.Players():
                yield "players"
            case kd.Things(_, ids):
                yield from ("things", *_runs(ids))
            case kd.Zones(_, ids):
                yield "zones"
                yield from dict.fromkeys(("family", self._family[zone][0].name) for zone in ids)
            case kd.Labels():
                yield "labels"

    def constant(self, value: int, domain: kd.Domain) -> Iterator[Any]:
        match domain:
            case kd.Number() | kd.Truth() | kd.Players():
                yield value
            case _ if value == kd.NOTHING:
                yield "nothing"
            case kd.Names(name, _):
                yield from (("kind", name), value)
            case kd.Things():
                yield from ("thing", value)
            case kd.Zones():
                family, place = self._family[value]
                yield from (("family", family.name), place)
            case kd.Labels(members):
                yield ("label", members[value])

    # --- expressions

    def of(self, expr: k.Expr | None, env: Env) -> Iterator[Any]:
        match expr:
            case None:
                yield "none"
            case k.Const(value, domain):
                yield from self.constant(value, domain)
            case k.Local(name, _):
                yield f"${env[name]}"
            case k.Read(name, index):
                yield from ("read", ("cell", name), *self.all(index, env))
            case k.Lookup(name, index):
                yield from ("lookup", ("table", name), *self.all(index, env))
            case k.ZoneAt(name, index):
                yield from ("zone", ("family", name), *self.all(index, env))
            case k.ZoneOf(thing):
                yield from ("where", *self.of(thing, env))
            case k.Position(thing):
                yield from ("position", *self.of(thing, env))
            case k.Arith(op, left, right) | k.Compare(op, left, right):
                yield from (op, *self.of(left, env), *self.of(right, env))
            case k.Not(operand):
                yield from ("not", *self.of(operand, env))
            case k.Logic(op, parts):
                yield from (op, len(parts), *self.all(parts, env))
            case k.If(test, then, otherwise):
                yield from ("if", *self.all((test, then, otherwise), env))
            case k.Fold():
                yield from self._fold(expr, env)
            case k.End(end, local, zone, things, where):
                yield from ("end", end, *_runs(things.ids), *self.of(zone, env))
                yield from self.of(where, bound(env, local))
            case k.Call(name, args):
                yield from ("call", ("definition", name), *self.all(args, env))
            case _:
                assert_never(expr)

    def all(self, parts: tuple[k.Expr | None, ...], env: Env) -> Iterator[Any]:
        for part in parts:
            yield from self.of(part, env)

    def _fold(self, fold: k.Fold, env: Env) -> Iterator[Any]:
        yield from ("fold", fold.op, len(fold.binds))
        inner = env
        for bind in fold.binds:
            yield from self.source(bind.source, inner)
            inner = bound(inner, bind.local)
        yield from self.of(fold.where, inner)
        yield from self.of(fold.body, inner)
        yield from self.of(fold.default, env)

    def source(self, source: k.Source, env: Env) -> Iterator[Any]:
        match source:
            case k.Values(domain, first):
                yield from ("values", *self.domain(domain), *self.of(first, env))
            case k.ZonesOf(family, index):
                yield from ("zones", ("family", family), *self.all(index, env))
            case k.Contents(k.ZonesOf(family, index), things):
                yield from ("in-any", *_runs(things.ids), ("family", family), *self.all(index, env))
            case k.Contents(zone, things):
                yield from ("in", *_runs(things.ids), *self.of(zone, env))  # type: ignore[arg-type]
            case _:
                assert_never(source)

    def _definition(self, shape: km.Definition) -> Iterator[Any]:
        env: Env = {}
        for name, domain in shape.params:
            yield from self.domain(domain)
            env = bound(env, name)
        yield from self.of(shape.start, env)
        for clause in shape.clauses:
            self._rule(clause.rule)
            yield from ("clause", clause.op, len(clause.when), *self.all(clause.when, env))
            yield from self.of(clause.value, env)

    # --- steps and blocks

    def _block(self, block: km.Block) -> Iterator[Any]:
        env: Env = {}
        for name in block.params:
            env = bound(env, name)
        yield from ("block", len(block.params))
        for step in block.steps:
            yield from self.step(step, env)
            env = bound(env, step.local) if isinstance(step, km.Let) else env
        yield from self.out(block.out, env)

    def steps(self, steps: tuple[km.Step, ...], env: Env) -> Iterator[Any]:
        yield "("
        for step in steps:
            yield from self.step(step, env)
            env = bound(env, step.local) if isinstance(step, km.Let) else env
        yield ")"

    def step(self, step: km.Step, env: Env) -> Iterator[Any]:
        match step:
            case km.Let(_, value):
                yield from ("let", *self.of(value, env))
            case km.Write(cell, index, value, rule):
                self._rule(rule)
                yield from ("write", ("cell", cell), *self.all(index, env))
                domain = self.machine.cells[cell].domain
                if isinstance(domain, kd.Labels) and isinstance(value, k.Const):
                    # Where a procedure returns to is known only once all of them are: the cell says it.
                    yield from self.constant(value.value, domain)
                else:
                    yield from self.of(value, env)
            case km.Take(thing, zone):
                yield from ("take", *self.of(thing, env), *self.of(zone, env))
            case km.Put(thing, zone, end):
                yield from ("put", end, *self.of(thing, env), *self.of(zone, env))
            case km.Branch(test, then, otherwise, rule):
                self._rule(rule)
                yield from ("branch", *self.of(test, env), *self.steps(then, env))
                yield from self.steps(otherwise, env)
            case km.Each(local, source, inner):
                yield from ("each", *self.source(source, env), *self.steps(inner, bound(env, local)))
            case km.Times(count, _, inner):
                yield from ("times", *self.of(count, env), *self.steps(inner, env))
            case km.Shuffle(zone):
                yield from ("shuffle", *self.of(zone, env))
            case km.Roll(cell, faces):
                yield from ("roll", ("cell", cell), *faces)
            case km.Mark():
                return
            case _:
                assert_never(step)

    def out(self, out: km.Out, env: Env) -> Iterator[Any]:
        match out:
            case km.Goto(label):
                yield from ("goto", ("label", label))
            case km.Fork(test, then, otherwise, rule):
                self._rule(rule)
                yield from ("fork", *self.of(test, env), ("label", then), ("label", otherwise))
            case km.Return(cell):
                yield from ("return", ("cell", cell))
            case km.Final():
                yield "final"
            case km.Decide(player, alternatives, stop, if_none):
                yield from ("decide", *self.of(player, env), len(alternatives))
                for way in (stop, if_none):
                    yield "none" if way is None else ("label", way)
                for each in alternatives:
                    yield from self.alternative(each, bound(env, "me"))
            case _:
                assert_never(out)

    def alternative(self, taken: km.Alternative, env: Env) -> Iterator[Any]:
        self._actions.setdefault(taken.action)
        yield "may"
        for part in taken.prelude:
            match part:
                case km.Choice(local, source, where, _):
                    yield from ("choose", *self.source(source, env))
                    env = bound(env, local)
                    yield from self.of(where, env)
                case km.Let(local, value):
                    yield from ("let", *self.of(value, env))
                    env = bound(env, local)
                case km.Guard(rule, when, require):
                    self._rule(rule)
                    yield from ("guard", len(when), len(require), *self.all((*when, *require), env))
                case _:
                    assert_never(part)
        yield ("label", taken.to)


def bound(env: Env, name: str) -> Env:
    """The environment inside a binder: the name has the next number, which stands under the empty name."""
    number = env.get("", 0)
    return {**env, name: number, "": number + 1}


def _runs(ids: tuple[int, ...]) -> Iterator[Any]:
    """A class of components, shortly: where each stretch begins and ends."""
    start = last = None
    for number in ids:
        if last is None or number != last + 1:
            if start is not None:
                yield f"{start}-{last}"
            start = number
        last = number
    yield f"{start}-{last}" if start is not None else "nobody"


def in_one(said: Iterable[Any], marks: Marks | None) -> str:
    """Tokens as one word to sort by: entities by their marks, or by their names if nobody marked them."""
    return " ".join(
        f"{token[0]} {token[1] if marks is None else marks.get(token, 0)}"
        if isinstance(token, tuple)
        else str(token)
        for token in said
    )


def arranged(machine: km.Machine, marks: Marks | None) -> km.Machine:
    """The machine with the alternatives of each pause in one order, whatever the text has."""
    tokens = Tokens(machine)

    def weight(taken: km.Alternative) -> tuple[str, str]:
        said = list(tokens.alternative(taken, bound({}, "me")))
        # What is said comes before whom it is said of.
        return in_one(said, {}), in_one(said, marks)

    blocks = {}
    for label, block in machine.blocks.items():
        out = block.out
        if isinstance(out, km.Decide):
            out = replace(out, alternatives=tuple(sorted(out.alternatives, key=weight)))
        blocks[label] = replace(block, out=out)
    return replace(machine, blocks=blocks)


def _table(table: km.Table) -> Iterator[Any]:
    """A table by the size of its domain and how often each value stands in it."""
    for domain in table.index:
        yield len(domain.ids) if isinstance(domain, kd.Things) else len(kd.values(domain))
    if isinstance(table.domain, kd.Names):
        yield ("kind", table.domain.name)
    yield from sorted(table.values.count(value) for value in set(table.values))
