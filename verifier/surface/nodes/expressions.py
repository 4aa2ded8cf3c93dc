"""What has a value: numbers, places, comparisons, folds over ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Node

# --- a name and a sentence, as they stand in a text


@dataclass(frozen=True, slots=True)
class Name(Node):
    text: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A quoted sentence, without its quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class Named(Node):
    """What is written under a name of its own."""

    name: Name


# --- what has a value: numbers, places, comparisons, folds over ranges


@dataclass(frozen=True, slots=True)
class Integer(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Path(Node):
    """`my opponent.hand`: names joined by dots, perhaps with `my` in front."""

    my: bool
    parts: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Place(Node):
    """`my row of card.suit`: a path, perhaps with indexes."""

    path: Path | Dotted
    index: tuple[Path | Integer | Bracket, ...]


@dataclass(frozen=True, slots=True)
class Bracket(Node):
    """An expression in brackets as an index: `worth of (count card in row)`."""

    inner: Expr


@dataclass(frozen=True, slots=True)
class Negative(Node):
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    op: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr


CompareOp = Literal["is", "is-not", "at-least", "at-most", "more-than", "less-than"]


@dataclass(frozen=True, slots=True)
class Compare(Node):
    op: CompareOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Within(Node):
    """`card is in box`."""

    left: Expr
    place: Place
    negated: bool


@dataclass(frozen=True, slots=True)
class Empty(Node):
    """`river is empty`."""

    left: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Related(Node):
    """`c is playable-by p`: a definition with two parameters."""

    left: Expr
    name: Name
    right: Place
    negated: bool


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    """`card.suit is one of clubs, spades`: a set of two or more, written out."""

    left: Expr
    options: tuple[Expr, ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class HasText(Node):
    """`e has use`: does this component have that text?"""

    left: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class Logic(Node):
    op: Literal["and", "or"]
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Expr


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`number n in my row of red`, `player p`, `my site spot`."""

    head: Path
    name: Name | None
    place: Place | None


@dataclass(frozen=True, slots=True)
class NumberRange(Named):
    """`offer from 1 to my gold`."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Ranges(Node):
    ranges: tuple[Range | NumberRange, ...]
    where: Expr | None


FoldOp = Literal["every", "any", "no", "count", "sum", "highest", "lowest"]


@dataclass(frozen=True, slots=True)
class Fold(Node):
    """`every ...: e`, `any ...`, `count ... where e`, `sum over ...: e`; `any`, `no`, `count` lack a body."""

    op: FoldOp
    ranges: Ranges
    body: Expr | None


@dataclass(frozen=True, slots=True)
class FieldFold(Node):
    """`sum value of number in r`, `highest value of ... else 0`."""

    op: Literal["sum", "highest", "lowest"]
    field: Name
    range: Range
    default: Expr | None


@dataclass(frozen=True, slots=True)
class EndOf(Node):
    """`top card in deck`, `top blank x in deck where ...`: the component itself, or nothing."""

    end: Literal["top", "bottom"]
    range: Range
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Dotted(Node):
    """`(my row of wine).points`: properties of what stands in brackets."""

    inner: Expr
    parts: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class TheOne(Node):
    """`the player p where ...`: the first member that fits, in the order of the range, or nothing."""

    range: Range
    start: Place | None
    where: Expr


@dataclass(frozen=True, slots=True)
class AtPlace(Node):
    """`card at 2 in my hand`: the component at a place of a zone, counted from 1 at the bottom, or nothing."""

    name: Name
    number: Path | Integer | Bracket
    place: Place


@dataclass(frozen=True, slots=True)
class EndField(Node):
    """`top value of card in p.log of c else 0`."""

    end: Literal["top", "bottom"]
    field: Name
    range: Range
    default: Expr | None


Expr = (
    Integer | Place | Negative | Binary | Compare | Within | Empty | Related | OneOf | HasText | Logic | Not
    | Fold | FieldFold | EndOf | TheOne | AtPlace | EndField
)  # fmt: skip
