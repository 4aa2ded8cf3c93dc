"""Symbolic execution of one block from an arbitrary state, with its proof obligations.

A loop is cut: what is believed must hold before it and after each time, and nothing else is known of how often it ran.
Three kinds of loops are told as one step, because claims often fail in their midst: everything of a kind moves, so many
are dealt, two zones change their contents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

import z3

from verifier.analysis.possible_values import Set
from verifier.analysis.regions import Region
from verifier.check.induction.zones import deal_in
from verifier.check.quantified.counting import swap_in
from verifier.check.quantified.encode import FEW, Encoder
from verifier.check.quantified.fold_terms import (
    Value,
    among,
    as_number,
    as_truth,
    both,
    chosen,
    either,
    equal,
    functions_in,
    greatest,
    implies,
    is_plain,
    least,
    no,
)
from verifier.check.quantified.state import (
    At,
    Branched,
    CellWritten,
    ComponentMoved,
    Havoc,
    UnreadableError,
    World,
    changed_at,
    gives_truth,
)
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Players, Things, bounds, values
from verifier.kernel.expression import Contents, Expr, Local, Values

Kind = Literal["claims", "moment", "bounds"]


@dataclass(frozen=True, slots=True)
class ProofObligation:
    """Something must hold here: what is claimed (at a moment), or a truth of its own.

    `path` are the conditions under which play comes here, `assumed` the worlds before it in which all claims held,
    each if its own conditions did; of the laws of the run only so many were `known` by then.
    """

    kind: Kind
    name: str
    world: World
    path: tuple[Value, ...]
    assumed: tuple[tuple[Value, World], ...]
    known: int
    goal: Value = True


@dataclass(slots=True)
class BlockExecution:
    """Carries out steps of one block."""

    reading: Encoder
    known: Mapping[Expr | str, Set]
    checks: list[ProofObligation] = field(default_factory=list)
    path: list[Value] = field(default_factory=list)
    assumed: list[tuple[Value, World]] = field(default_factory=list)

    def check(self, kind: Kind, name: str, world: World, goal: Value = True) -> None:
        known = len(self.reading.laws)
        self.checks.append(
            ProofObligation(kind, name, world, tuple(self.path), tuple(self.assumed), known, goal)
        )

    def assume(self, truth: Value) -> None:
        """Known from here on, on this way."""
        self.reading.laws.append(implies(both(self.path), truth))

    @contextmanager
    def on(self, test: Value) -> Iterator[None]:
        self.path.append(test)
        yield
        self.path.pop()

    def steps(self, steps: Sequence[km.Step], env: dict[str, Value], world: World) -> World:
        rest = list(steps)
        while rest:
            swap = swap_in(rest)
            if swap is not None:
                world = self._swapped(*swap, rest[:4], env, world)
                del rest[:4]
                continue
            world = self._step(rest.pop(0), env, world)
        return world

    def _step(self, step: km.Step, env: dict[str, Value], world: World) -> World:
        read = self.reading
        match step:
            case km.Let(local, value):
                env[local] = self._value(value, env, world)
                return world
            case km.Write(cell, index, value, _):
                return self._write(
                    cell,
                    [self._number(part, env, world) for part in index],
                    self._number(value, env, world),
                    world,
                )
            case km.Take(thing, zone):
                return self._take(self._number(thing, env, world), self._number(zone, env, world), world)
            case km.Put(thing, zone):
                return self._put(self._number(thing, env, world), self._number(zone, env, world), world)
            case km.Branch(test, then, otherwise, _):
                return self._branch(as_truth(self._value(test, env, world)), then, otherwise, env, world)
            case km.Each():
                return self._each(step, env, world)
            case km.Times():
                return self._times(step, env, world)
            case km.Roll(cell, faces):
                face = read.named(cell)
                self.assume(among(face, faces))
                return self._write(cell, [], face, world)
            case km.Mark(moment):
                self.check("moment", moment, world)
                return world
            case km.Shuffle():
                return world
            case _:
                assert_never(step)

    def _value(self, expr: Expr, env: dict[str, Value], world: World) -> Value:
        """What an expression gives; anything, where it asks of each of many members what cannot be said of them."""
        read = self.reading
        noted = len(read.laws)
        try:
            return read.value(expr, env, world)
        except UnreadableError:
            del read.laws[noted:]
            return read.maybe("unread") if gives_truth(expr, read.machine) else read.named("unread")

    def _number(self, expr: Expr, env: dict[str, Value], world: World) -> Value:
        return as_number(self._value(expr, env, world))

    # --- cells and components

    def _next(
        self, world: World, how: ComponentMoved | CellWritten | Branched | Havoc, **changes: object
    ) -> World:
        return replace(world, number=self.reading.next(), before=world, how=how, **changes)  # type: ignore[arg-type]

    def _write(self, name: str, index: list[Value], value: Value, world: World) -> World:
        read = self.reading
        cell = read.machine.cells[name]
        if cell.saturates:
            low, high = bounds(cell.domain)
            nothing = equal(value, NOTHING) if cell.optional else False
            value = chosen(nothing, value, greatest(low, least(value, high)))
        else:
            fits = read.fits(name, value)
            if fits is not True:
                self.check("bounds", name, world, fits)
                self.assume(fits)
        if not index:
            return self._next(world, CellWritten(name, ()), cells={**world.cells, name: value})
        fits, place = read.tables.place(read.layout.cell_axes(cell), index)
        if fits is not True:
            self.check("bounds", name, world, fits)
            self.assume(fits)
        row = changed_at(place, value, world.rows[name], read)
        return self._next(world, CellWritten(name, tuple(index)), rows={**world.rows, name: row})

    def _take(self, thing: Value, zone: Value, world: World) -> World:
        # Nothing is taken from where it does not lie: that has been shown before.
        self.assume(both((self.reading.is_thing(thing), equal(world.lies(thing), zone), zone >= 0)))
        return self._next(
            world,
            ComponentMoved(thing),
            lies=changed_at(thing, NOTHING, world.lies, self.reading),
            sizes=changed_at(zone, world.sizes(zone) - 1, world.sizes, self.reading),
        )

    def _put(self, thing: Value, zone: Value, world: World) -> World:
        self.assume(both((self.reading.is_thing(thing), equal(world.lies(thing), NOTHING), zone >= 0)))
        return self._next(
            world,
            ComponentMoved(thing),
            lies=changed_at(thing, zone, world.lies, self.reading),
            sizes=changed_at(zone, world.sizes(zone) + 1, world.sizes, self.reading),
        )

    # --- cases

    def _branch(
        self,
        test: Value,
        then: Sequence[km.Step],
        otherwise: Sequence[km.Step],
        env: dict[str, Value],
        world: World,
    ) -> World:
        if isinstance(test, bool):
            return self.steps(then if test else otherwise, env, world)
        yes_env, no_env = dict(env), dict(env)
        with self.on(test):
            yes = self.steps(then, yes_env, world)
        with self.on(no(test)):
            other = self.steps(otherwise, no_env, world)
        for name in yes_env.keys() & no_env.keys():
            one, another = yes_env[name], no_env[name]
            env[name] = one if one is another else chosen(test, one, another)
        return self._joined(test, yes, other, world)

    def _joined(self, test: Value, yes: World, other: World, world: World) -> World:
        if yes is world and other is world:
            return world
        cells = {
            name: held if held is other.cells[name] else chosen(test, held, other.cells[name])
            for name, held in yes.cells.items()
        }
        return self._next(
            world,
            Branched(test, yes, other),
            cells=cells,
            rows={name: self._either(test, row, other.rows[name]) for name, row in yes.rows.items()},
            lies=self._either(test, yes.lies, other.lies),
            sizes=self._either(test, yes.sizes, other.sizes),
        )

    def _either(self, test: Value, then: At, otherwise: At) -> At:
        if then is otherwise:
            return then
        return self.reading.remembering(lambda one: chosen(test, then(one), otherwise(one)))

    # --- loops

    def _each(self, each: km.Each, env: dict[str, Value], world: World) -> World:
        source = each.source
        moved = self._moving(each)
        if moved is not None and self._can_be_said_of_all(each, *moved, env, world):
            return self._all_moved(each, *moved, env, world)
        if isinstance(source, Values) and len(values(source.domain)) <= FEW:
            for member in self._in_order(source, env, world):
                world = self.steps(each.steps, {**env, each.local: member}, world)
            return world

        member = self.reading.named(each.local)
        one_of_them = self.reading.members(source, member, env, world)
        return self._looped(each.steps, {**env, each.local: member}, world, one_of_them)

    def _in_order(self, source: Values, env: dict[str, Value], world: World) -> list[Value]:
        every: list[Value] = list(values(source.domain))
        if source.first is None or not isinstance(source.domain, Players):
            return every
        first = self.reading.number(source.first, env, world)
        count = source.domain.count
        if is_plain(first):
            return [(max(first, 0) + step) % count for step in range(count)]
        start = chosen(first >= 0, first, 0)
        return [(start + step) % count for step in range(count)]

    def _times(self, times: km.Times, env: dict[str, Value], world: World) -> World:
        count = self._number(times.count, env, world)
        fits = count <= times.most
        if fits is not True:
            self.check("bounds", "times", world, fits)
            self.assume(fits)
        deal = deal_in(times, frozenset(self.reading.machine.all_things.ids))
        if deal is not None:
            source = self.reading.number(deal.source, env, world)
            target = self.reading.number(deal.target, env, world)
            return self._dealt(source, target, count, times, env, world)
        return self._looped(times.steps, dict(env), world)

    def _looped(
        self, steps: Sequence[km.Step], env: dict[str, Value], world: World, given: Value = True
    ) -> World:
        """Any number of times; what is believed must hold each time.

        What is known of one more time is known only if there is one: after the last there is not.
        """
        self.check("claims", "before a loop", world)
        changed = self._changed(steps)
        again = self.anything(changed, world)
        self.assumed.append((both(self.path), again))
        with self.on(self.reading.maybe("one more time")):
            self.assume(given)
            self.check("claims", "each time in a loop", self.steps(steps, env, again))
        return again

    def _changed(self, steps: Sequence[km.Step]) -> Region:
        return self.reading.regions.changed(steps, dict(self.known))

    def anything(self, changed: Region, world: World) -> World:
        """A world that differs from this one in the footprint alone."""
        read = self.reading
        cells, rows = dict(world.cells), dict(world.rows)
        for name in changed.cells:
            if name in cells:
                cells[name] = read.cell(name, "later")
            else:
                rows[name] = read.row(name, "later")
        if not changed.spreads:
            return self._next(world, Havoc(changed), cells=cells, rows=rows)
        lies, sizes = read.places("later")
        thing = z3.Int("t")
        moving = either(among(thing, things) for _, things in changed.spreads)
        zones = frozenset[int]().union(*(zones for zones, _ in changed.spreads))
        before = equal(lies(thing), world.lies(thing))
        stays = both(
            (implies(no(moving), before), implies(moving, either((before, among(lies(thing), zones)))))
        )
        if stays is not True:
            self.assume(
                z3.ForAll([thing], stays, patterns=functions_in(thing, lies(thing), world.lies(thing)))
            )
        self._left(zones, sizes, world)
        return self._next(world, Havoc(changed), cells=cells, rows=rows, lies=lies, sizes=sizes)

    def _left(self, zones: frozenset[int], sizes: z3.FuncDeclRef, world: World) -> None:
        """Of other zones than these the sizes are left as they were."""
        zone = z3.Int("z")
        left = implies(no(among(zone, zones)), equal(sizes(zone), world.sizes(zone)))
        if left is not True:
            self.assume(z3.ForAll([zone], left, patterns=functions_in(zone, sizes(zone), world.sizes(zone))))

    # --- loops told as one step

    def _moving(self, each: km.Each) -> tuple[Expr | None, Expr] | None:
        """The condition and the target of a loop in which each member of a class goes somewhere, and no more."""
        if not isinstance(each.source, Contents) and not (
            isinstance(each.source, Values) and isinstance(each.source.domain, Things)
        ):
            return None
        test: Expr | None = None
        steps = each.steps
        match steps:
            case (km.Branch(found, then, (), _),):
                test, steps = found, then
        match steps:
            case (km.Take(Local(taken), _), km.Put(Local(laid), target, _)) if taken == laid == each.local:
                asked = (target,) if test is None else (test, target)
                # What the others did must not matter.
                if not any(self.reading.ledger.beside(part, each.local).spreads for part in asked):
                    return test, target
        return None

    def _can_be_said_of_all(
        self, each: km.Each, test: Expr | None, target: Expr, env: dict[str, Value], world: World
    ) -> bool:
        """Nothing that the rules do not tell is in it: that might be another thing for each member."""
        read = self.reading
        thing, noted = read.named(each.local), len(read.laws)
        inner = {**env, each.local: thing}
        try:
            with read.quantifying():
                read.members(each.source, thing, env, world)
                if test is not None:
                    read.truth(test, inner, world)
                read.number(target, inner, world)
        except UnreadableError:
            return False
        finally:
            del read.laws[noted:]
        return True

    def _all_moved(
        self, each: km.Each, test: Expr | None, target: Expr, env: dict[str, Value], world: World
    ) -> World:
        """Every member goes to a zone."""
        read = self.reading
        changed = self._changed((each,))

        def lies(thing: Value) -> Value:
            inner = {**env, each.local: thing}
            goes = read.members(each.source, thing, env, world)
            if test is not None:
                goes = both((goes, read.truth(test, inner, world)))
            return chosen(goes, read.number(target, inner, world), world.lies(thing))

        thing = read.named(each.local)
        named, sizes = read.places("moved")
        self.assume(
            z3.ForAll(
                [thing],
                equal(named(thing), lies(thing)),
                patterns=functions_in(thing, named(thing), world.lies(thing)),
            )
        )
        self._left(frozenset[int]().union(*(zones for zones, _ in changed.spreads)), sizes, world)
        return self._next(world, Havoc(changed), lies=self.reading.remembering(lies), sizes=sizes)

    def _dealt(
        self, source: Value, target: Value, count: Value, times: km.Times, env: dict[str, Value], world: World
    ) -> World:
        """So many go from one zone to another, or as many as there are."""
        read = self.reading
        changed = self._changed((times,))
        lies, _ = read.places("dealt")
        number = least(greatest(count, 0), world.sizes(source))
        fewer = changed_at(source, world.sizes(source) - number, world.sizes, read)
        sizes = changed_at(target, fewer(target) + number, fewer, read)
        thing = z3.Int("t")
        before = equal(lies(thing), world.lies(thing))
        dealt = both((equal(world.lies(thing), source), equal(lies(thing), target)))
        self.assume(
            z3.ForAll(
                [thing], either((before, dealt)), patterns=functions_in(thing, lies(thing), world.lies(thing))
            )
        )
        return self._next(world, Havoc(changed), lies=lies, sizes=sizes)

    def _swapped(
        self, one: Expr, other: Expr, steps: Sequence[km.Step], env: dict[str, Value], world: World
    ) -> World:
        """Two zones change their contents; the counts before it are no longer needed."""
        read = self.reading
        changed = self._changed(steps)
        here, there = read.number(one, env, world), read.number(other, env, world)

        def lies(thing: Value) -> Value:
            before = world.lies(thing)
            return chosen(equal(before, here), there, chosen(equal(before, there), here, before))

        swapped = changed_at(there, world.sizes(here), world.sizes, read)
        sizes = changed_at(here, world.sizes(there), swapped, read)
        return self._next(world, Havoc(changed), lies=self.reading.remembering(lies), sizes=sizes)
