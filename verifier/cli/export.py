"""`rulewright export`: a rule set as a TLA+ module, a play as a trace in ITF."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from verifier.check.explore.unordered import unordered_piles
from verifier.cli import frame
from verifier.cli.files import check_free, play_of, save
from verifier.cli.frame import Command, Exit
from verifier.cli.show import tell
from verifier.engine import Engine
from verifier.export.itf import itf_trace
from verifier.export.tla import tla_config, tla_module
from verifier.kernel.machine import Machine
from verifier.program import program_of

# The name of a module that nobody has named.
MODULE = "Rules"


@click.command(cls=Command)
@frame.ruleset
@frame.players
@click.option("--tla", is_flag=True, help="Write a TLA+ module that TLC explores.")
@click.option("--itf", "play", type=click.Path(path_type=Path), help="Write this play as a trace in ITF.")
@frame.path("--save path", "Save to this file; a module `NAME.tla` has its `NAME.cfg` beside it.")
@frame.force("existing files")
def export(
    ruleset: str, players: int | None, tla: bool, play: Path | None, path: Path | None, force: bool
) -> Exit:
    """Export a rule set as a TLA+ module (--tla), or a play of it as a trace (--itf PLAY)."""
    if tla == (play is not None):
        raise click.UsageError("say what to export: --tla, or --itf PLAY")
    if path is not None:
        check_free(path, force)
    if play is not None:
        return _trace(ruleset, play, path, force)
    machine = program_of(ruleset, players).machine
    if path is None:
        click.echo(tla_module(machine, MODULE, unordered_piles(machine), ruleset), nl=False)
    else:
        _module(machine, ruleset, path, force)
    return Exit.WELL


def _module(machine: Machine, ruleset: str, path: Path, force: bool) -> None:
    if path.suffix != ".tla" or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", path.stem):
        raise click.UsageError("a module is saved as `NAME.tla`; a name has letters, digits and `_`")
    config = path.with_suffix(".cfg")
    check_free(config, force)
    save(path, tla_module(machine, path.stem, unordered_piles(machine), ruleset), force)
    save(config, tla_config(machine), force)
    click.echo(f"{path}, {config}: java -cp tla2tools.jar tlc2.TLC {path}")


def _trace(ruleset: str, file: Path, path: Path | None, force: bool) -> Exit:
    play = play_of(file)
    if play.ruleset != ruleset:
        raise click.UsageError(f"this is a play of `{play.ruleset}`, not of `{ruleset}`")
    program = program_of(ruleset, play.players)
    machine, play = program.machine, play.in_names_of_today(program.former_names)
    trace, found = itf_trace(Engine(machine), play, unordered_piles(machine))
    text = json.dumps(trace, ensure_ascii=False) + "\n"
    if path is None:
        click.echo(text, nl=False)
    else:
        save(path, text, force)
        tell([f"{path}: {len(trace['states'])} states"])
    return Exit.WELL if found.legal else Exit.PROBLEM
