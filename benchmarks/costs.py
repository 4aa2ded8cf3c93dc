"""`python -m benchmarks.costs FILE`: the costs in `verify --json` as the table of docs/howto/more-machines.md."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.workers import SIMULATED, Cost, costs_in, makespan

COLUMNS = (("simulate", "scenarios"), ("deal", "explore"), ("prove",), ("unroll",))


def rows(costs: Sequence[Cost]) -> Iterable[str]:
    yield "| rule set (players) | plays | deals, small instances | proof | bounded search |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for ruleset, players in sorted({(each.ruleset, each.players) for each in costs}):
        mine = [each for each in costs if (each.ruleset, each.players) == (ruleset, players)]
        cells = [f"{sum(each.seconds for each in mine if each.method in names):.1f}" for names in COLUMNS]
        yield f"| `{ruleset}` ({players}) | {' | '.join(cells)} |"


def main(words: Sequence[str]) -> None:
    costs = costs_in(Path(words[0]).read_text(encoding="utf-8"))
    print("\n".join(rows(costs)))
    spans = ", ".join(f"{makespan(costs, workers):.0f} s with {workers}" for workers in SIMULATED)
    print(
        f"\nCPU seconds of {len(costs)} tasks: {sum(each.seconds for each in costs):.0f}; simulated: {spans}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
