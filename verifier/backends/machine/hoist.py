"""What does not change inside a loop is worked out before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from verifier.backends.machine.anatomy import zones_read
from verifier.backends.machine.reads import steady_start, zone_list
from verifier.backends.machine.scope import Scope
from verifier.kernel.expression import (
    Bind,
    Const,
    Contents,
    Expr,
    Local,
    Source,
    Values,
    ZoneAt,
    ZonesOf,
)
from verifier.kernel.visit import bound_by, children, free_locals


@contextmanager
def hoisted(inside: Iterable[Any], bound: frozenset[str], scope: Scope) -> Iterator[None]:
    """Work out now what the nodes of a loop need and `bound` does not touch."""
    before = scope.worked_out
    for expr in dict.fromkeys(found for node in inside for found in _steady(node, bound, scope)):
        if expr not in scope.worked_out:
            ready = scope.named(scope.term(expr), _hint(expr))
            scope.worked_out = {**scope.worked_out, expr: ready}
    yield
    scope.worked_out = before


@contextmanager
def piles_named(inside: Iterable[Expr | Source], bound: frozenset[str], scope: Scope) -> Iterator[None]:
    """Name the contents of zones that the nodes look at more than once and `bound` does not touch."""
    before = scope.worked_out
    for zone, times in zones_read(inside).items():
        whole = Contents(zone, scope.module.machine.all_things)
        if times > 1 and whole not in scope.worked_out and not free_locals(zone) & bound:
            ready = scope.named(zone_list(zone, scope), _hint(zone))
            scope.worked_out = {**scope.worked_out, whole: ready}
    yield
    scope.worked_out = before


def _steady(node: Any, bound: frozenset[str], scope: Scope) -> Iterator[Expr]:
    """The largest expressions in a node that read none of the bound names."""
    if isinstance(node, Const | Local):
        return
    if not isinstance(node, Bind | Values | ZonesOf | Contents) and not free_locals(node) & bound:
        yield node
        return
    start = steady_start(node, bound, scope) if isinstance(node, ZoneAt) else None
    if start is not None:
        yield start
    for part in children(node):
        yield from _steady(part, bound | bound_by(node), scope)


def _hint(expr: Expr) -> str:
    for attribute in ("cell", "table", "family", "definition", "op"):
        name = getattr(expr, attribute, None)
        if isinstance(name, str) and any(map(str.isalpha, name)):
            return f"this {name}"
    return "this value"
