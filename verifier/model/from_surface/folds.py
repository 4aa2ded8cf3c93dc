"""Folds: `every`, `any`, `count`, `sum`, `highest`, and the ends of piles."""

from __future__ import annotations

from typing import Literal, assert_never

from verifier.diagnostics import Label, Level, diagnostic, nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Number, Things, Truth, Zones, bounds
from verifier.model.from_surface.names import Properties
from verifier.model.from_surface.scope import NO, UNKNOWN, YES, Scope, Typed, ZoneSet, conjunction
from verifier.model.types import ANYTHING, called, joined
from verifier.source import Span
from verifier.surface import nodes

# --- ranges and folds: `every`, `any`, `count`, `sum`, `highest`, `top`, over kinds, components and zones


WIDEST = 10_000


class RangeReader(Properties):
    def zones(self, place: nodes.Place, scope: Scope) -> k.ZonesOf | k.Expr:
        """The zone, or the zones, that a place names."""
        meaning = self.meaning(place, scope)
        match meaning:
            case ZoneSet(source):
                return source
            case Typed(expr, Zones()):
                return expr
            case Typed(_, None):
                return k.ZonesOf("box", ())
            case _:
                got = called(meaning.domain) if isinstance(meaning, Typed) else "not a zone"
                self.wrong("T319", place.span, f"this is {got}", scope)
                return k.ZonesOf("box", ())

    def in_order(self, zone: k.Expr, span: Span, scope: Scope) -> None:
        """Where something stands in a set nobody can say: what is written would take some component all the same."""
        match zone:
            case k.ZoneAt(name, _) | k.Local(_, Zones(name, _)) if name in self.world.families:
                if self.world.families[name].shape == "set":
                    self.doubtful(
                        "C512",
                        span,
                        "it is a set",
                        "declare it as a `pile` or a `row`, or let somebody `choose`",
                        scope,
                        name,
                    )
            case _:
                pass

    def one_zone(self, range_: nodes.Range, source: k.Source, scope: Scope) -> None:
        """`count my hand` is always 1: there is one such zone."""
        single = isinstance(source, k.ZonesOf) and all(index is not None for index in source.index)
        if single and range_.name is None and range_.place is None:
            words = range_.head.span.text
            self.doubtful("C513", range_.span, "always 1", f"write `count card in {words}`", scope, words)

    def doubtful(self, code: str, span: Span, label: str, hint: str, scope: Scope, name: str) -> None:
        self.report.add(
            diagnostic(code, Label(span, label), rule=scope.rule, hint=hint, level=Level.WARNING, name=name)
        )

    def bind(self, node: nodes.Range | nodes.NumberRange, scope: Scope) -> tuple[k.Bind, str, Domain]:
        """A range as a binder, the author's name for it, and its domain."""
        if isinstance(node, nodes.NumberRange):
            low, high = self.number(node.low, scope), self.number(node.high, scope)
            domain = Number(bounds(low.domain or Number(0, 0))[0], bounds(high.domain or Number(0, 0))[1])
            if domain.high < domain.low:
                domain = Number(domain.low, domain.low)
            if domain.high - domain.low > 10_000:
                self.wrong("T304", node.span, "", scope, count=domain.high - domain.low + 1, most=10_000)
                domain = Number(domain.low, domain.low)
            return k.Bind(self.fresh(node.name.text, scope), k.Values(domain)), node.name.text, domain
        word = (node.name or node.head.parts[-1]).text
        local = self.fresh(word, scope)
        source, found = self.source(node, scope)
        return k.Bind(local, source), word, found

    def fresh(self, word: str, scope: Scope) -> str:
        """The author's name, made unlike any name bound outside it."""
        held = {
            typed.expr.name for typed in scope.locals.values() if isinstance(typed.expr, k.Local)
        } | scope.taken
        local, count = word, 2
        while local in held:
            local, count = f"{word} {count}", count + 1
        return local

    def source(self, node: nodes.Range, scope: Scope) -> tuple[k.Source, Domain]:
        head = node.head
        single = head.parts[0].text if len(head.parts) == 1 and not head.my else None
        if node.place is not None:
            things = self.class_of(head, scope)
            return k.Contents(self.zones(node.place, scope), things), things
        if single is not None and (single not in scope.locals or node.name is not None):
            if single == "player":
                return k.Values(self.world.seats, k.Read("active", ())), self.world.seats
            if single in self.world.kinds and single != "name" and single not in self.world.families:
                return k.Values(self.world.kinds[single]), self.world.kinds[single]
            if single in self.world.classes:
                return k.Values(self.world.classes[single]), self.world.classes[single]
            if single in self.world.dice:
                return k.Values(self.world.cells[single].domain), self.world.cells[single].domain
        meaning = self.meaning(nodes.Place(head, (), span=head.span), scope)
        match meaning:
            case ZoneSet(source):
                return source, self.family_domain(source.family)
            case Typed(k.ZoneAt(family, index), Zones()):
                return k.ZonesOf(family, tuple(index)), self.family_domain(family)
            case Typed(_, None):
                return k.Values(ANYTHING), ANYTHING
            case _:
                hint = "iterate over a kind, a class of components, or a zone"
                self.wrong("T320", head.span, "not something to iterate over", scope, hint)
                return k.Values(ANYTHING), ANYTHING

    def family_domain(self, name: str) -> Zones:
        family = self.world.families[name]
        return Zones(name, tuple(range(family.base, family.base + family.size)))

    def class_of(self, head: nodes.Path, scope: Scope) -> Things:
        name = head.parts[-1]
        if head.my or len(head.parts) > 1 or name.text not in self.world.classes:
            known = list(self.world.classes)
            near = nearest(name.text, known)
            hint = f"did you mean `{near}`?" if near else None
            self.wrong("N226", head.span, "no class of components", scope, hint, name=name.text)
            return ANYTHING
        return self.world.classes[name.text]

    def binds(self, ranges: nodes.Ranges, scope: Scope) -> tuple[tuple[k.Bind, ...], k.Expr | None, Scope]:
        """All binders of a line, their `where`, and the scope inside. Bounds of numbers become a `where`."""
        found: list[k.Bind] = []
        tests: list[k.Expr] = []
        for node in ranges.ranges:
            bind, word, domain = self.bind(node, scope)
            self._refuse_zone_as_name(node, scope)
            local = Typed(k.Local(bind.local, domain), domain)
            if isinstance(node, nodes.NumberRange):
                low, high = self.number(node.low, scope), self.number(node.high, scope)
                if not isinstance(low.expr, k.Const):
                    tests.append(k.Compare(">=", local.expr, low.expr))
                if not isinstance(high.expr, k.Const):
                    tests.append(k.Compare("<=", local.expr, high.expr))
                match low.expr, high.expr:
                    case k.Const(least), k.Const(most) if most < least:
                        # No domain is empty, so that the one number of this one fits nothing.
                        tests.append(NO)
                        self._refuse_falling(node, least, most)
            scope = scope.bound(word, local)
            found.append(bind)
        if ranges.where is not None:
            tests.append(self.truth(ranges.where, scope))
        return tuple(found), conjunction(tuple(tests)) if tests else None, scope

    def _refuse_falling(self, node: nodes.NumberRange, low: int, high: int) -> None:
        """`n from 3 to 1` has no members. Named numbers may come out so: a limit that an overlay sets to 0."""
        if isinstance(node.low, nodes.Integer) and isinstance(node.high, nodes.Integer):
            self.report.add(diagnostic("T303", Label(node.span), low=low, high=high))

    def _refuse_zone_as_name(self, node: nodes.Range | nodes.NumberRange, scope: Scope) -> None:
        """`count card heap` counts every card and calls each of them `heap`: nobody means that."""
        name = node.name
        if isinstance(node, nodes.Range) and name is not None and name.text in self.world.families:
            hint = f"write `in {name.text}`, or call it by a letter"
            self.wrong("N246", name.span, "there is a zone of this name", scope, hint, name=name.text)


