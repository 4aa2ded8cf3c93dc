"""What is known at one place between two steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from verifier.backends.machine.extent import Extent
from verifier.kernel.domain import Number
from verifier.kernel.expression import Call, End, Expr, Fold, Local, Position, Read, ZoneAt, ZoneOf
from verifier.kernel.visit import mapped, preorder, substituted

K = TypeVar("K")
V = TypeVar("V")

# Names are compared by themselves, whatever they were declared to be.
PLAIN = Number(0, 0)


@dataclass(slots=True)
class Known:
    """How far cells and names reach, and what was found out about components and zones.

    `meant` is what a name stands for, `kept` the name whose value a cell was given. `lying` says in which zone a
    thing lies, `filled` that a zone holds one of certain things, `enough` as which count a zone was counted,
    `apart` which two expressions differ, `held` what is taken and not yet put.
    """

    cells: dict[str, Extent]
    extents: dict[str, Extent] = field(default_factory=dict)
    meant: dict[str, Expr] = field(default_factory=dict)
    kept: dict[str, Expr] = field(default_factory=dict)
    lying: dict[Expr, Expr] = field(default_factory=dict)
    filled: dict[Expr, frozenset[int]] = field(default_factory=dict)
    enough: dict[Expr, Expr] = field(default_factory=dict)
    apart: set[frozenset[Expr]] = field(default_factory=set)
    held: list[Expr] = field(default_factory=list)

    def copy(self) -> Known:
        return Known(
            dict(self.cells),
            dict(self.extents),
            dict(self.meant),
            dict(self.kept),
            dict(self.lying),
            dict(self.filled),
            dict(self.enough),
            set(self.apart),
            list(self.held),
        )

    def met(self, other: Known) -> Known:
        """What is known both here and there."""
        return Known(
            joined(self.cells, other.cells),
            joined(self.extents, other.extents),
            _common(self.meant, other.meant),
            _common(self.kept, other.kept),
            _common(self.lying, other.lying),
            _common(self.filled, other.filled),
            _common(self.enough, other.enough),
            self.apart & other.apart,
            list(self.held),
        )

    def said(self, expr: Expr) -> Expr:
        """The expression with every name that stands for another read as that; such expressions can be compared."""
        found: Expr = substituted(_plain(expr), self.meant)
        return found

    def name(self, local: str, value: Expr | None, extent: Extent) -> Local:
        """A name gets a value; whatever was known of it before is forgotten."""
        meaning = None if value is None else self.said(value)
        self.meant.pop(local, None)
        self._forget(lambda expr: _reads_name(expr, local))
        self.extents[local] = extent
        if (
            isinstance(meaning, Local | Read | ZoneAt)
            and is_steady(meaning)
            and not _reads_name(meaning, local)
        ):
            self.meant[local] = meaning
        return Local(local, PLAIN)

    def forget_cell(self, cell: str) -> None:
        self.cells.pop(cell, None)
        self.kept.pop(cell, None)
        self._forget(lambda expr: _reads_cell(expr, cell))

    def _forget(self, gone: Callable[[Expr], bool]) -> None:
        self.meant = {name: expr for name, expr in self.meant.items() if not gone(expr)}
        self.kept = {cell: expr for cell, expr in self.kept.items() if not gone(expr)}
        self.lying = {thing: zone for thing, zone in self.lying.items() if not (gone(thing) or gone(zone))}
        self.filled = {zone: things for zone, things in self.filled.items() if not gone(zone)}
        self.enough = {zone: count for zone, count in self.enough.items() if not (gone(zone) or gone(count))}
        self.apart = {pair for pair in self.apart if not any(map(gone, pair))}


def is_steady(expr: Expr) -> bool:
    """Does moving components leave its value as it is?"""
    return not any(isinstance(part, Call | Fold | End | Position | ZoneOf) for part in preorder(expr))


def _plain(node: Expr) -> Expr:
    return mapped(node, lambda part: Local(part.name, PLAIN) if isinstance(part, Local) else None)


def joined(one: Mapping[str, Extent], other: Mapping[str, Extent]) -> dict[str, Extent]:
    return {name: extent.joined(other[name]) for name, extent in one.items() if name in other}


def _common(one: Mapping[K, V], other: Mapping[K, V]) -> dict[K, V]:
    return {key: value for key, value in one.items() if key in other and other[key] == value}


def _reads_name(expr: Expr, local: str) -> bool:
    return any(isinstance(part, Local) and part.name == local for part in preorder(expr))


def _reads_cell(expr: Expr, cell: str) -> bool:
    return any(isinstance(part, Read) and part.cell == cell for part in preorder(expr))
