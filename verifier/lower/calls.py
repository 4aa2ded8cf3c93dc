"""Procedures and texts that pause: each is lowered once; its parameters and its return label are cells.

No procedure is under way twice (checked): a `do` that closes a circle must be the last step: a jump.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.diagnostics import Label, diagnostic
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Labels
from verifier.lower.blocks import Blocks, Place
from verifier.lower.straight import Env
from verifier.model import steps as m
from verifier.model.game import Procedure
from verifier.source import Span


class Calls(Blocks):
    def do_text(self, thing: k.Expr, text: str, env: Env, place: Place, span: Span) -> None:
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

    def call(self, procedure: Procedure, args: Sequence[k.Expr], env: Env, place: Place, span: Span) -> None:
        """Sets the parameters and the return label, and goes there."""
        if not self.body_pauses(procedure):
            self.emit(self.inlined(procedure, args, env))
            return
        self.enter(procedure)
        self.calling.setdefault(place.caller or "", set())
        temporaries = []
        for param, arg in zip(procedure.params, args, strict=True):
            local = k.Local(self.fresh(procedure.name, param.name), param.domain)
            self.emit((km.Let(local.name, self.put_in(arg, env)),))
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
            self.report.add(diagnostic("C504", Label(procedure.span), name=procedure.name))
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
            self.frame(f"{procedure.name}: {param.name}", param.domain)
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
                case m.Do(name, _, _):
                    found.add(name)
                case m.DoText(_, text, _):
                    found |= {p.name for (_, other), p in self.game.texts.items() if other == text}
                case m.Offer(_, offered, _, _):
                    for each in offered:
                        found |= self.called_in(self.game.actions[each.action].steps)
                case (
                    m.Each(_, _, inner, _)
                    | m.Rule(_, _, inner, _)
                    | m.As(_, inner, _)
                    | m.Repeat(_, _, inner, _)
                ):
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
                self.flow(part, Env(names), Place(name, behind, name, last))
                self.then(behind, name)
            self.close(km.Return(f"{name}: home"))
