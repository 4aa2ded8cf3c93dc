"""Steps without a pause: model steps in, kernel steps of one straight program out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.diagnostics import Label, Level, Report, diagnostic
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Number, Things
from verifier.kernel.visit import preorder
from verifier.lower.members import Members
from verifier.lower.names import Env, conjunction
from verifier.model import steps as m
from verifier.model.game import Game, Param, Procedure
from verifier.source import Span


class Straight(Members):
    """Straight programs: what does not pause."""

    def __init__(self, game: Game, report: Report) -> None:
        super().__init__(game)
        self.report = report
        self._inlining: list[str] = []
        self._endless = False
        self._told: set[Span] = set()

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
                    self.skips(step, bool(steps[position + 1 :]))
                    rest = (
                        (km.Branch(self.something(k.Local(local, self.domain(value))), rest, ()),)
                        if rest
                        else ()
                    )
                return (*found, *rest)
            found.extend(self.one(step, env, origin))
            env = self.moved(step, env)
        return tuple(found)

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
            case m.Each():
                return self.each(step, env, origin)
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
                self.doubt(local, value)
                value = k.Local(local, param.domain)
            if not self.is_of_kind(self.put_in(arg, env), param):
                found.append(km.Write(self.asserting(procedure, param), (), value))
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

    def is_of_kind(self, value: k.Expr, param: Param) -> bool:
        """Can nothing be given here but numbers of the parameter's kind? What is no number is checked as a type."""
        if not isinstance(param.domain, Number):
            return True
        # A die that was not rolled yet shows none of its numbers.
        dice = any(isinstance(part, k.Read) and part.cell in self.game.dice for part in preorder(value))
        return self.fits(value, param.domain) and not dice

    def asserting(self, procedure: Procedure, param: Param) -> str:
        """A cell that takes the numbers of a parameter's kind and no others."""
        name = f"{procedure.name}: {param.name}"
        if name not in self.asserted:
            self.frame(name, param.domain)
            self.asserted.add(name)
        return name

    def skips(self, step: m.Let, has_rest: bool) -> None:
        """Where there is nothing to name, the rest of the block is left out: the text should say so."""
        if has_rest and not step.if_any and step.span not in self._told:
            self._told.add(step.span)
            hint = "write `if any` behind it if that is meant; else put what follows outside"
            label = Label(step.span, "there may be nothing here")
            self.report.add(diagnostic("C508", label, name=step.name, hint=hint, level=Level.WARNING))

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

    def each(self, loop: m.Each, env: Env, origin: str) -> tuple[km.Step, ...]:
        """Once for each member, as those were at the start, in the order in which they lie."""
        binds, where, inner = loop.binds, loop.where, loop.steps
        if self.gathers(loop):
            move = inner[0]
            assert isinstance(move, m.Move)
            if not self.families_of(move.to) <= self.unordered:
                return self.gathered(self.one_zone_each(binds), where, move, env, origin)
        elif self.must_keep(binds, where, inner, pausing=False):
            levels, first = self.keep(self.one_zone_each(binds), where, env, origin)
            # The topmost of a packet goes below first.
            levels[-1] = replace(levels[-1], downward=loop.packet and self.goes_below(loop))
            return (
                *first,
                *self.each_kept(levels, (), env, origin, lambda inside: self.straight(inner, inside, origin)),
            )
        return self.each_as_it_comes(binds, where, inner, env, origin)

    def each_as_it_comes(
        self, binds: Sequence[k.Bind], where: k.Expr | None, inner: Sequence[m.Step], env: Env, origin: str
    ) -> tuple[km.Step, ...]:
        bind, rest = binds[0], binds[1:]
        source = self.source_in(bind.source, env)
        local = self.fresh(origin, bind.local)
        inside = Env(env.names).bound(bind.local, k.Local(local, self.member_domain(source)))
        if isinstance(source, k.Contents) and not isinstance(source.zones, k.ZonesOf):
            inside = replace(inside, sources={bind.local: source.zones} if self.stays(source.zones) else {})
        if rest:
            steps = self.each_as_it_comes(rest, where, inner, inside, origin)
        else:
            steps = self.straight(inner, inside, origin)
            if where is not None:
                steps = (km.Branch(self.put_in(where, inside), steps, ()),)
        return (km.Each(local, source, steps),)


def _writes(step: m.Step, cell: str) -> bool:
    inner = getattr(step, "steps", ())
    return (isinstance(step, m.Write) and step.cell == cell) or any(_writes(each, cell) for each in inner)
