"""`rulewright replay` and `rulewright legal`: a written play held against the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from verifier.backends.machine import Engine
from verifier.cli import options
from verifier.cli.codes import Exit
from verifier.cli.files import play_of
from verifier.cli.frame import Command
from verifier.cli.show import document, near
from verifier.diagnostics import Diagnostic, Label, Rejected, Report, as_text
from verifier.trace import Replay, WrittenTrace, replayed, told
from verifier.trace.codes import problem, span_of
from verifier.trace.moves import Moving
from verifier.trace.tell import Teller, refused_by, wish_words
from verifier.trace.words import player_name

FILE = click.argument("file", type=click.Path(path_type=Path))


@click.command(cls=Command)
@options.ruleset
@FILE
@click.option("--tell", is_flag=True, help="Print the play in words, move by move.")
@options.as_json
@click.pass_context
def replay(ctx: click.Context, ruleset: str, file: Path, tell: bool, as_json: bool) -> None:
    """Check that every move of a play is legal; name the first illegal move and the rules that refuse it."""
    play, found = replay_of(ruleset, file)
    if as_json:
        document("replay", _answer(play, found))
    else:
        if tell:
            for number, line in enumerate(told(found.engine, play), start=1):
                click.echo(f"{number:>4}. {line}")
        click.echo(told_replay(found, play))
    ctx.exit(Exit.WELL if found.legal else Exit.PROBLEM)


@click.command(cls=Command)
@options.ruleset
@FILE
@options.as_json
@click.pass_context
def legal(ctx: click.Context, ruleset: str, file: Path, as_json: bool) -> None:
    """List the legal moves after a play."""
    play, found = replay_of(ruleset, file)
    engine, state = found.engine, found.state
    moves = engine.distinct(engine.legal(state), state) if found.legal else []
    if as_json:
        player = engine.player(state) if not found.over and found.legal else None
        written = [Moving(engine).written(state, move) for move in moves]
        document("legal", {**_answer(play, found), "player": player, "legal_moves": written})
    elif not found.legal or found.over:
        click.echo(told_replay(found, play))
    else:
        teller = Teller(engine)
        for move in moves:
            click.echo(teller.move(state, move))
    ctx.exit(Exit.WELL if found.legal else Exit.PROBLEM)


def replay_of(ruleset: str, file: Path) -> tuple[WrittenTrace, Replay]:
    play = play_of(file)
    if play.ruleset != ruleset:
        assert play.source is not None
        report = Report()
        label = Label(span_of(play.source, ("ruleset",)), "ruleset")
        hint = f"try `{play.ruleset}`, or change the line if the play is meant for `{ruleset}`"
        report.add(problem("R407", label, hint, named=play.ruleset, asked=ruleset))
        raise Rejected(report)
    return play, replayed(options.engine_of(ruleset, play.players), play)


# --- for programs


def _answer(play: WrittenTrace, found: Replay) -> dict[str, Any]:
    result = found.result if found.legal and found.over else None
    return {
        "ruleset": play.ruleset,
        "players": play.players,
        "moves": len(found.moves),
        "legal": found.legal,
        "over": found.legal and found.over,
        "illegal": illegal_move(found),
        "fault": fault_in(found),
        "result": None
        if result is None
        else {"scores": list(result.scores), "winners": list(result.winners)},
    }


def illegal_move(found: Replay) -> dict[str, Any] | None:
    """The first illegal move as it stands in a document."""
    if found.refused is None:
        return None
    refusals = found.refused.refusals
    return {
        "move": found.refused.number,
        "written": dict(found.refused.move),
        "rules": list(dict.fromkeys(refusal.rule for refusal in refusals)),
        "refusals": [
            {"rule": refusal.rule, "read": [{"what": what, "value": value} for what, value in refusal.detail]}
            for refusal in refusals
        ],
    }


def fault_in(found: Replay) -> dict[str, Any] | None:
    """The step that could not be carried out as it stands in a document."""
    if found.broken is None:
        return None
    fault = found.broken.fault
    return {
        "move": found.broken.number,
        "property": fault.property,
        "subject": fault.subject,
        "value": fault.value,
    }


# --- for people


def told_replay(found: Replay, play: WrittenTrace) -> str:
    if found.refused is not None:
        return _refusal(found, play)
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
    return f"{legal}; {result_words(found.engine, found)}"


def result_words(engine: Engine, found: Replay) -> str:
    """How a play has ended, in one line."""
    result = found.result
    scores = ", ".join(f"{player_name(seat)} {score}" for seat, score in enumerate(result.scores))
    names = " and ".join(player_name(seat) for seat in result.winners)
    return (
        f"the play is over: {scores}; {names} {'wins' if len(result.winners) == 1 else 'share the victory'}"
    )


def _refusal(found: Replay, play: WrittenTrace) -> str:
    refused = found.refused
    assert refused is not None
    head = f"illegal: move {refused.number + 1}, {wish_words(found.engine, refused.move)}"
    lines = [head]
    if play.source is not None:
        span = span_of(play.source, ("moves", refused.number))
        place = as_text(near(Diagnostic("", (Label(span),), ""))).splitlines()[1]
        lines.append(place)
    lines += [f"  = refused by {refused_by(refusal)}" for refusal in refused.refusals]
    return "\n".join(lines)
