"""`rulewright docs`: the site as plain Markdown with one `mkdocs.yml`, and built."""

from __future__ import annotations

import subprocess
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree

import click

from verifier.cli.booklets import chromium, print_booklets
from verifier.cli.codes import Exit
from verifier.cli.docs_verdicts import verdicts
from verifier.cli.frame import Command
from verifier.documents import site_of
from verifier.documents.links import faults
from verifier.surface.shelf import game_names

PROJECT = Path(__file__).resolve().parent.parent.parent / "docs"


@click.group()
def docs() -> None:
    """Build the pages of the games and the project."""


@docs.command(cls=Command)
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/docs"), help="Output folder.")
@click.option(
    "--booklets/--no-booklets", default=None, help="Make PDF booklets; default: if Chromium is installed."
)
def build(games: tuple[str, ...], out: Path, booklets: bool | None) -> None:
    """Write Markdown and `mkdocs.yml`, then build the site; default: all games."""
    unknown = [name for name in games if name not in game_names()]
    if unknown:
        raise click.UsageError(f"there is no game `{unknown[0]}`")
    browser = chromium() if booklets is not False else None
    if booklets and browser is None:
        raise click.UsageError("booklets need Chromium, which is not installed")
    names = list(games) or game_names()
    _write(out, names, browser is not None)
    if find_spec("mkdocs") is None:
        click.echo(
            f"pages written to {out / 'pages'}; `pip install rulewright[docs]` builds the site", err=True
        )
        raise click.exceptions.Exit(Exit.MISUSE)
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(out / "mkdocs.yml")],
        check=False,
    )
    if done.returncode:
        raise click.exceptions.Exit(Exit.PROBLEM)
    site = out / "site"
    printed = print_booklets(browser, site, names) if browser is not None else []
    wrong = [*printed, *faults(site)]
    for line in wrong:
        click.echo(line, err=True)
    if wrong:
        raise click.exceptions.Exit(Exit.PROBLEM)
    click.echo(f"the site is in {site}")


@docs.command(cls=Command)
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/docs"))
@click.option("--port", default=8000, show_default=True)
def serve(out: Path, port: int) -> None:
    """Serve the built site, on this machine only."""
    folder = out / "site"
    if not folder.is_dir():
        raise click.UsageError(f"{folder} does not exist; run `rulewright docs build` first")

    def handler(*args: object) -> SimpleHTTPRequestHandler:
        return SimpleHTTPRequestHandler(*args, directory=str(folder))  # type: ignore[arg-type]

    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        click.echo(f"http://127.0.0.1:{port}/")
        server.serve_forever()


docs.add_command(verdicts)


def _write(out: Path, games: list[str], booklets: bool) -> None:
    site = site_of(_project_pages(), games, booklets)
    for folder in ("pages", "theme", "site"):
        rmtree(out / folder, ignore_errors=True)
    for name, text in site.texts.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _project_pages() -> dict[str, str]:
    """The project's own pages and pictures, if they are there: an installed wheel has none."""
    if not PROJECT.is_dir():
        return {"index.md": "# Rulewright\n\n[The games](games/en/index.md)\n"}
    return {
        str(path.relative_to(PROJECT)): path.read_text(encoding="utf-8")
        for path in sorted(PROJECT.rglob("*"))
        if path.suffix in (".md", ".svg")
    }
