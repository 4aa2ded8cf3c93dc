"""What there is: numbers, kinds, components, zones, stores, definitions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.source import Span
from verifier.surface.nodes.expressions import Expr, Integer, Name, Path, Text
from verifier.surface.nodes.steps import GuardRule, Step, ValueRule


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
