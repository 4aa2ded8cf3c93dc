"""Choices and offers: decisions in the middle of an effect, and the actions offered to a player."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.visit import free_locals
from verifier.lower.blocks import StepContext
from verifier.lower.calls import Loops
from verifier.lower.names import Env
from verifier.model import steps as m
from verifier.model.game import Action


class Offers(Loops):
    def choose(self, step: m.Choose, env: Env, place: StepContext) -> Env:
        """A new decision in the middle of an effect; without an option, or declined, the rest is left out."""
        after = self.label(f"{place.origin} chosen")
        enter, pause = self.pause(place.origin, "choice")
        player = self.asked(step.player, env, place, enter)
        self.close(km.Goto(enter))
        prelude, bound = self.choices(step, env)
        taken = km.Alternative("choose", tuple(prelude), after)
        self.drafts[pause].out = km.Decide(player, (taken,), place.skip if step.may else None, place.skip)
        self.open(after, place.origin)
        self.now.params = ("me", *(bind.local for bind in step.binds))
        for bind in step.binds:
            local = k.Local(self.fresh(place.origin, bind.local), self.member_domain(bind.source))
            self.emit((km.Let(local.name, k.Local(bind.local, local.domain)),))
            env = env.bound(bind.local, local)
        del bound
        return env

    def asked(self, who: k.Expr | None, env: Env, place: StepContext, enter: str) -> k.Expr:
        """Who decides. Whoever may be nobody is written down first: nobody is no player, and a fault of the rules."""
        if who is None:
            return env.names["me"]
        player = self.put_in(who, env)
        if not self.somebody.may_be_nothing(who, place.origin):
            return player
        cell = self.fresh_cell(f"who decides: {place.origin}")
        self.cells[cell] = km.Cell(cell, (), self.seats, False, 0, "spilled")
        self.drafts[enter].steps.append(km.Write(cell, (), player))
        return k.Read(cell, ())

    def choices(self, step: m.Choose, env: Env) -> tuple[list[km.Choice], Env]:
        found: list[km.Choice] = []
        for position, bind in enumerate(step.binds):
            source = self.source_in(bind.source, env)
            env = env.bound(bind.local, k.Local(bind.local, self.member_domain(source)))
            final = position == len(step.binds) - 1
            where = self.put_in(step.where, env) if final and step.where is not None else None
            found.append(km.Choice(bind.local, source, where, bind.local))
        return found, env

    def offer(self, step: m.Offer, env: Env, place: StepContext) -> None:
        after = self.label(f"after {place.origin} offer")
        enter, pause = self.pause(place.origin, "offer")
        player = self.asked(step.by, env, place, enter)
        self.close(km.Goto(enter))
        back = enter if step.how == "any number of" else after
        taken = [self.alternative(o, env, back) for o in step.offered]
        stop = None if step.how == "one of" else after
        self.drafts[pause].out = km.Decide(player, tuple(taken), stop, None)
        self.open(after, place.origin)

    def alternative(self, offered: m.Offered, env: Env, back: str) -> km.Alternative:
        """One action at one place: its prelude, and its body, which then goes to `back`."""
        action = self.game.actions[offered.action]
        names: dict[str, k.Expr] = {"me": k.Local("me", self.seats)}
        first: list[km.Step] = []
        prelude: list[km.Choice | km.Let | km.Guard] = []
        for param, arg in zip(action.params, offered.args, strict=True):
            names[param.name] = self.put_in(arg, env)
        inner = Env(names)
        choices, effects = split_steps(action.steps)
        for step in choices:
            inner = self.prelude(step, inner, action, prelude, first)
        prelude += self.text_guards(effects, inner)
        body = self.label(action.name)
        saved = self.now
        self.open(body, action.name)
        self.now.params = ("me", *(c.local for c in prelude if isinstance(c, km.Choice)))
        self.emit(first)
        self.action_body(action, effects, inner, back)
        self.now = saved
        return km.Alternative(action.name, tuple(early_guards(prelude)), body)

    def prelude(
        self,
        step: m.Step,
        env: Env,
        action: Action,
        prelude: list[km.Choice | km.Let | km.Guard],
        first: list[km.Step],
    ) -> Env:
        match step:
            case m.Choose():
                found, inner = self.choices(step, env)
                prelude.extend(found)
                sources = dict(inner.sources)
                for choice in found:
                    zones = choice.source.zones if isinstance(choice.source, k.Contents) else None
                    if zones is not None and not isinstance(zones, k.ZonesOf) and self.stays(zones):
                        sources[choice.local] = zones
                return Env(inner.names, sources)
            case m.Let(name, value):
                expr = self.put_in(value, env)
                local = k.Local(self.fresh(action.name, name), self.domain(expr))
                self.doubt(local.name, expr)
                prelude.append(km.Let(local.name, expr))
                first.append(km.Let(local.name, expr))
                return env.bound(name, local)
            case m.Guard(rule, when, require):
                prelude.append(
                    km.Guard(
                        rule,
                        tuple(self.put_in(w, env) for w in when),
                        tuple(self.put_in(r, env) for r in require),
                    )
                )
                return env
            case _:
                raise AssertionError(step)

    def text_guards(self, effects: Sequence[m.Step], env: Env) -> list[km.Guard]:
        """What a component's own text demands first, asked of the action that leads there."""
        found: list[km.Guard] = []
        for step in effects:
            if not isinstance(step, m.DoText) or not free_locals(step.thing) <= set(env.names):
                continue
            thing = self.put_in(step.thing, env)
            for design, procedure in self.texts(step.text, thing):
                inner = Env({"me": env.names["me"], "this": thing})
                is_it = k.Lookup(f"is {design}", (thing,))
                for guard in split_steps(procedure.steps)[0]:
                    if isinstance(guard, m.Guard) and self.closed(guard):
                        when = (is_it, *(self.put_in(w, inner) for w in guard.when))
                        require = tuple(self.put_in(r, inner) for r in guard.require)
                        found.append(km.Guard(guard.rule, when, require))
        return found

    def closed(self, guard: m.Guard) -> bool:
        return all(free_locals(expr) <= {"me", "this"} for expr in (*guard.when, *guard.require))

    def action_body(self, action: Action, effects: Sequence[m.Step], env: Env, back: str) -> None:
        before, after = self.hooked("before", action.name), self.hooked("after", action.name)
        if not self.pauses((*before, *effects, *after)):
            for part in (before, effects, after):
                self.emit(self.straight(part, env, action.name))
                env = self.moved_by(part, env)
            self.close(km.Goto(back))
            return
        # Choices that outlive this block are known by names that no other block uses.
        renamed: dict[str, k.Expr] = {}
        for name in ("me", *self.now.params[1:]):
            local = k.Local(self.fresh(action.name, name), self.domain(env.names[name]))
            self.emit((km.Let(local.name, env.names[name]),))
            renamed[name] = local
        # Where a component lies may have been said by another choice: a zone that was chosen before it.
        sources = {name: self.put_in(zone, Env(renamed)) for name, zone in env.sources.items()}
        inner = Env({**env.names, **renamed}, sources)
        for part in (before, effects, after):
            if part:
                behind = self.label(f"{action.name} done")
                self.flow(part, inner, StepContext(action.name, behind))
                self.then(behind, action.name)
                inner = self.moved_by(part, inner)
        self.close(km.Goto(back))


