"""`python -m benchmarks.serve [RULESET...]`: recorded plays put to one `rulewright serve`, in moves a second.

The plays are recorded beforehand and written as requests to a file; counted is the CPU time of the serving process,
reading and writing included, without what it takes to load the rules and open one play.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

from verifier.engine import Engine
from verifier.program import program_of
from verifier.trace.simulate import Simulation

PLAYS = 200
MOST = 2_000
RULESETS = ("lost-cities", "lost-cities-rivals", "lost-cities-board", "hearts", "catan-duel")
Request = dict[str, Any]


def recorded(ruleset: str, plays: int) -> list[dict[str, Any]]:
    """Plays of random players, each at most so many moves long."""
    simulation = Simulation(Engine(program_of(ruleset).machine), ruleset, most=MOST)
    found = (simulation.play(seed, written=True).play for seed in range(plays))
    return [play.as_json() for play in found if play is not None]


def replays(plays: list[dict[str, Any]]) -> Iterator[Request]:
    """A whole play in each request."""
    return ({"do": "replay", "written": play} for play in plays)


def batches(plays: list[dict[str, Any]]) -> Iterator[Request]:
    """Chance first, then all moves of a play in one request; moves can be taken back."""
    for number, play in enumerate(plays, start=1):
        yield {"do": "new", **{key: value for key, value in play.items() if key != "moves"}}
        yield {"do": "apply", "play": number, "moves": play["moves"]}
        yield {"do": "result", "play": number}
        yield {"do": "close", "play": number}


def singles(plays: list[dict[str, Any]]) -> Iterator[Request]:
    """A request for each move."""
    for number, play in enumerate(plays, start=1):
        yield {"do": "new", **{key: value for key, value in play.items() if key != "moves"}}
        yield from ({"do": "apply", "play": number, "move": move} for move in play["moves"])
        yield {"do": "close", "play": number}


WAYS: dict[str, Callable[[list[dict[str, Any]]], Iterator[Request]]] = {
    "a play in each request": replays,
    "all moves of a play in one `apply`": batches,
    "an `apply` for each move": singles,
}


def seconds_of(requests: list[Request]) -> float:
    """CPU seconds of a process that answers the requests; an error among the answers raises."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "requests"
        path.write_text("".join(json.dumps(each) + "\n" for each in requests), encoding="utf-8")
        before = getrusage(RUSAGE_CHILDREN)
        with path.open("rb") as asked:
            command = [sys.executable, "-m", "verifier", "serve"]
            answers = subprocess.run(command, stdin=asked, capture_output=True, check=True).stdout
        after = getrusage(RUSAGE_CHILDREN)
    lines = [json.loads(line) for line in answers.splitlines()]
    assert len(lines) == len(requests), "every request has an answer"
    wrong = [each for each in lines if "error" in each or each["answer"].get("legal") is False]
    assert not wrong, wrong[:1]
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rows(rulesets: tuple[str, ...]) -> Iterator[tuple[str, str, int, float]]:
    """Of each rule set and way: moves, and moves a second with the time to load the rules left out."""
    for ruleset in rulesets:
        plays = recorded(ruleset, PLAYS)
        moves = sum(len(play["moves"]) for play in plays)
        idle = seconds_of([{"do": "new", "ruleset": ruleset, "seed": 1}])
        for way, made in WAYS.items():
            yield ruleset, way, moves, moves / (seconds_of(list(made(plays))) - idle)


def main(words: list[str]) -> None:
    print(f"| rule set | {PLAYS} recorded plays | moves | moves a second |\n| --- | --- | ---: | ---: |")
    for ruleset, way, moves, rate in rows(tuple(words) or RULESETS):
        print(f"| `{ruleset}` | {way} | {moves:,} | {rate:,.0f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
