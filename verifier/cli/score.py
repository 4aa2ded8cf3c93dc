"""`rulewright score`: every step of every player's score after a play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from verifier.backends.machine import Engine, State
from verifier.cli import options
from verifier.cli.codes import Exit
from verifier.cli.frame import Command
from verifier.cli.replay import FILE, fault_in, illegal_move, replay_of, told_replay
from verifier.cli.show import document
from verifier.kernel.expression import Read
from verifier.trace.scoring import Step, Worth, scored
from verifier.trace.words import Wording, player_name, spoken


@click.command(cls=Command)
@options.ruleset
@FILE
@options.as_json
@click.pass_context
def score(ctx: click.Context, ruleset: str, file: Path, as_json: bool) -> None:
    """Show every player's score after a play, step by step."""
    play, found = replay_of(ruleset, file)
    engine, seats = found.engine, range(play.players if found.legal else 0)
    scores = found.result.scores
    worths = [scored(engine, found.state, seat) for seat in seats]
    if as_json:
        players = [
            {"player": seat, "score": scores[seat], "steps": [worth.as_json() for worth in worths[seat]]}
            for seat in seats
        ]
        over = found.legal and found.over
        wrong = {"illegal": illegal_move(found), "fault": fault_in(found)}
        document("score", {"ruleset": ruleset, "over": over, **wrong, "players": players})
    elif not found.legal:
        click.echo(told_replay(found, play))
    else:
        for seat in seats:
            click.echo(f"{_counted(engine, found.state, seat)}: {scores[seat]}")
            for worth in worths[seat]:
                for line in _lines(worth, 1):
                    click.echo(line)
    ctx.exit(Exit.WELL if found.legal else Exit.PROBLEM)


def _counted(engine: Engine, state: State, seat: int) -> str:
    """Whose score it is; where it is an amount that has grown over several rounds, what it is called."""
    score = engine.machine.score
    return Wording(engine).cell(score.cell, (seat,), state) if isinstance(score, Read) else player_name(seat)


def _lines(worth: Worth, depth: int) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}{spoken(worth.definition)} of {worth.of}: {worth.value}"
    for step in worth.steps:
        yield from _step(step, depth + 1)


def _step(step: Step, depth: int) -> Iterator[str]:
    indent = "  " * depth
    change = step.after - step.before
    yield f"{indent}{step.rule:<{max(1, 40 - len(indent))}} {change:>+6}  = {step.after}"
    for inner in step.inside:
        yield from _lines(inner, depth + 1)
