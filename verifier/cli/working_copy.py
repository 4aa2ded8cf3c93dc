"""A game to write into: one that an installed package carries is copied to where people stand, never written into."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import click

from verifier.cli.show import worded
from verifier.surface.files import ENDING, GAME, is_carried, is_plain_name, shown, spec_folder


def writable(game: str) -> str:
    """The game itself, or a copy of its folder in the folder where people stand, made when it is first needed."""
    if game.endswith(ENDING) or not _is_installed(game):
        return game
    copy = Path.cwd() / game
    if not (copy / GAME).is_file():
        shutil.copytree(spec_folder() / game, copy, ignore=shutil.ignore_patterns("verdicts.json"))
        click.echo(worded(f"working copy: {shown(copy)}"))
    return str(Path(game) / GAME)


def check_writable(games: Iterable[str]) -> None:
    """Records of results are kept beside the rules, but not beside those of an installed package."""
    for game in games:
        if _is_installed(game):
            raise click.UsageError(
                f"`{game}` is installed with Rulewright and is not changed; copy its folder and name the copy"
            )


def _is_installed(game: str) -> bool:
    return is_carried() and is_plain_name(game) and (spec_folder() / game / GAME).is_file()
