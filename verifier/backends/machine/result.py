"""Who has won: the scores and the ranking of a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verifier.backends.machine.state import State
from verifier.kernel.machine import Rank


@dataclass(frozen=True, slots=True)
class Result:
    scores: tuple[int, ...]
    winners: tuple[int, ...]


Worth = Callable[[State, int], int]


def ranked(state: State, players: int, ranks: Sequence[Rank], worth: Sequence[Worth]) -> tuple[int, ...]:
    """Each line of the ranking keeps the best of those still equal; who is left shares the victory."""
    left = list(range(players))
    for rank, value_for in zip(ranks, worth, strict=True):
        value = {player: value_for(state, player) for player in left}
        if rank.op == "holder":
            left = [player for player in left if value[player]] or left
        else:
            best = max(value.values()) if rank.op == "highest" else min(value.values())
            left = [player for player in left if value[player] == best]
    return tuple(left)
