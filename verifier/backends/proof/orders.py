"""Which zones need an order: those whose ends or places some expression reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verifier.analysis.reach import Reach
from verifier.backends.machine.layout import Layout
from verifier.kernel.expression import Bind, Contents, End, Expr, Fold, Local, Position, ZonesOf
from verifier.kernel.visit import Operand, children, expressions, operands, operands_outside_blocks

Lying = Mapping[str, frozenset[int]]
"""Where the component of a bound name lies."""


def ordered_zones(layout: Layout, reach: Reach) -> frozenset[int]:
    """The piles and rows whose order something reads, hidden ones left out (see `encode`)."""
    read: set[int] = set()
    machine = layout.machine
    nodes = [node for block in machine.blocks.values() for node in operands(block)]
    for expr in expressions((*nodes, *operands_outside_blocks(machine))):
        for zones in _orders(expr, {}, reach):
            read |= zones
    return frozenset(
        zone
        for zone in read
        if layout.family_of[zone].shape in ("pile", "row") and layout.family_of[zone].view != "hidden"
    )


def _orders(expr: Operand | Bind, lying: Lying, reach: Reach) -> Iterator[frozenset[int]]:
    if isinstance(expr, Position):
        yield _zones_of(expr.thing, lying, reach)
    elif isinstance(expr, End):
        zones = (reach.values(expr.zone, {}) or frozenset()) - {-1}
        yield zones
        if expr.where is not None:
            yield from _orders(expr.where, {**lying, expr.local: zones}, reach)
    elif isinstance(expr, Fold):
        inner = dict(lying)
        for bind in expr.binds:
            for part in children(bind.source):
                yield from _orders(part, inner, reach)
            if isinstance(bind.source, Contents):
                inner[bind.local] = _contents_zones(bind.source, reach)
        for inside in (expr.where, expr.body, expr.default):
            if inside is not None:
                yield from _orders(inside, inner, reach)
        return
    for part in children(expr):
        yield from _orders(part, lying, reach)


def _zones_of(thing: Expr, lying: Lying, reach: Reach) -> frozenset[int]:
    if isinstance(thing, Local) and thing.name in lying:
        return lying[thing.name]
    things = reach.values(thing, {}) or frozenset()
    return frozenset(zone for number in things if number >= 0 for zone in reach.zones[number])


def _contents_zones(source: Contents, reach: Reach) -> frozenset[int]:
    zones = source.zones
    found = reach.members(zones, {}) if isinstance(zones, ZonesOf) else reach.values(zones, {})
    return (found or frozenset()) - {-1}
