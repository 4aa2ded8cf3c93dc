"""Cells that say which zone, cell or seat is meant: worth knowing before a block is carried out.

With the number of the present stack open, every card lies in one stack or another; with it known, one stack is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.kernel.expression import Contents, End, Lookup, Read, ZoneAt, ZonesOf
from verifier.kernel.machine import Block, Fork
from verifier.kernel.visit import children, expressions, operands


def pointers(block: Block) -> frozenset[str]:
    """The plain cells that stand where an index or a zone is asked for."""
    found: set[str] = set()
    outer: list[Any] = list(expressions(operands(*block.steps)))
    if isinstance(block.out, Fork):
        outer.append(block.out.test)
    for expr in outer:
        found.update(_pointing(expr, False))
    return frozenset(found)


def _pointing(node: Any, pointing: bool) -> Iterator[str]:
    match node:
        case Read(cell, ()) if pointing:
            yield cell
        case Read(_, index) | Lookup(_, index) | ZoneAt(_, index) | ZonesOf(_, index):
            for part in index:
                if part is not None:
                    yield from _pointing(part, True)
        case Contents(zones, _):
            yield from _pointing(zones, True)
        case End(_, _, zone, _, where):
            yield from _pointing(zone, True)
            if where is not None:
                yield from _pointing(where, False)
        case _:
            for part in children(node):
                yield from _pointing(part, pointing and not isinstance(node, Read))
