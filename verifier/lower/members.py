"""The members of a loop: in which order they come, and how they are kept where the loop could change them.

Members of a pile or a row come as they lie, from the bottom up; all others by rising number. A loop that may change
what its members rest on, or whose order matters, first writes its members into cells: one for each place of a pile or
row, or a mark for each value. Each is wiped out when its turn comes, so that nothing is left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Domain, Number, Truth
from verifier.lower.moving import Moving
from verifier.lower.names import Env, conjunction
from verifier.model import steps as m

YES, NO = k.Const(1, Truth()), k.Const(0, Truth())


@dataclass(frozen=True, slots=True)
class Level:
    """One binder of a loop. `cell` keeps its members: by their place if they are `ordered`, as marks if not.

    With `downward`, those of a pile or row come from the top.
    """

    local: str
    source: k.Source
    domain: Domain
    cell: str | None = None
    ordered: bool = False
    downward: bool = False


class Members(Moving):
    # --- whether members must be kept

    def must_keep(
        self, binds: Sequence[k.Bind], where: k.Expr | None, inner: Sequence[m.Step], pausing: bool
    ) -> bool:
        """Could a loop that asks as it goes along meet other members, or meet them in another order?"""
        own = binds[-1]
        asked: list[k.Expr | k.Source] = [bind.source for bind in binds[1:]]
        if where is not None:
            asked.append(where)
        if pausing:
            asked.append(self._place(own) if len(binds) == 1 else binds[0].source)
        if self.unsettled(asked, own, inner, again=len(binds) > 1):
            return True
        if not any(self.is_ordered(bind.source) for bind in binds):
            return False
        return pausing or not (len(binds) == 1 and self.any_order(own, inner))

    def _place(self, own: k.Bind) -> k.Expr | k.Source:
        """What a loop asks of a component when its turn comes: where it lies."""
        if not isinstance(own.source, k.Contents):
            return own.source
        return k.ZoneOf(k.Local(own.local, own.source.things))

    def gathers(self, loop: m.Each) -> bool:
        """Are the components of piles or rows moved so that they keep their order, and nothing else?"""
        if self.goes_below(loop) and not loop.packet:
            return False
        binds, where, inner = loop.binds, loop.where, loop.steps
        own = binds[-1]
        match inner:
            case (m.Move(k.Local(name, _), _, to, _),) if name == own.local and self.is_ordered(own.source):
                pass
            case _:
                return False
        asked = [*(bind.source for bind in binds[1:]), *(() if where is None else (where,))]
        if self.unsettled(asked, own, inner, again=len(binds) > 1) or any(
            self.is_ordered(bind.source) for bind in binds[:-1]
        ):
            return False
        several = isinstance(own.source, k.Contents) and isinstance(own.source.zones, k.ZonesOf)
        return not (several or len(binds) > 1) or not self.families_of(to) & self.source_families(own.source)

    def goes_below(self, loop: m.Each) -> bool:
        """Is each member moved below something, and nothing else done?"""
        match loop.steps:
            case (m.Move(k.Local(name, _), end="bottom"),) if name == loop.binds[-1].local:
                return True
            case _:
                return False

    def one_zone_each(self, binds: Sequence[k.Bind]) -> tuple[k.Bind, ...]:
        """The same binders, with one for the zones where components lie in several piles or rows."""
        found: list[k.Bind] = []
        for bind in binds:
            match bind.source:
                case k.Contents(k.ZonesOf() as zones, things) if self.is_ordered(bind.source):
                    zone = f"{bind.local}'s zone"
                    found.append(k.Bind(zone, zones))
                    inside = k.Contents(k.Local(zone, self.member_domain(zones)), things)
                    found.append(k.Bind(bind.local, inside))
                case _:
                    found.append(bind)
        return tuple(found)

    # --- members kept in cells

    def keep(
        self, binds: Sequence[k.Bind], where: k.Expr | None, env: Env, origin: str
    ) -> tuple[list[Level], tuple[km.Step, ...]]:
        """The levels of a loop, and the steps that write down its members."""
        levels: list[Level] = []
        for number, bind in enumerate(binds):
            domain = self.member_domain(bind.source)
            plain = isinstance(bind.source, k.Values)
            last = number == len(binds) - 1
            if plain and not (last and where is not None):
                levels.append(Level(bind.local, bind.source, domain))
                continue
            ordered = self.is_ordered(bind.source)
            axis = Number(0, max(0, len(self.game.things) - 1)) if ordered else domain
            index = (*(level.domain for level in levels), axis)
            cell = self.fresh_cell(f"{origin} members")
            kept, starts = (domain, NOTHING) if ordered else (Truth(), 0)
            self.cells[cell] = km.Cell(cell, index, kept, ordered, starts, "spilled")
            levels.append(Level(bind.local, bind.source, domain, cell, ordered))
        return levels, self._written_down(levels, (), where, env, origin)

    def _written_down(
        self,
        levels: Sequence[Level],
        before: tuple[k.Expr, ...],
        where: k.Expr | None,
        env: Env,
        origin: str,
    ) -> tuple[km.Step, ...]:
        """Every place is written, whatever was there: what an earlier loop left behind does not count."""
        level, rest = levels[0], levels[1:]
        local = k.Local(self.fresh(origin, level.local), level.domain)
        inside = Env(env.names).bound(level.local, local)
        deeper = self._written_down(rest, (*before, local), where, inside, origin) if rest else ()
        source = self.source_in(level.source, env)
        asked = None if rest or where is None else self.put_in(where, inside)
        if level.cell is None:
            return (km.Each(local.name, source, deeper),) if deeper else ()
        if level.ordered:
            held: tuple[km.Step, ...] = (km.Write(level.cell, (*before, k.Position(local)), local),)
            held = held if asked is None else (km.Branch(asked, held, ()),)
            return (self._emptied(level, before, origin), km.Each(local.name, source, (*held, *deeper)))
        tests = [test for test in (self.is_member(local, source), asked) if test is not None]
        mark = km.Write(level.cell, (*before, local), conjunction(tests) if tests else YES)
        return (km.Each(local.name, k.Values(level.domain), (mark, *deeper)),)

    def _emptied(self, level: Level, before: tuple[k.Expr, ...], origin: str) -> km.Step:
        assert level.cell is not None
        axis = self.cells[level.cell].index[-1]
        place = k.Local(self.fresh(origin, "place"), axis)
        return km.Each(place.name, k.Values(axis), (self.wiped(level, before, place),))

    def wiped(self, level: Level, before: Sequence[k.Expr], place: k.Expr) -> km.Step:
        """The member is dealt with: its place in the cell is empty again."""
        assert level.cell is not None
        nothing = k.Const(NOTHING, level.domain) if level.ordered else NO
        return km.Write(level.cell, (*before, place), nothing)

    def each_kept(
        self,
        levels: Sequence[Level],
        before: tuple[k.Expr, ...],
        env: Env,
        origin: str,
        inner: Callable[[Env], tuple[km.Step, ...]],
    ) -> tuple[km.Step, ...]:
        """The loop over members that were written down."""
        level, rest = levels[0], levels[1:]
        local = k.Local(self.fresh(origin, level.local), level.domain)
        inside = Env(env.names).bound(level.local, local)
        steps = self.each_kept(rest, (*before, local), inside, origin, inner) if rest else inner(inside)
        if level.cell is None:
            return (km.Each(local.name, self.source_in(level.source, env), steps),)
        if not level.ordered:
            source = level.source if isinstance(level.source, k.Values) else k.Values(level.domain)
            test = k.Read(level.cell, (*before, local))
            marked = km.Branch(test, (self.wiped(level, before, local), *steps), ())
            return (km.Each(local.name, self.source_in(source, env), (marked,)),)
        axis = self.cells[level.cell].index[-1]
        place = k.Local(self.fresh(origin, "place"), axis)
        at: k.Expr = place
        if level.downward:
            assert isinstance(axis, Number)
            at = k.Arith("-", k.Const(axis.high, axis), place)
        held = km.Let(local.name, k.Read(level.cell, (*before, at)))
        there = km.Branch(self.something(local), (self.wiped(level, before, at), *steps), ())
        return (km.Each(place.name, k.Values(axis), (held, there)),)

    def is_member(self, value: k.Expr, source: k.Source) -> k.Expr | None:
        """The test that a value is a member of a source, `None` if every value of its domain is."""
        match source:
            case k.Contents(zones, _):
                return self.lies_in(value, zones)
            case k.ZonesOf(family, index):
                return self.zone_fits(value, family, index)
            case k.Values():
                return None
            case _:
                assert_never(source)

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

    # --- moving all of them, as they lie

    def gathered(
        self, binds: Sequence[k.Bind], where: k.Expr | None, move: m.Move, env: Env, origin: str
    ) -> tuple[km.Step, ...]:
        """From the end that leaves what was moved behind: the lowest goes on top first, the topmost below first."""
        bind, rest = binds[0], binds[1:]
        source = self.source_in(bind.source, env)
        if rest:
            local = k.Local(self.fresh(origin, bind.local), self.member_domain(source))
            inside = Env(env.names).bound(bind.local, local)
            return (km.Each(local.name, source, self.gathered(rest, where, move, inside, origin)),)
        assert isinstance(source, k.Contents)
        assert not isinstance(source.zones, k.ZonesOf)
        found: list[km.Step] = []
        zone = self.steady(source.zones, origin, "source", found)
        thing = k.Local(self.fresh(origin, bind.local), source.things)
        fits = (
            None
            if where is None
            else self.put_in(where, Env(env.names).bound(bind.local, k.Local("x", source.things)))
        )
        some = k.Fold("count", (k.Bind("x", k.Contents(zone, source.things)),), fits, YES)
        end = k.End("bottom" if move.end == "top" else "top", "x", zone, source.things, fits)
        inside = Env(env.names, {bind.local: zone}).bound(bind.local, thing)
        inside = Env(inside.names, {bind.local: zone})
        steps = (
            km.Let(thing.name, end),
            km.Branch(self.something(thing), self.move(move, inside, origin), ()),
        )
        found.append(km.Times(some, len(source.things.ids), steps))
        return tuple(found)
