"""What does not change inside a loop is worked out before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from verifier.backends.machine.scope import Scope
from verifier.kernel.expression import Bind, Const, Contents, End, Expr, Fold, Local, Values, ZonesOf
from verifier.kernel.walk import free_locals, parts


@contextmanager
def hoisted(inside: Iterable[Any], bound: frozenset[str], scope: Scope) -> Iterator[None]:
    """Work out now what the nodes of a loop need and `bound` does not touch."""
    before = scope.worked_out
    for expr in dict.fromkeys(found for node in inside for found in _steady(node, bound)):
        if expr not in scope.worked_out:
            ready = scope.named(scope.term(expr), _hint(expr))
            scope.worked_out = {**scope.worked_out, expr: ready}
    yield
    scope.worked_out = before


def _steady(node: Any, bound: frozenset[str]) -> Iterator[Expr]:
    """The largest expressions in a node that read none of the bound names."""
    if isinstance(node, Const | Local):
        return
    if not isinstance(node, Bind | Values | ZonesOf | Contents) and not free_locals(node) & bound:
        yield node
        return
    for part in parts(node):
        yield from _steady(part, bound | _own(node))


def _own(node: Any) -> frozenset[str]:
    match node:
        case Fold(binds=binds):
            return frozenset(bind.local for bind in binds)
        case End(local=local):
            return frozenset((local,))
        case _:
            return frozenset()


def _hint(expr: Expr) -> str:
    for attribute in ("cell", "table", "family", "definition", "op"):
        name = getattr(expr, attribute, None)
        if isinstance(name, str) and any(map(str.isalpha, name)):
            return f"this {name}"
    return "this value"
