"""`rulewright verify`: every property of every rule set, and a verdict on each."""

from __future__ import annotations

from pathlib import Path

import click

from verifier.cli import options
from verifier.cli.codes import Exit
from verifier.cli.frame import Command
from verifier.cli.matrix import show_outcome
from verifier.cli.show import console, document
from verifier.cli.verify_progress import telling
from verifier.cli.writing import check_paths, save_plays, write_reports
from verifier.diagnostics import Report
from verifier.reports.verified import verify_document
from verifier.verify.budget import DEFAULT_SECONDS, Budget
from verifier.verify.codes import problem
from verifier.verify.running import Outcome, Wish, verified
from verifier.verify.subjects import subjects_of, wished_properties

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
@options.as_json
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
        report.add(problem("V402", hint, seconds=f"{budget:g}"))
    if not 1 <= jobs <= 64:
        report.add(problem("V405", "from 1 to 64 processes", count=jobs))
    paths = {"junit": junit, "sarif": sarif, "html": html, "pins": pins}
    check_paths(paths, report)
    report.reject_errors()
    subjects = subjects_of(rulesets, players, report)
    report.reject_errors()
    if pins is not None and len(subjects) > 1:
        raise click.UsageError("`--pins` is for one rule set and one number of players")
    properties = wished_properties(only, subjects, report)
    report.reject_errors()
    with telling(as_json) as tell:
        outcome = verified(Wish(subjects, Budget(budget), properties, jobs, second_solver), tell)
    write_reports(outcome, paths, report)
    if save is not None:
        save_plays(outcome, save, report)
    if as_json:
        document("verify", verify_document(outcome))
    else:
        show_outcome(console(), outcome, verbose)
    report.reject_errors()
    ctx.exit(exit_of(outcome))


def exit_of(outcome: Outcome) -> Exit:
    """What the shell is told."""
    if outcome.partial:
        return Exit.INTERRUPTED
    if outcome.refuted:
        return Exit.PROBLEM
    return Exit.UNKNOWN if outcome.unknown else Exit.WELL
