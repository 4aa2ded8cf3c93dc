"""Results: scores, and who has won."""

from __future__ import annotations

from verifier.definition.expressions import value
from verifier.definition.position import Position


def scores(at: Position) -> tuple[int, ...]:
    """The score of each player, as the position stands."""
    return tuple(value(at.game.score, {"p": player}, at) for player in range(at.game.players))


def winners(at: Position) -> tuple[int, ...]:
    """Each line of the ranking keeps the best of those still equal; who is left wins.

    Where all win together, everyone wins if the condition holds, and otherwise nobody.
    """
    left = list(range(at.game.players))
    for rank in at.game.winner:
        if rank.op == "together":
            return tuple(left) if value(rank.value, {}, at) else ()
        worth = {player: value(rank.value, {"p": player}, at) for player in left}
        if rank.op == "holder":
            left = [player for player in left if worth[player]] or left
        else:
            best = max(worth.values()) if rank.op == "highest" else min(worth.values())
            left = [player for player in left if worth[player] == best]
    return tuple(left)
