"""Patterns in expressions: names and zones read, common subexpressions, tests of a class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from verifier.engine.generate.scope import Precedence, PyTerm
from verifier.kernel.expression import Call, Contents, End, Expr, Fold, Local, ZonesOf
from verifier.kernel.visit import Operand, bound_by, children, free_locals, preorder

# --- names and zones read


def uses(nodes: Iterable[Operand]) -> Counter[str]:
    """How often each name is read."""
    return Counter(part.name for node in nodes for part in preorder(node) if isinstance(part, Local))


def zones_read(nodes: Iterable[Operand]) -> Counter[Expr]:
    """How often the contents of each zone are looked at; zones named by a fold's own binders are left out."""
    found: Counter[Expr] = Counter()
    for node in nodes:
        found.update(_zones_read(node, frozenset()))
    return found


def _zones_read(node: Any, bound: frozenset[str]) -> Iterator[Expr]:
    zone = node.zone if isinstance(node, End) else node.zones if isinstance(node, Contents) else None
    if zone is not None and not isinstance(zone, ZonesOf) and not free_locals(zone) & bound:
        yield zone
    for part in children(node):
        yield from _zones_read(part, bound | bound_by(node))


def costly(node: Any, bound: frozenset[str] = frozenset()) -> Iterator[Expr]:
    """The calls and folds in a node that its own binders do not touch."""
    if isinstance(node, Call | Fold | End) and not free_locals(node) & bound:
        yield node
    for part in children(node):
        yield from costly(part, bound | bound_by(node))


# --- tests of a class by comparing numbers


def distinguishing_test(number: PyTerm, meant: frozenset[int], others: frozenset[int]) -> PyTerm | None:
    """A truth that holds for the numbers meant and for none of the others; `None` if they are mixed."""
    if not others:
        return PyTerm("True")
    if not meant:
        return PyTerm("False")
    low, high, text = min(meant), max(meant), number.within(Precedence.SUM)
    below, above = min(others) < low, max(others) > high
    if any(low < other < high for other in others):
        return None
    if below and above:
        return PyTerm(f"{low} <= {text} <= {high}", Precedence.COMPARISON)
    return PyTerm(f"{text} >= {low}" if below else f"{text} <= {high}", Precedence.COMPARISON)
