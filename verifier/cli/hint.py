"""A hint at the table: what the searching player would do in this seat, and what it expects, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from verifier.engine import Engine, State
from verifier.engine.moves import MoveTally
from verifier.engine.state import Move
from verifier.pages.table_words import TableWords
from verifier.trace.moves import action_of
from verifier.trace.policies.search.player import SearchPlayer

# So many moves are told, the best first.
TOLD = 3
# Results are told as shares of victories where at least so many of the plays of each move came to their end.
MOST_ENDED = 0.5


def hint_lines(
    player: SearchPlayer,
    state: State,
    moves: list[Move],
    words: TableWords,
    chosen: Callable[[Move], list[str]],
) -> Iterator[str]:
    """The best moves, by number and as they are `chosen` on the list, and what they promise."""
    engine = player.engine
    tallies = player.advice(state, moves).tallies
    yield words.said("hint", plays=words.ours.number(sum(each.tries for each in tallies)))
    # The search looks most at what it thinks best; of these, the order is that of the figures that are told.
    shown = tallies[:TOLD]
    to_the_end = all(each.ended >= MOST_ENDED * each.tries for each in shown)
    for each in sorted(shown, key=lambda one: _promise(one, to_the_end), reverse=True):
        action = words.action(action_of(engine, state, each.move))
        move = " ".join([str(moves.index(each.move) + 1), action, " + ".join(chosen(each.move))]).rstrip()
        yield f"  {words.said('hint-move', move=move, result=expected(engine, each, words, to_the_end))}"


def _promise(tally: MoveTally, to_the_end: bool) -> tuple[int, int, float]:
    """What is told of a move, to sort by; then what the search goes by."""
    return _percent(tally) if to_the_end else 0, _points(tally), tally.gain / tally.tries


def _percent(tally: MoveTally) -> int:
    return round(100 * tally.won / tally.ended)


def _points(tally: MoveTally) -> int:
    return round(tally.margin / tally.tries)


def expected(engine: Engine, tally: MoveTally, words: TableWords, to_the_end: bool) -> str:
    """What a move is expected to bring: points, and victories, if plays were tried out to their end."""
    points = _points(tally)
    together = engine.machine.players == 1 or any(rank.op == "together" for rank in engine.machine.winner)
    if together:
        found = words.said("hint-points", points=points)
    elif points:
        found = words.said("hint-ahead" if points > 0 else "hint-behind", points=abs(points))
    else:
        found = words.said("hint-level")
    return words.said("hint-won", percent=_percent(tally), rest=found) if to_the_end else found
