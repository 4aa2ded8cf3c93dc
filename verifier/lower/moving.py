"""Steps that move components: one of them, several from the top, the contents of two zones."""

from __future__ import annotations

from dataclasses import replace

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Number, Truth, Zones, bounds
from verifier.lower.names import Env
from verifier.lower.whereabouts import Whereabouts
from verifier.model import steps as m


class Moving(Whereabouts):
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
        # To move a name that stands for nothing is a fault of the rules.
        skips = self.may_be_nothing(value) and not isinstance(step.thing, k.Local)
        found += [km.Branch(self.something(thing), moves, ())] if skips else moves
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
        if step.zones and (self.families_of(left) | self.families_of(right)) & self.unordered:
            return (*first, *self.exchange_sets(a, b, origin))
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

    def exchange_sets(self, a: k.Local, b: k.Local, origin: str) -> list[km.Step]:
        """Whoever lies in the first zone is marked; then all of the second come over, and the marked go there."""
        cell = self.fresh_cell(f"{origin} swapped")
        self.cells[cell] = km.Cell(cell, (self.all_things,), Truth(), False, 0, "spilled")
        yes, no = k.Const(1, Truth()), k.Const(0, Truth())
        marked, coming, going = (
            k.Local(self.fresh(origin, name), self.all_things) for name in ("marked", "coming", "going")
        )
        moves = (km.Write(cell, (going,), no), km.Take(going, a), km.Put(going, b, "top"))
        return [
            km.Each(marked.name, k.Contents(a, self.all_things), (km.Write(cell, (marked,), yes),)),
            km.Each(
                coming.name,
                k.Contents(b, self.all_things),
                (km.Take(coming, b), km.Put(coming, a, "top")),
            ),
            km.Each(
                going.name,
                k.Contents(a, self.all_things),
                (km.Branch(k.Read(cell, (going,)), moves, ()),),
            ),
        ]
