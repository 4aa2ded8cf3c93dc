"""Names and types of expressions: surface nodes in, kernel expressions with their domains out."""

from __future__ import annotations

from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Truth
from verifier.model.from_surface.comparisons import Comparisons
from verifier.model.from_surface.reading import NO, UNKNOWN, YES, conjunction, number
from verifier.model.from_surface.scope import Scope, Typed
from verifier.model.types import combined
from verifier.surface import nodes


class Expressions(Comparisons):
    """Every kind of expression."""

    def typed(self, node: nodes.Expr, scope: Scope, want: Domain | None = None) -> Typed:
        match node:
            case nodes.Integer(value, span):
                if abs(value) > 1_000_000:
                    return self.wrong("T302", span, "", scope, name=str(value))
                return number(value)
            case nodes.Place():
                return self.value(node, scope, want)
            case nodes.Negative(operand, _):
                inner = self.number(operand, scope)
                zero = number(0)
                return Typed(k.Arith("-", zero.expr, inner.expr), combined("-", zero.domain, inner.domain))
            case nodes.Binary(op, left, right, _):
                a, b = self.number(left, scope), self.number(right, scope)
                return Typed(k.Arith(op, a.expr, b.expr), combined(op, a.domain, b.domain))
            case nodes.Compare():
                return Typed(self.compared(node, scope), Truth())
            case nodes.Within(left, place, negated, span):
                return Typed(self.within(left, place, negated, span, scope), Truth())
            case nodes.Empty(left, negated, span):
                return Typed(self.empty(left, negated, span, scope), Truth())
            case nodes.Related(left, name, right, negated, _):
                held = self.related(left, name, right, scope)
                return Typed(k.Not(held) if negated else held, Truth())
            case nodes.HasText(left, name, _):
                return Typed(self.has_text(left, name, scope), Truth())
            case nodes.Logic(op, parts, _):
                return Typed(k.Logic(op, self.truths(parts, scope)), Truth())
            case nodes.Not(operand, _):
                return Typed(k.Not(self.truth(operand, scope)), Truth())
            case nodes.Fold():
                return self.fold(node, scope)
            case nodes.FieldFold():
                return self.field_fold(node, scope)
            case nodes.EndOf(end, range_, where, _):
                return self.end_of(end, range_, where, scope)
            case nodes.EndField():
                return self.end_field(node, scope)


__all__ = ["NO", "UNKNOWN", "YES", "Expressions", "conjunction", "number"]
