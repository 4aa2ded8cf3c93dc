"""What a name can mean at one place in the text, and the values that reading an expression gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from verifier.kernel.domain import Domain, Things
from verifier.kernel.expression import Expr, ZonesOf


@dataclass(frozen=True, slots=True)
class Typed:
    """An expression and what it gives; domain `None` fits anything (a mistake has been reported)."""

    expr: Expr
    domain: Domain | None


@dataclass(frozen=True, slots=True)
class ZoneSet:
    """Several zones of one family: `p.row` where a row needs a suit as well."""

    source: ZonesOf


@dataclass(frozen=True, slots=True)
class ClassName:
    things: Things


@dataclass(frozen=True, slots=True)
class Pending:
    """A family, cell, definition, table or field that still waits for indexes."""

    sort: str
    name: str
    args: tuple[Typed, ...]
    wanted: tuple[Domain, ...]


Meaning = Typed | ZoneSet | ClassName | Pending


@dataclass(frozen=True, slots=True)
class Scope:
    """Names bound so far. `me` is `None` where nobody acts; `told` inside a scenario."""

    locals: Mapping[str, Typed]
    me: Typed | None
    rule: str | None = None
    taken: frozenset[str] = frozenset()
    told: bool = False

    def bound(self, name: str, meaning: Typed) -> Scope:
        return replace(self, locals={**self.locals, name: meaning})

    def within(self, rule: str) -> Scope:
        return replace(self, rule=rule)
