"""Names and types of steps: what a turn, an action, a procedure or a card's text does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from verifier.diagnostics import nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Number, Things, Truth, Zones, bounds
from verifier.model import steps as m
from verifier.model.from_surface.definitions import DefinitionReader, param_domain
from verifier.model.from_surface.expressions import ExpressionReader, number
from verifier.model.from_surface.scope import YES, Pending, Scope, Typed, conjunction
from verifier.model.types import called, fits
from verifier.surface import nodes


@dataclass(frozen=True, slots=True)
class Chain:
    """A rule and its alternatives so far: the last of them, and when each applies."""

    node: nodes.GuardRule | nodes.StepRule
    tests: tuple[k.Expr, ...]


class StepReader:
    """Reads blocks of steps. `actions` and `procedures` are the signatures that steps may name."""

    def __init__(
        self,
        reader: ExpressionReader,
        definitions: DefinitionReader,
        actions: Mapping[str, nodes.Action],
        procedures: Mapping[str, nodes.Procedure],
    ) -> None:
        self.reader = reader
        self.definitions = definitions
        self.actions = actions
        self.procedures = procedures
        self.place = ""

    def block(self, steps: tuple[nodes.Step, ...], scope: Scope, place: str) -> tuple[m.Step, ...]:
        """The steps in order; a name bound by one is known to those after it."""
        before, self.place = self.place, place or self.place
        found: list[m.Step] = []
        chain: Chain | None = None
        for position, node in enumerate(steps):
            if isinstance(node, nodes.GuardRule | nodes.StepRule):
                following = steps[position + 1] if position + 1 < len(steps) else None
                has_other = type(following) is type(node) and following.otherwise
                new, chain = self.rule(node, chain, has_other, scope)
            else:
                new, scope = self.step(node, scope)
                chain = None
            found.extend(new)
        self.place = before
        return tuple(found)

    def rule(
        self, node: nodes.GuardRule | nodes.StepRule, chain: Chain | None, has_other: bool, scope: Scope
    ) -> tuple[list[m.Step], Chain]:
        """A rule with what must not have applied before it; `has_other`: an alternative to it follows.

        Whether a rule applies is written down before it acts: its alternative is not asked what is left of that.
        """
        ruled = scope.within(node.name.text)
        guards = isinstance(node, nodes.GuardRule)
        self.definitions.noted(node.name, "guard" if guards else "steps", self.place, node.span)
        is_other = self.reader.is_alternative(node, chain.node if chain is not None else None)
        excluded = chain.tests if is_other and chain is not None else ()
        when = (*(k.Not(test) for test in excluded), *self.reader.truths(node.when, ruled))
        if isinstance(node, nodes.GuardRule):
            applies = conjunction(when) if when else YES
            require = self.reader.truths(node.require, ruled)
            return [m.Guard(node.name.text, when, require, span=node.span)], Chain(node, (*excluded, applies))
        found: list[m.Step] = []
        if has_other and when:
            local = self.reader.fresh(f"{node.name.text} applies", scope)
            found.append(m.Let(local, conjunction(when), if_any=True, span=node.span))
            when = (k.Local(local, Truth()),)
        applies = conjunction(when) if when else YES
        found.append(m.Rule(node.name.text, when, self.inner(node.steps, ruled), span=node.span))
        return found, Chain(node, (*excluded, applies))

    def inner(self, steps: tuple[nodes.Step, ...], scope: Scope) -> tuple[m.Step, ...]:
        return self.block(steps, scope, self.place)

    def step(self, node: nodes.Step, scope: Scope) -> tuple[list[m.Step], Scope]:
        match node:
            case nodes.Let(name, value, if_any, span=span):
                typed = self.reader.typed(value, scope)
                local = self.reader.fresh(name.text, scope)
                domain = typed.domain or Truth()
                inner = scope.bound(name.text, Typed(k.Local(local, domain), typed.domain))
                return [m.Let(local, typed.expr, if_any, span=span)], inner
            case nodes.Choose(player, may, ranges, span=span):
                binds, where, inner = self.reader.binds(ranges, scope)
                who = self.reader.player(player, scope) if player is not None else None
                return [m.Choose(who, may, binds, where, span=span)], inner
            case _:
                return self.effect(node, scope), scope

    def effect(self, node: nodes.Step, scope: Scope) -> list[m.Step]:
        reader = self.reader
        match node:
            case nodes.Move(what, to, span=span):
                return self.move(what, to, span, scope)
            case nodes.MoveSome():
                return self.move_some(node, scope)
            case nodes.MoveEvery(ranges, to, span=span):
                return self.move_every(ranges, to, span, scope)
            case nodes.Swap():
                return self.swap(node, scope)
            case nodes.Shuffle(place, span=span):
                heap = self.zone(place, scope)
                reader.in_order(heap, place.span, scope)
                return [m.Shuffle(heap, span=span)]
            case nodes.Show():
                return self.show(node, scope)
            case nodes.AddTo(count, place, span=span):
                return self.change(place, "+", count, span, scope)
            case nodes.TakeFrom(count, place, span=span):
                return self.change(place, "-", count, span, scope)
            case nodes.SetTo(place, value, span=span):
                return self.put(place, value, span, scope)
            case nodes.Clear(place, span=span):
                return self.clear(place, span, scope)
            case nodes.Roll(die, span=span):
                if die.text not in reader.world.dice:
                    reader.world.unknown("N240", die, reader.world.dice, "this is not a die")
                    return []
                return [m.Roll(die.text, span=span)]
            case nodes.Do():
                return self.do(node, scope)
            case nodes.Offer():
                return [self.offer(node, scope)]
            case nodes.Each(ranges, steps, span=span):
                binds, where, inner = reader.binds(ranges, scope)
                return [m.Each(binds, where, self.inner(steps, inner), span=span)]
            case nodes.Repeat(count, steps, span=span):
                typed = reader.number(count, scope)
                most = max(0, min(bounds(typed.domain or Number(0, 0))[1], 1_000))
                return [m.Repeat(typed.expr, most, self.inner(steps, scope), span=span)]
            case nodes.GoRound():
                return self.go_round(node, scope)
            case _:
                raise AssertionError(node)

    # --- moving things

    def zone(self, place: nodes.Place, scope: Scope) -> k.Expr:
        typed = self.reader.value(place, scope)
        if typed.domain is not None and not isinstance(typed.domain, Zones):
            self.reader.wrong("T319", place.span, f"this is {called(typed.domain)}", scope)
            return k.ZoneAt("box", ())
        return typed.expr if typed.domain is not None else k.ZoneAt("box", ())

    def move(self, what: nodes.Expr, to: nodes.Target, span: object, scope: Scope) -> list[m.Step]:
        typed = self.reader.typed(what, scope)
        if typed.domain is not None and not isinstance(typed.domain, Things):
            self.reader.wrong(
                "T330",
                what.span,
                f"this is {called(typed.domain)}",
                scope,
                hint="`move N from PLACE to PLACE` moves several",
            )
            return []
        source = typed.expr.zone if isinstance(typed.expr, k.End) else None
        return [m.Move(typed.expr, source, self.zone(to.place, scope), to.end or "top", span=what.span)]

    def move_some(self, node: nodes.MoveSome, scope: Scope) -> list[m.Step]:
        count = self.reader.number(node.count, scope)
        source = self.reader.value(node.source, scope)
        if source.domain is None:
            return []
        if isinstance(source.domain, Zones):
            to = self.zone(node.to.place, scope)
            self.reader.in_order(source.expr, node.source.span, scope)
            return [m.Deal(count.expr, source.expr, to, node.to.end or "top", span=node.span)]
        taken = self.change(node.source, "-", node.count, node.span, scope)
        given = self.change(node.to.place, "+", node.count, node.span, scope)
        if not (taken and given):
            return []
        # The amount is worked out once: what it is taken from may be what it is counted by.
        local = self.reader.fresh("moved", scope)
        amount = self.what_there_is(taken[0], count)
        moved = k.Local(local, amount.domain or Number(0, 0))
        first, second = (self.recounted(step, moved) for step in (*taken, *given))
        return [m.Let(local, amount.expr, span=node.span), first, second]

    def what_there_is(self, taken: m.Step, count: Typed) -> Typed:
        """Where the rest is lost, no more is moved on than there was: a pile that runs out ends a deal, too."""
        assert isinstance(taken, m.Write)
        assert isinstance(taken.value, k.Arith)
        cell = self.reader.world.cells[taken.cell]
        if not cell.saturates or not isinstance(cell.domain, Number):
            return count
        low, high = bounds(count.domain or Number(0, 0))
        there_is = k.Arith("-", taken.value.left, k.Const(cell.domain.low, cell.domain))
        return Typed(k.Arith("min", count.expr, there_is), Number(min(low, 0), high))

    def recounted(self, step: m.Step, amount: k.Expr) -> m.Step:
        assert isinstance(step, m.Write)
        assert isinstance(step.value, k.Arith)
        return replace(step, value=replace(step.value, right=amount))

    def move_every(self, ranges: nodes.Ranges, to: nodes.Target, span: object, scope: Scope) -> list[m.Step]:
        binds, where, inner = self.reader.binds(ranges, scope)
        last = ranges.ranges[-1]
        word = (last.name if isinstance(last, nodes.NumberRange) else last.name or last.head.parts[-1]).text
        thing = inner.locals[word]
        if not isinstance(thing.domain, Things | None):
            self.reader.wrong("T330", last.span, f"this is {called(thing.domain)}", scope)
            return []
        source = binds[-1].source
        single = (
            source.zones
            if isinstance(source, k.Contents) and not isinstance(source.zones, k.ZonesOf)
            else None
        )
        move = m.Move(thing.expr, single, self.zone(to.place, inner), to.end or "top", span=last.span)
        return [m.Each(binds, where, (move,), packet=True, span=last.span)]

    def swap(self, node: nodes.Swap, scope: Scope) -> list[m.Step]:
        left, right = self.reader.value(node.left, scope), self.reader.value(node.right, scope)
        zones = isinstance(left.domain, Zones)
        if not fits(left.domain, right.domain) or not isinstance(left.domain, Zones | Things | None):
            self.reader.wrong("T331", node.span, f"{called(left.domain)} and {called(right.domain)}", scope)
            return []
        return [m.Swap(left.expr, right.expr, zones, span=node.span)]

    def show(self, node: nodes.Show, scope: Scope) -> list[m.Step]:
        what = self.reader.value(node.place, scope)
        everyone = node.to.parts[-1].text == "everyone" and not node.to.my
        player = None if everyone else self.reader.player(node.to, scope)
        if not isinstance(what.domain, Zones | Things | None):
            self.reader.wrong("T332", node.place.span, f"this is {called(what.domain)}", scope)
            return []
        return [m.Show(what.expr, isinstance(what.domain, Zones), player, span=node.span)]

    # --- amounts and notes

    def cell(self, place: nodes.Place, scope: Scope) -> tuple[k.Read, Domain] | None:
        typed = self.reader.meaning(place, scope)
        if isinstance(typed, Typed) and isinstance(typed.expr, k.Read) and typed.domain is not None:
            return typed.expr, typed.domain
        if isinstance(typed, Typed) and typed.domain is None:
            return None
        if isinstance(typed, Pending):
            self.reader.value(place, scope)
            return None
        hint = "declare it with `amount` or `note`"
        if isinstance(typed, Typed) and isinstance(typed.domain, Zones):
            hint = f"components are moved: `move 1 from {place.span.text} to ...`"
        elif place.span.text in self.reader.world.parameters:
            hint = "a named number stays as it is; declare an `amount` for what changes"
        self.reader.wrong("T333", place.span, "this is not an amount, a note or a die", scope, hint)
        return None

    def change(
        self, place: nodes.Place, op: Literal["+", "-"], count: nodes.Expr, span: object, scope: Scope
    ) -> list[m.Step]:
        found = self.cell(place, scope)
        amount = self.reader.number(count, scope)
        if found is None:
            return []
        read, domain = found
        if not isinstance(domain, Number):
            self.reader.wrong("T334", place.span, f"this holds {called(domain)}", scope)
            return []
        return [m.Write(read.cell, read.index, k.Arith(op, read, amount.expr), span=place.span)]

    def put(self, place: nodes.Place, value: nodes.Expr | None, span: object, scope: Scope) -> list[m.Step]:
        found = self.cell(place, scope)
        if found is None:
            if value is not None:
                self.reader.typed(value, scope)
            return []
        read, domain = found
        if value is None:
            if not isinstance(domain, Truth):
                self.reader.wrong(
                    "T335", place.span, f"this holds {called(domain)}", scope, hint="write `set ... to ...`"
                )
                return []
            return [m.Write(read.cell, read.index, number(1).expr, span=place.span)]
        typed = self.reader.expected(self.reader.typed(value, scope, domain), domain, value.span, scope)
        return [m.Write(read.cell, read.index, typed.expr, span=place.span)]

    def clear(self, place: nodes.Place, span: object, scope: Scope) -> list[m.Step]:
        found = self.cell(place, scope)
        if found is None:
            return []
        read, domain = found
        # A number is never nothing: it goes back to how it began.
        as_begun = self.reader.world.cells[read.cell].starts
        empty = as_begun if isinstance(domain, Number) else 0 if isinstance(domain, Truth) else NOTHING
        return [m.Write(read.cell, read.index, k.Const(empty, domain), span=place.span)]

    # --- doing and offering

    def do(self, node: nodes.Do, scope: Scope) -> list[m.Step]:
        if len(node.path.parts) > 1 or node.path.my:
            return self.do_text(node, scope)
        name = node.path.parts[0]
        procedure = self.procedures.get(name.text)
        if procedure is None:
            self.reader.world.unknown("N241", name, self.procedures, "no procedure has this name")
            return []
        args = self.args(node.args, procedure.params, name, scope)
        return [m.Do(name.text, args, span=node.span)] if args is not None else []

    def args(
        self, given: tuple[nodes.Expr, ...], params: tuple[nodes.Param, ...], name: nodes.Name, scope: Scope
    ) -> tuple[k.Expr, ...] | None:
        if len(given) != len(params):
            wanted = ", ".join(f"{param.type.text} {param.name.text}" for param in params) or "nothing"
            self.reader.wrong(
                "T336",
                name.span,
                f"it takes {wanted}",
                scope,
                name=name.text,
                count=len(params),
                given=len(given),
            )
            return None
        found = []
        for node, param in zip(given, params, strict=True):
            domain = param_domain(param, self.reader)
            typed = self.reader.expected(self.reader.typed(node, scope, domain), domain, node.span, scope)
            found.append(typed.expr)
        return tuple(found)

    def do_text(self, node: nodes.Do, scope: Scope) -> list[m.Step]:
        *front, last = node.path.parts
        owner = replace(node.path, parts=tuple(front))
        thing = self.reader.value(nodes.Place(owner, (), span=owner.span), scope)
        texts = {text for _, text in self.definitions.texts}
        if last.text not in texts:
            self.reader.no_such_text(last)
            return []
        if not isinstance(thing.domain, Things | None):
            self.reader.wrong("T330", owner.span, f"this is {called(thing.domain)}", scope)
            return []
        return [m.DoText(thing.expr, last.text, span=node.span)]

    def offer(self, node: nodes.Offer, scope: Scope) -> m.Offer:
        by = self.reader.player(node.by, scope) if node.by is not None else None
        offered = []
        for each in node.offered:
            action = self.actions.get(each.action.text)
            if action is None:
                near = nearest(each.action.text, self.actions)
                hint = f"did you mean `{near}`?" if near else None
                self.reader.wrong(
                    "N242", each.action.span, "no action has this name", scope, hint, name=each.action.text
                )
                continue
            given = (nodes.Place(each.arg, (), span=each.arg.span),) if each.arg is not None else ()
            args = self.args(given, action.params, each.action, scope)
            if args is not None:
                offered.append(m.Offered(each.action.text, args))
        return m.Offer(node.how, tuple(offered), by, span=node.span)

    def go_round(self, node: nodes.GoRound, scope: Scope) -> list[m.Step]:
        bind, word, domain = self.reader.bind(node.range, scope)
        start = self.reader.expected(
            self.reader.value(node.start, scope), self.reader.world.seats, node.start.span, scope
        )
        inner = scope.bound(word, Typed(k.Local(bind.local, domain), domain))
        where, until = self.reader.truth(node.where, inner), self.reader.truth(node.until, scope)
        return [
            m.GoRound(bind.local, start.expr, where, until, self.inner(node.steps, inner), span=node.span)
        ]
