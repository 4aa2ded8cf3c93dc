"""`rulewright why`: is a move legal after a play or in a position, and if not, which rules are against it?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.position import position_of
from verifier.cli.replay import FILE, told_replay
from verifier.cli.show import answer, reader
from verifier.engine import Refusal
from verifier.pages.table_words import TableWords
from verifier.pages.told_words import table_wording
from verifier.program import program_of
from verifier.report.replay import refusal_as_json
from verifier.trace.moves import MoveNotation
from verifier.trace.tell import written_move_in_words
from verifier.trace.trace import move_in_names_of_today


def _move(ctx: click.Context, parameter: click.Parameter, text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("action"), str):
        raise click.BadParameter('a move is an object such as {"action": "stop"}')
    return found


@click.command(cls=Command)
@frame.ruleset
@FILE
@click.argument("move", callback=_move)
@frame.as_json
def why(ruleset: str, file: Path, move: Mapping[str, Any], as_json: bool) -> Exit:
    """Say whether a MOVE is legal after a play or in a position, and name every rule against it.

    MOVE is written as in plays: '{"action": "lay", "with": {"card": "red-7"}}'.
    """
    play, found = position_of(ruleset, file)
    program = program_of(ruleset, found.engine.machine.players)
    words = TableWords(program, reader())
    if not found.legal:
        raise click.UsageError(told_replay(found, play, words))
    move = move_in_names_of_today(move, program.former_names)
    moving = MoveNotation(found.engine)
    meant = moving.meant(found.state, move)
    if isinstance(meant, list):
        moving.check_words(move)
    refusals = meant if isinstance(meant, list) else []
    told = {"legal": not refusals, "refusals": [refusal_as_json(each) for each in refusals]}
    content = {"ruleset": ruleset, "players": play.players, "move": move, **told}
    mover = {} if found.over else {"player": found.engine.player(found.state)}
    said = written_move_in_words(found.engine, {**mover, **move}, table_wording(found.engine, words))
    answer("why", as_json, content, _lines(said, refusals, words))
    return Exit.PROBLEM if refusals else Exit.WELL


def _lines(move: str, refusals: list[Refusal], words: TableWords) -> Iterator[str]:
    yield f"{'illegal' if refusals else 'legal'}: {move}"
    yield from (f"  = refused by {words.refused_by(refusal)}" for refusal in refusals)
