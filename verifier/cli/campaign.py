"""`rulewright campaign`: a long run of plays, with everything checked at every step."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from verifier.check.simulate.campaign import Campaign, CampaignJob, SubjectTally, Tell
from verifier.check.simulate.campaign import campaign as played
from verifier.check.subjects import subjects_of
from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.show import PARTIAL, Line, answer, grid, progress_console, styled
from verifier.cli.told import acknowledged_line, told_play
from verifier.diagnostics import Report, count_of
from verifier.program import Subject
from verifier.report.json import campaign_document
from verifier.workers import Jobs

# Of a play that shows something, the last moves.
LINES = 16


@click.command(cls=Command)
@frame.rulesets
@frame.every_players
@frame.plays(10_000, 10_000_000, "Plays per rule set and number of players.")
@frame.seed
@frame.most(3_000, "Moves after which a play counts as long.")
@frame.jobs
@frame.as_json
def campaign(
    rulesets: tuple[str, ...],
    players: int | None,
    plays: int,
    seed: int,
    most: int,
    jobs: Jobs,
    as_json: bool,
) -> Exit:
    """Play each rule set many times and check every invariant at every step; default: all published rule sets.

    A quarter of the plays are uniformly random, in half of them players are biased and reach corner cases, in the
    last quarter all players, or every other one, are greedy. A play ends, returns to an earlier state (a loop), or is
    cut off. The same seed gives the same plays. Exits with 1 on a violation or a loop that is not acknowledged, with 3
    if a play was cut off.
    """
    report = Report()
    frame.check_jobs(jobs, report)
    subjects = subjects_of(rulesets, players, report)
    report.reject_errors()
    wish = CampaignJob(subjects, plays, seed, most, jobs)
    began = time.time()
    with _telling() as tell:
        found = played(wish, tell)
    answer("campaign", as_json, campaign_document(wish, found), told(found))
    frame.say_what_is_faster(time.time() - began)
    return exit_of(found)


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


HEADS = ("rule set", "players", "steps", "ended", "loops", "late", "witnesses", "invariants and health")


def told(found: Campaign) -> Iterator[Line]:
    """A line for each subject, then what did not hold."""
    table = grid(*HEADS)
    for tally in found.tallies:
        table.add_row(*_row(tally))
    yield table
    for tally in found.tallies:
        yield from _words(tally)
    plays = sum(len(each.batch.lengths) for each in found.tallies)
    steps = sum(each.batch.steps for each in found.tallies)
    yield f"{count_of(plays, 'play')}, {count_of(steps, 'step')}"
    if found.partial:
        yield PARTIAL


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


def _words(tally: SubjectTally) -> Iterator[Line]:
    subject = escape(str(tally.subject))
    for each in tally.broken:
        times = f"in {count_of(each.plays, 'play')}, the first with seed {each.seed}"
        yield styled(f"[bold red]violated[/]: `{escape(each.name)}` of {subject}, {times}")
        yield f"  {each.words}"
        if each.accepted is not None:
            yield acknowledged_line(each.accepted, tally.subject)
        if each.trace is not None:
            yield from told_play(each.trace, LINES)
    if tally.loop is not None and tally.accepted is None:
        yield styled(f"[bold red]loop[/]: {subject}, {escape(tally.loop.shows)}")
        yield from told_play(tally.loop, LINES)
    if tally.batch.late:
        first = f"the first with seed {min(tally.batch.late)}"
        yield styled(f"[yellow]cut off[/]: {subject}, {count_of(len(tally.batch.late), 'play')}, {first}")
    for stumble in tally.batch.stumbles[:3]:
        words = f"{subject}, seed {stumble.seed}: {escape(stumble.words)}"
        yield styled(f"[bold red]internal error[/]: {words}")
