"""What was written: one frozen node per kind of line, each with the span it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Span


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A quoted sentence, without its quotes."""

    text: str
    span: Span


# --- expressions


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


# --- steps


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


# --- what there is


@dataclass(frozen=True, slots=True)
class Title:
    text: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Players:
    low: int
    high: int
    span: Span


@dataclass(frozen=True, slots=True)
class Entry:
    """`5 or more is 50` in a table."""

    key: Name | Integer
    or_more: bool
    value: Name | Integer
    span: Span


@dataclass(frozen=True, slots=True)
class Number:
    """A named constant, or (with `by`) a table of them."""

    name: Name
    by: Name | None
    value: Expr | None
    entries: tuple[Entry, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Kind:
    """`kind colour: red, blue` has names; `kind step: 1..9` has low and high."""

    name: Name
    names: tuple[Name, ...]
    low: int | None
    high: Name | Integer | None
    span: Span


@dataclass(frozen=True, slots=True)
class ForEach:
    kind: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Tag:
    """A bare word: a class the component belongs to, or a property it has."""

    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class FieldName:
    name: Name
    value: Name
    span: Span


@dataclass(frozen=True, slots=True)
class FieldNumbers:
    name: Name
    values: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class FieldRange:
    name: Name
    low: int
    high: int
    span: Span


@dataclass(frozen=True, slots=True)
class FieldPer:
    """`cost brick 1 ore 2`: a number for some members of a kind."""

    name: Name
    pairs: tuple[tuple[Name, int], ...]
    span: Span


Field = ForEach | Tag | FieldName | FieldNumbers | FieldRange | FieldPer


@dataclass(frozen=True, slots=True)
class On:
    """A component's own text."""

    name: Name
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Hook:
    when: Literal["before", "after"]
    path: Path
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Param:
    """`player p`: first the type, then the name."""

    type: Name
    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Define:
    name: Name
    params: tuple[Param, ...]
    start: Expr | None
    rules: tuple[ValueRule | GuardRule, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Change:
    name: Name
    rules: tuple[ValueRule | GuardRule, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Component:
    sort: Literal["card", "tile", "figure"]
    name: Name
    fields: tuple[Field, ...]
    lines: tuple[On | Hook | Change | Define, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Zone:
    name: Name
    shape: Literal["pile", "row", "set", "space"]
    per: tuple[Name, ...]
    view: Literal["hidden", "seen", "owner", "top", "bottom"] | None
    in_play: bool
    holds: Name | Integer | None
    span: Span


@dataclass(frozen=True, slots=True)
class Store:
    """An amount (with low and high) or a note (with choices, or none for yes/no)."""

    sort: Literal["amount", "note"]
    name: Name
    per: tuple[Name, ...]
    low: Name | Integer | None
    high: Name | Integer | None
    choices: tuple[Name, ...]
    rest_lost: bool
    kept: bool
    given: bool
    starts: Expr | None
    until: Name | None
    span: Span


@dataclass(frozen=True, slots=True)
class Die:
    name: Name
    faces: tuple[Name, ...]
    low: int | None
    high: int | None
    span: Span


# --- who does what, when


@dataclass(frozen=True, slots=True)
class Setup:
    once: bool
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Rounds:
    count: Name | Integer
    span: Span


@dataclass(frozen=True, slots=True)
class Rank:
    """`highest total` has best and name; `left of active` has a place."""

    best: Literal["highest", "lowest"] | None
    name: Name | None
    place: Place | None
    span: Span


@dataclass(frozen=True, slots=True)
class Starter:
    later: bool
    ranks: tuple[Rank, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Winner:
    ranks: tuple[Rank, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Phase:
    name: Name
    step: Offer | Do
    span: Span


@dataclass(frozen=True, slots=True)
class Turn:
    phases: tuple[Phase, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Action:
    name: Name
    params: tuple[Param, ...]
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Procedure:
    name: Name
    params: tuple[Param, ...]
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class End:
    rules: tuple[EndRule, ...]
    span: Span


# --- claims and plays


@dataclass(frozen=True, slots=True)
class Invariant:
    name: Name
    moment: Moment | None
    claim: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Witness:
    """Something that must be possible."""

    name: Name
    moment: Moment | None
    claim: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Measure:
    name: Name
    way: Literal["falls", "rises"]
    each: Name
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MayLoop:
    name: Name
    reason: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Accept:
    """A finding the authors know about: `accept every-rule-lives of some-rule: "why"`."""

    property: Name
    subject: Name | None
    reason: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Literal_:  # noqa: N801 - typing has a Literal
    """A component, a number or a name in the words of a scenario: `red 7`, `blank`, `3`."""

    words: tuple[Name | Integer, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Given:
    """`given my hand: red 7, blank`; no literals at all for `is empty`."""

    place: Place
    literals: tuple[Literal_, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Act:
    """`when I lay red 7`, `when opponent stop`."""

    player: Name
    action: Name
    literals: tuple[Literal_, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ActProcedure:
    procedure: Name
    literals: tuple[Literal_, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ActEnd:
    """`when round ends`, `when turn ends`."""

    what: Name
    span: Span


@dataclass(frozen=True, slots=True)
class ActRoll:
    die: Name
    face: Literal_
    span: Span


@dataclass(frozen=True, slots=True)
class Outcome:
    claim: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Refused:
    rule: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Allowed:
    span: Span


Fact = Given | Act | ActProcedure | ActEnd | ActRoll | Outcome | Refused | Allowed


@dataclass(frozen=True, slots=True)
class Scenario:
    name: Name
    players: int | None
    facts: tuple[Fact, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Expect:
    """An overlay's price: the scenario named now has these outcomes."""

    scenario: Name
    outcomes: tuple[Outcome | Refused | Allowed, ...]
    span: Span


# --- overlays


@dataclass(frozen=True, slots=True)
class SetOption:
    """`set bonus to 25`, `set colour to red, blue`, `set step to 1..5`."""

    name: Name
    value: Name | Integer | None
    names: tuple[Name, ...]
    low: int | None
    high: Name | Integer | None
    span: Span


@dataclass(frozen=True, slots=True)
class Replace:
    item: Rule | Phase | Item
    span: Span


@dataclass(frozen=True, slots=True)
class Remove:
    """`remove rule bonus-for-eight`: first what sort of thing, then its name."""

    sort: Name
    name: Name
    span: Span


Item = (
    Title
    | Players
    | Number
    | Kind
    | Component
    | Zone
    | Store
    | Die
    | Setup
    | Rounds
    | Starter
    | Winner
    | Turn
    | Action
    | Procedure
    | Define
    | Change
    | Hook
    | End
    | Invariant
    | Witness
    | Measure
    | MayLoop
    | Accept
    | Scenario
    | Expect
    | SetOption
    | Replace
    | Remove
)


@dataclass(frozen=True, slots=True)
class Header:
    sort: Literal["game", "part", "edition", "variant", "house-rule", "instance"]
    name: Name
    of: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Unit:
    """A header and all that stands below it, up to the next header."""

    header: Header
    items: tuple[Item, ...]
    span: Span
