"""`rulewright play`: a game at the terminal against players that need no thought."""

from __future__ import annotations

import random
from pathlib import Path

import click

from verifier.cli import options
from verifier.cli.files import check_free, save
from verifier.cli.frame import Command
from verifier.cli.seat import Seat
from verifier.runtime import Seeded
from verifier.trace.moves import Moving
from verifier.trace.policies.greedy import greedy
from verifier.trace.policies.uniform import Policy, by_choice, random_given
from verifier.trace.record import Recorder
from verifier.trace.simulate import PLAYERS
from verifier.trace.words import player_name


@click.command(cls=Command)
@options.ruleset
@options.players
@click.option("--seed", type=int, help="Random seed; default: random.")
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Your seat.")
@click.option("--opponent", type=click.Choice(PLAYERS), default="greedy", show_default=True)
@click.option(
    "--save", "save_as", type=click.Path(path_type=Path, dir_okay=False), help="Save the play to this file."
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def play(
    ruleset: str,
    players: int | None,
    seed: int | None,
    seat: int,
    opponent: str,
    save_as: Path | None,
    force: bool,
) -> None:
    """Play at the terminal: make a move by number or in words, see why a move is refused, `undo`."""
    if save_as is not None:
        check_free(save_as, force)
    engine = options.engine_of(ruleset, players)
    if seat >= engine.machine.players:
        raise click.UsageError(f"there are {engine.machine.players} seats, numbered from 0")
    seed = random.randrange(1_000_000) if seed is None else seed
    oracle = Seeded(seed)
    given = random_given(engine, oracle.random)
    recorder = Recorder(Moving(engine), ruleset, oracle, given, undoing=True).begin()
    others = _others(recorder, opponent, seed)
    click.echo(f"{ruleset}, seed {seed}. You are {player_name(seat)}; `help` says what you can type.")
    try:
        Seat(recorder, seat, others).play()
    except (KeyboardInterrupt, click.Abort):
        click.echo()
    finally:
        # Also when the rules break down: then the play is wanted most.
        if save_as is not None:
            save(save_as, recorder.written().as_text(), force)
            click.echo(f"saved to {save_as}")


def _others(recorder: Recorder, opponent: str, seed: int) -> Policy:
    return greedy(recorder.engine, seed) if opponent == "greedy" else by_choice(random.Random(seed))
