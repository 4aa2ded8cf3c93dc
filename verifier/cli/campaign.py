"""`rulewright campaign`: a long run of plays, with everything checked at every step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from verifier.check.simulate.campaign import Campaign, CampaignJob, SubjectTally, Tell
from verifier.check.simulate.campaign import campaign as played
from verifier.check.subjects import subjects_of
from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.show import console, document, grid, progress_console, show_table
from verifier.diagnostics import Report, diagnostic
from verifier.program import Subject
from verifier.report.json import campaign_document
from verifier.trace.trace import Evidence

# Of a play that shows something, the last moves.
LINES = 16


@click.command(cls=Command)
@click.argument("rulesets", nargs=-1, metavar="[RULESET]...")
@click.option("--players", type=click.IntRange(1, 20), help="Number of players; default: every number.")
@click.option(
    "--plays",
    type=click.IntRange(1, 10_000_000),
    default=10_000,
    show_default=True,
    help="Plays per rule set and number of players.",
)
@frame.seed
@click.option(
    "--most",
    type=click.IntRange(1),
    default=3_000,
    show_default=True,
    help="Moves after which a play counts as long.",
)
@click.option("--jobs", type=int, default=2, show_default=True, metavar="N", help="Number of processes.")
@frame.as_json
@click.pass_context
def campaign(
    ctx: click.Context,
    rulesets: tuple[str, ...],
    players: int | None,
    plays: int,
    seed: int,
    most: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Play each rule set many times and check every invariant at every step; default: all published rule sets.

    A quarter of the plays are uniformly random, in half of them players are biased and reach corner cases, in the
    last quarter all players, or every other one, are greedy. A play ends, returns to an earlier state (a loop), or is
    cut off. The same seed gives the same plays. Exits with 1 on a violation or a loop that is not acknowledged, with 3
    if a play was cut off.
    """
    report = Report()
    if not 1 <= jobs <= 64:
        report.add(diagnostic("V405", hint="from 1 to 64 processes", count=jobs))
    subjects = subjects_of(rulesets, players, report)
    report.reject_errors()
    wish = CampaignJob(subjects, plays, seed, most, jobs)
    with _telling() as tell:
        found = played(wish, tell)
    if as_json:
        document("campaign", campaign_document(wish, found))
    else:
        show(console(), found)
    ctx.exit(exit_of(found))


def exit_of(found: Campaign) -> Exit:
    """What the shell is told. A mistake of ours is never good news, whatever else was found."""
    if any(tally.batch.stumbles for tally in found.tallies):
        return Exit.MISUSE
    if found.partial:
        return Exit.INTERRUPTED
    if any(tally.fails for tally in found.tallies):
        return Exit.PROBLEM
    return Exit.UNKNOWN if any(tally.is_open for tally in found.tallies) else Exit.WELL


@contextmanager
def _telling() -> Iterator[Tell | None]:
    out = progress_console()
    if out is None:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True) as progress:
        bar = progress.add_task("playing", total=None)

        def tell(subject: Subject, plays: int, total: int) -> None:
            progress.update(bar, advance=plays, total=total, description=escape(str(subject)))

        yield tell


# --- for people


def show(out: Console, found: Campaign) -> None:
    """A line for each subject, then what did not hold."""
    table = grid(
        "rule set", "players", "steps", "ended", "loops", "late", "witnesses", "invariants and health"
    )
    for tally in found.tallies:
        table.add_row(*_row(tally))
    show_table(out, table)
    for tally in found.tallies:
        _show_words(out, tally)
    plays = sum(len(each.batch.lengths) for each in found.tallies)
    steps = sum(each.batch.steps for each in found.tallies)
    _say(out, f"{plays:,} plays, {steps:,} steps")
    if found.partial:
        out.print("[yellow]partial: interrupted before the end[/]")


def _row(tally: SubjectTally) -> list[str]:
    batch = tally.batch
    bad = len(tally.broken) + len(batch.stumbles)
    return [
        escape(tally.subject.ruleset),
        str(tally.subject.players),
        f"{batch.steps:,}",
        f"{batch.ends.get('over', 0):,}",
        f"{batch.ends.get('loop', 0):,}",
        f"{batch.ends.get('late', 0):,}",
        f"{len(batch.met)} of {tally.witnesses}",
        f"[bold red]{bad} violated[/]" if bad else f"all {tally.invariants} hold",
    ]


def _show_words(out: Console, tally: SubjectTally) -> None:
    for each in tally.broken:
        times = f"in {each.plays:,} plays, the first with seed {each.seed}"
        _say(out, f"[bold red]violated[/]: `{escape(each.name)}` of {escape(str(tally.subject))}, {times}")
        _say(out, f"  {escape(each.words)}")
        if each.accepted is not None:
            _say(out, f"  = acknowledged: {escape(each.accepted)}")
        _show_play(out, each.trace)
    if tally.loop is not None and tally.accepted is None:
        _say(out, f"[bold red]loop[/]: {escape(str(tally.subject))}, {escape(tally.loop.shows)}")
        _show_play(out, tally.loop)
    if tally.batch.late:
        first = f"the first with seed {min(tally.batch.late)}"
        _say(
            out,
            f"[yellow]cut off[/]: {escape(str(tally.subject))}, {len(tally.batch.late):,} plays, {first}",
        )
    for stumble in tally.batch.stumbles[:3]:
        words = f"{escape(str(tally.subject))}, seed {stumble.seed}: {escape(stumble.words)}"
        _say(out, f"[bold red]internal error[/]: {words}")


def _say(out: Console, words: str) -> None:
    out.print(words, soft_wrap=True)


def _show_play(out: Console, trace: Evidence | None) -> None:
    if trace is None:
        return
    skipped = max(0, len(trace.told) - LINES)
    if skipped:
        _say(out, f"  ... {skipped} earlier moves")
    for number, line in enumerate(trace.told[skipped:], start=skipped + 1):
        mark = "-> " if trace.loop == number else "   "
        _say(out, f"{mark}{number:3}. {escape(line)}")
