"""What the builders of nodes share: the shape of a builder, and the parts that come with every rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verifier.source import Span
from verifier.surface import nodes

# --- what the builders of nodes share: the shape of a builder, and the parts that come with every rule


# A rule of the grammar becomes a node: its span and its children, already built, go in.
Builder = Callable[[Span, list[Any]], Any]


def exactly(node: Callable[..., Any], *first: Any, **fields: Any) -> Builder:
    """A node whose fields are the children in their order, perhaps with some fixed ones beside them."""
    return lambda span, parts: node(*first, *parts, **fields, span=span)


def listing(node: Callable[..., Any], single: int) -> Builder:
    """A node whose first children are fields of their own and whose others make up its last field."""
    return lambda span, parts: node(*parts[:single], present(parts[single:]), span=span)


def present(parts: list[Any]) -> tuple[Any, ...]:
    """The parts that were written."""
    return tuple(part for part in parts if part is not None)


# --- expressions: what stands behind `when`, `require`, `add` and a colon, as nodes


def _path(span: Span, parts: list[Any]) -> nodes.Path:
    return nodes.Path(parts[0] is not None, tuple(parts[1:]), span=span)


def _place(span: Span, parts: list[Any]) -> nodes.Place:
    return nodes.Place(parts[0], tuple(part for part in parts[1:] if part is not None), span=span)


def _ranges(span: Span, parts: list[Any]) -> nodes.Ranges:
    return nodes.Ranges(tuple(parts[:-1]), parts[-1], span=span)


def _binary(span: Span, parts: list[Any]) -> nodes.Binary:
    left, op, right = parts
    return nodes.Binary(op, left, right, span=span)


def _bounded(span: Span, parts: list[Any]) -> nodes.Compare:
    left, limit, right = parts
    return nodes.Compare("at-least" if limit == "least" else "at-most", left, right, span=span)


def _one_of(negated: bool) -> Builder:
    return lambda span, parts: nodes.OneOf(
        parts[0], tuple(part for part in parts[1:] if not isinstance(part, str)), negated, span=span
    )


def _compared(span: Span, parts: list[Any]) -> nodes.Compare:
    left, than, right = parts
    return nodes.Compare("more-than" if than == "more than" else "less-than", left, right, span=span)


def _count(span: Span, parts: list[Any]) -> nodes.Fold:
    """`count card in hand` and `count card c where ...` differ by what follows alone."""
    where = parts[1] if len(parts) > 1 else None
    ranges = nodes.Ranges(
        (parts[0],), where, span=parts[0].span if where is None else parts[0].span.to(where.span)
    )
    return nodes.Fold("count", ranges, None, span=span)


EXPRESSION_BUILDERS: dict[str, Builder] = {
    "path": _path,
    "index": lambda span, parts: parts[0],
    "bracket": lambda span, parts: nodes.Bracket(parts[0], span=span),
    "place": _place,
    "range": exactly(nodes.Range),
    "number_range": exactly(nodes.NumberRange),
    "ranges": _ranges,
    "integer": lambda span, parts: nodes.Integer(parts[0].value, span=span),
    "negative": lambda span, parts: nodes.Negative(parts[1], span=span),
    "added": _binary,
    "multiplied": _binary,
    "count": _count,
    "count_where": _count,
    "sum": exactly(nodes.FieldFold, "sum", default=None),
    "best": exactly(nodes.FieldFold),
    "top": exactly(nodes.EndOf, where=None),
    "top_where": exactly(nodes.EndOf),
    "top_field": exactly(nodes.EndField),
    "the_one": exactly(nodes.TheOne),
    "at_place": exactly(nodes.AtPlace),
    "dotted": listing(nodes.Dotted, 1),
    "every": exactly(nodes.Fold, "every"),
    "any": exactly(nodes.Fold, "any", body=None),
    "none": exactly(nodes.Fold, "no", body=None),
    "sum_over": exactly(nodes.Fold, "sum"),
    "best_over": exactly(nodes.Fold),
    "disjunction": lambda span, parts: nodes.Logic("or", tuple(parts), span=span),
    "conjunction": lambda span, parts: nodes.Logic("and", tuple(parts), span=span),
    "negated": exactly(nodes.Not),
    "same": exactly(nodes.Compare, "is"),
    "differs": exactly(nodes.Compare, "is-not"),
    "bounded": _bounded,
    "compared": _compared,
    "one_of": _one_of(negated=False),
    "none_of": _one_of(negated=True),
    "has_text": exactly(nodes.HasText),
    "within": exactly(nodes.Within, negated=False),
    "not_within": exactly(nodes.Within, negated=True),
    "related": exactly(nodes.Related, negated=False),
    "not_related": exactly(nodes.Related, negated=True),
    "is_empty": exactly(nodes.Empty, negated=False),
    "is_not_empty": exactly(nodes.Empty, negated=True),
}


# --- steps and rules: the lines inside a block, as nodes


@dataclass(frozen=True, slots=True)
class Condition:
    """A `when` or `require` line on its way into its rule."""

    word: str
    claim: nodes.Expr


def _choose(span: Span, parts: list[Any]) -> nodes.Choose:
    return nodes.Choose(None, parts[0] is not None, parts[1], span=span)


def _offer(span: Span, parts: list[Any]) -> nodes.Offer:
    return nodes.Offer(parts[0], tuple(parts[1:-1]), parts[-1], span=span)


def _guard_rule(span: Span, parts: list[Any]) -> nodes.GuardRule:
    other, name, *lines = parts
    return nodes.GuardRule(
        name, _claims(lines, "when"), _claims(lines, "require"), other is not None, span=span
    )


def _step_rule(span: Span, parts: list[Any]) -> nodes.StepRule:
    other, name, *lines = parts
    return nodes.StepRule(name, _claims(lines, "when"), _other_lines(lines), other is not None, span=span)


def _value_rule(span: Span, parts: list[Any]) -> nodes.ValueRule:
    other, name, *lines = parts
    return nodes.ValueRule(name, _claims(lines, "when"), _other_lines(lines), other is not None, span=span)


def _end_rule(span: Span, parts: list[Any]) -> nodes.EndRule:
    moment = next((part for part in parts if isinstance(part, nodes.Moment)), None)
    return nodes.EndRule(parts[0], moment, _claims(parts, "when"), span=span)


def _claims(parts: list[Any], word: str) -> tuple[nodes.Expr, ...]:
    return tuple(part.claim for part in parts if isinstance(part, Condition) and part.word == word)


def _other_lines(parts: list[Any]) -> tuple[Any, ...]:
    return tuple(part for part in parts if not isinstance(part, Condition))


def _limited(span: Span, parts: list[Any]) -> nodes.ValueStep:
    return nodes.ValueStep("at-least" if parts[0] == "least" else "at-most", parts[1], span=span)


STEP_BUILDERS: dict[str, Builder] = {
    "let": lambda span, parts: nodes.Let(parts[0], parts[1], parts[2] is not None, span=span),
    "choose": _choose,
    "player_chooses": lambda span, parts: nodes.Choose(parts[0], False, parts[1], span=span),
    "player_may_choose": lambda span, parts: nodes.Choose(parts[0], True, parts[2], span=span),
    "target": exactly(nodes.Target),
    "move": exactly(nodes.Move),
    "move_some": exactly(nodes.MoveSome),
    "move_every": exactly(nodes.MoveEvery),
    "swap": exactly(nodes.Swap),
    "shuffle": exactly(nodes.Shuffle),
    "show": exactly(nodes.Show),
    "add_to": exactly(nodes.AddTo),
    "take_from": exactly(nodes.TakeFrom),
    "set_to": exactly(nodes.SetTo),
    "clear": exactly(nodes.Clear),
    "roll": exactly(nodes.Roll),
    "do": listing(nodes.Do, 1),
    "offered": exactly(nodes.Offered),
    "offer": _offer,
    "each": listing(nodes.Each, 1),
    "repeat": listing(nodes.Repeat, 1),
    "go_round": listing(nodes.GoRound, 4),
    "when": lambda span, parts: Condition("when", parts[0]),
    "require": lambda span, parts: Condition("require", parts[0]),
    "guard_rule": _guard_rule,
    "step_rule": _step_rule,
    "value_rule": _value_rule,
    "end_rule": _end_rule,
    "moment": exactly(nodes.Moment),
    "decision": exactly(nodes.Decision),
    "raise_by": exactly(nodes.ValueStep, "add"),
    "lower_by": exactly(nodes.ValueStep, "subtract"),
    "multiply_by": exactly(nodes.ValueStep, "multiply"),
    "limited": _limited,
}
