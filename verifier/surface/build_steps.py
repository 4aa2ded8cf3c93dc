"""Steps and rules: the lines inside a block, as nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.source import Span
from verifier.surface import nodes


@dataclass(frozen=True, slots=True)
class Condition:
    """A `when` or `require` line on its way into its rule."""

    word: str
    claim: nodes.Expr


def _choose(span: Span, parts: list[Any]) -> nodes.Choose:
    return nodes.Choose(None, parts[0] is not None, parts[1], span)


def _do(span: Span, parts: list[Any]) -> nodes.Do:
    return nodes.Do(parts[0], present(parts[1:]), span)


def _offer(span: Span, parts: list[Any]) -> nodes.Offer:
    return nodes.Offer(parts[0], tuple(parts[1:-1]), parts[-1], span)


def _guard_rule(span: Span, parts: list[Any]) -> nodes.GuardRule:
    return nodes.GuardRule(parts[0], _claims(parts, "when"), _claims(parts, "require"), span)


def _step_rule(span: Span, parts: list[Any]) -> nodes.StepRule:
    return nodes.StepRule(parts[0], _claims(parts, "when"), _other_lines(parts), span)


def _value_rule(span: Span, parts: list[Any]) -> nodes.ValueRule:
    return nodes.ValueRule(parts[0], _claims(parts, "when"), _other_lines(parts), span)


def _end_rule(span: Span, parts: list[Any]) -> nodes.EndRule:
    moment = next((part for part in parts if isinstance(part, nodes.Moment)), None)
    return nodes.EndRule(parts[0], moment, _claims(parts, "when"), span)


def _claims(parts: list[Any], word: str) -> tuple[nodes.Expr, ...]:
    return tuple(part.claim for part in parts if isinstance(part, Condition) and part.word == word)


def _other_lines(parts: list[Any]) -> tuple[Any, ...]:
    return tuple(part for part in parts[1:] if not isinstance(part, Condition))


def _limited(span: Span, parts: list[Any]) -> nodes.ValueStep:
    return nodes.ValueStep("at-least" if parts[0] == "least" else "at-most", parts[1], span)


def present(parts: list[Any]) -> tuple[Any, ...]:
    """The parts that were written."""
    return tuple(part for part in parts if part is not None)


BUILDERS = {
    "let": lambda span, parts: nodes.Let(*parts, span),
    "choose": _choose,
    "player_chooses": lambda span, parts: nodes.Choose(parts[0], False, parts[1], span),
    "player_may_choose": lambda span, parts: nodes.Choose(parts[0], True, parts[2], span),
    "target": lambda span, parts: nodes.Target(*parts, span),
    "move": lambda span, parts: nodes.Move(*parts, span),
    "move_some": lambda span, parts: nodes.MoveSome(*parts, span),
    "move_every": lambda span, parts: nodes.MoveEvery(*parts, span),
    "swap": lambda span, parts: nodes.Swap(*parts, span),
    "shuffle": lambda span, parts: nodes.Shuffle(*parts, span),
    "show": lambda span, parts: nodes.Show(*parts, span),
    "add_to": lambda span, parts: nodes.AddTo(*parts, span),
    "take_from": lambda span, parts: nodes.TakeFrom(*parts, span),
    "set_to": lambda span, parts: nodes.SetTo(*parts, span),
    "clear": lambda span, parts: nodes.Clear(*parts, span),
    "roll": lambda span, parts: nodes.Roll(*parts, span),
    "do": _do,
    "offered": lambda span, parts: nodes.Offered(*parts, span),
    "offer": _offer,
    "each": lambda span, parts: nodes.Each(parts[0], tuple(parts[1:]), span),
    "repeat": lambda span, parts: nodes.Repeat(parts[0], tuple(parts[1:]), span),
    "go_round": lambda span, parts: nodes.GoRound(*parts[:4], tuple(parts[4:]), span),
    "when": lambda span, parts: Condition("when", parts[0]),
    "require": lambda span, parts: Condition("require", parts[0]),
    "guard_rule": _guard_rule,
    "step_rule": _step_rule,
    "value_rule": _value_rule,
    "end_rule": _end_rule,
    "moment": lambda span, parts: nodes.Moment(*parts, span),
    "raise_by": lambda span, parts: nodes.ValueStep("add", parts[0], span),
    "lower_by": lambda span, parts: nodes.ValueStep("subtract", parts[0], span),
    "multiply_by": lambda span, parts: nodes.ValueStep("multiply", parts[0], span),
    "limited": _limited,
}
