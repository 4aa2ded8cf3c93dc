"""Players without a thought, of several manners, and decks that are not always well shuffled.

A play at random seldom comes to the edges of a game. Somebody stubborn does, who likes some actions better
than others all through a play, and so does a deck in order. All of it is fixed by the seed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from verifier.backends.machine import Engine, Move, State
from verifier.runtime import STOP, Seeded

MANNERS = 4
# Even somebody stubborn does something else now and then, so that plays end.
WHIM = 0.08


class Bent(Seeded):
    """Piles that lie in the order of the text, or against it; dice fall by the seed."""

    def __init__(self, seed: int, against: bool) -> None:
        super().__init__(seed)
        self.against = against

    def shuffle(self, zone: int, pile: list[int]) -> None:
        pile.sort(reverse=self.against)


def chance_of(seed: int) -> Seeded:
    """Fair chance in most plays, piles in order in some."""
    turn = seed // MANNERS % 4
    return Bent(seed, turn == 3) if seed % MANNERS == 3 and turn >= 2 else Seeded(seed)


class Wanderer:
    """One play's manner of choosing: any move; an action, then a move; what it likes best; or in order."""

    def __init__(self, engine: Engine, seed: int) -> None:
        self.engine = engine
        self.manner = seed % MANNERS
        self.chance = random.Random(seed * 2 + 1)
        self.first = seed // MANNERS % 2 == 0
        self.liking: dict[str, float] = {}

    def move(self, state: State, legal: Sequence[Move]) -> Move:
        if self.manner == 0 or len(legal) == 1:
            return self._one(legal)
        if self.manner == 1 or self.chance.random() < WHIM:
            return by_action(legal, self.chance)
        fitting = self._liked(state, legal)
        if self.manner == 2:
            return self._one(fitting)
        return fitting[0] if self.first else fitting[-1]

    def _one(self, moves: Sequence[Move]) -> Move:
        return moves[int(self.chance.random() * len(moves))]

    def _liked(self, state: State, legal: Sequence[Move]) -> list[Move]:
        """The moves of the action that is liked best."""
        alternatives = self.engine.decide(state).alternatives
        names = {move[0]: "stop" if move[0] == STOP else alternatives[move[0]].action for move in legal}
        for name in sorted(set(names.values())):
            self.liking.setdefault(name, self.chance.random())
        best = max(names, key=lambda number: (self.liking[names[number]], -number))
        return [move for move in legal if move[0] == best]


def by_action(legal: Sequence[Move], chance: random.Random) -> Move:
    """An action at random, then one of its moves."""
    actions = sorted({move[0] for move in legal})
    action = actions[int(chance.random() * len(actions))]
    fitting = [move for move in legal if move[0] == action]
    return fitting[int(chance.random() * len(fitting))]
