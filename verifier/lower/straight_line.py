"""Steps without a pause: model steps in, kernel steps of one straight program out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from verifier.diagnostics import Label, Report, diagnostic
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Domain, Number, Players, Things, Truth, Zones, bounds
from verifier.kernel.visit import preorder, substituted
from verifier.lower.pauses import Pauses
from verifier.model import steps as m
from verifier.model.game import Game, Procedure


@dataclass(frozen=True, slots=True)
class Env:
    """What the author's names stand for here; `sources`: where a chosen component is known to lie."""

    names: Mapping[str, k.Expr]
    sources: Mapping[str, k.Expr] = field(default_factory=dict)

    def bound(self, name: str, expr: k.Expr) -> Env:
        kept = {n: zone for n, zone in self.sources.items() if n != name}
        return Env({**self.names, name: expr}, kept)

    def forgetting(self, name: str) -> Env:
        return Env(self.names, {n: zone for n, zone in self.sources.items() if n != name})


def conjunction(parts: Sequence[k.Expr]) -> k.Expr:
    return parts[0] if len(parts) == 1 else k.Logic("and", tuple(parts))


class Straight(Pauses):
    """Shared by all lowering: substitution, fresh names, and straight programs."""

    def __init__(self, game: Game, report: Report) -> None:
        super().__init__(game)
        self.report = report
        self.taken: set[str] = set()
        self.seats = Players(game.players)
        self.all_things = Things("component", tuple(range(len(game.things))))
        self.tables = dict(game.tables)
        self.cells = dict(game.cells)
        self._inlining: list[str] = []
        self._endless = False

    # --- names and expressions

    def fresh(self, origin: str, name: str) -> str:
        stem = f"{origin}/{name}"
        local, count = stem, 2
        while local in self.taken:
            local, count = f"{stem} {count}", count + 1
        self.taken.add(local)
        return local

    def put_in(self, expr: k.Expr, env: Env) -> k.Expr:
        found: k.Expr = substituted(expr, env.names)
        return found

    def source_in(self, source: k.Source, env: Env) -> k.Source:
        found: k.Source = substituted(source, env.names)
        return found

    def domain(self, expr: k.Expr) -> Domain:
        """The domain of what an expression gives; numbers only as far as they are known."""
        match expr:
            case k.Const(_, domain) | k.Local(_, domain):
                return domain
            case k.Read(cell, _):
                return self.cells[cell].domain
            case k.Lookup(table, _):
                return self.tables[table].domain
            case k.ZoneAt(name, _):
                family = self.game.families[name]
                return Zones(name, tuple(range(family.base, family.base + family.size)))
            case k.ZoneOf(_):
                return Zones("zone", tuple(range(self.game.zones)))
            case k.End(_, _, _, things, _):
                return things
            case k.If(_, then, _):
                return self.domain(then)
            case k.Call(name, _):
                return self.game.definitions[name].domain
            case k.Arith("%", _, k.Const(count, _)) if count == self.game.players:
                return self.seats
            case k.Arith("-", k.Const(1, _), right) if isinstance(self.domain(right), Players):
                return self.seats
            case k.Fold("lowest", _, _, k.Local(_, Players()), _):
                return self.seats
            case k.Position() | k.Arith() | k.Compare() | k.Not() | k.Logic() | k.Fold():
                return Number(-1_000_000, 1_000_000)
            case _:
                assert_never(expr)

    def may_be_nothing(self, expr: k.Expr) -> bool:
        match expr:
            case k.End():
                return True
            case k.Read(cell, _):
                return self.cells[cell].optional and self.cells[cell].life != "spilled"
            case k.Lookup(table, _):
                found = self.tables[table]
                return found.missing == NOTHING and NOTHING in found.values
            case k.Call(name, _):
                return isinstance(self.game.definitions[name].domain, Things | Players | Zones)
            case k.If(_, then, otherwise):
                return self.may_be_nothing(then) or self.may_be_nothing(otherwise)
            case k.Const() | k.Local() | k.ZoneAt() | k.ZoneOf() | k.Position():
                return False
            case k.Arith() | k.Compare() | k.Not() | k.Logic() | k.Fold():
                return False
            case _:
                assert_never(expr)

    def something(self, expr: k.Expr) -> k.Expr:
        return k.Compare("!=", expr, k.Const(NOTHING, self.all_things))

    def is_written(self, cell: str) -> bool:
        """Does any step of the game change this cell?"""
        game = self.game
        blocks = [game.setup_once, game.setup, *game.hooks.values()]
        for known in (game.actions, game.procedures, game.texts):
            blocks += [each.steps for each in known.values()]
        return any(_writes(step, cell) for block in blocks for step in block)

    # --- straight programs

    def straight(self, steps: Sequence[m.Step], env: Env, origin: str) -> tuple[km.Step, ...]:
        found: list[km.Step] = []
        for position, step in enumerate(steps):
            if isinstance(step, m.Let):
                value = self.put_in(step.value, env)
                local = self.fresh(origin, step.name)
                found.append(km.Let(local, value))
                inner = env.bound(step.name, k.Local(local, self.domain(value)))
                rest = self.straight(steps[position + 1 :], inner, origin)
                if self.may_be_nothing(value):
                    rest = (
                        (km.Branch(self.something(k.Local(local, self.domain(value))), rest, ()),)
                        if rest
                        else ()
                    )
                return (*found, *rest)
            found.extend(self.one(step, env, origin))
            env = self.moved(step, env)
        return tuple(found)

    def moved(self, step: m.Step, env: Env) -> Env:
        """After a move, nobody knows any longer where the component lies."""
        if isinstance(step, m.Move) and isinstance(step.thing, k.Local):
            return env.forgetting(step.thing.name)
        if isinstance(step, m.Do | m.DoText | m.Each | m.Rule | m.Repeat | m.As):
            return Env(env.names)
        return env

    def one(self, step: m.Step, env: Env, origin: str) -> tuple[km.Step, ...]:
        match step:
            case m.Move():
                return self.move(step, env, origin)
            case m.Deal(count, source, to, end):
                return self.deal(count, source, to, end, env, origin)
            case m.Write(cell, index, value):
                return (
                    km.Write(
                        cell, tuple(self.put_in(i, env) for i in index), self.put_in(value, env), origin
                    ),
                )
            case m.Swap():
                return self.swap(step, env, origin)
            case m.Shuffle(zone):
                return (km.Shuffle(self.put_in(zone, env)),)
            case m.Roll(cell):
                return (km.Roll(cell, self.game.dice[cell]),)
            case m.Each(binds, where, inner):
                return self.each(binds, where, inner, env, origin)
            case m.Repeat(count, most, inner):
                return (
                    km.Times(self.put_in(count, env), most, self.straight(inner, Env(env.names), origin)),
                )
            case m.Rule(rule, when, inner):
                steps = self.straight(inner, env, origin)
                if not when:
                    return steps
                return (km.Branch(conjunction([self.put_in(w, env) for w in when]), steps, (), rule),)
            case m.As(me, inner):
                return self.straight(inner, env.bound("me", self.put_in(me, env)), origin)
            case m.Do(name, args):
                return self.inlined(self.game.procedures[name], args, env)
            case m.DoText(thing, text):
                return self.text(thing, text, env, origin)
            case m.Guard() | m.Show():
                # A guard has refused the action already; what is shown and hidden at once shows nothing.
                return ()
            case m.Let() | m.Choose() | m.Offer() | m.GoRound():
                raise AssertionError(step)

    def inlined(self, procedure: Procedure, args: Sequence[k.Expr], env: Env) -> tuple[km.Step, ...]:
        """The body with its parameters named once, so that arguments are worked out once."""
        if self._is_endless(procedure):
            return ()
        self._inlining.append(procedure.name)
        found: list[km.Step] = []
        names: dict[str, k.Expr] = {"me": env.names["me"]}
        for param, arg in zip(procedure.params, args, strict=True):
            value = self.put_in(arg, env)
            if not isinstance(value, k.Const | k.Local):
                local = self.fresh(procedure.name, param.name)
                found.append(km.Let(local, value))
                value = k.Local(local, param.domain)
            names[param.name] = value
        inner = Env(names)
        for part in (
            self.hooked("before", procedure.name),
            procedure.steps,
            self.hooked("after", procedure.name),
        ):
            found.extend(self.straight(part, inner, procedure.name))
        self._inlining.pop()
        return tuple(found)

    def _is_endless(self, procedure: Procedure) -> bool:
        """Is it under way already, with no decision in between? It would never come to its end; said once."""
        if procedure.name in self._inlining and not self._endless:
            self._endless = True
            self.endless(procedure)
        return self._endless

    def endless(self, procedure: Procedure) -> None:
        hint = "write `repeat ... times`; only after a decision, as its last step, may it do itself"
        self.report.add(diagnostic("C504", Label(procedure.span), name=procedure.name, hint=hint))

    def text(self, thing: k.Expr, text: str, env: Env, origin: str) -> tuple[km.Step, ...]:
        """What stands on the component: a case by design."""
        value = self.put_in(thing, env)
        first: tuple[km.Step, ...] = ()
        if not isinstance(value, k.Const | k.Local):
            local = self.fresh(origin, "it")
            first = (km.Let(local, value),)
            value = k.Local(local, self.domain(value))
        found: tuple[km.Step, ...] = ()
        for design, procedure in reversed(self.texts(text, value)):
            body = self.inlined(procedure, (k.Local("it", self.domain(value)),), env.bound("it", value))
            found = (km.Branch(k.Lookup(f"is {design}", (value,)), body, found),)
        return (*first, *found)

    def texts(self, text: str, thing: k.Expr) -> list[tuple[str, Procedure]]:
        """The designs that this component can be and that have the text."""
        domain = self.domain(thing)
        ids = set(domain.ids) if isinstance(domain, Things) else set(self.all_things.ids)
        return [
            (design, procedure)
            for (design, other), procedure in self.game.texts.items()
            if other == text and ids & set(self.game.classes[design].ids)
        ]

    def each(
        self, binds: Sequence[k.Bind], where: k.Expr | None, inner: Sequence[m.Step], env: Env, origin: str
    ) -> tuple[km.Step, ...]:
        bind, rest = binds[0], binds[1:]
        source = self.source_in(bind.source, env)
        local = self.fresh(origin, bind.local)
        inside = Env(env.names).bound(bind.local, k.Local(local, self.member_domain(source)))
        if isinstance(source, k.Contents) and not isinstance(source.zones, k.ZonesOf):
            inside = replace(inside, sources={bind.local: source.zones} if self.stays(source.zones) else {})
        if rest:
            steps = self.each(rest, where, inner, inside, origin)
        else:
            steps = self.straight(inner, inside, origin)
            if where is not None:
                steps = (km.Branch(self.put_in(where, inside), steps, ()),)
        return (km.Each(local, source, steps),)

    def member_domain(self, source: k.Source) -> Domain:
        match source:
            case k.Values(domain, _):
                return domain
            case k.Contents(_, things):
                return things
            case k.ZonesOf(name, _):
                family = self.game.families[name]
                return Zones(name, tuple(range(family.base, family.base + family.size)))
            case _:
                assert_never(source)

    def stays(self, zone: k.Expr) -> bool:
        """Does this name the same zone whatever happens to the state?"""
        changing = (k.Read, k.ZoneOf, k.Position, k.End, k.Fold, k.Call)
        return not any(isinstance(part, changing) for part in preorder(zone))

    # --- moving

    def move(self, step: m.Move, env: Env, origin: str) -> tuple[km.Step, ...]:
        found: list[km.Step] = []
        target = self.steady(self.put_in(step.to, env), origin, "target", found)
        if isinstance(step.thing, k.End):
            zone = self.steady(self.put_in(step.thing.zone, env), origin, "source", found)
            value: k.Expr = replace(self.ended(step.thing, env), zone=zone)
        else:
            value = self.put_in(step.thing, env)
            known = env.sources.get(step.thing.name) if isinstance(step.thing, k.Local) else None
            zone = known if known is not None else k.ZoneOf(value)
        if isinstance(value, k.Local | k.Const):
            found += [km.Take(value, zone), km.Put(value, target, step.end)]
            return tuple(found)
        thing = k.Local(self.fresh(origin, "moved"), self.domain(value))
        found.append(km.Let(thing.name, value))
        if not isinstance(step.thing, k.End):
            zone = k.ZoneOf(thing)
        moves: tuple[km.Step, ...] = (km.Take(thing, zone), km.Put(thing, target, step.end))
        found += [km.Branch(self.something(thing), moves, ())] if self.may_be_nothing(value) else moves
        return tuple(found)

    def ended(self, end: k.End, env: Env) -> k.End:
        found = self.put_in(end, env)
        assert isinstance(found, k.End)
        return found

    def steady(self, zone: k.Expr, origin: str, name: str, found: list[km.Step]) -> k.Expr:
        """The zone, named first if what happens next could make its words mean another one."""
        if self.stays(zone) or (isinstance(zone, k.ZoneAt) and not zone.index):
            return zone
        local = k.Local(self.fresh(origin, name), self.domain(zone))
        found.append(km.Let(local.name, zone))
        return local

    def deal(
        self, count: k.Expr, source: k.Expr, to: k.Expr, end: str, env: Env, origin: str
    ) -> tuple[km.Step, ...]:
        found: list[km.Step] = []
        zone = self.steady(self.put_in(source, env), origin, "source", found)
        target = self.steady(self.put_in(to, env), origin, "target", found)
        thing = k.Local(self.fresh(origin, "dealt"), self.all_things)
        top = k.End("top", "x", zone, self.all_things)
        moves = (km.Take(thing, zone), km.Put(thing, target, "bottom" if end == "bottom" else "top"))
        inner = (km.Let(thing.name, top), km.Branch(self.something(thing), moves, ()))
        times = self.put_in(count, env)
        most = times.value if isinstance(times, k.Const) else bounds(self.domain(times))[1]
        found.append(km.Times(times, max(0, min(most, len(self.game.things))), inner))
        return tuple(found)

    def swap(self, step: m.Swap, env: Env, origin: str) -> tuple[km.Step, ...]:
        left, right = self.put_in(step.left, env), self.put_in(step.right, env)
        a, b = (k.Local(self.fresh(origin, name), self.domain(left)) for name in ("one", "other"))
        first: list[km.Step] = [km.Let(a.name, left), km.Let(b.name, right)]
        if step.zones:
            return (*first, *self.exchange(a, b, origin))
        zones = Zones("zone", tuple(range(self.game.zones)))
        za, zb = (k.Local(self.fresh(origin, name), zones) for name in ("here", "there"))
        first += [km.Let(za.name, k.ZoneOf(a)), km.Let(zb.name, k.ZoneOf(b))]
        return (*first, km.Take(a, za), km.Take(b, zb), km.Put(a, zb, "top"), km.Put(b, za, "top"))

    def exchange(self, a: k.Local, b: k.Local, origin: str) -> list[km.Step]:
        """All of one zone goes on top of the other, bottom first; then what lay there comes back."""
        everything_in = {z.name: k.Contents(z, self.all_things) for z in (a, b)}
        found: list[km.Step] = []
        counts = []
        for zone in (a, b):
            count = k.Local(self.fresh(origin, "count"), Number(0, len(self.game.things)))
            one = k.Const(1, Truth())
            found.append(
                km.Let(count.name, k.Fold("count", (k.Bind("x", everything_in[zone.name]),), None, one))
            )
            counts.append(count)
        for count, here, there in ((counts[0], a, b), (counts[1], b, a)):
            thing = k.Local(self.fresh(origin, "moved"), self.all_things)
            inner: tuple[km.Step, ...] = (
                km.Let(thing.name, k.End("bottom", "x", here, self.all_things)),
                km.Take(thing, here),
                km.Put(thing, there, "top"),
            )
            found.append(km.Times(count, len(self.game.things), inner))
        return found


def _writes(step: m.Step, cell: str) -> bool:
    inner = getattr(step, "steps", ())
    return (isinstance(step, m.Write) and step.cell == cell) or any(_writes(each, cell) for each in inner)
