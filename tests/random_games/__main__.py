"""`python -m tests.random_games --games 20000`: random games under attack, with progress and figures."""

from __future__ import annotations

import sys
import time
from dataclasses import fields

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
def main(games: int, seed: int, plays: int, shrink: bool, stop: bool) -> None:
    """Each game is printed, read again, and played by the machine and by the definition; 1 on a difference."""
    total, began = Attacked(), time.monotonic()
    for number in range(seed, seed + games):
        found = attack(number, plays)
        for difference in found.differences:
            click.echo(f"DIFFERENT: {difference}")
        if found.differences and shrink:
            click.echo(smallest(number))
        total = summed(total, found)
        if stop and total.differences:
            break
        if sys.stderr.isatty() or total.games % 100 == 0:
            click.echo(f"\r{total.games:,} games, {len(total.differences):,} differences", err=True, nl=False)
    click.echo("", err=True)
    click.echo(figures(total))
    click.echo(f"{time.monotonic() - began:.0f} s")
    sys.exit(bool(total.differences))


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
