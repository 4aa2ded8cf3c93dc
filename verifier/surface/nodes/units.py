"""Overlays, and the units that a file is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Span
from verifier.surface.nodes.claims import Accept, Expect, Invariant, MayLoop, Measure, Scenario, Witness
from verifier.surface.nodes.declarations import (
    Change,
    Component,
    Define,
    Die,
    Hook,
    Kind,
    Number,
    Param,
    Players,
    Store,
    Title,
    Zone,
)
from verifier.surface.nodes.expressions import Integer, Name, Place
from verifier.surface.nodes.steps import Do, EndRule, Offer, Rule, Step

# --- who does what, when: set-up, turns, actions, the end


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


# --- overlays, and the units that a file is made of


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
