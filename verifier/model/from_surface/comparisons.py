"""Comparisons: `is`, `is at least`, `is in`, `is empty`, and what definitions say of one or two things."""

from __future__ import annotations

from typing import Literal

from verifier.diagnostics import nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import Names, Number, Things, Truth
from verifier.model.from_surface.folds import Folds
from verifier.model.from_surface.reading import NO, YES, conjunction, number
from verifier.model.from_surface.scope import Scope, Typed
from verifier.model.types import called, fits
from verifier.source import Span
from verifier.surface import nodes


class Comparisons(Folds):
    def compared(self, node: nodes.Compare, scope: Scope) -> k.Expr:
        if node.op in ("is", "is-not"):
            held = self.identity(node.left, node.right, node.span, scope)
            return k.Not(held) if node.op == "is-not" else held
        a, b = self.number(node.left, scope), self.number(node.right, scope)
        signs: dict[str, Literal["=", "!=", "<", "<=", ">", ">="]] = {
            "at-least": ">=",
            "at-most": "<=",
            "more-than": ">",
            "less-than": "<",
        }
        return k.Compare(signs[node.op], a.expr, b.expr)

    def identity(self, left: nodes.Expr, right: nodes.Expr, span: Span, scope: Scope) -> k.Expr:
        a = self.typed(left, scope)
        if (
            isinstance(right, nodes.Place)
            and not right.index
            and not right.path.my
            and len(right.path.parts) == 1
        ):
            said = self.said_of(a, right.path.parts[0], left, scope)
            if said is not None:
                return said
        b = self.typed(right, scope, a.domain)
        if a.domain is not None and b.domain is not None and not fits(b.domain, a.domain):
            self.wrong(
                "T317",
                right.span,
                f"this is {called(b.domain)}",
                scope,
                left=called(a.domain),
                right=called(b.domain),
            )
            return NO
        return self.equal(a, b)

    def equal(self, a: Typed, b: Typed) -> k.Expr:
        """Equality; a field with several numbers equals each of them."""
        options = [a.expr]
        if isinstance(a.expr, k.Lookup):
            slots = [
                f.tables
                for f in self.world.fields.values()
                if f.tables[0] == a.expr.table and len(f.tables) > 1
            ]
            options = [k.Lookup(table, a.expr.index) for table in slots[0]] if slots else options
        tests = tuple(k.Compare("=", option, b.expr) for option in options)
        return tests[0] if len(tests) == 1 else k.Logic("or", tests)

    def said_of(self, a: Typed, name: nodes.Name, left: nodes.Expr, scope: Scope) -> k.Expr | None:
        """`card is special`, `p is bidding`: a class, a note or a definition says it; or none of these."""
        text = name.text
        if text in scope.locals:
            return None
        if isinstance(a.domain, Things):
            if text == "uncovered":
                anything = self.world.all_things
                return k.Compare("=", k.End("top", "x", k.ZoneOf(a.expr), anything), a.expr)
            if text in self.world.classes:
                return k.Lookup(f"is {text}", (a.expr,))
        if a.domain is None:
            return NO if text in self.world.classes else None
        if isinstance(a.domain, Names) and text in a.domain.members:
            return None
        declared = self.declared(text, (a,))
        if isinstance(declared, Typed) and isinstance(declared.domain, Truth):
            return declared.expr
        return None

    def related(self, left: nodes.Expr, name: nodes.Name, right: nodes.Path, scope: Scope) -> k.Expr:
        a = self.typed(left, scope)
        params = self.definitions.params(name.text)
        if params is None or len(params) != 2:
            known = [d for d in self.definitions.names if len(self.definitions.params(d) or ()) == 2]
            near = nearest(name.text, known)
            hint = f"did you mean `{near}`?" if near else "`is NAME OTHER` needs a definition for two things"
            return self.wrong(
                "N224", name.span, "no definition with two parameters", scope, hint, name=name.text
            ).expr
        b = self.value(nodes.Place(right, (), right.span), scope, params[1])
        self.expected(a, params[0], left.span, scope)
        self.expected(b, params[1], right.span, scope)
        if not isinstance(self.definitions.domain(name.text), Truth):
            return self.wrong(
                "T318", name.span, "this gives a value, not a yes or no", scope, name=name.text
            ).expr
        return k.Call(name.text, (a.expr, b.expr))

    def has_text(self, left: nodes.Expr, name: nodes.Name, scope: Scope) -> k.Expr:
        a = self.typed(left, scope)
        designs = [design for design, text in self.definitions.texts if text == name.text]
        if not designs:
            self.no_such_text(name)
            return NO
        tests = tuple(k.Lookup(f"is {design}", (a.expr,)) for design in designs)
        return tests[0] if len(tests) == 1 else k.Logic("or", tests)

    def within(self, left: nodes.Expr, place: nodes.Place, negated: bool, span: Span, scope: Scope) -> k.Expr:
        a = self.typed(left, scope)
        self.expected(a, self.world.all_things, left.span, scope)
        held = self.lies_in(a.expr, self.zones(place, scope))
        return k.Not(held) if negated else held

    def lies_in(self, thing: k.Expr, zones: k.ZonesOf | k.Expr) -> k.Expr:
        where = k.ZoneOf(thing)
        if not isinstance(zones, k.ZonesOf):
            return k.Compare("=", where, zones)
        families = list(self.world.families)
        number_of = k.Const(families.index(zones.family), Number(0, len(families)))
        tests: list[k.Expr] = [k.Compare("=", k.Lookup("zone family", (where,)), number_of)]
        for (name, _), index in zip(self.world.families[zones.family].index, zones.index, strict=True):
            if index is not None:
                tests.append(k.Compare("=", k.Lookup(f"zone {name}", (where,)), index))
        return conjunction(tuple(tests))

    def empty(self, left: nodes.Expr, negated: bool, span: Span, scope: Scope) -> k.Expr:
        if not isinstance(left, nodes.Place):
            return self.wrong("T319", left.span, "this is no zone", scope).expr
        size = k.Fold(
            "count", (k.Bind("x", k.Contents(self.zones(left, scope), self.world.all_things)),), None, YES
        )
        return k.Compare(">" if negated else "=", size, number(0).expr)
