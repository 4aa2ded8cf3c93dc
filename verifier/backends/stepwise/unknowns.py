"""Names for what is not known, and the laws that hold of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import z3

from verifier.backends.stepwise.folding import Value


class UnreadableError(Exception):
    """An expression asks about an order, or the like, of each of many members."""


class Unknowns:
    """`laws` are the truths about unknowns that were made on the way."""

    def __init__(self) -> None:
        self.laws: list[Value] = []
        self._made = 0
        self._quantifiers = 0

    def unknown(self, name: str) -> Value:
        """Something that the rules do not tell; under a quantifier it might be another thing for each member."""
        if self.is_quantifying:
            raise UnreadableError(name)
        return self.named(name)

    def named(self, name: str) -> Value:
        return z3.Int(f"{name} #{self.next()}")

    def maybe(self, name: str) -> Value:
        """Something that may be so or not."""
        return z3.Bool(f"{name} #{self.next()}")

    def next(self) -> int:
        self._made += 1
        return self._made

    def function(self, name: str) -> z3.FuncDeclRef:
        """A function of whole numbers of which nothing is known."""
        return z3.Function(f"{name} #{self.next()}", z3.IntSort(), z3.IntSort())

    @contextmanager
    def noting(self) -> Iterator[list[Value]]:
        """The laws that are needed for what is read meanwhile."""
        outer, self.laws = self.laws, []
        try:
            yield self.laws
        finally:
            self.laws = outer

    @contextmanager
    def quantifying(self) -> Iterator[None]:
        """While something is said of every member."""
        self._quantifiers += 1
        try:
            yield
        finally:
            self._quantifiers -= 1

    @property
    def is_quantifying(self) -> bool:
        return self._quantifiers > 0
