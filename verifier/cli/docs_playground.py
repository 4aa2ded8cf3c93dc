"""`rulewright docs playground`: a page on which rules are written and tried, in the browser alone."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

import click

from verifier.cli import frame
from verifier.cli.files import check_free
from verifier.cli.frame import Command
from verifier.cli.show import reader, said
from verifier.pages.playground_site import PYODIDE, missing_parts, playground_files

HERE = Path("node_modules/pyodide")


@click.command(cls=Command)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER")
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path, file_okay=False),
    default=HERE,
    show_default=True,
    help="The folder of Pyodide, as `npm install pyodide` makes it.",
)
@frame.force("an existing file")
def playground(folder: Path, pyodide: Path, force: bool) -> None:
    """Write a page on which rules are written, checked, played and simulated, in the browser alone.

    It needs a web server, any that serves files: `python -m http.server` is one.
    """
    lacking = missing_parts(pyodide)
    if lacking:
        raise click.UsageError(
            f"{pyodide} has no `{lacking[0]}`: the page needs Pyodide, which is Python for browsers; "
            "`npm install pyodide` fetches it, then name its folder with `--pyodide`"
        )
    (folder / "pyodide").mkdir(parents=True, exist_ok=True)
    check_free(folder / "index.html", force)
    for name in PYODIDE:
        shutil.copyfile(pyodide / name, folder / "pyodide" / name)
    for name, content in playground_files(reader(), _starter()):
        (folder / name).write_bytes(content)
    click.echo(said("answer.page", path=folder / "index.html"))


def _starter() -> str:
    """The game that `rulewright new` begins with, under a name."""
    text = (files(__package__) / "starter" / "game.rules").read_text(encoding="utf-8")
    return text.replace("NAME", "my-game").replace("TITLE", "My game")
