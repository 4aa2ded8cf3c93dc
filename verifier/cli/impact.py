"""`rulewright impact`: what overlays do to a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

import click

from verifier.cli import frame
from verifier.cli.files import check_free, save
from verifier.cli.frame import Command, Exit
from verifier.cli.show import document
from verifier.cli.simulate import BARS, WIDTH
from verifier.compare.impact import Impact, OverlayEffect, effects
from verifier.compare.impact import impact as measured
from verifier.compare.sides import CompareJob
from verifier.report.impact import (
    effect_as_json,
    effect_in_words,
    impact_as_json,
    impact_in_words,
    impact_page,
)
from verifier.surface.files import game_names


@click.command(cls=Command)
@frame.ruleset
@click.option(
    "--budget",
    type=click.FloatRange(0.1, 3600),
    default=2.0,
    show_default=True,
    help="Time limit per question, in seconds.",
)
@click.option("--proofs", is_flag=True, help="Also try proofs; takes longer.")
@click.option("--repairs", is_flag=True, help="Search for numbers and overlays that repair what fails.")
@click.option("--plays", type=click.IntRange(1, 100_000), default=300, show_default=True)
@frame.seed
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Number of processes.")
@click.option("--every", is_flag=True, help="Every overlay of a game, one line each.")
@click.option("--html", type=click.Path(path_type=Path), help="Write the answer as an HTML page.")
@click.option("--force", is_flag=True, help="Overwrite an existing page.")
@frame.as_json
@click.pass_context
def impact(
    ctx: click.Context,
    ruleset: str,
    budget: float,
    proofs: bool,
    repairs: bool,
    plays: int,
    seed: int,
    jobs: int,
    every: bool,
    html: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Show what the overlays of a RULESET change in its game: what holds, what fails, how plays change.

    Exits with 1 if something fails that did not fail before.
    """
    wish = CompareJob(budget, proofs, repairs, jobs, plays, seed)
    if every:
        ctx.exit(_table(ruleset, wish, html, as_json))
    if html is not None:
        check_free(html, force)
    found = measured(ruleset, wish)
    if html is not None:
        save(html, impact_page(found), force)
    if as_json:
        document("impact", impact_as_json(found))
    else:
        for line in (*impact_in_words(found), *_pictures(found)):
            click.echo(line)
        if not proofs:
            click.echo("\n`--proofs` also asks the prover what is still proved")
    ctx.exit(Exit.PROBLEM if found.broken else Exit.WELL)


def _table(game: str, wish: CompareJob, html: Path | None, as_json: bool) -> Exit:
    """Every overlay of a game, each told as soon as it is judged."""
    if html is not None or game not in game_names():
        raise click.UsageError("`--every` takes the name of a game and writes no page")
    found: list[OverlayEffect] = []
    for effect in effects(game, wish):
        found.append(effect)
        if not as_json:
            overlay, verdict, seconds, said = effect_in_words(effect)
            click.echo(f"{overlay:<28} {verdict:<10} {seconds:>5} s  {said}".rstrip())
    if as_json:
        document("impact", {"game": game, "overlays": [effect_as_json(each) for each in found]})
    return Exit.PROBLEM if any(each.found.broken for each in found) else Exit.WELL


def _pictures(found: Impact) -> Iterator[str]:
    """How plays went on both sides, beside each other over one axis: at random, then by greedy players."""
    before, after = found.plays
    for who, ours, theirs in (
        ("random plays", before.random, after.random),
        ("plays of greedy players", before.greedy, after.greedy),
    ):
        counts = sorted({ours.plays, theirs.plays})
        yield ""
        yield f"{' or '.join(map(str, counts))} {who} of each:"
        yield from _picture("moves", found, ours.lengths, theirs.lengths)
        yield from _picture("scores", found, ours.scores, theirs.scores)
        for side, simulated in dict.fromkeys(((found.base, ours), (found.ruleset, theirs))):
            if simulated.unended:
                yield f"  {simulated.unended} plays of {side} were cut off before they ended"


def _picture(name: str, found: Impact, ours: Sequence[int], theirs: Sequence[int]) -> Iterator[str]:
    if not ours or not theirs:
        yield f"  {name}: no play ended"
        return
    low, high = min(*ours, *theirs), max(*ours, *theirs)
    for side, numbers in dict.fromkeys(((found.base, ours), (found.ruleset, theirs))):
        middle = f"mean {fmean(numbers):.1f}, {min(numbers)} to {max(numbers)}"
        yield f"  {name:<7} {_bars(numbers, low, high)}  {middle:<32} {side}"


def _bars(numbers: Sequence[int], low: int, high: int) -> str:
    step = max(1, -(-(high - low + 1) // WIDTH))
    counts = [0] * WIDTH
    for number in numbers:
        counts[(number - low) // step] += 1
    top = max(counts)
    return "".join(" " if not count else BARS[count * (len(BARS) - 1) // top] for count in counts)
