"""What is claimed of a game, and the plays that show its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Span
from verifier.surface.nodes.expressions import Expr, Integer, Name, Place, Text
from verifier.surface.nodes.steps import Decision, Moment


@dataclass(frozen=True, slots=True)
class Invariant:
    name: Name
    moment: Moment | Decision | None
    claim: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Witness:
    """Something that must be possible."""

    name: Name
    moment: Moment | Decision | None
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


@dataclass(frozen=True, slots=True)
class Ended:
    """`then game ends`."""

    what: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Won:
    """`then winner second`; several names when they share the victory."""

    players: tuple[Name, ...]
    span: Span


Expected = Outcome | Refused | Allowed | Ended | Won
Fact = Given | Act | ActProcedure | ActEnd | ActRoll | Expected


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
    outcomes: tuple[Expected, ...]
    span: Span
