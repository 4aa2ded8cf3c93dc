"""`python -m tests.pages.opponents [PLAYS] [MILLISECONDS] [RULESET...]`: who thinks ahead against who is greedy.

Plays of the two computer players of the playable page against each other in Node, the seats in turns. Prints for each
rule set how many were won.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from tests.agreement.browser import NODE
from verifier.engine.browser import enclosed, machine_as_json, reader_text
from verifier.program import counts_of, program_of
from verifier.surface.files import game_names

DRIVER = Path(__file__).with_suffix(".js")
PARTS = ("session.js", "computer.js", "unseen.js", "search.js")
NAMES = "Machine, Session, Search, Redealer, Random, Fault, View, COMPUTERS, searching"
MOST = 4_000


class Players:
    """The computer players of one rule set, in Node."""

    def __init__(self, node: subprocess.Popen[str]) -> None:
        self.node = node

    def ask(self, what: str, **more: object) -> Any:
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        self.node.stdin.write(json.dumps({"ask": what, **more}) + "\n")
        self.node.stdin.flush()
        return json.loads(self.node.stdout.readline())


@contextmanager
def players_of(ruleset: str, count: int) -> Iterator[Players]:
    play = files("verifier.pages") / "play"
    own = "\n".join((play / part).read_text(encoding="utf-8") for part in PARTS)
    with tempfile.TemporaryDirectory() as folder:
        script, data = Path(folder, "players.js"), Path(folder, "machine.json")
        text = enclosed(f"{reader_text()}{own}return {{ {NAMES} }};")
        script.write_text(f"self.players = {text};\n", encoding="utf-8")
        data.write_text(json.dumps(machine_as_json(program_of(ruleset, count).machine)), encoding="utf-8")
        driver = Path(folder, "driver.mjs")
        driver.write_text(DRIVER.read_text(encoding="utf-8"), encoding="utf-8")
        node = subprocess.Popen(
            [NODE or "node", str(driver), str(script), str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        try:
            yield Players(node)
        finally:
            node.communicate()


def main(words: list[str]) -> None:
    plays, milliseconds = (int(words[0]), int(words[1])) if len(words) > 1 else (10, 800)
    for ruleset in words[2:] or game_names():
        count = min(counts_of(ruleset))
        with players_of(ruleset, count) as players:
            speed = players.ask("speed", seed=1, moves=6, milliseconds=1000)
            click.echo(f"{ruleset} ({count}): {speed:.0f} iterations a second", nl=False)
            won, ended = 0.0, 0
            for number in range(plays):
                seats = ["search" if (seat + number) % 2 == 0 else "greedy" for seat in range(count)]
                told = players.ask("play", seed=number, seats=seats, milliseconds=milliseconds, most=MOST)
                ended += told["over"]
                winners = told.get("winners", ())
                won += sum(seats[each] == "search" for each in winners) / max(1, len(winners))
            click.echo(f", {won:g} of {ended} plays won at {milliseconds} ms a move")


if __name__ == "__main__":
    main(sys.argv[1:])
