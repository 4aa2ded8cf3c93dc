"""Expressions to text: a node in, the words that read as that node out, with no bracket too many."""

from __future__ import annotations

from typing import assert_never

from verifier.surface import nodes
from verifier.surface.keywords import Words

# How tightly the forms of the grammar bind; a bracket goes around what is looser than its place allows.
OPEN, EITHER, BOTH, NEGATION, COMPARISON, SUM, PRODUCT, FACTOR = range(8)

_COMPARED = {
    "is": "{} is {}",
    "is-not": "{} is not {}",
    "at-least": "{} is at least {}",
    "at-most": "{} is at most {}",
}


def expression(node: nodes.Expr, words: Words, place: int = OPEN) -> str:
    """The text of an expression where the grammar expects one that binds at least as tightly as `place`."""
    text = _text(node, words)
    return text if _tightness(node) >= place else f"({text})"


def _tightness(node: nodes.Expr) -> int:
    match node:
        case nodes.Integer() | nodes.Place() | nodes.Negative() | nodes.FieldFold() | nodes.EndField():
            return FACTOR
        case nodes.AtPlace():
            return FACTOR
        case nodes.Binary():
            return SUM if node.op in "+-" else PRODUCT
        case (
            nodes.Compare()
            | nodes.Within()
            | nodes.Empty()
            | nodes.Related()
            | nodes.OneOf()
            | nodes.HasText()
        ):
            return COMPARISON
        case nodes.Not():
            return NEGATION
        case nodes.Logic():
            return BOTH if node.op == "and" else EITHER
        case nodes.Fold():
            return FACTOR if node.op == "count" and node.ranges.where is None else OPEN
        case nodes.EndOf():
            return FACTOR if node.where is None else OPEN
        case nodes.TheOne():
            return OPEN
        case _:
            assert_never(node)


def _text(node: nodes.Expr, words: Words) -> str:
    say = words.say
    match node:
        case nodes.Integer():
            return str(node.value)
        case nodes.Place():
            return place(node, words)
        case nodes.Negative():
            operand = expression(node.operand, words, FACTOR)
            close = isinstance(node.operand, nodes.Integer | nodes.Place) or operand.startswith("(")
            return f"-{operand}" if close else f"- {operand}"
        case nodes.Binary():
            tight = SUM if node.op in "+-" else PRODUCT
            left, right = expression(node.left, words, tight), expression(node.right, words, tight + 1)
            return f"{left} {node.op} {right}"
        case nodes.Not():
            return say("not {}", expression(node.operand, words, NEGATION))
        case nodes.Logic():
            tight = NEGATION if node.op == "and" else BOTH
            return say(f" {node.op} ").join(expression(part, words, tight) for part in node.parts)
        case (
            nodes.Compare()
            | nodes.Within()
            | nodes.Empty()
            | nodes.Related()
            | nodes.OneOf()
            | nodes.HasText()
        ):
            return _comparison(node, words)
        case nodes.Fold():
            return _fold(node, words)
        case nodes.FieldFold():
            best = say("sum") if node.op == "sum" else words.word(node.op, "BEST")
            of = say("{} {} of {}", best, node.field.text, range_(node.range, words))
            return of + _default(node.default, words)
        case nodes.EndOf():
            of = f"{words.word(node.end, 'TOP')} {range_(node.range, words)}"
            return of + _where(node.where, words)
        case nodes.TheOne():
            start = "" if node.start is None else say(" from {}", place(node.start, words))
            return say("the {}", range_(node.range, words)) + start + _where(node.where, words)
        case nodes.AtPlace():
            number = index_(node.number, words)
            return say("{} at {} in {}", node.name.text, number, place(node.place, words))
        case nodes.EndField():
            end = words.word(node.end, "TOP")
            of = say("{} {} of {}", end, node.field.text, range_(node.range, words))
            return of + _default(node.default, words)
        case _:
            assert_never(node)


def _comparison(
    node: nodes.Compare | nodes.Within | nodes.Empty | nodes.Related | nodes.OneOf | nodes.HasText,
    words: Words,
) -> str:
    left = expression(node.left, words, SUM)
    match node:
        case nodes.Compare(op="more-than" | "less-than"):
            than = words.word(node.op.replace("-", " "), "THAN")
            return words.say("{} is {} {}", left, than, expression(node.right, words, SUM))
        case nodes.Compare():
            return words.say(_COMPARED[node.op], left, expression(node.right, words, SUM))
        case nodes.HasText():
            return words.say("{} has {}", left, node.name.text)
        case nodes.Within() | nodes.Empty() | nodes.Related() | nodes.OneOf():
            verb = words.say("{} is not" if node.negated else "{} is", left)
    match node:
        case nodes.Within():
            return words.say("{} in {}", verb, place(node.place, words))
        case nodes.Empty():
            return words.say("{} empty", verb)
        case nodes.OneOf():
            options = ", ".join(expression(option, words, SUM) for option in node.options)
            return f"{verb} {words.word('one of')} {options}"
        case nodes.Related():
            return f"{verb} {node.name.text} {place(node.right, words)}"
        case _:
            assert_never(node)


def _fold(node: nodes.Fold, words: Words) -> str:
    over = ranges(node.ranges, words)
    body = f": {expression(node.body, words)}" if node.body is not None else ""
    match node.op:
        case "every" | "any" | "no" | "count":
            return words.say(f"{node.op} {{}}", over) + body
        case "sum":
            return words.say("sum over {}", over) + body
        case "highest" | "lowest":
            return words.say("{} over {}", words.word(node.op, "BEST"), over) + body
        case _:
            assert_never(node.op)


def _default(node: nodes.Expr | None, words: Words) -> str:
    return words.say(" else {}", expression(node, words, FACTOR)) if node is not None else ""


def _where(node: nodes.Expr | None, words: Words) -> str:
    return words.say(" where {}", expression(node, words)) if node is not None else ""


def path(node: nodes.Path | nodes.Dotted, words: Words) -> str:
    names = ".".join(name.text for name in node.parts)
    if isinstance(node, nodes.Dotted):
        return f"({expression(node.inner, words)}).{names}"
    return words.say("my {}", names) if node.my else names


def place(node: nodes.Place, words: Words) -> str:
    index = " ".join(index_(part, words) for part in node.index)
    return words.say("{} of {}", path(node.path, words), index) if index else path(node.path, words)


def index_(node: nodes.Path | nodes.Integer | nodes.Bracket, words: Words) -> str:
    match node:
        case nodes.Path():
            return path(node, words)
        case nodes.Integer(value):
            return str(value)
        case nodes.Bracket(inner):
            return f"({expression(inner, words)})"


def range_(node: nodes.Range | nodes.NumberRange, words: Words) -> str:
    if isinstance(node, nodes.NumberRange):
        low, high = expression(node.low, words, SUM), expression(node.high, words, SUM)
        return words.say("{} from {} to {}", node.name.text, low, high)
    text = path(node.head, words)
    if node.name is not None:
        text += f" {node.name.text}"
    return words.say("{} in {}", text, place(node.place, words)) if node.place is not None else text


def ranges(node: nodes.Ranges, words: Words) -> str:
    return ", ".join(range_(part, words) for part in node.ranges) + _where(node.where, words)
