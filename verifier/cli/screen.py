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
# Empty lines below the table and below the news.
GAPS = 2

Drawn = Callable[[int], Iterable[Text | Table]]


def fitted(out: Console, drawn: Drawn, news: Sequence[str], below: int) -> tuple[int, list[str]]:
    """The width to which the table is drawn tight (0: as it is), and the last lines of the news.

    `below` are the lines that are needed for what is asked.
    """
    lines = [line for each in news for line in wrapped(each, out.width).split("\n")][-MOST_NEWS:]
    wanted = min(len(lines), LEAST_NEWS)
    tight = 0
    room = out.height - below - GAPS - _height(out, drawn(0))
    if room < wanted:
        tight = out.width
        room = out.height - below - GAPS - _height(out, drawn(tight))
    return tight, lines[-max(room, wanted) :] if lines else []


def _height(out: Console, parts: Iterable[Text | Table]) -> int:
    return sum(len(table_lines(out, part)) if isinstance(part, Table) else 1 for part in parts)
