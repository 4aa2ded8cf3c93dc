"""Loops with a pause inside: the count is a cell, and members are asked for one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Number, Players, Things, values
from verifier.lower.blocks import Place
from verifier.lower.calls import Calls
from verifier.lower.straight import Env, conjunction
from verifier.model import steps as m


class Loops(Calls):
    def each_pausing(
        self, binds: Sequence[k.Bind], where: k.Expr | None, inner: Sequence[m.Step], env: Env, place: Place
    ) -> None:
        bind, rest = binds[0], binds[1:]
        source = self.source_in(bind.source, env)
        count, member, test = self.members(source, place.origin)
        counter = self.frame(f"{place.origin} counter", Number(0, count))
        at = k.Read(counter, ())
        head, body, work, step, leave = (
            self.label(f"{place.origin} {part}") for part in ("loop", "member", "work", "next", "loop done")
        )
        self.emit((km.Write(counter, (), k.Const(0, Number(0, 0))),))
        self.close(km.Goto(head))
        self.open(head, place.origin)
        self.close(km.Fork(k.Compare("<", at, k.Const(count, Number(count, count))), body, leave))
        self.open(body, place.origin)
        local = k.Local(self.fresh(place.origin, bind.local), self.member_domain(source))
        self.emit((km.Let(local.name, member(at)),))
        inside = Env(env.names).bound(bind.local, local)
        tests = [t for t in (test(local), None if rest or where is None else self.put_in(where, inside)) if t]
        self.close(km.Fork(conjunction(tests), work, step) if tests else km.Goto(work))
        self.open(work, place.origin)
        if rest:
            self.each_pausing(rest, where, inner, inside, Place(place.origin, step, place.caller))
        else:
            self.flow(inner, inside, Place(place.origin, step, place.caller))
        self.then(step, place.origin)
        self.emit((km.Write(counter, (), k.Arith("+", at, k.Const(1, Number(1, 1)))),))
        self.close(km.Goto(head))
        self.open(leave, place.origin)

    def members(self, source: k.Source, origin: str):  # type: ignore[no-untyped-def]
        """How many could be members, the one at a position, and the test that it is one."""
        domain = self.member_domain(source)
        ids = tuple(values(domain))
        if isinstance(source, k.Values) and isinstance(domain, Players) and source.first is not None:
            first, seats = source.first, k.Const(domain.count, Number(domain.count, domain.count))
            return len(ids), lambda at: k.Arith("%", k.Arith("+", first, at), seats), lambda _: None

        def member(at: k.Expr) -> k.Expr:
            if ids == tuple(range(len(ids))):
                return at
            name = f"members of {domain.name if isinstance(domain, Things) else origin} {len(ids)} {ids[0]}"
            axis = Number(0, max(0, len(ids) - 1))
            self.tables.setdefault(name, km.Table(name, (axis,), ids, domain, NOTHING))
            return k.Lookup(name, (at,))

        def test(local: k.Expr) -> k.Expr | None:
            match source:
                case k.Contents(zones, _):
                    return self.lies_in(local, zones)
                case k.ZonesOf(family, index):
                    return self.zone_fits(local, family, index)
                case k.Values():
                    return None
                case _:
                    assert_never(source)

        return len(ids), member, test

    def lies_in(self, thing: k.Expr, zones: k.ZonesOf | k.Expr) -> k.Expr:
        where = k.ZoneOf(thing)
        if not isinstance(zones, k.ZonesOf):
            return k.Compare("=", where, zones)
        families = list(self.game.families)
        number = k.Const(families.index(zones.family), Number(0, len(families)))
        same = k.Compare("=", k.Lookup("zone family", (where,)), number)
        rest = self.zone_fits(where, zones.family, zones.index)
        return same if rest is None else k.Logic("and", (same, rest))

    def zone_fits(self, zone: k.Expr, family: str, index: Sequence[k.Expr | None]) -> k.Expr | None:
        names = [name for name, _ in self.game.families[family].index]
        tests = [
            k.Compare("=", k.Lookup(f"zone {name}", (zone,)), given)
            for name, given in zip(names, index, strict=True)
            if given is not None
        ]
        return conjunction(tests) if tests else None

    def repeat(self, count: k.Expr, most: int, inner: Sequence[m.Step], env: Env, place: Place) -> None:
        left = self.frame(f"{place.origin} left", Number(0, most))
        head, body, step, leave = (
            self.label(f"{place.origin} {part}") for part in ("repeat", "time", "again", "repeat done")
        )
        times = self.put_in(count, env)
        zero = k.Const(0, Number(0, 0))
        self.emit((km.Write(left, (), k.Arith("max", times, zero)),))
        self.close(km.Goto(head))
        self.open(head, place.origin)
        self.close(km.Fork(k.Compare(">", k.Read(left, ()), zero), body, leave))
        self.open(body, place.origin)
        self.flow(inner, Env(env.names), Place(place.origin, step, place.caller))
        self.then(step, place.origin)
        self.emit((km.Write(left, (), k.Arith("-", k.Read(left, ()), k.Const(1, Number(1, 1)))),))
        self.close(km.Goto(head))
        self.open(leave, place.origin)

    def go_round(self, step: m.GoRound, env: Env, place: Place) -> None:
        turn = self.frame(f"{place.origin} asked", self.seats)
        here = k.Read(turn, ())
        head, ask, work, on, leave = (
            self.label(f"{place.origin} {part}") for part in ("round", "ask", "asked", "on", "round done")
        )
        inside = Env(env.names).bound(step.local, here)
        self.emit((km.Write(turn, (), self.put_in(step.start, env)),))
        self.close(km.Goto(head))
        self.open(head, place.origin)
        self.close(km.Fork(self.put_in(step.until, env), leave, ask))
        self.open(ask, place.origin)
        self.close(km.Fork(self.put_in(step.where, inside), work, on))
        self.open(work, place.origin)
        self.flow(step.steps, inside, Place(place.origin, on, place.caller))
        self.then(on, place.origin)
        one, seats = k.Const(1, Number(1, 1)), k.Const(self.game.players, Number(0, self.game.players))
        self.emit((km.Write(turn, (), k.Arith("%", k.Arith("+", here, one), seats)),))
        self.close(km.Goto(head))
        self.open(leave, place.origin)
