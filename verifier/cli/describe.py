"""`rulewright describe`: a rule set for whoever writes a program: actions, choices, zones, amounts, chance."""

from __future__ import annotations

import click

from verifier.cli import frame
from verifier.cli.frame import Command
from verifier.cli.show import document, exactly, show_line
from verifier.report.describe import description_lines, description_of


@click.command(cls=Command)
@frame.ruleset
@frame.players
@frame.as_json
def describe(ruleset: str, players: int | None, as_json: bool) -> None:
    """Describe a rule set for programs: actions and choices, zones, amounts, dice, shuffles, what is given."""
    content = description_of(frame.engine_of(ruleset, players), ruleset)
    if as_json:
        document("describe", content)
        return
    for line in description_lines(content, exactly):
        show_line(line)
