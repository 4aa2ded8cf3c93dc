"""What there is, who does what and when, what is claimed of it, and the units that a file is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Node
from verifier.surface.nodes.expressions import Expr, Integer, Name, Named, Path, Place, Text
from verifier.surface.nodes.steps import (
    Decision,
    Do,
    EndRule,
    GuardRule,
    Moment,
    Offer,
    Offered,
    Rule,
    Step,
    ValueRule,
)

# --- what there is: numbers, kinds, components, zones, stores, definitions


@dataclass(frozen=True, slots=True)
class Title(Node):
    text: Text


@dataclass(frozen=True, slots=True)
class Players(Node):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Entry(Node):
    """`5 or more is 50` in a table."""

    key: Name | Integer
    or_more: bool
    value: Name | Integer


@dataclass(frozen=True, slots=True)
class Number(Named):
    """A named constant, or (with `by`) a table of them, perhaps with each entry on a line of its own."""

    by: Name | None
    value: Expr | None
    entries: tuple[Entry, ...]
    has_lines: bool = False


@dataclass(frozen=True, slots=True)
class Kind(Named):
    """`kind colour: red, blue` has names; `kind step: 1..9` has low and high."""

    names: tuple[Name, ...]
    low: int | None
    high: Name | Integer | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    kind: Name


@dataclass(frozen=True, slots=True)
class Tag(Named):
    """A bare word: a class the component belongs to, or a property it has."""


@dataclass(frozen=True, slots=True)
class FieldName(Named):
    value: Name


@dataclass(frozen=True, slots=True)
class FieldNumbers(Named):
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FieldRange(Named):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class FieldPer(Named):
    """`cost brick 1 ore 2`: a number for some members of a kind."""

    pairs: tuple[tuple[Name, int], ...]


Field = ForEach | Tag | FieldName | FieldNumbers | FieldRange | FieldPer


@dataclass(frozen=True, slots=True)
class On(Named):
    """A component's own text."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Hook(Node):
    when: Literal["before", "after"]
    path: Path
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Param(Node):
    """`player p`: first the type, then the name."""

    type: Name
    name: Name


@dataclass(frozen=True, slots=True)
class Define(Named):
    params: tuple[Param, ...]
    start: Expr | None
    rules: tuple[ValueRule | GuardRule, ...]


@dataclass(frozen=True, slots=True)
class Change(Named):
    rules: tuple[ValueRule | GuardRule, ...]


@dataclass(frozen=True, slots=True)
class Also(Node):
    """`change play: also hop`: what an overlay adds to the offer of a phase."""

    phase: Name
    offered: tuple[Offered, ...]


@dataclass(frozen=True, slots=True)
class Component(Node):
    sort: Literal["card", "tile", "figure"]
    name: Name
    fields: tuple[Field, ...]
    lines: tuple[On | Hook | Change | Define, ...]


@dataclass(frozen=True, slots=True)
class Zone(Named):
    shape: Literal["pile", "row", "set", "space"]
    per: tuple[Name, ...]
    view: Literal["hidden", "seen", "owner", "others", "top", "bottom"] | None
    in_play: bool
    holds: Name | Integer | None


@dataclass(frozen=True, slots=True)
class Store(Node):
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
    view: Literal["hidden", "owner", "others", "told"] | None = None


@dataclass(frozen=True, slots=True)
class Die(Named):
    faces: tuple[Name, ...]
    low: int | None
    high: int | None


# --- who does what, when: set-up, turns, actions, the end


@dataclass(frozen=True, slots=True)
class Setup(Node):
    once: bool
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Rounds(Node):
    """`rounds 3`, `rounds until ...`, or both: so many at most."""

    count: Name | Integer | None
    until: Expr | None


@dataclass(frozen=True, slots=True)
class Rank(Node):
    """`highest total` has best and name; `left of active` has a place."""

    best: Literal["highest", "lowest"] | None
    name: Name | None
    place: Place | None


@dataclass(frozen=True, slots=True)
class Starter(Node):
    later: bool
    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Winner(Node):
    """A ranking; or `together`: everyone wins when the condition holds, and nobody does otherwise."""

    ranks: tuple[Rank, ...]
    together: bool = False
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class Phase(Named):
    step: Offer | Do


@dataclass(frozen=True, slots=True)
class Turn(Node):
    phases: tuple[Phase, ...]


