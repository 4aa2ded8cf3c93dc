"""`rulewright vectors`: plays with every legal move and some refused ones, to hold a program of one's own against."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from verifier.cli import frame
from verifier.cli.files import check_free, save
from verifier.cli.frame import Command, Exit
from verifier.cli.position import replay_of
from verifier.cli.show import document, document_text, tell, track
from verifier.diagnostics import count_of
from verifier.report.replay import fault_in, illegal_move
from verifier.trace.vectors import Vectors


@click.command(cls=Command)
@frame.ruleset
@frame.plays(1, 100_000)
@frame.seed
@frame.players
@frame.who_plays
@frame.think
@frame.most(2_000, "Moves per play.")
@click.option(
    "--refused", type=click.IntRange(0, 8), default=2, show_default=True, help="Refused moves per position."
)
@click.option("--views", is_flag=True, help="Include what every player sees at each position.")
@click.option("--no-empty", is_flag=True, help="Leave out of views what is empty, 0, no or nothing.")
@click.option(
    "--of",
    "files",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Answer this play of your own instead of making plays; can be repeated.",
)
@frame.path("--save path", "Save the document to this file.")
@frame.force("an existing file")
def vectors(
    ruleset: str,
    plays: int,
    seed: int,
    players: int | None,
    policy: str,
    think: float,
    most: int,
    refused: int,
    views: bool,
    no_empty: bool,
    files: tuple[Path, ...],
    path: Path | None,
    force: bool,
) -> Exit:
    """Write test vectors: plays with all legal moves and some refused ones at each position, and the result.

    One JSON document; the same seed gives the same document. Exits with 1 if a play of your own is illegal.
    """
    if path is not None:
        check_free(path, force)
    if files:
        found = _answered(ruleset, files, seed, (refused, views, not no_empty))
    else:
        simulation = frame.simulation_of(frame.engine_of(ruleset, players), ruleset, policy, most, think)
        made = Vectors(simulation.engine, refused, views, not no_empty)
        written = (
            (number, simulation.play(number, written=True).play) for number in range(seed, seed + plays)
        )
        found = [made.of(play, number) for number, play in track(written, ruleset, plays) if play is not None]
    answer: dict[str, Any] = {"ruleset": ruleset, "players": found[0]["play"]["players"], "vectors": found}
    if path is None:
        document("vectors", answer)
    else:
        # A file is for programs, and large.
        save(path, document_text("vectors", answer, indent=None), force)
        positions = sum(len(each["positions"]) for each in found)
        tell([f"{path}: {count_of(len(found), 'play')}, {count_of(positions, 'position')}"])
    return Exit.WELL if all(each.get("legal", True) for each in found) else Exit.PROBLEM


def _answered(
    ruleset: str, files: tuple[Path, ...], seed: int, wanted: tuple[int, bool, bool]
) -> list[dict[str, Any]]:
    """Somebody's own plays, answered position by position as far as they are legal."""
    found: list[dict[str, Any]] = []
    for file in files:
        play, goes = replay_of(ruleset, file)
        if found and play.players != found[0]["play"]["players"]:
            raise click.UsageError("plays with different numbers of players are answered one by one")
        told = {"legal": goes.legal, "illegal": illegal_move(goes), "fault": fault_in(goes)}
        found.append({**Vectors(goes.engine, *wanted).of(play, seed), **told})
    return found
