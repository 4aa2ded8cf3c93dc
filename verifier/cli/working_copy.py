"""A game to write into: one that an installed package carries is copied to where people stand, never written into."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from verifier.surface.files import ENDING, is_carried, shown, spec_folder

GAME = f"game{ENDING}"


def writable(game: str) -> str:
    """The game itself, or a copy of its folder in the folder where people stand, made when it is first needed."""
    if game.endswith(ENDING) or not is_carried():
        return game
    copy = Path.cwd() / game
    if not (copy / GAME).is_file():
        shutil.copytree(spec_folder() / game, copy, ignore=shutil.ignore_patterns("verdicts.json"))
        click.echo(f"working copy: {shown(copy)}")
    return str(Path(game) / GAME)
