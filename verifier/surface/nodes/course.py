"""Who does what, when: set-up, turns, actions, the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Span
from verifier.surface.nodes.declarations import Param
from verifier.surface.nodes.expressions import Integer, Place
from verifier.surface.nodes.names import Name
from verifier.surface.nodes.steps import Do, EndRule, Offer, Step


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
