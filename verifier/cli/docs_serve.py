"""`rulewright docs serve`: the pages in a browser on this machine, built again while somebody writes."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread

import click

from verifier.cli.frame import Command
from verifier.cli.show import reader, said
from verifier.cli.watch import again_and_again, watched_places
from verifier.surface.files import is_game


@click.command(cls=Command)
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/docs"), help="Output folder.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
def serve(games: tuple[str, ...], out: Path, port: int) -> None:
    """Serve the built site, on this machine only; games that are named are built first, and again after every change.

    A change is one of rules, sentences, words or looks. PDF booklets are left to `docs build`.
    """
    unknown = [name for name in games if not is_game(name)]
    if unknown:
        raise click.UsageError(f"there is no game `{unknown[0]}`")
    folder = out / "site"
    if not games and not folder.is_dir():
        raise click.UsageError(f"{folder} does not exist; run `rulewright docs build` first")
    building = Lock()
    with _server(folder, port, building) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        places = watched_places(games) if games else []
        again_and_again(places, lambda: _built(games, out, building, server.server_port))
        server.shutdown()


def _server(folder: Path, port: int, building: Lock) -> ThreadingHTTPServer:
    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            # While pages are written a reader waits for the new ones.
            with building:
                super().do_GET()

        def log_message(self, format: str, *args: object) -> None:
            """Who reads which page is no news."""

    try:
        return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))
    except OSError as error:
        why = (error.strerror or "it cannot be used").lower()
        raise click.UsageError(f"port {port}: {why}; choose another with `--port`") from None


def _built(games: tuple[str, ...], out: Path, building: Lock, port: int) -> None:
    """The pages as the rules are now; if these have mistakes, the mistakes, and the pages as they were."""
    if games:
        with building:
            # A process of its own reads everything anew.
            subprocess.run(build_command(games, out), check=False)
    click.echo(f"http://127.0.0.1:{port}/")
    if games:
        click.echo(said("answer.rebuilding"), err=True)


def build_command(games: tuple[str, ...], out: Path) -> list[str]:
    asked = ["--lang", reader(), "docs", "build", *games, "--out", str(out), "--no-booklets"]
    return [sys.executable, "-m", "verifier", *asked]
