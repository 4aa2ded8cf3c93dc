"""The steps of a game with every name resolved. Still structured: pauses may stand inside loops and rules.

Expressions are those of the kernel; `Local` names are the author's own words, scoped by their block.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.kernel.expression import Bind, Expr
from verifier.source import Node


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`if_any`: the text says that the rest of the block is skipped where there is nothing."""

    name: str
    value: Expr
    if_any: bool = False


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`player` is `None` for the one who acts. Several binds are one choice with several parts."""

    player: Expr | None
    may: bool
    binds: tuple[Bind, ...]
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Node):
    """One component to a zone. `source` is where the text says it lies, if it says so."""

    thing: Expr
    source: Expr | None
    to: Expr
    end: Literal["top", "bottom"]


@dataclass(frozen=True, slots=True)
class Deal(Node):
    """So many components from the top of one zone to another."""

    count: Expr
    source: Expr
    to: Expr
    end: Literal["top", "bottom"]


@dataclass(frozen=True, slots=True)
class Write(Node):
    cell: str
    index: tuple[Expr, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Swap(Node):
    """Two components, or the contents of two zones, change places."""

    left: Expr
    right: Expr
    zones: bool


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Show(Node):
    """A zone or a component is shown to a player (`None`: to everyone) until the block ends."""

    what: Expr
    is_zone: bool
    player: Expr | None


@dataclass(frozen=True, slots=True)
class Roll(Node):
    cell: str


@dataclass(frozen=True, slots=True)
class Do(Node):
    procedure: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class DoText(Node):
    """Carry out what stands on a component."""

    thing: Expr
    text: str


@dataclass(frozen=True, slots=True)
class Offered:
    action: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Offer(Node):
    how: Literal["one of", "at most one of", "any number of"]
    offered: tuple[Offered, ...]
    by: Expr | None


@dataclass(frozen=True, slots=True)
class Each(Node):
    """`packet`: `move every`, which lifts off all that lie in a pile or row as one; so they keep their order."""

    binds: tuple[Bind, ...]
    where: Expr | None
    steps: tuple[Step, ...]
    packet: bool = False


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    count: Expr
    most: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class GoRound(Node):
    local: str
    start: Expr
    where: Expr
    until: Expr
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Guard(Node):
    rule: str
    when: tuple[Expr, ...]
    require: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Rule(Node):
    """Steps that apply when all of `when` hold."""

    rule: str
    when: tuple[Expr, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class As(Node):
    """Steps in which `me` is another player: the text of a card in play, for its owner."""

    me: Expr
    steps: tuple[Step, ...]


Step = (
    Let | Choose | Move | Deal | Write | Swap | Shuffle | Show | Roll | Do | DoText | Offer | Each | Repeat
    | GoRound | Guard | Rule | As
)  # fmt: skip
