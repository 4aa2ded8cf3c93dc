"""Expressions: what stands behind `when`, `require`, `add` and a colon, as nodes."""

from __future__ import annotations

from typing import Any

from verifier.source import Span
from verifier.surface import nodes


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


BUILDERS = {
    "path": _path,
    "index": lambda span, parts: parts[0],
    "place": _place,
    "range": lambda span, parts: nodes.Range(*parts, span),
    "number_range": lambda span, parts: nodes.NumberRange(*parts, span),
    "ranges": _ranges,
    "integer": lambda span, parts: nodes.Integer(parts[0].value, span),
    "negative": lambda span, parts: nodes.Negative(parts[1], span),
    "added": _binary,
    "multiplied": _binary,
    "count": _count,
    "count_where": _count,
    "sum": lambda span, parts: nodes.FieldFold("sum", parts[0], parts[1], None, span),
    "best": lambda span, parts: nodes.FieldFold(*parts, span),
    "top": lambda span, parts: nodes.EndOf(parts[0], parts[1], None, span),
    "top_where": lambda span, parts: nodes.EndOf(*parts, span),
    "top_field": lambda span, parts: nodes.EndField(*parts, span),
    "every": lambda span, parts: nodes.Fold("every", *parts, span),
    "any": lambda span, parts: nodes.Fold("any", parts[0], None, span),
    "none": lambda span, parts: nodes.Fold("no", parts[0], None, span),
    "sum_over": lambda span, parts: nodes.Fold("sum", *parts, span),
    "best_over": lambda span, parts: nodes.Fold(*parts, span),
    "disjunction": lambda span, parts: nodes.Logic("or", tuple(parts), span),
    "conjunction": lambda span, parts: nodes.Logic("and", tuple(parts), span),
    "negated": lambda span, parts: nodes.Not(parts[0], span),
    "same": lambda span, parts: nodes.Compare("is", *parts, span),
    "differs": lambda span, parts: nodes.Compare("is-not", *parts, span),
    "bounded": _bounded,
    "compared": _compared,
    "has_text": lambda span, parts: nodes.HasText(*parts, span),
    "within": lambda span, parts: nodes.Within(*parts, False, span),
    "not_within": lambda span, parts: nodes.Within(*parts, True, span),
    "related": lambda span, parts: nodes.Related(*parts, False, span),
    "not_related": lambda span, parts: nodes.Related(*parts, True, span),
    "is_empty": lambda span, parts: nodes.Empty(parts[0], False, span),
    "is_not_empty": lambda span, parts: nodes.Empty(parts[0], True, span),
}