def split_steps(steps: Sequence[m.Step]) -> tuple[tuple[m.Step, ...], tuple[m.Step, ...]]:
    """Choices, names and guards before the first effect; and the rest."""
    for position, step in enumerate(steps):
        named = isinstance(step, m.Let) and not step.if_any
        prelude = (
            named
            or isinstance(step, m.Guard)
            or (isinstance(step, m.Choose) and step.player is None and not step.may)
        )
        if not prelude:
            return tuple(steps[:position]), tuple(steps[position:])
    return tuple(steps), ()


def early_guards(prelude: Sequence[km.Choice | km.Let | km.Guard]) -> list[km.Choice | km.Let | km.Guard]:
    """The same prelude with each guard as soon as its names are known, so that fewer choices are tried."""
    found: list[km.Choice | km.Let | km.Guard] = []
    waiting = [part for part in prelude if isinstance(part, km.Guard)]
    known = {"me"}

    def ready(guard: km.Guard) -> bool:
        return all(free_locals(expr) <= known for expr in (*guard.when, *guard.require))

    for part in (None, *(part for part in prelude if not isinstance(part, km.Guard))):
        if part is not None:
            found.append(part)
            known.add(part.local)
        found += [guard for guard in waiting if ready(guard)]
        waiting = [guard for guard in waiting if not ready(guard)]
    return [*found, *waiting]
