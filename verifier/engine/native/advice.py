"""A compiled player who searches: a position and what is not seen of it in, every move with what it promises out."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from verifier.engine.moves import MoveTally
from verifier.engine.native.reader import NativeMachine
from verifier.engine.state import State
from verifier.kernel.layout import size

# So much is told of a move: tries, plays that ended, gain, victories, margin.
COLUMNS = 5
# More moves than these at once are not told.
MOST_MOVES = 4_096


class NativeAdvisor:
    """Thinks about one position at a time, for as many iterations as it is told."""

    # As in `advice.c`.
    warm = 48

    def __init__(self, native: NativeMachine) -> None:
        self.native = native
        self._state = native.blank({})

    def begin(self, state: State, unseen: Sequence[Sequence[int]], seed: int, longest: int) -> None:
        """A new position; the components of each group of `unseen` are dealt anew in every iteration."""
        native = self.native
        self._load(state)
        things = _row([thing for group in unseen for thing in group])
        starts = accumulate(map(len, unseen), initial=0)
        first = _row([start for start, group in zip(starts, unseen, strict=False) for _ in group])
        many = sum(map(len, unseen))
        native.library.rw_use(native.context)
        native.library.rw_advice_begin(self._state, seed & 0xFFFFFFFF, longest, many, things, first)

    def think(self, iterations: int) -> int:
        """How many of them could be played."""
        self.native.library.rw_use(self.native.context)
        return int(self.native.library.rw_advice_think(iterations))

    def tallies(self) -> list[MoveTally]:
        """What was found so far of each move that was tried."""
        native = self.native
        moves: Any = (native.value_type * (MOST_MOVES * native.choices))()
        told = (ctypes.c_double * (MOST_MOVES * COLUMNS))()
        many = native.library.rw_advice_moves(MOST_MOVES, moves, told)
        at, found = native.at(self._state), []
        for number in range(many):
            start = number * native.choices
            tries, ended, *rest = told[number * COLUMNS : (number + 1) * COLUMNS]
            move = native.move(at, moves[start : start + native.choices])
            found.append(MoveTally(move, int(tries), int(ended), *rest))
        return found

    def _load(self, state: State) -> None:
        """The position of Python as the compiled machine holds it."""
        native, layout = self.native, self.native.layout
        library, machine = native.library, native.machine
        library.rw_blank(self._state)
        for number, (name, cell) in enumerate(machine.cells.items()):
            held = getattr(state, layout.slots[name])
            row = held[: size(layout.cell_axes(cell))] if cell.index else [held]
            for place, value in enumerate(row):
                library.rw_set(self._state, number, place, value)
        for zone in range(machine.zones):
            things = state.zones[zone]
            library.rw_load_zone(self._state, zone, len(things), _row(things))
        library.rw_load_at(self._state, state.at)


def _row(numbers: Sequence[int]) -> Any:
    return (ctypes.c_int32 * max(1, len(numbers)))(*numbers)
