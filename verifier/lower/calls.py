"""Procedures and texts that pause: each is lowered once; its parameters and its return label are cells.

No procedure is under way twice (checked): a `do` that closes a circle must be the last step: a jump.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Labels, Number, Players, Things, values
from verifier.lower.blocks import Blocks, StepContext
from verifier.lower.members import Level
from verifier.lower.names import Env, conjunction
from verifier.model import steps as m
from verifier.model.game import Procedure
from verifier.source import Span

# --- procedures and texts that pause: each is lowered once; its parameters and its return label are cells


class Calls(Blocks):
    def do_text(self, thing: k.Expr, text: str, env: Env, place: StepContext, span: Span) -> None:
        value = self.put_in(thing, env)
        local = k.Local(self.fresh(place.origin, "it"), self.domain(value))
        self.emit((km.Let(local.name, value),))
        after = self.label(f"after {place.origin}")
        for design, procedure in self.texts(text, value):
            yes, no = self.label(f"{design}?"), self.label(f"not {design}")
            self.close(km.Fork(k.Lookup(f"is {design}", (local,)), yes, no))
            self.open(yes, place.origin)
            inner = env.bound("it", local)
            if self.body_pauses(procedure):
                self.call(procedure, (k.Local("it", local.domain),), inner, place, span)
            else:
                self.emit(self.inlined(procedure, (k.Local("it", local.domain),), inner))
            self.close(km.Goto(after))
            self.open(no, place.origin)
        self.then(after, place.origin)

    def call(
        self, procedure: Procedure, args: Sequence[k.Expr], env: Env, place: StepContext, span: Span
    ) -> None:
        """Sets the parameters and the return label, and goes there."""
        if not self.body_pauses(procedure):
            self.emit(self.inlined(procedure, args, env))
            return
        self.enter(procedure)
        self.calling.setdefault(place.caller or "", set())
        temporaries = []
        for param, arg in zip(procedure.params, args, strict=True):
            local = k.Local(self.fresh(procedure.name, param.name), param.domain)
            value = self.put_in(arg, env)
            self.emit((km.Let(local.name, value),))
            if not self.is_of_kind(value, param):
                self.asserted.add(f"{procedure.name}: {param.name}")
            temporaries.append((param.name, local))
        me = env.names["me"]
        if me != k.Read(f"{procedure.name}: me", ()):
            self.emit((km.Write(f"{procedure.name}: me", (), me),))
        for name, local in temporaries:
            self.emit((km.Write(f"{procedure.name}: {name}", (), local),))
        home = f"{procedure.name}: home"
        if place.last and place.caller is not None and self.closes_circle(procedure.name, place.caller):
            if place.caller != procedure.name:
                self.emit((km.Write(home, (), k.Read(f"{place.caller}: home", ())),))
                self.returns[procedure.name] = self.returns[place.caller]
            self.close(km.Goto(f"do {procedure.name}"))
            self.open(self.label(f"never after {procedure.name}"), place.origin)
            return
        if place.caller is not None and self.closes_circle(procedure.name, place.caller):
            self.endless(procedure)
        back = self.label(f"back from {procedure.name}")
        known = self.returns.setdefault(procedure.name, [])
        known.append(back)
        self.emit((km.Write(home, (), k.Const(known.index(back), Labels(()))),))
        self.close(km.Goto(f"do {procedure.name}"))
        self.open(back, place.origin)

    def enter(self, procedure: Procedure) -> None:
        """Declares the cells of a procedure, once, and queues its body."""
        if procedure.name in self.entered:
            return
        self.entered[procedure.name] = procedure
        self.returns.setdefault(procedure.name, [])
        for param in procedure.params:
            cell = self.frame(f"{procedure.name}: {param.name}", param.domain)
            if (procedure.name, param.name) in self.somebody.doubtful:
                self.doubted.add(cell)
        self.frame(f"{procedure.name}: me", self.seats)
        self.frame(f"{procedure.name}: home", Labels(()))
        self.label(f"do {procedure.name}")
        self.queue.append(procedure)

    def closes_circle(self, callee: str, caller: str) -> bool:
        """Does the procedure called lead back to the one that calls?"""
        seen, waiting = set(), [callee]
        while waiting:
            name = waiting.pop()
            if name == caller:
                return True
            if name in seen:
                continue
            seen.add(name)
            waiting.extend(self.callees(name))
        return False

    def callees(self, name: str) -> set[str]:
        procedure = self.entered.get(name) or self.game.procedures.get(name)
        if procedure is None:
            procedure = next((p for p in self.game.texts.values() if p.name == name), None)
        return self.called_in(self.body(procedure)) if procedure is not None else set()

    def called_in(self, steps: Sequence[m.Step]) -> set[str]:
        found: set[str] = set()
        for step in steps:
            match step:
                case m.Do(name, _):
                    found.add(name)
                case m.DoText(_, text):
                    found |= {p.name for (_, other), p in self.game.texts.items() if other == text}
                case m.Offer(_, offered, _):
                    for each in offered:
                        found |= self.called_in(self.game.actions[each.action].steps)
                case m.Each(_, _, inner) | m.Rule(_, _, inner) | m.As(_, inner) | m.Repeat(_, _, inner):
                    found |= self.called_in(inner)
                case m.GoRound():
                    found |= self.called_in(step.steps)
                case _:
                    pass
        return found

    def drain(self) -> None:
        """Lowers the bodies of all procedures that were called."""
        while self.queue:
            procedure = self.queue.pop(0)
            name = procedure.name
            self.open(f"do {name}", name)
            names: dict[str, k.Expr] = {"me": k.Read(f"{name}: me", ())}
            for param in procedure.params:
                names[param.name] = k.Read(f"{name}: {param.name}", ())
            before, after = self.hooked("before", name), self.hooked("after", name)
            parts = [part for part in (before, procedure.steps, after) if part]
            for part in parts:
                behind = self.label(f"{name} done")
                last = part is parts[-1]
                self.flow(part, Env(names), StepContext(name, behind, name, last))
                self.then(behind, name)
            self.close(km.Return(f"{name}: home"))


# --- loops with a pause inside: the count is a cell, and members are asked for one after the other


Candidates = tuple[int, Callable[[k.Expr], k.Expr], Callable[[k.Expr], k.Expr | None]]


class Loops(Calls):
    def each_pausing(
        self,
        binds: Sequence[k.Bind],
        where: k.Expr | None,
        inner: Sequence[m.Step],
        env: Env,
        place: StepContext,
    ) -> None:
        """Once for each member; where play could change them, the members are written down first."""
        levels = [Level(bind.local, bind.source, self.member_domain(bind.source)) for bind in binds]
        if self.must_keep(binds, where, inner, pausing=True):
            levels, first = self.keep(self.one_zone_each(binds), where, env, place.origin)
            self.emit(first)
            where = None
        self.each_level(levels, (), where, inner, env, place)

    def each_level(
        self,
        levels: Sequence[Level],
        before: tuple[k.Expr, ...],
        where: k.Expr | None,
        inner: Sequence[m.Step],
        env: Env,
        place: StepContext,
    ) -> None:
        level, rest = levels[0], levels[1:]
        count, member, test = self.candidates(level, before, env, place.origin)
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
        local = k.Local(self.fresh(place.origin, level.local), level.domain)
        self.emit((km.Let(local.name, member(at)),))
        inside = Env(env.names).bound(level.local, local)
        tests = [t for t in (test(local), None if rest or where is None else self.put_in(where, inside)) if t]
        self.close(km.Fork(conjunction(tests), work, step) if tests else km.Goto(work))
        self.open(work, place.origin)
        if level.cell is not None:
            self.emit((self.wiped(level, before, at if level.ordered else local),))
        if rest:
            self.each_level(
                rest, (*before, local), where, inner, inside, StepContext(place.origin, step, place.caller)
            )
        else:
            self.flow(inner, inside, StepContext(place.origin, step, place.caller))
        self.then(step, place.origin)
        self.emit((km.Write(counter, (), k.Arith("+", at, k.Const(1, Number(1, 1)))),))
        self.close(km.Goto(head))
        self.open(leave, place.origin)

    def candidates(self, level: Level, before: tuple[k.Expr, ...], env: Env, origin: str) -> Candidates:
        """How many could be members, the one at a position, and the test that it is one."""
        if level.cell is None:
            return self.members(self.source_in(level.source, env), origin)
        cell = level.cell
        if level.ordered:
            return (
                len(values(self.cells[cell].index[-1])),
                lambda at: k.Read(cell, (*before, at)),
                self.something,
            )
        plain = level.source if isinstance(level.source, k.Values) else k.Values(level.domain)
        count, member, _ = self.members(self.source_in(plain, env), origin)
        return count, member, lambda local: k.Read(cell, (*before, local))

    def members(self, source: k.Source, origin: str) -> Candidates:
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

        return len(ids), member, lambda local: self.is_member(local, source)

    def repeat(self, count: k.Expr, most: int, inner: Sequence[m.Step], env: Env, place: StepContext) -> None:
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
        self.flow(inner, Env(env.names), StepContext(place.origin, step, place.caller))
        self.then(step, place.origin)
        self.emit((km.Write(left, (), k.Arith("-", k.Read(left, ()), k.Const(1, Number(1, 1)))),))
        self.close(km.Goto(head))
        self.open(leave, place.origin)

    def go_round(self, step: m.GoRound, env: Env, place: StepContext) -> None:
        turn = self.frame(f"{place.origin} asked", self.seats)
        if self.somebody.may_be_nothing(step.start, place.origin):
            # Nobody is no seat to begin with: a fault of the rules.
            self.cells[turn] = replace(self.cells[turn], optional=False, starts=0)
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
        self.flow(step.steps, inside, StepContext(place.origin, on, place.caller))
        self.then(on, place.origin)
        one, seats = k.Const(1, Number(1, 1)), k.Const(self.game.players, Number(0, self.game.players))
        self.emit((km.Write(turn, (), k.Arith("%", k.Arith("+", here, one), seats)),))
        self.close(km.Goto(head))
        self.open(leave, place.origin)
