"""The steps of a game with every name resolved. Still structured: pauses may stand inside loops and rules.

Expressions are those of the kernel; `Local` names are the author's own words, scoped by their block.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.kernel.expression import Bind, Expr
from verifier.source import Span


@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """`player` is `None` for the one who acts. Several binds are one choice with several parts."""

    player: Expr | None
    may: bool
    binds: tuple[Bind, ...]
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Move:
    """One component to a zone. `source` is where the text says it lies, if it says so."""

    thing: Expr
    source: Expr | None
    to: Expr
    end: Literal["top", "bottom"]
    span: Span


@dataclass(frozen=True, slots=True)
class Deal:
    """So many components from the top of one zone to another."""

    count: Expr
    source: Expr
    to: Expr
    end: Literal["top", "bottom"]
    span: Span


@dataclass(frozen=True, slots=True)
class Write:
    cell: str
    index: tuple[Expr, ...]
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Swap:
    """Two components, or the contents of two zones, change places."""

    left: Expr
    right: Expr
    zones: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Shuffle:
    zone: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Show:
    """A zone or a component is shown to a player (`None`: to everyone) until the block ends."""

    what: Expr
    is_zone: bool
    player: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Roll:
    cell: str
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    procedure: str
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class DoText:
    """Carry out what stands on a component."""

    thing: Expr
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Offered:
    action: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    how: Literal["one of", "at most one of", "any number of"]
    offered: tuple[Offered, ...]
    by: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Each:
    binds: tuple[Bind, ...]
    where: Expr | None
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    count: Expr
    most: int
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class GoRound:
    local: str
    start: Expr
    where: Expr
    until: Expr
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Guard:
    rule: str
    when: tuple[Expr, ...]
    require: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """Steps that apply when all of `when` hold."""

    rule: str
    when: tuple[Expr, ...]
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class As:
    """Steps in which `me` is another player: the text of a card in play, for its owner."""

    me: Expr
    steps: tuple[Step, ...]
    span: Span


Step = (
    Let
    | Choose
    | Move
    | Deal
    | Write
    | Swap
    | Shuffle
    | Show
    | Roll
    | Do
    | DoText
    | Offer
    | Each
    | Repeat
    | GoRound
    | Guard
    | Rule
    | As
)
