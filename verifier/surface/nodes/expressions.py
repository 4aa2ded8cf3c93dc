"""What has a value: numbers, places, comparisons, folds over ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Span

# --- a name and a sentence, as they stand in a text


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A quoted sentence, without its quotes."""

    text: str
    span: Span


# --- what has a value: numbers, places, comparisons, folds over ranges


@dataclass(frozen=True, slots=True)
class Integer:
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Path:
    """`my opponent.hand`: names joined by dots, perhaps with `my` in front."""

    my: bool
    parts: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Place:
    """`my row of card.suit`: a path, perhaps with indexes."""

    path: Path
    index: tuple[Path | Integer | Bracket, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Bracket:
    """An expression in brackets as an index: `worth of (count card in row)`."""

    inner: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Negative:
    operand: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    op: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr
    span: Span


CompareOp = Literal["is", "is-not", "at-least", "at-most", "more-than", "less-than"]


@dataclass(frozen=True, slots=True)
class Compare:
    op: CompareOp
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Within:
    """`card is in box`."""

    left: Expr
    place: Place
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Empty:
    """`river is empty`."""

    left: Expr
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Related:
    """`c is playable-by p`: a definition with two parameters."""

    left: Expr
    name: Name
    right: Path
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class HasText:
    """`e has use`: does this component have that text?"""

    left: Expr
    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Logic:
    op: Literal["and", "or"]
    parts: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    operand: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """`number n in my row of red`, `player p`, `my site spot`."""

    head: Path
    name: Name | None
    place: Place | None
    span: Span


@dataclass(frozen=True, slots=True)
class NumberRange:
    """`offer from 1 to my gold`."""

    name: Name
    low: Expr
    high: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Ranges:
    ranges: tuple[Range | NumberRange, ...]
    where: Expr | None
    span: Span


FoldOp = Literal["every", "any", "no", "count", "sum", "highest", "lowest"]


@dataclass(frozen=True, slots=True)
class Fold:
    """`every ...: e`, `any ...`, `count ... where e`, `sum over ...: e`; `any`, `no`, `count` lack a body."""

    op: FoldOp
    ranges: Ranges
    body: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class FieldFold:
    """`sum value of number in r`, `highest value of ... else 0`."""

    op: Literal["sum", "highest", "lowest"]
    field: Name
    range: Range
    default: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class EndOf:
    """`top card in deck`, `top blank x in deck where ...`: the component itself, or nothing."""

    end: Literal["top", "bottom"]
    range: Range
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class EndField:
    """`top value of card in p.log of c else 0`."""

    end: Literal["top", "bottom"]
    field: Name
    range: Range
    default: Expr | None
    span: Span


Expr = (
    Integer
    | Place
    | Negative
    | Binary
    | Compare
    | Within
    | Empty
    | Related
    | HasText
    | Logic
    | Not
    | Fold
    | FieldFold
    | EndOf
    | EndField
)
