"""Steps and rules: the lines inside a block, as nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.build_parts import Builder, exactly, listing


@dataclass(frozen=True, slots=True)
class Condition:
    """A `when` or `require` line on its way into its rule."""

    word: str
    claim: nodes.Expr


def _choose(span: Span, parts: list[Any]) -> nodes.Choose:
    return nodes.Choose(None, parts[0] is not None, parts[1], span)


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


BUILDERS: dict[str, Builder] = {
    "let": exactly(nodes.Let),
    "choose": _choose,
    "player_chooses": lambda span, parts: nodes.Choose(parts[0], False, parts[1], span),
    "player_may_choose": lambda span, parts: nodes.Choose(parts[0], True, parts[2], span),
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
