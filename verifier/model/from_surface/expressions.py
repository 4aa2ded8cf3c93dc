"""Names and types of expressions: surface nodes in, kernel expressions with their domains out."""

from __future__ import annotations

from typing import Literal

from verifier.diagnostics import nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Things, Truth
from verifier.kernel.machine import Rank
from verifier.kernel.visit import substituted
from verifier.model.from_surface.scope import NO, UNKNOWN, YES, Scope, Typed, conjunction, number
from verifier.model.from_surface.single import SingleReader
from verifier.model.types import called, combined, fits
from verifier.source import Span
from verifier.surface import nodes

# --- comparisons: `is`, `is at least`, `is in`, `is empty`, and what definitions say of one or two things


# What people write for a comparison, in one word or with a slip.
COMPARISONS = {
    **dict.fromkeys(("morethan", "more than", "greater", "bigger", "higher", "above", "over"), "more than"),
    **dict.fromkeys(("lessthan", "less than", "smaller", "lower", "fewer", "below", "under"), "less than"),
    **dict.fromkeys(("atleast", "at least"), "at least"),
    **dict.fromkeys(("atmost", "at most"), "at most"),
}


class Comparisons(SingleReader):
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
            and isinstance(right.path, nodes.Path)
            and not right.path.my
            and len(right.path.parts) == 1
        ):
            said = self.said_of(a, right.path.parts[0], left, scope)
            if said is not None:
                return said
        b = self.typed(right, scope, a.domain)
        for one, other, node in ((a, b, left), (b, a, right)):
            if one.domain is not None and isinstance(one.domain, Number | Truth) and is_nothing(other.expr):
                hint = "a note of a kind of words or of components can be nothing; for numbers keep a note beside it"
                self.wrong("T327", node.span, f"this is {called(one.domain)}", scope, hint)
                return NO
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

    def related(self, left: nodes.Expr, name: nodes.Name, right: nodes.Place, scope: Scope) -> k.Expr:
        a = self.typed(left, scope)
        params = self.definitions.params(name.text)
        if params is None or len(params) != 2:
            known = [d for d in self.definitions.names if len(self.definitions.params(d) or ()) == 2]
            near = nearest(name.text, known)
            hint = f"did you mean `{near}`?" if near else "`is NAME OTHER` needs a definition for two things"
            compared = nearest(name.text.replace("-", " "), COMPARISONS) if near is None else None
            if compared is not None:
                hint = f"write `is {COMPARISONS[compared]}`"
            return self.wrong(
                "N224", name.span, "no definition with two parameters", scope, hint, name=name.text
            ).expr
        b = self.value(right, scope, params[1])
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


# --- names and types of expressions: surface nodes in, kernel expressions with their domains out


class ExpressionReader(Comparisons):
    """Every kind of expression."""

    def typed(self, node: nodes.Expr, scope: Scope, want: Domain | None = None) -> Typed:
        match node:
            case nodes.Integer(value, span=span):
                if abs(value) > 1_000_000:
                    return self.wrong("T302", span, "", scope, name=str(value))
                return number(value)
            case nodes.Place():
                return self.value(node, scope, want)
            case nodes.Negative(operand):
                inner = self.number(operand, scope)
                zero = number(0)
                return Typed(k.Arith("-", zero.expr, inner.expr), combined("-", zero.domain, inner.domain))
            case nodes.Binary(op, left, right):
                a, b = self.number(left, scope), self.number(right, scope)
                return Typed(k.Arith(op, a.expr, b.expr), combined(op, a.domain, b.domain))
            case nodes.Compare():
                return Typed(self.compared(node, scope), Truth())
            case nodes.Within(left, place, negated, span=span):
                return Typed(self.within(left, place, negated, span, scope), Truth())
            case nodes.Empty(left, negated, span=span):
                return Typed(self.empty(left, negated, span, scope), Truth())
            case nodes.Related(left, name, right, negated):
                held = self.related(left, name, right, scope)
                return Typed(k.Not(held) if negated else held, Truth())
            case nodes.OneOf(left, options, negated, span=span):
                each = tuple(self.identity(left, option, span, scope) for option in options)
                held = k.Logic("or", each)
                return Typed(k.Not(held) if negated else held, Truth())
            case nodes.HasText(left, name):
                return Typed(self.has_text(left, name, scope), Truth())
            case nodes.Logic(op, parts):
                return Typed(k.Logic(op, self.truths(parts, scope)), Truth())
            case nodes.Not(operand):
                return Typed(k.Not(self.truth(operand, scope)), Truth())
            case nodes.Fold():
                return self.fold(node, scope)
            case nodes.FieldFold():
                return self.field_fold(node, scope)
            case nodes.EndOf(end, range_, where):
                return self.end_of(end, range_, where, scope)
            case nodes.EndField():
                return self.end_field(node, scope)
            case nodes.TheOne():
                return self.the_one(node, scope)
            case nodes.AtPlace():
                return self.at_place(node, scope)


__all__ = ["NO", "UNKNOWN", "YES", "ExpressionReader", "conjunction", "number"]


# --- who starts and who wins: rankings as expressions


def is_nothing(expr: k.Expr) -> bool:
    return isinstance(expr, k.Const) and expr.value == NOTHING and isinstance(expr.domain, Things)


def ranking(ranks: tuple[nodes.Rank, ...], reader: ExpressionReader) -> tuple[Rank, ...]:
    """The lines of a ranking over the local `p`; `shared` ends it."""
    seats = reader.world.seats
    p = Typed(k.Local("p", seats), seats)
    scope = Scope({}, None)
    found: list[Rank] = []
    for rank in ranks:
        if rank.best is not None and rank.name is not None:
            value = reader.property(p, rank.name, scope)
            if isinstance(value, Typed):
                reader.expected(value, Number(0, 0), rank.name.span, scope)
                found.append(Rank(rank.best, value.expr))
            continue
        assert rank.place is not None
        if rank.place.path.parts[-1].text == "shared":
            break
        holder = reader.expected(reader.value(rank.place, scope, seats), seats, rank.span, scope)
        found.append(Rank("holder", k.Compare("=", p.expr, holder.expr)))
    return tuple(found)


def first_of(ranks: tuple[Rank, ...], reader: ExpressionReader) -> k.Expr:
    """The one player whom a ranking puts first; where it leaves a tie, the first seat among them."""
    seats = reader.world.seats
    tied: tuple[k.Expr, ...] = ()
    for rank in ranks:
        tied = (*tied, _leads(rank, tied, reader))
    every = k.Logic("and", tied) if len(tied) > 1 else tied[0] if tied else YES
    p = k.Local("p", seats)
    return k.Fold("lowest", (k.Bind("p", k.Values(seats)),), every, p, number(0).expr)


def _leads(rank: Rank, tied: tuple[k.Expr, ...], reader: ExpressionReader) -> k.Expr:
    """That `p` is best by this line among those still tied; a holder not among them changes nothing."""
    seats = reader.world.seats
    q = k.Local("q", seats)
    rivals = tuple(substituted(test, {"p": q}) for test in tied)
    among = k.Logic("and", rivals) if len(rivals) > 1 else rivals[0] if rivals else None
    bind = (k.Bind("q", k.Values(seats)),)
    other = substituted(rank.value, {"p": q})
    assert rank.op != "together", "only a winner line wins together"
    if rank.op == "holder":
        return k.Logic("or", (rank.value, k.Not(k.Fold("any", bind, among, other))))
    better = k.Compare(">=" if rank.op == "highest" else "<=", rank.value, other)
    return k.Fold("every", bind, among, better)
