"""`rulewright docs`: the site as plain Markdown with one `mkdocs.yml`, and built."""

from __future__ import annotations

import subprocess
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree

import click

from verifier.cli.codes import Exit
from verifier.cli.frame import Command
from verifier.documents import site_of

PROJECT = Path(__file__).resolve().parent.parent.parent / "docs"


@click.group()
def docs() -> None:
    """Write the pages of the games and the project."""


@docs.command(cls=Command)
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/docs"), help="Where to write.")
def build(out: Path) -> None:
    """Write Markdown and `mkdocs.yml`, then build the site."""
    _write(out)
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
    click.echo(f"the site is in {out / 'site'}")


@docs.command(cls=Command)
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/docs"))
@click.option("--port", default=8000, show_default=True)
def serve(out: Path, port: int) -> None:
    """Show a site that was built, on this machine only."""
    folder = out / "site"
    if not folder.is_dir():
        raise click.UsageError(f"{folder} is not there; `rulewright docs build` makes it")

    def handler(*args: object) -> SimpleHTTPRequestHandler:
        return SimpleHTTPRequestHandler(*args, directory=str(folder))  # type: ignore[arg-type]

    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        click.echo(f"http://127.0.0.1:{port}/")
        server.serve_forever()


def _write(out: Path) -> None:
    pages = out / "pages"
    site = site_of(_project_pages())
    rmtree(pages, ignore_errors=True)
    for name, text in site.pages.items():
        path = pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (out / "mkdocs.yml").write_text(site.settings, encoding="utf-8")


def _project_pages() -> dict[str, str]:
    """The project's own pages, where they are at hand: an installed wheel has none."""
    if not PROJECT.is_dir():
        return {"index.md": "# Rulewright\n\n[The games](games/index.md)\n"}
    return {
        str(path.relative_to(PROJECT)): path.read_text(encoding="utf-8")
        for path in sorted(PROJECT.rglob("*.md"))
    }
