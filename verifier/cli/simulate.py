"""`rulewright simulate`: many plays, and how they went."""

from __future__ import annotations

import time
from typing import Any

import click

from verifier.backends.machine import random_play
from verifier.cli import options
from verifier.cli.frame import Command
from verifier.cli.show import document


@click.command(cls=Command)
@options.ruleset
@click.option("--plays", type=click.IntRange(1, 10_000_000), default=100, show_default=True)
@options.seed
@options.players
@options.as_json
def simulate(ruleset: str, plays: int, seed: int, players: int | None, as_json: bool) -> None:
    """Play many times at random and tell how it went."""
    engine = options.engine_of(ruleset, players)
    began = time.perf_counter()
    found: list[dict[str, Any]] = []
    for number in range(plays):
        played = random_play(engine, seed + number)
        result = engine.result(played.state)
        found.append(
            {
                "steps": played.steps,
                "over": played.over,
                "scores": list(result.scores),
                "winners": list(result.winners),
            }
        )
    seconds = time.perf_counter() - began
    steps = sum(each["steps"] for each in found)
    if as_json:
        document(
            "simulate",
            {
                "ruleset": ruleset,
                "players": engine.machine.players,
                "seed": seed,
                "plays": plays,
                "steps": steps,
                "seconds": round(seconds, 3),
                "results": found,
            },
        )
        return
    ended = sum(each["over"] for each in found)
    click.echo(f"{ruleset}: {plays} plays, {ended} ended, {steps} steps in {seconds:.2f} s")
    scores = [each["scores"] for each in found]
    for seat in range(engine.machine.players):
        mine = [line[seat] for line in scores]
        won = sum(seat in each["winners"] for each in found)
        click.echo(
            f"  seat {seat}: {won} won, scores {min(mine)} to {max(mine)}, mean {sum(mine) / plays:.1f}"
        )
