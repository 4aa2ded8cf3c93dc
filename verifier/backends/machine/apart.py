"""Telling components of a class from others by their numbers, where a comparison will do."""

from __future__ import annotations

from verifier.backends.machine.scope import Level, Term


def told_apart(number: Term, meant: frozenset[int], others: frozenset[int]) -> Term | None:
    """A truth that holds for the numbers meant and for none of the others; `None` if they are mixed."""
    if not others:
        return Term("True")
    if not meant:
        return Term("False")
    low, high, text = min(meant), max(meant), number.within(Level.SUM)
    below, above = min(others) < low, max(others) > high
    if any(low < other < high for other in others):
        return None
    if below and above:
        return Term(f"{low} <= {text} <= {high}", Level.COMPARISON)
    return Term(f"{text} >= {low}" if below else f"{text} <= {high}", Level.COMPARISON)
