"""What is done, and the rules that it is done by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Span
from verifier.surface.nodes.expressions import Expr, Name, Path, Place, Range, Ranges


@dataclass(frozen=True, slots=True)
class Let:
    name: Name
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """`choose ...`, `may choose ...`, `p chooses ...`, `p may choose ...`."""

    player: Path | None
    may: bool
    ranges: Ranges
    span: Span


@dataclass(frozen=True, slots=True)
class Target:
    """Where something is put: on top unless `bottom of` is said."""

    end: Literal["top", "bottom"] | None
    place: Place
    span: Span


@dataclass(frozen=True, slots=True)
class Move:
    what: Expr
    to: Target
    span: Span


@dataclass(frozen=True, slots=True)
class MoveSome:
    """`move 8 from deck to p.hand` (cards) or `move bid from my gold to reserve` (an amount)."""

    count: Expr
    source: Place
    to: Target
    span: Span


@dataclass(frozen=True, slots=True)
class MoveEvery:
    ranges: Ranges
    to: Target
    span: Span


@dataclass(frozen=True, slots=True)
class Swap:
    left: Path
    right: Path
    span: Span


@dataclass(frozen=True, slots=True)
class Shuffle:
    place: Place
    span: Span


@dataclass(frozen=True, slots=True)
class Show:
    place: Place
    to: Path
    span: Span


@dataclass(frozen=True, slots=True)
class AddTo:
    count: Expr
    place: Place
    span: Span


@dataclass(frozen=True, slots=True)
class TakeFrom:
    count: Expr
    place: Place
    span: Span


@dataclass(frozen=True, slots=True)
class SetTo:
    """`set bid to offer`; without a value, a yes/no note becomes yes."""

    place: Place
    value: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Clear:
    place: Place
    span: Span


@dataclass(frozen=True, slots=True)
class Roll:
    die: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    path: Path
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Offered:
    action: Name
    arg: Path | None
    span: Span


@dataclass(frozen=True, slots=True)
class Offer:
    how: Literal["one of", "at most one of", "any number of"]
    offered: tuple[Offered, ...]
    by: Path | None
    span: Span


@dataclass(frozen=True, slots=True)
class Each:
    ranges: Ranges
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    count: Expr
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class GoRound:
    range: Range
    start: Place
    where: Expr
    until: Expr
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class GuardRule:
    name: Name
    when: tuple[Expr, ...]
    require: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class StepRule:
    name: Name
    when: tuple[Expr, ...]
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ValueStep:
    op: Literal["add", "subtract", "multiply", "at-least", "at-most"]
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ValueRule:
    name: Name
    when: tuple[Expr, ...]
    steps: tuple[ValueStep, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Moment:
    edge: Literal["start", "end"]
    of: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Decision:
    """Wherever a phase, an action, a procedure or a text asks for a decision."""

    path: Path
    span: Span


@dataclass(frozen=True, slots=True)
class EndRule:
    name: Name
    moment: Moment | None
    when: tuple[Expr, ...]
    span: Span


Step = (
    Let
    | Choose
    | Move
    | MoveSome
    | MoveEvery
    | Swap
    | Shuffle
    | Show
    | AddTo
    | TakeFrom
    | SetTo
    | Clear
    | Roll
    | Do
    | Offer
    | Each
    | Repeat
    | GoRound
    | GuardRule
    | StepRule
)
Rule = GuardRule | StepRule | ValueRule | EndRule
