"""`rulewright verify`: every property of every rule set, and a verdict on each."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.text import Text

from verifier.check.schedule import Tell, VerifyJob, VerifyOutcome, VerifyProgress, verified
from verifier.check.subjects import requested_properties, subjects_of
from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.show import console, document, progress_console
from verifier.cli.table import show_outcome
from verifier.cli.writing import check_paths, save_plays, write_reports
from verifier.diagnostics import Report, diagnostic
from verifier.report.json import verify_document
from verifier.verdict.budget import DEFAULT_SECONDS, Budget
from verifier.verdict.finding import VERDICTS

# --- verification while it runs: how far it is, what is under way, what has been found so far


COLUMNS = (TextColumn("verifying"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())


@contextmanager
def telling(quiet: bool) -> Iterator[Tell | None]:
    """A few lines that change while somebody sits at a terminal; they go when the work is done."""
    out = None if quiet and not os.isatty(2) else progress_console()
    if out is None:
        yield None
        return
    bar = Bar(*COLUMNS, console=out)
    line = bar.add_task("", total=None)
    found: Counter[str] = Counter()
    with Live(bar, console=out, transient=True, refresh_per_second=4) as live:

        def tell(progress: VerifyProgress) -> None:
            bar.update(line, completed=progress.done, total=progress.total)
            if progress.last is not None:
                found.update(each.verdict for each in progress.last.findings)
            live.update(Group(bar, *_under_way(progress), _so_far(found)))

        yield tell


def _under_way(progress: VerifyProgress) -> Iterator[Text]:
    for task in progress.under_way:
        yield Text(f"  {task.method:10}{task.subject}", style="dim")


def _so_far(found: Counter[str]) -> Text:
    words = ", ".join(f"{found[verdict]} {verdict}" for verdict in VERDICTS if found[verdict])
    return Text(f"  results so far: {words or 'none'}", style="dim")


# --- `rulewright verify`: every property of every rule set, and a verdict on each


PATH = click.Path(path_type=Path)


@click.command(cls=Command)
@click.argument("rulesets", nargs=-1, metavar="[RULESET]...")
@click.option("--players", type=click.IntRange(1, 20), help="Number of players; default: every number.")
@click.option("--only", multiple=True, metavar="PROPERTY", help="Only this property; may be repeated.")
@click.option(
    "--budget",
    type=float,
    default=DEFAULT_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="Time limit per rule set and method, in seconds (approximate); proofs get three times that.",
)
@click.option("--jobs", type=int, default=2, show_default=True, metavar="N", help="Number of processes.")
@click.option("--second-solver", is_flag=True, help="Confirm every proof with a second solver.")
@click.option(
    "--verbose",
    is_flag=True,
    help="Also show acknowledged counterexamples and the auxiliary invariants of proofs.",
)
@click.option("--junit", type=PATH, metavar="FILE", help="Also write JUnit XML.")
@click.option("--sarif", type=PATH, metavar="FILE", help="Also write SARIF.")
@click.option("--html", type=PATH, metavar="FILE", help="Also write an HTML page.")
@click.option(
    "--pins",
    type=PATH,
    metavar="FILE",
    help="Also write the auxiliary invariants of the proofs as an overlay.",
)
@click.option(
    "--save",
    type=PATH,
    metavar="FOLDER",
    help="Also save the plays: to replay, as scenarios, and as tests.",
)
@frame.as_json
@click.pass_context
def verify(
    ctx: click.Context,
    rulesets: tuple[str, ...],
    players: int | None,
    only: tuple[str, ...],
    budget: float,
    jobs: int,
    second_solver: bool,
    verbose: bool,
    junit: Path | None,
    sarif: Path | None,
    html: Path | None,
    pins: Path | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Verify every property of every rule set; default: every game and published variant."""
    report = Report()
    if not budget > 0 or budget == float("inf"):
        hint = "give a time limit per rule set in seconds, for example `--budget 60`"
        report.add(diagnostic("V402", hint=hint, seconds=f"{budget:g}"))
    if not 1 <= jobs <= 64:
        report.add(diagnostic("V405", hint="from 1 to 64 processes", count=jobs))
    paths = {"junit": junit, "sarif": sarif, "html": html, "pins": pins}
    check_paths(paths, report)
    report.reject_errors()
    subjects = subjects_of(rulesets, players, report)
    report.reject_errors()
    if pins is not None and len(subjects) > 1:
        raise click.UsageError("`--pins` is for one rule set and one number of players")
    properties = requested_properties(only, subjects, report)
    report.reject_errors()
    with telling(as_json) as tell:
        outcome = verified(VerifyJob(subjects, Budget(budget), properties, jobs, second_solver), tell)
    write_reports(outcome, paths, report)
    if save is not None:
        save_plays(outcome, save, report)
    if as_json:
        document("verify", verify_document(outcome))
    else:
        show_outcome(console(), outcome, verbose)
    report.reject_errors()
    ctx.exit(exit_of(outcome))


def exit_of(outcome: VerifyOutcome) -> Exit:
    """What the shell is told."""
    if outcome.partial:
        return Exit.INTERRUPTED
    if outcome.refuted:
        return Exit.PROBLEM
    return Exit.UNKNOWN if outcome.unknown else Exit.WELL
