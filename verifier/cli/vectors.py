"""`rulewright vectors`: plays with every legal move and some refused ones, to hold a program of one's own against."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from verifier.cli import options
from verifier.cli.codes import Exit
from verifier.cli.files import check_free, save
from verifier.cli.frame import Command
from verifier.cli.show import document, document_text, track
from verifier.trace.vectors import Vectors


@click.command(cls=Command)
@options.ruleset
@click.option(
    "--plays", type=click.IntRange(1, 100_000), default=1, show_default=True, help="Number of plays."
)
@options.seed
@options.players
@options.who_plays
@click.option("--most", type=click.IntRange(1), default=2_000, show_default=True, help="Moves per play.")
@click.option(
    "--refused", type=click.IntRange(0, 8), default=2, show_default=True, help="Refused moves per position."
)
@click.option("--views", is_flag=True, help="Include what every player sees at each position.")
@click.option("--save", "path", type=click.Path(path_type=Path), help="Save the document to this file.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.pass_context
def vectors(
    ctx: click.Context,
    ruleset: str,
    plays: int,
    seed: int,
    players: int | None,
    policy: str,
    most: int,
    refused: int,
    views: bool,
    path: Path | None,
    force: bool,
) -> None:
    """Write test vectors: plays with all legal moves and some refused ones at each position, and the result.

    One JSON document; the same seed gives the same document.
    """
    if path is not None:
        check_free(path, force)
    engine = options.engine_of(ruleset, players)
    simulation = options.simulation_of(engine, ruleset, policy, most)
    made = Vectors(engine, refused, views)
    found = []
    for number in track(range(seed, seed + plays), ruleset, plays):
        play = simulation.play(number, written=True).play
        if play is not None:
            found.append(made.of(play, number))
    answer: dict[str, Any] = {"ruleset": ruleset, "players": engine.machine.players, "vectors": found}
    if path is None:
        document("vectors", answer)
    else:
        # A file is for programs, and large.
        save(path, document_text("vectors", answer, indent=None), force)
        positions = sum(len(each["positions"]) for each in found)
        click.echo(f"{path}: {len(found)} plays, {positions:,} positions")
    ctx.exit(Exit.WELL)
