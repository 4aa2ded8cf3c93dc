"""Places where two machines put something in other words, and the cells that watch them.

A watch is a cell that may hold nothing but 1. Writing to it whether the two expressions agree is a fault wherever
they do not: that no such fault is ever met is then a question like any other, for a play and for a proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import overload

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Number, Truth
from verifier.kernel.visit import Operand, preorder, substituted

ONE = Number(1, 1)
WATCH = "agrees "

Names = Mapping[str, str]
"""What the first machine calls a name that is bound in the second."""


@dataclass(slots=True)
class Sites:
    """The watches so far."""

    watches: list[str] = field(default_factory=list)

    def watch(self, agree: k.Expr) -> km.Write:
        """A step that is a fault where `agree` does not hold."""
        name = f"{WATCH}{len(self.watches) + 1}"
        self.watches.append(name)
        return km.Write(name, (), k.If(agree, k.Const(1, ONE), k.Const(0, Number(0, 0))))

    def agreeing(self, first: k.Expr, second: k.Expr) -> list[km.Step]:
        """The watch over two expressions, unless they are one."""
        return [] if first == second else [self.watch(k.Compare("=", first, second))]

    def all_agreeing(self, first: tuple[k.Expr, ...], second: tuple[k.Expr, ...]) -> list[km.Step]:
        return [step for pair in zip(first, second, strict=True) for step in self.agreeing(*pair)]

    def cells(self) -> dict[str, km.Cell]:
        return {name: km.Cell(name, (), ONE, False, 1, "match") for name in self.watches}


@overload
def called(node: k.Expr, names: Names) -> k.Expr: ...
@overload
def called(node: k.Source, names: Names) -> k.Source: ...
def called(node: Operand, names: Names) -> Operand:
    """A node of the second machine with its free names as the first calls them."""
    if not names:
        return node
    domains = {each.name: each.domain for each in preorder(node) if isinstance(each, k.Local)}
    local: dict[str, k.Expr] = {
        name: k.Local(names[name], domain)
        for name, domain in domains.items()
        if names.get(name, name) != name
    }
    return substituted(node, local)


def conjunction(parts: tuple[k.Expr, ...]) -> k.Expr:
    if len(parts) == 1:
        return parts[0]
    return k.Logic("and", parts) if parts else k.Const(1, Truth())
