"""`python -m benchmarks.workers [--record] [RULESET...]`: `verify` with 1, 2 and 4 processes, and what more would do.

Measured are the CPU seconds of all tasks together (what sharing a machine costs) and the seconds that somebody waits,
which say something on an idle machine only. Beyond that the tasks of the run with one process are dealt out to workers
as `verify` does it: each takes the first task that need not wait for another. Prints the table of
docs/howto/more-machines.md; `--record` writes it there.
"""

from __future__ import annotations

import heapq
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.check.methods import METHODS

PAGE = Path(__file__).parent.parent / "docs" / "howto" / "more-machines.md"
MEASURED = (1, 2, 4)
SIMULATED = (1, 2, 4, 8, 16, 32)
RULESETS = ("lost-cities", "lost-cities+six-colours", "lost-cities-duel")


@dataclass(frozen=True, slots=True)
class Cost:
    """What one task took, in CPU seconds."""

    ruleset: str
    players: int
    method: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Run:
    jobs: int
    spent: float
    waited: float
    costs: tuple[Cost, ...]


def run(jobs: int, rulesets: Sequence[str]) -> Run:
    """One run of `verify` in which nothing is remembered."""
    command = [sys.executable, "-m", "verifier", "verify", *rulesets, "--jobs", str(jobs), "--json"]
    begun = time.perf_counter()
    told = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "RULEWRIGHT_CACHE": ""}, check=False
    )
    found = json.loads(told.stdout)["costs"]
    costs = tuple(Cost(each["ruleset"], each["players"], each["method"], each["seconds"]) for each in found)
    return Run(jobs, sum(each.seconds for each in costs), time.perf_counter() - begun, costs)


def costs_in(told: str) -> tuple[Cost, ...]:
    """What `verify --json` says of the price of its tasks."""
    found = json.loads(told)["costs"]
    return tuple(Cost(each["ruleset"], each["players"], each["method"], each["seconds"]) for each in found)


def makespan(costs: Iterable[Cost], workers: int) -> float:
    """How long so many workers take, each with the first task of the list that need not wait for another."""
    order = list(METHODS)
    waiting = sorted(costs, key=lambda each: order.index(each.method))
    under_way: list[tuple[float, int, Cost]] = []
    now, begun = 0.0, 0
    left = set(waiting)
    while waiting or under_way:
        ready = [each for each in waiting if not any(_waits(each, other) for other in left)]
        for each in ready[: workers - len(under_way)]:
            waiting.remove(each)
            heapq.heappush(under_way, (now + each.seconds, begun, each))
            begun += 1
        now, _, done = heapq.heappop(under_way)
        left.remove(done)
    return now


def _waits(one: Cost, other: Cost) -> bool:
    """For other methods of the same rule set and players; where that is so, for the same method at a smaller table."""
    method = METHODS[one.method]
    if one.ruleset != other.ruleset:
        return False
    if one.players == other.players:
        return other.method in method.after
    return method.fewest_first and one.method == other.method and other.players < one.players


def rows(runs: Mapping[int, Run]) -> Iterable[str]:
    yield "| processes | seconds waited | CPU seconds of all tasks | seconds, simulated | times as fast, simulated |"
    yield "| ---: | ---: | ---: | ---: | ---: |"
    costs = runs[1].costs
    for workers in SIMULATED:
        waited = f"{runs[workers].waited:.1f}" if workers in runs else ""
        spent = f"{runs[workers].spent:.1f}" if workers in runs else ""
        span = makespan(costs, workers)
        yield f"| {workers} | {waited} | {spent} | {span:.1f} | {makespan(costs, 1) / span:.1f} |"


def record(table: str) -> None:
    """In the page, in place of the table that was there."""
    before, old = PAGE.read_text(encoding="utf-8").split("| processes |", 1)
    _, _, after = old.partition("\n\n")
    PAGE.write_text(f"{before}{table}\n\n{after}", encoding="utf-8")


def main(words: Sequence[str]) -> None:
    rulesets = [word for word in words if word != "--record"] or RULESETS
    runs = {jobs: run(jobs, rulesets) for jobs in MEASURED}
    table = "\n".join(rows(runs))
    print(table)
    if "--record" in words:
        record(table)
    longest = max(runs[1].costs, key=lambda each: each.seconds)
    print(f"{len(runs[1].costs)} tasks on {os.cpu_count()} cores")
    print(
        f"the longest task: {longest.ruleset} with {longest.players} players, {longest.method}, {longest.seconds:.1f} s"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
