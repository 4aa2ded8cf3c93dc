"""A hint at the table: what the searching player would do in this seat, and what it expects, in words."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.engine import Engine, State
from verifier.engine.moves import MoveTally
from verifier.engine.state import Move
from verifier.pages.table_words import TableWords
from verifier.trace.moves import action_of
from verifier.trace.policies.search.player import SearchPlayer
from verifier.trace.tell import Teller

# So many moves are told, the best first.
TOLD = 3
# A result is told as a share of victories where at least so many of the plays came to their end.
MOST_ENDED = 0.5


def hint_lines(
    player: SearchPlayer, state: State, moves: list[Move], words: TableWords, teller: Teller
) -> Iterator[str]:
    """The best moves and what they promise; from what the seat sees, nothing else."""
    engine = player.engine
    tallies = player.advice(state, moves).tallies
    yield words.said("hint", plays=f"{sum(each.tries for each in tallies):,}")
    for each in tallies[:TOLD]:
        chosen = (words.thing(one.removeprefix("the ")) for one in teller.chosen(state, each.move))
        move = " ".join([words.action(action_of(engine, state, each.move)), *chosen])
        yield f"  {words.said('hint-move', move=move, result=expected(engine, each, words))}"


def expected(engine: Engine, tally: MoveTally, words: TableWords) -> str:
    """What a move is expected to bring: victories, if plays were tried out to their end, and points."""
    points = round(tally.margin / tally.tries)
    together = engine.machine.players == 1 or any(rank.op == "together" for rank in engine.machine.winner)
    if together:
        found = words.said("hint-points", points=points)
    elif points:
        found = words.said("hint-ahead" if points > 0 else "hint-behind", points=abs(points))
    else:
        found = words.said("hint-level")
    if tally.ended < MOST_ENDED * tally.tries:
        return found
    return words.said("hint-won", percent=f"{tally.won / tally.ended:.0%}".rstrip("%"), rest=found)
