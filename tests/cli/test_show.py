"""Tables in a narrow place."""

import io
import re

import pytest
from rich.console import Console

from verifier.cli.show import grid, show_table

STEPS = "15,702,250"


@pytest.mark.parametrize("width", [70, 80, 100, 120])
def test_numbers_stay_whole_however_narrow_the_terminal(width):
    table = grid("rule set", "players", "steps", "ended", "late", "invariants and health")
    table.add_row("lost-cities-duel+three-in-a-row", "2", STEPS, "10,000", "0", "all 21 of them hold")
    written = io.StringIO()
    show_table(Console(file=written, width=width, force_terminal=True), table)
    text = re.sub(r"\x1b\[[0-9;]*m", "", written.getvalue())
    assert STEPS in text
    assert " 10,000 " in text
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
