"""Expressions: what stands behind `when`, `require`, `add` and a colon, as nodes."""

from __future__ import annotations

from typing import Any

from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.build_parts import Builder, exactly


def _path(span: Span, parts: list[Any]) -> nodes.Path:
    return nodes.Path(parts[0] is not None, tuple(parts[1:]), span)


def _place(span: Span, parts: list[Any]) -> nodes.Place:
    return nodes.Place(parts[0], tuple(part for part in parts[1:] if part is not None), span)


def _ranges(span: Span, parts: list[Any]) -> nodes.Ranges:
    return nodes.Ranges(tuple(parts[:-1]), parts[-1], span)


def _binary(span: Span, parts: list[Any]) -> nodes.Binary:
    left, op, right = parts
    return nodes.Binary(op, left, right, span)


def _bounded(span: Span, parts: list[Any]) -> nodes.Compare:
    left, limit, right = parts
    return nodes.Compare("at-least" if limit == "least" else "at-most", left, right, span)


def _compared(span: Span, parts: list[Any]) -> nodes.Compare:
    left, than, right = parts
    return nodes.Compare("more-than" if than == "more than" else "less-than", left, right, span)


def _count(span: Span, parts: list[Any]) -> nodes.Fold:
    """`count card in hand` and `count card c where ...` differ by what follows alone."""
    where = parts[1] if len(parts) > 1 else None
    ranges = nodes.Ranges(
        (parts[0],), where, parts[0].span if where is None else parts[0].span.to(where.span)
    )
    return nodes.Fold("count", ranges, None, span)


BUILDERS: dict[str, Builder] = {
    "path": _path,
    "index": lambda span, parts: parts[0],
    "bracket": lambda span, parts: nodes.Bracket(parts[0], span),
    "place": _place,
    "range": exactly(nodes.Range),
    "number_range": exactly(nodes.NumberRange),
    "ranges": _ranges,
    "integer": lambda span, parts: nodes.Integer(parts[0].value, span),
    "negative": lambda span, parts: nodes.Negative(parts[1], span),
    "added": _binary,
    "multiplied": _binary,
    "count": _count,
    "count_where": _count,
    "sum": exactly(nodes.FieldFold, "sum", default=None),
    "best": exactly(nodes.FieldFold),
    "top": exactly(nodes.EndOf, where=None),
    "top_where": exactly(nodes.EndOf),
    "top_field": exactly(nodes.EndField),
    "every": exactly(nodes.Fold, "every"),
    "any": exactly(nodes.Fold, "any", body=None),
    "none": exactly(nodes.Fold, "no", body=None),
    "sum_over": exactly(nodes.Fold, "sum"),
    "best_over": exactly(nodes.Fold),
    "disjunction": lambda span, parts: nodes.Logic("or", tuple(parts), span),
    "conjunction": lambda span, parts: nodes.Logic("and", tuple(parts), span),
    "negated": exactly(nodes.Not),
    "same": exactly(nodes.Compare, "is"),
    "differs": exactly(nodes.Compare, "is-not"),
    "bounded": _bounded,
    "compared": _compared,
    "has_text": exactly(nodes.HasText),
    "within": exactly(nodes.Within, negated=False),
    "not_within": exactly(nodes.Within, negated=True),
    "related": exactly(nodes.Related, negated=False),
    "not_related": exactly(nodes.Related, negated=True),
    "is_empty": exactly(nodes.Empty, negated=False),
    "is_not_empty": exactly(nodes.Empty, negated=True),
}
