"""Expressions of the kernel: finite, without side effects, over one state.

Reading through `NOTHING` gives nothing: a `Lookup` or `Read` whose index is `NOTHING` is the table's or the
cell's `missing` value (0 for numbers and truths, `NOTHING` otherwise). Division rounds down; by zero it is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.kernel.domain import Domain, Things


@dataclass(frozen=True, slots=True)
class Const:
    value: int
    domain: Domain


@dataclass(frozen=True, slots=True)
class Local:
    """A name bound by a binder, a choice, a `Let`, a block's or a definition's parameter."""

    name: str
    domain: Domain


@dataclass(frozen=True, slots=True)
class Read:
    """The present value of a cell."""

    cell: str
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Lookup:
    """A constant: what is printed on a component, an entry of a table, an index of a zone."""

    table: str
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ZoneAt:
    """The zone of a family with these indexes, as a zone number."""

    family: str
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ZoneOf:
    """The zone in which a component lies."""

    thing: Expr


@dataclass(frozen=True, slots=True)
class Position:
    """How many components lie below this one in its zone."""

    thing: Expr


ArithOp = Literal["+", "-", "*", "/", "%", "min", "max"]
CompareOp = Literal["=", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Arith:
    op: ArithOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare:
    op: CompareOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not:
    operand: Expr


@dataclass(frozen=True, slots=True)
class Logic:
    op: Literal["and", "or"]
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If:
    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Values:
    """Every value of a domain in order; players begin with `first` when it is given."""

    domain: Domain
    first: Expr | None = None


@dataclass(frozen=True, slots=True)
class ZonesOf:
    """The zones of a family whose indexes are as given; `None` leaves an index free."""

    family: str
    index: tuple[Expr | None, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """The components of a class that lie in a zone, or in any of several, by rising number."""

    zones: ZonesOf | Expr
    things: Things


Source = Values | ZonesOf | Contents


@dataclass(frozen=True, slots=True)
class Bind:
    local: str
    source: Source


@dataclass(frozen=True, slots=True)
class Fold:
    """`every` and `any` of truths, `count` of true bodies, `sum`, `highest`, `lowest` of numbers.

    Later binders may speak of earlier ones. `where` leaves members out. `default` is the value of an empty
    `highest` or `lowest`.
    """

    op: Literal["every", "any", "count", "sum", "highest", "lowest"]
    binds: tuple[Bind, ...]
    where: Expr | None
    body: Expr
    default: Expr | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The topmost or lowest component in a zone that is of a class and fits `where`, or `NOTHING`."""

    end: Literal["top", "bottom"]
    local: str
    zone: Expr
    things: Things
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """The value of a definition."""

    definition: str
    args: tuple[Expr, ...]


Expr = (
    Const
    | Local
    | Read
    | Lookup
    | ZoneAt
    | ZoneOf
    | Position
    | Arith
    | Compare
    | Not
    | Logic
    | If
    | Fold
    | End
    | Call
)