# --- folds: `every`, `any`, `count`, `sum`, `highest`, and the ends of piles


class FoldReader(RangeReader):
    def fold(self, node: nodes.Fold, scope: Scope) -> Typed:
        binds, where, inner = self.binds(node.ranges, scope)
        match node.op:
            case "every":
                assert node.body is not None
                return Typed(k.Fold("every", binds, where, self.truth(node.body, inner)), Truth())
            case "any":
                return Typed(k.Fold("any", binds, where, YES), Truth())
            case "no":
                return Typed(k.Not(k.Fold("any", binds, where, YES)), Truth())
            case "count":
                if len(binds) == 1 and isinstance(node.ranges.ranges[0], nodes.Range):
                    self.one_zone(node.ranges.ranges[0], binds[0].source, scope)
                return Typed(k.Fold("count", binds, where, YES), Number(0, self.most(binds)))
            case "sum" | "highest" | "lowest":
                assert node.body is not None
                body = self.number(node.body, inner)
                return self.numeric(node.op, binds, where, body, None, node.span, scope)

    def numeric(
        self,
        op: Literal["sum", "highest", "lowest"],
        binds: tuple[k.Bind, ...],
        where: k.Expr | None,
        body: Typed,
        default: Typed | None,
        span: Span,
        scope: Scope,
    ) -> Typed:
        low, high = bounds(body.domain or Number(0, 0))
        if op == "sum":
            most = self.most(binds)
            return Typed(
                k.Fold("sum", binds, where, body.expr), Number(min(0, low) * most, max(0, high) * most)
            )
        empty = where is not None or any(isinstance(bind.source, k.Contents) for bind in binds)
        if empty and default is None:
            self.wrong(
                "T311",
                span,
                "this range may be empty",
                scope,
                hint="give a default: `else 0`",
                op=op,
            )
        domain = joined(Number(low, high), default.domain if default else None)
        return Typed(k.Fold(op, binds, where, body.expr, default.expr if default else None), domain)

    def most(self, binds: tuple[k.Bind, ...]) -> int:
        """A bound on how many members the binders range over."""
        count = 1
        for bind in binds:
            match bind.source:
                case k.Values(domain, _):
                    low, high = bounds(domain)
                    count *= len(domain.ids) if isinstance(domain, Things | Zones) else high - low + 1
                case k.ZonesOf(family, index):
                    size = self.world.families[family].size
                    for (_, domain), given in zip(self.world.families[family].index, index, strict=True):
                        low, high = bounds(domain)
                        size //= (high - low + 1) if given is not None else 1
                    count *= size
                case k.Contents(_, things):
                    count *= len(things.ids)
                case _:
                    assert_never(bind.source)
        return count

    def field_fold(self, node: nodes.FieldFold, scope: Scope) -> Typed:
        binds, where, inner = self.binds(nodes.Ranges((node.range,), None, span=node.range.span), scope)
        body = self.member_value(node.field, node.range, inner, scope)
        default = self.number(node.default, scope) if node.default is not None else None
        return self.numeric(node.op, binds, where, body, default, node.span, scope)

    def member_value(self, field: nodes.Name, range_: nodes.Range, inner: Scope, scope: Scope) -> Typed:
        """The property `field` of the member that the range binds."""
        word = (range_.name or range_.head.parts[-1]).text
        found = self.property(inner.locals[word], field, scope)
        if isinstance(found, Typed):
            return self.expected(found, Number(0, 0), field.span, scope)
        return self.wrong(
            "T314", field.span, "this needs an index", scope, name=field.text, missing="an index"
        )

    def end_of(
        self, end: Literal["top", "bottom"], range_: nodes.Range, where: nodes.Expr | None, scope: Scope
    ) -> Typed:
        if range_.place is None:
            return self.wrong(
                "T321", range_.span, "of which zone?", scope, hint=f"write `{end} ... in ZONE`", end=end
            )
        bind, word, domain = self.bind(range_, scope)
        assert isinstance(bind.source, k.Contents)
        assert isinstance(domain, Things)
        zones = bind.source.zones
        if isinstance(zones, k.ZonesOf):
            if all(index is not None for index in zones.index):
                zones = k.ZoneAt(zones.family, tuple(i for i in zones.index if i is not None))
            else:
                return self.wrong("T312", range_.place.span, "more than one zone", scope, name=zones.family)
        test = None
        self.in_order(zones, range_.place.span, scope)
        if where is not None:
            test = self.truth(where, scope.bound(word, Typed(k.Local(bind.local, domain), domain)))
        return Typed(k.End(end, bind.local, zones, domain, test), domain)

    def end_field(self, node: nodes.EndField, scope: Scope) -> Typed:
        thing = self.end_of(node.end, node.range, None, scope)
        if thing.domain is None:
            return UNKNOWN
        found = self.property(thing, node.field, scope)
        if not isinstance(found, Typed):
            return self.wrong(
                "T314",
                node.field.span,
                "this needs an index",
                scope,
                name=node.field.text,
                missing="an index",
            )
        default = self.typed(node.default, scope, found.domain) if node.default is not None else None
        if default is None:
            if isinstance(found.domain, Number):
                self.wrong(
                    "T311",
                    node.span,
                    "there may be none",
                    scope,
                    hint="give a default: `else 0`",
                    op=node.end,
                )
            return found
        is_zero = default.expr == k.Const(0, Number(0, 0)) and isinstance(found.expr, k.Lookup)
        if is_zero and self.missing(found.expr) == 0:
            return Typed(found.expr, joined(found.domain, default.domain))
        nothing = k.Compare("=", thing.expr, k.Const(NOTHING, self.world.all_things))
        return Typed(k.If(nothing, default.expr, found.expr), joined(found.domain, default.domain))

    def missing(self, expr: k.Expr) -> int | None:
        """What a table gives for no component at all."""
        return self.world.tables[expr.table].missing if isinstance(expr, k.Lookup) else None
