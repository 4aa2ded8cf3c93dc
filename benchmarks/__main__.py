"""`python -m benchmarks`: every ratio in one table. More is better; 1.0 is the peer."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from benchmarks import plain_engine, plain_search
from benchmarks.proofs import proofs
from verifier.check.explore import explore
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.program import check_ruleset, program_of
from verifier.surface.files import game_names
from verifier.trace.policies.uniform import random_play

ROUNDS = 5
PLAYS = 100


def rate(work: Callable[[int], int], offset: int) -> float:
    """Steps a second over a batch of plays."""
    begun = time.perf_counter()
    steps = sum(work(offset + seed) for seed in range(PLAYS))
    return steps / (time.perf_counter() - begun)


def random_play_ratio() -> tuple[float, float]:
    """Alternating batches, the best of each: a busy machine slows both."""
    engine = Engine(program_of("lost-cities+single-round").machine)
    given = {"oldest": 0}

    def ours(seed: int) -> int:
        return random_play(engine, seed, given).steps

    plain, generated = 0.0, 0.0
    for number in range(ROUNDS):
        plain = max(plain, rate(plain_engine.play, number * PLAYS))
        generated = max(generated, rate(ours, number * PLAYS))
    return plain, generated


def search_rates() -> tuple[float, float]:
    """States a second. Ours are those of the instance, however few stand for them; every claim is asked of each."""
    begun = time.perf_counter()
    plain = plain_search.search() / (time.perf_counter() - begun)
    small = program_of("lost-cities+tiny").machine
    every = explore(small, symmetry=False).states
    begun = time.perf_counter()
    explore(small)
    return plain, every / (time.perf_counter() - begun)


def check_seconds(name: str) -> float:
    begun = time.perf_counter()
    check_ruleset(name, Report())
    return time.perf_counter() - begun


def main() -> None:
    table = Table(title="Rulewright, measured beside its peers")
    for column in ("work", "peer", "peer's rate", "ours", "ratio"):
        table.add_column(column, justify="left" if column in ("work", "peer") else "right")
    plain, generated = random_play_ratio()
    table.add_row(
        "random play, classic game",
        "plain hand-written Python",
        f"{plain:,.0f} steps/s",
        f"{generated:,.0f} steps/s",
        f"{generated / plain:.2f}",
    )
    plain, ours = search_rates()
    table.add_row(
        "every state of a small instance",
        "plain Python, breadth first, one claim",
        f"{plain:,.0f} states/s",
        f"{ours:,.0f} states/s",
        f"{ours / plain:.2f}",
    )
    shown = proofs("lost-cities")
    table.add_row(
        f"{shown.proved} of {shown.properties} properties proved, classic game, {len(shown.single):,} questions",
        "-",
        "-",
        f"{shown.seconds:.1f} s",
        "-",
    )
    table.add_row("the slowest single question of these", "-", "-", f"{shown.slowest:.2f} s", "-")
    for name in game_names():
        table.add_row(f"check {name}", "-", "-", f"{check_seconds(name):.2f} s", "-")
    Console().print(table)


if __name__ == "__main__":
    main()
