"""Who has won: the scores and the ranking of a state."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.backends.machine.interpret import Interpreter
from verifier.backends.machine.state import State


@dataclass(frozen=True, slots=True)
class Result:
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def ranked(state: State, read: Interpreter) -> Result:
    """Each line of the ranking keeps the best of those still equal; who is left shares the victory."""
    machine = read.machine
    everyone = range(machine.players)
    scores = tuple(read.value(machine.score, state, {"p": player}) for player in everyone)
    left = list(everyone)
    for rank in machine.winner:
        value = {player: read.value(rank.value, state, {"p": player}) for player in left}
        if rank.op == "holder":
            left = [player for player in left if value[player]] or left
        else:
            best = max(value.values()) if rank.op == "highest" else min(value.values())
            left = [player for player in left if value[player] == best]
    return Result(scores, tuple(left))
