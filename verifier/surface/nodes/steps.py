"""What is done, and the rules that it is done by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Node
from verifier.surface.nodes.expressions import Expr, Name, Named, Path, Place, Range, Ranges


@dataclass(frozen=True, slots=True)
class Let(Named):
    """`if_any`: the text says that the rest of the block is skipped where there is nothing."""

    value: Expr
    if_any: bool = False


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose ...`, `may choose ...`, `p chooses ...`, `p may choose ...`."""

    player: Path | None
    may: bool
    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Target(Node):
    """Where something is put: on top unless `bottom of` is said."""

    end: Literal["top", "bottom"] | None
    place: Place


@dataclass(frozen=True, slots=True)
class Move(Node):
    what: Expr
    to: Target


@dataclass(frozen=True, slots=True)
class MoveSome(Node):
    """`move 8 from deck to p.hand` (cards) or `move bid from my gold to reserve` (an amount)."""

    count: Expr
    source: Place
    to: Target


@dataclass(frozen=True, slots=True)
class MoveEvery(Node):
    ranges: Ranges
    to: Target


@dataclass(frozen=True, slots=True)
class Swap(Node):
    left: Place
    right: Place


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    place: Place


@dataclass(frozen=True, slots=True)
class Show(Node):
    place: Place
    to: Path


@dataclass(frozen=True, slots=True)
class AddTo(Node):
    count: Expr
    place: Place


@dataclass(frozen=True, slots=True)
class TakeFrom(Node):
    count: Expr
    place: Place


@dataclass(frozen=True, slots=True)
class SetTo(Node):
    """`set bid to offer`; without a value, a yes/no note becomes yes."""

    place: Place
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Clear(Node):
    place: Place


@dataclass(frozen=True, slots=True)
class Roll(Node):
    die: Name


@dataclass(frozen=True, slots=True)
class Do(Node):
    path: Path
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Offered(Node):
    action: Name
    arg: Path | None


@dataclass(frozen=True, slots=True)
class Offer(Node):
    how: Literal["one of", "at most one of", "any number of"]
    offered: tuple[Offered, ...]
    by: Path | None


@dataclass(frozen=True, slots=True)
class Each(Node):
    ranges: Ranges
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    count: Expr
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class GoRound(Node):
    range: Range
    start: Place
    where: Expr
    until: Expr
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class GuardRule(Named):
    when: tuple[Expr, ...]
    require: tuple[Expr, ...]
    otherwise: bool = False


@dataclass(frozen=True, slots=True)
class StepRule(Named):
    """`otherwise`: only where the rule before it does not apply."""

    when: tuple[Expr, ...]
    steps: tuple[Step, ...]
    otherwise: bool = False


@dataclass(frozen=True, slots=True)
class ValueStep(Node):
    op: Literal["add", "subtract", "multiply", "at-least", "at-most"]
    value: Expr


@dataclass(frozen=True, slots=True)
class ValueRule(Named):
    when: tuple[Expr, ...]
    steps: tuple[ValueStep, ...]
    otherwise: bool = False


@dataclass(frozen=True, slots=True)
class Moment(Node):
    edge: Literal["start", "end"]
    of: Name


@dataclass(frozen=True, slots=True)
class Decision(Node):
    """Wherever a phase, an action, a procedure or a text asks for a decision."""

    path: Path


@dataclass(frozen=True, slots=True)
class EndRule(Named):
    moment: Moment | None
    when: tuple[Expr, ...]


Step = (
    Let | Choose | Move | MoveSome | MoveEvery | Swap | Shuffle | Show | AddTo | TakeFrom | SetTo | Clear
    | Roll | Do | Offer | Each | Repeat | GoRound | GuardRule | StepRule
)  # fmt: skip
Rule = GuardRule | StepRule | ValueRule | EndRule
