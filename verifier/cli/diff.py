"""`rulewright diff`: two rule sets compared by what they do."""

from __future__ import annotations

from pathlib import Path

import click

from verifier.cli import frame
from verifier.cli.files import text_of
from verifier.cli.frame import Command, Exit
from verifier.cli.show import document
from verifier.compare.align import pairs_in
from verifier.compare.diff import diff as compared
from verifier.compare.distinguish import JointSearchLimits
from verifier.report.diff import diff_as_json, diff_in_words

_EXITS = {"equal": Exit.WELL, "different": Exit.PROBLEM, "unknown": Exit.UNKNOWN}


@click.command(cls=Command)
@click.argument("a", metavar="RULESET")
@click.argument("b", metavar="RULESET")
@frame.players
@click.option(
    "--map",
    "--names",
    "names",
    type=click.Path(path_type=Path),
    help="A file that maps names of the first rule set to names of the second.",
)
@click.option(
    "--budget",
    type=click.FloatRange(0.1, 3600),
    default=20.0,
    show_default=True,
    help="Time limit in seconds.",
)
@frame.seed
@frame.as_json
@click.pass_context
def diff(
    ctx: click.Context,
    a: str,
    b: str,
    players: int | None,
    names: Path | None,
    budget: float,
    seed: int,
    as_json: bool,
) -> None:
    """Compare two rule sets: equal, or a play after which they differ.

    Exits with 0 if they are equal, 1 if they differ, 3 if neither was shown.
    """
    said = pairs_in(text_of(names)) if names is not None else None
    found = compared(a, b, players, said, JointSearchLimits(seconds=budget, seed=seed))
    if as_json:
        document("diff", diff_as_json(found))
    else:
        for line in diff_in_words(found):
            click.echo(line)
    ctx.exit(_EXITS[found.verdict])
