"""The searching player against the greedy one: `python -m benchmarks.tournament [--think 0.2] [GAME ...]`.

Both sit at every seat equally often. A shared victory counts as half. The interval is Wilson's, at 95 %.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from verifier.engine import Engine
from verifier.program import program_of
from verifier.trace.policies.search.player import Budget
from verifier.trace.simulate import Simulation

PLAYERS = 2
MOST = 20_000
# What the search player is measured by.
GAMES = ("lost-cities", "lost-cities-duel", "lost-cities-rivals", "lost-cities-board", "catan-duel")


@dataclass(frozen=True, slots=True)
class Standing:
    """Victories of the one who searches, over plays that ended."""

    game: str
    plays: int
    won: float
    margin: float
    seconds: float

    def line(self) -> str:
        low, high = wilson(self.won, self.plays)
        share = self.won / max(1, self.plays)
        return (
            f"| {self.game} | {self.plays} | {self.won:g} | {share:.0%} | {low:.0%} to {high:.0%} "
            f"| {self.margin:+.1f} | {self.seconds:.0f} |"
        )


def wilson(won: float, plays: int, z: float = 1.96) -> tuple[float, float]:
    """Between what shares the truth lies, 95 times out of 100."""
    if not plays:
        return 0.0, 1.0
    share, square = won / plays, z * z
    middle = (share + square / (2 * plays)) / (1 + square / plays)
    half = z * math.sqrt(share * (1 - share) / plays + square / (4 * plays * plays)) / (1 + square / plays)
    return middle - half, middle + half


def played(game: str, plays: int, think: float, seed: int = 1) -> Standing:
    """So many plays of a game for two."""
    engine, budget = Engine(program_of(game, PLAYERS).machine), Budget(think)
    seats = [
        Simulation(engine, game, policy, MOST, budget=budget) for policy in ("search,greedy", "greedy,search")
    ]
    began, won, ended, margin = time.perf_counter(), 0.0, 0, 0
    for number in range(plays):
        found = seats[number % 2].play(seed + number // 2)
        if found.end != "over":
            continue
        me = found.seats.index("search")
        ended += 1
        won += (me in found.winners) / max(1, len(found.winners))
        margin += found.scores[me] - found.scores[1 - me]
    return Standing(game, ended, won, margin / max(1, ended), time.perf_counter() - began)


def main(argv: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", default=GAMES)
    options.add_argument("--plays", type=int, default=100)
    options.add_argument("--think", type=float, default=0.2, help="seconds a move")
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args(argv)
    print("| game | plays | won | share | interval | points ahead | seconds |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game in asked.games:
        print(played(game, asked.plays, asked.think, asked.seed).line(), flush=True)


if __name__ == "__main__":
    main()
