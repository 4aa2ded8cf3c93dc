"""Chance drawn from Hypothesis, so that what it gave shrinks with the play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from hypothesis import strategies as st

from verifier.backends.machine import Engine
from verifier.backends.machine.engine import Given
from verifier.kernel.domain import values


class Draw(Protocol):
    """`draw` of a composite strategy, or of `st.data()`."""

    def __call__(self, strategy: st.SearchStrategy[Any]) -> Any: ...


class Drawn:
    """An oracle that asks Hypothesis. The plainest shuffle leaves a pile in the order of its numbers."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def shuffle(self, zone: int, pile: list[int]) -> None:
        pile[:] = self._draw(st.permutations(sorted(pile)))

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        return int(self._draw(st.sampled_from(sorted(set(faces)))))

    def draw(self, zone: int, pile: list[int]) -> int:
        return int(self._draw(st.sampled_from(sorted(pile))))


def drawn_given(engine: Engine, draw: Draw) -> dict[str, Given]:
    """What comes with a play."""
    found: dict[str, Given] = {}
    for name, cell in engine.machine.cells.items():
        if cell.given:
            size = max(1, len(engine.layout.row(cell)) - 1)
            chosen = [int(draw(st.sampled_from(values(cell.domain)))) for _ in range(size)]
            found[name] = chosen if cell.index else chosen[0]
    return found


Chooser = Callable[[list[Any]], Any]


def chooser(draw: Draw) -> Chooser:
    """One of several, the first being the plainest."""
    return lambda several: several[draw(st.integers(0, len(several) - 1))]
