"""Steps with pauses: structured steps in, blocks with labels out. There is no stack."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Domain, Truth
from verifier.lower.blocks import OVER, SCENARIO, Draft, StepContext
from verifier.lower.names import Env, conjunction
from verifier.lower.offers import Offers
from verifier.model import steps as m


class Flow(Offers):
    def flow(self, steps: Sequence[m.Step], env: Env, place: StepContext) -> None:
        """Emits the steps; when done, the present block is open and goes on behind them."""
        for position, step in enumerate(steps):
            rest = steps[position + 1 :]
            if not self.pauses(steps[position:]):
                self.emit(self.straight(steps[position:], env, place.origin))
                break
            if isinstance(step, m.Show):
                self.showing(step, rest, env, place)
                break
            last = place.last and not rest
            env = self.flow_one(step, env, StepContext(place.origin, place.skip, place.caller, last))

    def flow_one(self, step: m.Step, env: Env, place: StepContext) -> Env:
        match step:
            case m.Let():
                return self.let(step, env, place)
            case m.Choose():
                return self.choose(step, env, place)
            case _ if not self.step_pauses(step):
                self.emit(self.one(step, env, place.origin))
            case m.Offer():
                self.offer(step, env, place)
            case m.Each(binds, where, inner):
                self.each_pausing(binds, where, inner, env, place)
            case m.Repeat(count, most, inner):
                self.repeat(count, most, inner, env, place)
            case m.GoRound():
                self.go_round(step, env, place)
            case m.Rule(rule, when, inner):
                self.rule(rule, when, inner, env, place)
            case m.As(me, inner):
                self.nested(inner, env.bound("me", self.put_in(me, env)), place)
            case m.Do(name, args, span=span):
                self.call(self.game.procedures[name], args, env, place, span)
            case m.DoText(thing, text, span=span):
                self.do_text(thing, text, env, place, span)
            case _:
                raise AssertionError(step)
        return self.moved(step, env)

    def let(self, step: m.Let, env: Env, place: StepContext) -> Env:
        name, expr = step.name, self.put_in(step.value, env)
        local = k.Local(self.fresh(place.origin, name), self.domain(expr))
        self.emit((km.Let(local.name, expr),))
        if self.may_be_nothing(expr):
            self.skips(step, has_rest=True)
            on = self.label(f"{place.origin} with {name}")
            self.close(km.Fork(self.something(local), on, place.skip))
            self.open(on, place.origin)
        return env.bound(name, local)

    def nested(self, inner: Sequence[m.Step], env: Env, place: StepContext) -> None:
        """A block of its own: leaving out its rest leads behind it."""
        after = self.label(f"after {place.origin}")
        self.flow(inner, env, StepContext(place.origin, after, place.caller, place.last))
        self.then(after, place.origin)

    def rule(
        self, rule: str, when: Sequence[k.Expr], inner: Sequence[m.Step], env: Env, place: StepContext
    ) -> None:
        yes, after = self.label(rule), self.label(f"after {rule}")
        if when:
            self.close(km.Fork(conjunction([self.put_in(w, env) for w in when]), yes, after, rule))
        else:
            self.close(km.Goto(yes))
        self.open(yes, place.origin)
        self.flow(inner, env, StepContext(place.origin, after, place.caller, place.last))
        self.then(after, place.origin)

    def showing(self, step: m.Show, rest: Sequence[m.Step], env: Env, place: StepContext) -> None:
        """Shown while the rest of the block is carried out; whoever leaves that out has looked all the same."""
        on, off = self.show(step, env, place.origin)
        self.emit(on)
        hiding = self.label(f"hiding in {place.origin}")
        self.flow(rest, env, StepContext(place.origin, hiding, place.caller, False))
        self.then(hiding, place.origin)
        self.emit(off)

    def show(self, shown: m.Show, env: Env, origin: str) -> tuple[list[km.Step], list[km.Step]]:
        what, is_zone, player = self.put_in(shown.what, env), shown.is_zone, shown.player
        cell = "shown zones" if is_zone else "shown things"
        if cell not in self.cells:
            axis: Domain = self.domain(k.ZoneOf(what)) if is_zone else self.all_things
            self.cells[cell] = km.Cell(cell, (axis, self.seats), Truth(), False, 0, "turn")
        local = k.Local(self.fresh(origin, "shown"), self.domain(what))
        on: list[km.Step] = [km.Let(local.name, what)]
        off: list[km.Step] = []
        # Nothing is shown, or to nobody, where there is nothing or nobody.
        missing: list[k.Expr] = [local] if self.may_be_nothing(what) else []
        seer = None if player is None else self.put_in(player, env)
        if seer is not None:
            perhaps_nobody = self.may_be_nothing(seer)
            if not self.settled(seer):
                named = k.Local(self.fresh(origin, "seer"), self.seats)
                on.append(km.Let(named.name, seer))
                seer = named
            missing += [seer] if perhaps_nobody else []
        tests = [self.something(name) for name in missing]
        before = self._shown_before(shown, cell, local, seer, on, origin)
        for steps, value in ((on, 1), (off, 0)):
            if before and not value:
                steps += [km.Branch(conjunction(tests), tuple(before), ())] if tests else before
                continue
            flag = k.Const(value, Truth())
            if seer is not None:
                step: km.Step = km.Write(cell, (local, seer), flag)
            else:
                everyone = k.Local(self.fresh(origin, "seer"), self.seats)
                step = km.Each(
                    everyone.name, k.Values(self.seats), (km.Write(cell, (local, everyone), flag),)
                )
            steps.append(km.Branch(conjunction(tests), (step,), ()) if tests else step)
        return on, off

    def _shown_before(
        self, shown: m.Show, cell: str, local: k.Local, seer: k.Expr | None, on: list[km.Step], origin: str
    ) -> list[km.Step]:
        """Steps that show no more and no less than was shown before; none where nothing can have been."""
        if shown not in self.nested_shows:
            return []
        back: list[km.Step] = []
        seats = [k.Const(seat, self.seats) for seat in range(self.game.players)]
        for one in seats if seer is None else [seer]:
            was = k.Local(self.fresh(origin, "shown before"), Truth())
            on.append(km.Let(was.name, k.Read(cell, (local, one))))
            back.append(km.Branch(was, (), (km.Write(cell, (local, one), k.Const(0, Truth())),)))
        return back

    def settled(self, player: k.Expr) -> bool:
        """Does this name the same player until the block ends?"""
        match player:
            case k.Read(cell, ()):
                return cell == "active" or self.cells[cell].life == "spilled"
            case _:
                return isinstance(player, k.Local | k.Const)


__all__ = ["OVER", "SCENARIO", "Draft", "Flow", "StepContext"]
