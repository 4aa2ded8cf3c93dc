"""Players with a whim: each likes some actions and some components better than others, as chance has it.

Random play rarely comes to a long row or an empty pile; a whim that happens to like low cards does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from verifier.backends.machine import Engine, Move, State
from verifier.backends.machine.moves_json import choices
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Things
from verifier.kernel.machine import Table
from verifier.runtime import STOP

CARELESS = (0.0, 0.05, 0.2, 1.0)


class Whim:
    """Chooses among legal moves by what it likes; how often it does not care is part of the whim."""

    def __init__(self, engine: Engine, chance: random.Random) -> None:
        self.engine = engine
        self.chance = chance
        self.careless = chance.choice(CARELESS)
        self._likes: dict[tuple[object, ...], float] = {}
        self._worth: dict[tuple[int, Move], float] = {}
        self._prints = [
            table
            for table in engine.machine.tables.values()
            if len(table.index) == 1 and isinstance(table.index[0], Things)
        ]

    def chosen(self, state: State, moves: Sequence[Move]) -> Move:
        if len(moves) == 1 or self.chance.random() < self.careless:
            return moves[int(self.chance.random() * len(moves))]
        return max(moves, key=lambda move: self._liked(state, move))

    def _like(self, *what: object) -> float:
        found = self._likes.get(what)
        if found is None:
            found = self._likes[what] = self.chance.uniform(-1, 1)
        return found

    def _liked(self, state: State, move: Move) -> float:
        key = (state.at, move)
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._weighed(state, move)
        return found

    def _weighed(self, state: State, move: Move) -> float:
        if move[0] == STOP:
            return 2 * self._like("stop")
        taken = self.engine.decide(state).alternatives[move[0]]
        worth = 2 * self._like("action", taken.action)
        for part, value in zip(choices(taken), move[1:], strict=True):
            worth += self._value(part.local, self.engine.speech.domain(part.source), value)
        return worth

    def _value(self, local: str, domain: Domain, value: int) -> float:
        if value == NOTHING:
            return self._like(local)
        match domain:
            case Things():
                return sum(self._print(table, value) for table in self._prints)
            case Number(low, high):
                return self._like(local, "size") * (value - low) / max(1, high - low)
            case _:
                return self._like(local, value)

    def _print(self, table: Table, thing: int) -> float:
        value = table.values[thing]
        if isinstance(table.domain, Names):
            return self._like(table.name, value)
        return self._like(table.name) * value / (max(map(abs, table.values), default=1) or 1)
