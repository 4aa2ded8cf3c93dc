"""Moves of one rule set in the words of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.backends.machine import Engine, Move, State
from verifier.backends.machine.moves_json import choices
from verifier.compare.align import Alignment
from verifier.kernel.domain import NOTHING
from verifier.kernel.machine import Alternative
from verifier.runtime import STOP


class Translation:
    """From the moves of one engine to those of another; what was understood once is remembered."""

    def __init__(self, here: Engine, there: Engine, alignment: Alignment) -> None:
        self.here = here
        self.there = there
        self.alignment = alignment
        self._moves: dict[tuple[int, int], dict[Move, Move | None]] = {}

    def move(self, state: State, other: State, move: Move) -> Move | None:
        """The same move on the other side, legal or not; `None` if it has no words for it."""
        known = self._moves.setdefault((state.at, other.at), {})
        if move not in known:
            known[move] = self._translated(state, other, move)
        return known[move]

    def _translated(self, state: State, other: State, move: Move) -> Move | None:
        theirs = self.there.decide(other)
        if move[0] == STOP:
            return (STOP,) if theirs.stop is not None else None
        taken = self.here.decide(state).alternatives[move[0]]
        action = self.alignment.partner("action", taken.action)
        for number, offered in enumerate(theirs.alternatives):
            if offered.action == action and len(choices(offered)) == len(choices(taken)):
                return self._chosen(number, taken, offered, move)
        return None

    def _chosen(self, number: int, taken: Alternative, offered: Alternative, move: Move) -> Move | None:
        parts = choices(taken)
        found = [NOTHING] * len(parts)
        for at, part, value in zip(_order(taken, offered), parts, move[1:], strict=True):
            there = self.alignment.value(self.here.speech.domain(part.source), value)
            if there is None:
                return None
            found[at] = there
        return (number, *found)

    def written(self, state: State, other: State, move: Move) -> dict[str, Any]:
        """A move in the words of the other side, also where it is not allowed there."""
        written = self.here.describe(move, state)
        if move[0] == STOP:
            return written
        taken = self.here.decide(state).alternatives[move[0]]
        action = self.alignment.partner("action", taken.action)
        for offered in self.there.decide(other).alternatives:
            if offered.action == action and len(choices(offered)) == len(choices(taken)):
                return {**written, "action": action, "with": self._words(taken, offered, move)}
        return {**written, "action": action or taken.action}

    def _words(self, taken: Alternative, offered: Alternative, move: Move) -> Mapping[str, Any]:
        theirs = choices(offered)
        said: dict[str, Any] = {}
        for at, part, value in zip(_order(taken, offered), choices(taken), move[1:], strict=True):
            domain = self.here.speech.domain(part.source)
            there = self.alignment.value(domain, value)
            if there is None:
                said[theirs[at].local] = self.here.speech.value(domain, value)
            else:
                said[theirs[at].local] = self.there.speech.value(
                    self.there.speech.domain(theirs[at].source), there
                )
        return said


def _order(taken: Alternative, offered: Alternative) -> list[int]:
    """For each choice of the one its place among the choices of the other: by name, or else as it stands."""
    names = [part.local for part in choices(offered)]
    wished = [part.local for part in choices(taken)]
    if sorted(names) == sorted(wished):
        return [names.index(name) for name in wished]
    return list(range(len(names)))
