"""The way a play has gone, so that moves can be taken back."""

from __future__ import annotations

from verifier.backends.machine.state import Move, State


class History:
    """Copies of the states before each move, newest last."""

    def __init__(self) -> None:
        self._past: list[tuple[State, Move]] = []

    def keep(self, state: State, move: Move) -> None:
        """Remember the state in which a move is about to be made."""
        self._past.append((state.copy(), move))

    def undo(self) -> State | None:
        """The state before the last move, which is forgotten; `None` at the start."""
        return self._past.pop()[0] if self._past else None

    @property
    def moves(self) -> list[Move]:
        return [move for _, move in self._past]
