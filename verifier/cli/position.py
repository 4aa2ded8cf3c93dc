"""Files that say where a play stands: a written play, or a position by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from verifier.cli import frame
from verifier.cli.files import play_in, text_of
from verifier.diagnostics import Label, Rejected, Report, diagnostic
from verifier.source import Source
from verifier.trace import Replay, WrittenTrace, replayed
from verifier.trace.places import span_of
from verifier.trace.positions import read_state


def replay_of(ruleset: str, file: Path) -> tuple[WrittenTrace, Replay]:
    """The play in a file, and how it goes by the rules."""
    return _replayed(ruleset, text_of(file))


def position_of(ruleset: str, file: Path) -> tuple[WrittenTrace, Replay]:
    """The same, or for the file of a position a play without moves that stands there."""
    source = text_of(file)
    state = _state_in(source.text)
    if state is None:
        return _replayed(ruleset, source)
    _check_name(ruleset, str(state.get("ruleset")), source)
    players = state.get("players")
    engine = frame.engine_of(ruleset, players if type(players) is int else None)
    return WrittenTrace(ruleset, engine.machine.players), Replay(engine, read_state(engine, state))


def _replayed(ruleset: str, source: Source) -> tuple[WrittenTrace, Replay]:
    # Only who plays waits for the rules to be read.
    from verifier.engine import Engine
    from verifier.program import program_of

    play = play_in(source)
    _check_name(ruleset, play.ruleset, source)
    program = program_of(ruleset, play.players)
    play = play.in_names_of_today(program.former_names)
    return play, replayed(Engine(program.machine), play)


def _state_in(text: str) -> dict[str, Any] | None:
    """The position that a text holds; what is none is read as a play, which says what is wrong with it."""
    try:
        found = json.loads(text) if '"zones"' in text else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and "zones" in found and "moves" not in found else None


def _check_name(ruleset: str, named: str, source: Source) -> None:
    if named != ruleset:
        report = Report()
        label = Label(span_of(source, ("ruleset",)), "ruleset")
        hint = f"try `{named}`, or change the line if the play is meant for `{ruleset}`"
        report.add(diagnostic("R407", label, hint=hint, named=named, asked=ruleset))
        raise Rejected(report)
