"""What a terminal has room for: how tight the table is drawn, and how much of what has happened stands below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from verifier.cli.show import table_lines, wrapped

# So much of what has happened is shown, if there is room, and so much even where the table must be drawn tight for it.
MOST_NEWS = 16
LEAST_NEWS = 4
# So much where that is too much.
FEWEST_NEWS = 2
# Empty lines below the table and below the news, where nothing is folded.
GAPS = 2

# How a table may be drawn: with all the room it likes; without empty lines; without what lies before the others.
LOOSE, TIGHT, FOLDED = range(3)
Drawn = Callable[[int], Iterable[Text | Table]]


def fitted(out: Console, drawn: Drawn, news: Sequence[str], below: int) -> tuple[int, list[str]]:
    """How the table is drawn, and the last of the news.

    `below` are the lines that are needed for what is asked: that, and what lies before the player, is never out of
    sight where folding the rest helps.
    """
    told = [wrapped(each, out.width).split("\n") for each in news]
    wanted = min(sum(map(len, told)), LEAST_NEWS)
    high = [_height(out, drawn(how)) for how in (LOOSE, TIGHT, FOLDED)]
    room = [out.height - below - GAPS - each for each in high]
    room[FOLDED] += GAPS
    for how in (LOOSE, TIGHT, FOLDED):
        if room[how] >= (wanted if how == LOOSE else min(wanted, FEWEST_NEWS)):
            return how, _last(told, room[how])
    # Where folding does not help, nothing is folded.
    how = FOLDED if high[FOLDED] < high[TIGHT] else TIGHT
    return how, _last(told, max(room[how], min(wanted, FEWEST_NEWS)))


def _last(told: Sequence[list[str]], most: int) -> list[str]:
    """The last lines of the news; none begins in the middle, but for the last of all where there is no more room."""
    found: list[str] = []
    for lines in reversed(told):
        if found and len(found) + len(lines) > min(most, MOST_NEWS):
            break
        found = [*lines, *found]
    return found


def _height(out: Console, parts: Iterable[Text | Table]) -> int:
    return sum(len(table_lines(out, part)) if isinstance(part, Table) else 1 for part in parts)