@dataclass(frozen=True, slots=True)
class Action(Named):
    params: tuple[Param, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Procedure(Named):
    params: tuple[Param, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class End(Node):
    rules: tuple[EndRule, ...]


# --- what is claimed of a game, and the plays that show its rules


@dataclass(frozen=True, slots=True)
class Invariant(Named):
    moment: Moment | Decision | None
    claim: Expr


@dataclass(frozen=True, slots=True)
class Witness(Named):
    """Something that must be possible."""

    moment: Moment | Decision | None
    claim: Expr


@dataclass(frozen=True, slots=True)
class Measure(Named):
    way: Literal["falls", "rises"]
    each: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class MayLoop(Named):
    """A loop the authors know about: `between turns` (also meant without a word), `in` a phase, or `by` actions."""

    between: bool
    phase: Name | None
    by: tuple[Name, ...]
    reason: Text


@dataclass(frozen=True, slots=True)
class Accept(Node):
    """A finding the authors know about: `accept every-rule-lives of some-rule: "why"`, or `of some-card.some-text`."""

    property: Name
    subject: Path | None
    reason: Text


@dataclass(frozen=True, slots=True)
class Renamed(Named):
    """An action or rule has another name now: plays and scenarios that were written before still say the old one."""

    now: Name


@dataclass(frozen=True, slots=True)
class Literal_(Node):  # noqa: N801 - typing has a Literal
    """A component, a number or a name in the words of a scenario: `red 7`, `blank`, `3`."""

    words: tuple[Name | Integer, ...]


@dataclass(frozen=True, slots=True)
class Given(Node):
    """`given my hand: red 7, blank`; no literals at all for `is empty`."""

    place: Place
    literals: tuple[Literal_, ...]


@dataclass(frozen=True, slots=True)
class Act(Node):
    """`when I lay red 7`, `when opponent stop`."""

    player: Name
    action: Name
    literals: tuple[Literal_, ...]


@dataclass(frozen=True, slots=True)
class ActProcedure(Node):
    procedure: Name
    literals: tuple[Literal_, ...]


@dataclass(frozen=True, slots=True)
class ActEnd(Node):
    """`when round ends`, `when turn ends`."""

    what: Name


@dataclass(frozen=True, slots=True)
class ActRoll(Node):
    die: Name
    face: Literal_


@dataclass(frozen=True, slots=True)
class Outcome(Node):
    claim: Expr


@dataclass(frozen=True, slots=True)
class Refused(Node):
    rule: Name


@dataclass(frozen=True, slots=True)
class Allowed(Node):
    pass


@dataclass(frozen=True, slots=True)
class Ended(Node):
    """`then game ends`."""

    what: Name


@dataclass(frozen=True, slots=True)
class Won(Node):
    """`then winner second`; several names when they share the victory."""

    players: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class WonTogether(Node):
    """`then winner everyone`, or `nobody`."""

    everyone: bool


Expected = Outcome | Refused | Allowed | Ended | Won | WonTogether
Fact = Given | Act | ActProcedure | ActEnd | ActRoll | Expected


@dataclass(frozen=True, slots=True)
class Scenario(Named):
    players: int | None
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Expect(Node):
    """An overlay's price: the scenario named now has these outcomes."""

    scenario: Name
    outcomes: tuple[Expected, ...]


# --- overlays, and the units that a file is made of


@dataclass(frozen=True, slots=True)
class SetOption(Named):
    """`set bonus to 25`, `set colour to red, blue`, `set step to 1..5`."""

    value: Name | Integer | None
    names: tuple[Name, ...]
    low: int | None
    high: Name | Integer | None


@dataclass(frozen=True, slots=True)
class Replace(Node):
    item: Rule | Phase | Item


@dataclass(frozen=True, slots=True)
class Remove(Node):
    """`remove rule bonus-for-eight`: first what sort of thing, then its name."""

    sort: Name
    name: Name


Item = (
    Title | Players | Number | Kind | Component | Zone | Store | Die | Setup | Rounds | Starter | Winner
    | Turn | Action | Procedure | Define | Change | Also | Hook | End | Invariant | Witness | Measure | MayLoop
    | Accept | Renamed | Scenario | Expect | SetOption | Replace | Remove
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Header(Node):
    sort: Literal["game", "part", "edition", "variant", "house-rule", "instance"]
    name: Name
    of: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Unit(Node):
    """A header and all that stands below it, up to the next header."""

    header: Header
    items: tuple[Item, ...]
