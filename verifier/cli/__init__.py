"""The command line: arguments in, answers and exit codes out. Only this room prints."""

import os

import click

from verifier.cli.frame import ENGINE, ENGINES, Frame, language
from verifier.languages import shipped_languages
from verifier.version import VERSION

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=Frame, context_settings=CONTEXT)
@click.version_option(VERSION, prog_name="rulewright")
@click.option(
    "--lang",
    "reader",
    envvar="RULEWRIGHT_LANG",
    callback=language,
    is_eager=True,
    metavar="LANG",
    help=f"The language of messages: {shipped_languages()}.",
)
@click.option(
    "--engine",
    envvar=ENGINE,
    type=click.Choice(ENGINES),
    default="auto",
    show_default=True,
    help="Who plays and searches: machine code, where there is a C compiler, or Python.",
)
def main(reader: str, engine: str) -> None:
    """Rules of a game as a text with one exact meaning: checked, proved, played, documented.

    A RULESET is a GAME, or GAME+overlay+overlay; a game is a name or the path of a folder with a game.rules
    in it, an overlay a name or the path of a .rules file.
    """
    # Processes that are started later follow.
    os.environ[ENGINE] = engine


__all__ = ["main"]
