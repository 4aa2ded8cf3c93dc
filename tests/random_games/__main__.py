"""`python -m tests.random_games --games 20000`: random games under attack, with progress and figures."""

from __future__ import annotations

import gc
import json
import sys
import time
from collections import Counter
from dataclasses import fields
from pathlib import Path

import click

from tests.agreement.definition import Tally, added, described
from tests.random_games.attack import Attacked, attack, smallest

SHOWN = 10


@click.command()
@click.option("--games", default=1_000, show_default=True, help="How many games.")
@click.option("--seed", default=0, show_default=True, help="The seed of the first game.")
@click.option("--plays", default=2, show_default=True, help="Plays of each rule set and number of players.")
@click.option(
    "--shrink", is_flag=True, help="Show a short text for each game about which the readings differ."
)
@click.option("--stop", is_flag=True, help="Stop at the first difference.")
@click.option("--one", is_flag=True, help="One rule set and number of players of each game, by chance.")
@click.option(
    "--log", type=click.Path(path_type=Path), help="Keep what was found; go on from there if it is."
)
def main(games: int, seed: int, plays: int, shrink: bool, stop: bool, one: bool, log: Path | None) -> None:
    """Each game is printed, read again, and played by the machine and by the definition; 1 on a difference."""
    # Nothing of a game outlives it: what is left in circles is collected now and then, not all the time.
    gc.freeze()
    gc.disable()
    total, began = kept(log), time.monotonic()
    for number in range(seed + total.games, seed + games):
        found = attack(number, plays, one)
        for difference in found.differences:
            click.echo(f"DIFFERENT: {difference}")
        if found.differences and shrink:
            click.echo(smallest(number))
        total = summed(total, found)
        if total.games % 20 == 0 or total.games == games:
            gc.collect()
            if log is not None:
                keep(total, log)
        if stop and total.differences:
            break
        if sys.stderr.isatty() or total.games % 100 == 0:
            click.echo(f"\r{total.games:,} games, {len(total.differences):,} differences", err=True, nl=False)
    click.echo("", err=True)
    click.echo(figures(total))
    click.echo(f"{time.monotonic() - began:.0f} s")
    sys.exit(bool(total.differences))


def kept(log: Path | None) -> Attacked:
    """What earlier runs came to."""
    if log is None or not log.exists():
        return Attacked()
    found = json.loads(log.read_text(encoding="utf-8"))
    tally = found.pop("tally")
    return Attacked(**found, tally=Tally(**{**tally, "actions": Counter(tally["actions"])}))


def keep(total: Attacked, log: Path) -> None:
    """Written beside and put in its place, so that a cut leaves one or the other."""
    beside = log.with_suffix(".new")
    parts = {each.name: getattr(total, each.name) for each in fields(Attacked)}
    parts["tally"] = {each.name: getattr(total.tally, each.name) for each in fields(Tally)}
    beside.write_text(json.dumps(parts), encoding="utf-8")
    beside.replace(log)


def summed(one: Attacked, other: Attacked) -> Attacked:
    parts = {each.name: (getattr(one, each.name), getattr(other, each.name)) for each in fields(Attacked)}
    tallies = parts.pop("tally")
    both = {name: old + new for name, (old, new) in parts.items()}
    return Attacked(**both, tally=added(*tallies) if isinstance(tallies[0], Tally) else tallies[0])


def figures(total: Attacked) -> str:
    """What was made and compared."""
    made = total.programs + total.rejected
    share = 100 * total.programs / made if made else 0
    return (
        f"{total.games:,} games, {made:,} rule sets with a number of players, {share:.0f} % accepted, "
        f"{total.endless:,} without an end, {total.scenarios:,} scenarios; {described(total.tally)}; "
        f"{len(total.differences):,} differences"
    )


if __name__ == "__main__":
    main()
