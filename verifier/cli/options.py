"""Arguments that several commands share, and what they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from verifier.backends.machine import Engine

as_json = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
ruleset = click.argument("ruleset")
players = click.option("--players", type=click.IntRange(1, 20), help="How many play; the fewest if not said.")
seed = click.option("--seed", type=int, default=1, show_default=True, help="The same seed, the same chances.")


def engine_of(ruleset: str, players: int | None) -> Engine:
    """The machine of a rule set, ready to play; mistakes in the text raise `Rejected`."""
    # Only who plays waits for the machine to be read.
    from verifier.backends.machine import Engine
    from verifier.pipeline import compiled

    return Engine(compiled(ruleset, players)[1])
