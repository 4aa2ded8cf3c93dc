"""Ranges and folds: `every`, `any`, `count`, `sum`, `highest`, `top`, over kinds, components and zones."""

from __future__ import annotations

from verifier.diagnostics import nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Number, Things, Zones, bounds
from verifier.model.from_surface.properties import Properties
from verifier.model.from_surface.reading import conjunction
from verifier.model.from_surface.scope import Scope, Typed, ZoneSet
from verifier.model.types import ANYTHING, called
from verifier.surface import nodes

WIDEST = 10_000


class Ranges(Properties):
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
        meaning = self.meaning(nodes.Place(head, (), head.span), scope)
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
            local = Typed(k.Local(bind.local, domain), domain)
            if isinstance(node, nodes.NumberRange):
                low, high = self.number(node.low, scope), self.number(node.high, scope)
                if not isinstance(low.expr, k.Const):
                    tests.append(k.Compare(">=", local.expr, low.expr))
                if not isinstance(high.expr, k.Const):
                    tests.append(k.Compare("<=", local.expr, high.expr))
            scope = scope.bound(word, local)
            found.append(bind)
        if ranges.where is not None:
            tests.append(self.truth(ranges.where, scope))
        return tuple(found), conjunction(tuple(tests)) if tests else None, scope
