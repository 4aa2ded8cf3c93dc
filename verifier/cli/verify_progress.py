"""Verification while it runs: how far it is, what is under way, what has been found so far."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.text import Text

from verifier.cli.show import progress_console
from verifier.verify.finding import VERDICTS
from verifier.verify.running import Progress, Tell

COLUMNS = (TextColumn("verifying"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())


@contextmanager
def telling(quiet: bool) -> Iterator[Tell | None]:
    """A few lines that change while somebody sits at a terminal; they go when the work is done."""
    out = None if quiet and not os.isatty(2) else progress_console()
    if out is None:
        yield None
        return
    bar = Bar(*COLUMNS, console=out)
    line = bar.add_task("", total=None)
    found: Counter[str] = Counter()
    with Live(bar, console=out, transient=True, refresh_per_second=4) as live:

        def tell(progress: Progress) -> None:
            bar.update(line, completed=progress.done, total=progress.total)
            if progress.last is not None:
                found.update(each.verdict for each in progress.last.findings)
            live.update(Group(bar, *_under_way(progress), _so_far(found)))

        yield tell


def _under_way(progress: Progress) -> Iterator[Text]:
    for task in progress.under_way:
        yield Text(f"  {task.method:10}{task.subject}", style="dim")


def _so_far(found: Counter[str]) -> Text:
    words = ", ".join(f"{found[verdict]} {verdict}" for verdict in VERDICTS if found[verdict])
    return Text(f"  results so far: {words or 'none'}", style="dim")
