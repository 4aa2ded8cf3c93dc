"""Steps with pauses: structured steps in, blocks with labels out. There is no stack.

A procedure that pauses is lowered once. Its parameters and its return label are cells, for no procedure is under
way twice (checked): a `do` that closes a circle must be the last step, and then it is a jump.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from verifier.diagnostics import Label, Report, diagnostic
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Domain, Labels, Number, Players, Things, Truth, values
from verifier.kernel.walk import free_locals
from verifier.lower.straight import Env, Straight, conjunction
from verifier.model import steps as m
from verifier.model.game import Action, Game, Procedure

SCENARIO = "scenario"
OVER = "round over"


@dataclass(slots=True)
class Draft:
    """A block being written."""

    label: str
    origin: str
    params: tuple[str, ...] = ()
    steps: list[km.Step] = field(default_factory=list)
    out: km.Out | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where steps stand: whose text it is, where to go when the rest is left out, whether nothing follows."""

    origin: str
    skip: str
    caller: str | None = None
    last: bool = False


class Flow(Straight):
    def __init__(self, game: Game, report: Report) -> None:
        super().__init__(game)
        self.report = report
        self.drafts: dict[str, Draft] = {}
        self.returns: dict[str, list[str]] = {}
        self.entered: dict[str, Procedure] = {}
        self.queue: list[Procedure] = []
        self.calling: dict[str, set[str]] = {}
        self.now: Draft = Draft("", "")
        self.entries: dict[str, str] = {}
        self.shown: set[str] = set()
        self.ends_tested = False

    # --- blocks

    def label(self, stem: str) -> str:
        name, count = stem, 2
        while name in self.drafts:
            name, count = f"{stem} {count}", count + 1
        self.drafts[name] = Draft(name, stem)
        return name

    def open(self, label: str, origin: str) -> None:
        """What is emitted from here on belongs to this block."""
        self.now = self.drafts[label]
        self.now.origin = origin

    def close(self, out: km.Out) -> None:
        if self.now.out is None:
            self.now.out = out

    def then(self, label: str, origin: str) -> None:
        """Closes the present block with a jump and goes on in the next."""
        self.close(km.Goto(label))
        self.open(label, origin)

    def emit(self, steps: Sequence[km.Step]) -> None:
        self.now.steps.extend(steps)

    def frame(self, name: str, domain: Domain) -> str:
        """A cell that holds what a suspended block still needs."""
        cell = self.fresh_cell(name)
        starts = domain.low if isinstance(domain, Number) else 0 if isinstance(domain, Truth) else NOTHING
        self.cells[cell] = km.Cell(cell, (), domain, not isinstance(domain, Number | Truth), starts, "frame")
        return cell

    def fresh_cell(self, name: str) -> str:
        cell, count = name, 2
        while cell in self.cells:
            cell, count = f"{name} {count}", count + 1
        return cell

    def pause(self, stem: str) -> tuple[str, str]:
        """The labels of a pause and of the way into it, where it is asked whether the round is over."""
        enter, stop = self.label(f"to {stem}"), self.label(stem)
        draft = self.drafts[enter]
        draft.origin = stem
        draft.out = km.Fork(self.is_over(), OVER, stop) if self.ends_tested else km.Goto(stop)
        return enter, stop

    def is_over(self) -> k.Expr:
        over: k.Expr = k.Call("over", ())
        if "playing" in self.cells:
            return k.Logic("and", (k.Read("playing", ()), over))
        return over

    # --- steps

    def flow(self, steps: Sequence[m.Step], env: Env, place: Place) -> None:
        """Emits the steps; when done, the present block is open and goes on behind them."""
        shown: list[km.Step] = []
        for position, step in enumerate(steps):
            rest = steps[position + 1 :]
            if not self.pauses(steps[position:]):
                self.emit(self.straight(steps[position:], env, place.origin))
                break
            last = place.last and not rest and not shown
            env = self.flow_one(step, env, Place(place.origin, place.skip, place.caller, last), shown)
        self.emit(shown)

    def flow_one(self, step: m.Step, env: Env, place: Place, shown: list[km.Step]) -> Env:
        match step:
            case m.Let(name, value, _):
                return self.let(name, value, env, place)
            case m.Show(what, is_zone, player, _):
                on, off = self.show(self.put_in(what, env), is_zone, player, env, place.origin)
                self.emit(on)
                shown.extend(off)
                return env
            case m.Choose():
                return self.choose(step, env, place)
            case _ if not self.step_pauses(step):
                self.emit(self.one(step, env, place.origin))
            case m.Offer():
                self.offer(step, env, place)
            case m.Each(binds, where, inner, _):
                self.each_pausing(binds, where, inner, env, place)
            case m.Repeat(count, most, inner, _):
                self.repeat(count, most, inner, env, place)
            case m.GoRound():
                self.go_round(step, env, place)
            case m.Rule(rule, when, inner, _):
                self.rule(rule, when, inner, env, place)
            case m.As(me, inner, _):
                self.nested(inner, env.bound("me", self.put_in(me, env)), place)
            case m.Do(name, args, span):
                self.call(self.game.procedures[name], args, env, place, span)
            case m.DoText(thing, text, span):
                self.do_text(thing, text, env, place, span)
            case _:
                raise AssertionError(step)
        return self.moved(step, env)

    def let(self, name: str, value: k.Expr, env: Env, place: Place) -> Env:
        expr = self.put_in(value, env)
        local = k.Local(self.fresh(place.origin, name), self.domain(expr))
        self.emit((km.Let(local.name, expr),))
        if self.may_be_nothing(expr):
            on = self.label(f"{place.origin} with {name}")
            self.close(km.Fork(self.something(local), on, place.skip))
            self.open(on, place.origin)
        return env.bound(name, local)

    def nested(self, inner: Sequence[m.Step], env: Env, place: Place) -> None:
        """A block of its own: leaving out its rest leads behind it."""
        after = self.label(f"after {place.origin}")
        self.flow(inner, env, Place(place.origin, after, place.caller, place.last))
        self.then(after, place.origin)

    def rule(self, rule: str, when: Sequence[k.Expr], inner: Sequence[m.Step], env: Env, place: Place) -> None:
        yes, after = self.label(rule), self.label(f"after {rule}")
        if when:
            self.close(km.Fork(conjunction([self.put_in(w, env) for w in when]), yes, after, rule))
        else:
            self.close(km.Goto(yes))
        self.open(yes, place.origin)
        self.flow(inner, env, Place(place.origin, after, place.caller, place.last))
        self.then(after, place.origin)

    # --- showing

    def show(
        self, what: k.Expr, is_zone: bool, player: k.Expr | None, env: Env, origin: str
    ) -> tuple[list[km.Step], list[km.Step]]:
        cell = "shown zones" if is_zone else "shown things"
        if cell not in self.cells:
            axis: Domain = self.domain(k.ZoneOf(what)) if is_zone else self.all_things
            self.cells[cell] = km.Cell(cell, (axis, self.seats), Truth(), False, 0, "turn")
        local = k.Local(self.fresh(origin, "shown"), self.domain(what))
        on: list[km.Step] = [km.Let(local.name, what)]
        off: list[km.Step] = []
        for steps, value in ((on, 1), (off, 0)):
            flag = k.Const(value, Truth())
            if player is not None:
                steps.append(km.Write(cell, (local, self.put_in(player, env)), flag))
            else:
                everyone = k.Local(self.fresh(origin, "seer"), self.seats)
                steps.append(
                    km.Each(everyone.name, k.Values(self.seats), (km.Write(cell, (local, everyone), flag),))
                )
        return on, off

    # --- choosing

    def choose(self, step: m.Choose, env: Env, place: Place) -> Env:
        """A new decision in the middle of an effect; without an option, or declined, the rest is left out."""
        player = self.put_in(step.player, env) if step.player is not None else env.names["me"]
        after = self.label(f"{place.origin} chosen")
        enter, pause = self.pause(f"{place.origin} choice")
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

    def choices(self, step: m.Choose, env: Env) -> tuple[list[km.Choice], Env]:
        found: list[km.Choice] = []
        for position, bind in enumerate(step.binds):
            source = self.source_in(bind.source, env)
            env = env.bound(bind.local, k.Local(bind.local, self.member_domain(source)))
            final = position == len(step.binds) - 1
            where = self.put_in(step.where, env) if final and step.where is not None else None
            found.append(km.Choice(bind.local, source, where, bind.local))
        return found, env

    # --- offering

    def offer(self, step: m.Offer, env: Env, place: Place) -> None:
        player = self.put_in(step.by, env) if step.by is not None else env.names["me"]
        after = self.label(f"after {place.origin} offer")
        enter, pause = self.pause(f"{place.origin} offer")
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
        choices, effects = split(action)
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
            case m.Let(name, value, _):
                expr = self.put_in(value, env)
                local = k.Local(self.fresh(action.name, name), self.domain(expr))
                prelude.append(km.Let(local.name, expr))
                first.append(km.Let(local.name, expr))
                return env.bound(name, local)
            case m.Guard(rule, when, require, _):
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
        """What a component's own text demands before anything happens, asked of the action that leads there."""
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
            self.close(km.Goto(back))
            return
        # Choices that outlive this block are known by names that no other block uses.
        names = dict(env.names)
        for name in ("me", *self.now.params[1:]):
            local = k.Local(self.fresh(action.name, name), self.domain(names[name]))
            self.emit((km.Let(local.name, names[name]),))
            names[name] = local
        inner = Env(names, {n: self.put_in(z, Env({"me": names["me"]})) for n, z in env.sources.items()})
        for part in (before, effects, after):
            if part:
                behind = self.label(f"{action.name} done")
                self.flow(part, inner, Place(action.name, behind))
                self.then(behind, action.name)
        self.close(km.Goto(back))

    # --- loops

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
                case _:
                    return None

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

    # --- procedures that pause

    def do_text(self, thing: k.Expr, text: str, env: Env, place: Place, span: object) -> None:
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

    def call(self, procedure: Procedure, args: Sequence[k.Expr], env: Env, place: Place, span: object) -> None:
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
            self.report.add(diagnostic("C504", Label(procedure.span), name=procedure.name))  # type: ignore[arg-type]
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
                case m.Each(_, _, inner, _) | m.Rule(_, _, inner, _) | m.As(_, inner, _) | m.Repeat(_, _, inner, _):
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


def split(action: Action) -> tuple[tuple[m.Step, ...], tuple[m.Step, ...]]:
    return split_steps(action.steps)


def split_steps(steps: Sequence[m.Step]) -> tuple[tuple[m.Step, ...], tuple[m.Step, ...]]:
    """Choices, names and guards before the first effect; and the rest."""
    for position, step in enumerate(steps):
        prelude = isinstance(step, m.Let | m.Guard) or isinstance(step, m.Choose) and step.player is None and not step.may
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
