"""`rulewright replay` and `rulewright legal`: a written play held against the rules."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click

from verifier.cli import frame
from verifier.cli.files import check_free, save
from verifier.cli.frame import Command, Exit
from verifier.cli.position import position_of, replay_of
from verifier.cli.show import answer, document, near, reader, tell
from verifier.diagnostics import Diagnostic, Label, as_text
from verifier.engine import State
from verifier.kernel.expression import Read
from verifier.languages import language
from verifier.pages.table_words import TableWords
from verifier.pages.told_words import table_wording
from verifier.program import program_of
from verifier.report.diff import told_result, worth_in_words
from verifier.report.replay import fault_in, illegal_move, replay_as_json
from verifier.trace import Replay, WrittenTrace, trace_in_words
from verifier.trace.moves import MoveNotation
from verifier.trace.places import span_of
from verifier.trace.positions import state_as_json
from verifier.trace.scoring import Step, Worth, scored
from verifier.trace.tell import Teller, written_move_in_words
from verifier.trace.words import TableWording, player_name

# So many letters for what a line of a score sheet is about.
SHEET = 60
FILE = click.argument("file", type=click.Path(path_type=Path))


@click.command(cls=Command)
@frame.ruleset
@FILE
@click.option("--tell", is_flag=True, help="Print the play in words, move by move.")
@click.option("--seat", type=click.IntRange(0), help="Tell only what this seat sees; default: everything.")
@frame.path(
    "--position", "Save the position after the play to this file: `legal`, `score` and `why` read it."
)
@frame.force("an existing file")
@frame.as_json
def replay(
    ruleset: str, file: Path, tell: bool, seat: int | None, position: Path | None, force: bool, as_json: bool
) -> Exit:
    """Check that every move of a play is legal; name the first illegal move and the rules that refuse it."""
    if position is not None:
        check_free(position, force)
    play, found = replay_of(ruleset, file)
    if seat is not None and seat >= found.engine.machine.players:
        raise click.UsageError(f"there are {found.engine.machine.players} seats, numbered from 0")
    words = _words(ruleset, found)
    wording = table_wording(found.engine, words)
    story = enumerate(trace_in_words(found.engine, play, seat, wording, brief=True) if tell else (), start=1)
    lines = (f"{number:>4}. {line}" for number, line in story)
    answer("replay", as_json, replay_as_json(play, found), chain(lines, [told_replay(found, play, words)]))
    if position is not None and found.broken is None:
        state = state_as_json(found.engine, ruleset, found.state)
        save(position, json.dumps(state, ensure_ascii=False) + "\n", force)
    return _exit(found)


@click.command(cls=Command)
@frame.ruleset
@FILE
@frame.as_json
def legal(ruleset: str, file: Path, as_json: bool) -> Exit:
    """List the legal moves after a play, or in a position as `replay --position` writes it."""
    play, found = position_of(ruleset, file)
    engine, state = found.engine, found.state
    moves = engine.distinct(engine.legal(state), state) if found.legal else []
    if as_json:
        player = engine.player(state) if not found.over and found.legal else None
        written = [MoveNotation(engine).written(state, move) for move in moves]
        document("legal", {**replay_as_json(play, found), "player": player, "legal_moves": written})
    elif not found.legal or found.over:
        tell([told_replay(found, play, _words(ruleset, found))])
    else:
        teller = Teller(engine, wording=table_wording(engine, _words(ruleset, found)))
        for move in moves:
            click.echo(teller.move(state, move))
    return _exit(found)


def _exit(found: Replay) -> Exit:
    return Exit.WELL if found.legal else Exit.PROBLEM


# --- for people


def _words(ruleset: str, found: Replay) -> TableWords:
    return TableWords(program_of(ruleset, found.engine.machine.players), reader())


def told_replay(found: Replay, play: WrittenTrace, words: TableWords) -> str:
    if found.refused is not None:
        return _refusal(found, play, words)
    count = len(found.moves)
    if found.broken is not None:
        fault = found.broken.fault
        return (
            f"the rules cannot be executed at move {found.broken.number + 1}\n"
            f"  = {fault.property}: `{fault.subject}` would be {fault.value}"
        )
    legal = "1 move, legal" if count == 1 else f"{count} moves, all legal"
    if not found.over:
        who = player_name(found.engine.player(found.state))
        return f"{legal}; {who} is to move"
    return f"{legal}; the play is over: {told_result(found.result, '; ', 'share the victory')}"


def _refusal(found: Replay, play: WrittenTrace, words: TableWords) -> str:
    refused = found.refused
    assert refused is not None
    move = written_move_in_words(found.engine, refused.move, table_wording(found.engine, words))
    lines = [f"illegal: move {refused.number + 1}, {move}"]
    if play.source is not None:
        span = span_of(play.source, ("moves", refused.number))
        lines.append(as_text(near(Diagnostic("", (Label(span),), ""))).splitlines()[1])
    lines += [f"  = refused by {words.refused_by(refusal)}" for refusal in refused.refusals]
    return "\n".join(lines)


# --- `rulewright score`: every step of every player's score after a play


@click.command(cls=Command)
@frame.ruleset
@FILE
@frame.as_json
def score(ruleset: str, file: Path, as_json: bool) -> Exit:
    """Show every player's score after a play, or in a position, step by step."""
    play, found = position_of(ruleset, file)
    engine, seats = found.engine, range(play.players if found.legal else 0)
    scores = found.result.scores
    wording = None if as_json else table_wording(engine, _words(ruleset, found))
    worths = [scored(engine, found.state, seat, wording=wording) for seat in seats]
    if as_json:
        players = [
            {"player": seat, "score": scores[seat], "steps": [worth.as_json() for worth in worths[seat]]}
            for seat in seats
        ]
        over = found.legal and found.over
        wrong = {"illegal": illegal_move(found), "fault": fault_in(found)}
        document("score", {"ruleset": ruleset, "over": over, **wrong, "players": players})
    elif not found.legal:
        tell([told_replay(found, play, _words(ruleset, found))])
    else:
        words = _words(ruleset, found)
        for seat in seats:
            tell([f"{_counted(table_wording(engine, words), found.state, seat)}: {scores[seat]}"])
            for worth in worths[seat]:
                tell(sheet_lines(worth, words, 1))
    return _exit(found)


def _counted(wording: TableWording, state: State, seat: int) -> str:
    """Whose score it is; where it is an amount that has grown over several rounds, what it is called."""
    score = wording.engine.machine.score
    return wording.cell(score.cell, (seat,), state) if isinstance(score, Read) else wording.player(seat)


def sheet_lines(worth: Worth, words: TableWords, depth: int = 0) -> Iterator[str]:
    """A score sheet: every step by the sentence of its rule, with what it brings and what it comes to."""
    yield from _sheet(words.worth(worth), language(words.lang).sign(":"), depth)


def _sheet(worth: Worth, colon: str, depth: int) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}{worth_in_words(worth)}{colon} {worth.value}"
    for step in worth.steps:
        yield from _step(step, colon, depth + 1)


def _step(step: Step, colon: str, depth: int) -> Iterator[str]:
    indent = "  " * depth
    # The figures stand behind the last line of a long sentence.
    *lines, last = textwrap.wrap(
        step.words or step.rule, SHEET, initial_indent=indent, subsequent_indent=f"{indent}  "
    )
    yield from lines
    yield f"{last:<{SHEET}} {step.after - step.before:>+6}  = {step.after}"
    for inner in step.inside:
        yield from _sheet(inner, colon, depth + 1)
