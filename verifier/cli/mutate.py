"""`rulewright mutate`: the rules broken on purpose, one place at a time, to see who notices."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from verifier.check.subjects import subjects_of
from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.show import PARTIAL, Line, answer, grid, progress_console, styled, worded
from verifier.diagnostics import Report
from verifier.mutate.mutant import mutants_of
from verifier.mutate.prioritise import report_unknown_names
from verifier.mutate.run import InvariantKills, MutateProgress, MutationResult, Plan, Tell, mutation_result
from verifier.program import program_of
from verifier.report.json import mutate_document
from verifier.surface.index import files_of
from verifier.workers import Jobs

LIMIT = 300


@click.command(cls=Command)
@frame.ruleset
@frame.every_players
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=LIMIT,
    show_default=True,
    metavar="N",
    help="Number of mutants, spread evenly over rules and texts; 0 for all.",
)
@click.option("--per", type=click.IntRange(min=1), metavar="N", help="At most N mutants per rule or text.")
@click.option(
    "--only",
    "names",
    multiple=True,
    metavar="NAME",
    help="Only mutants of this rule, card, action or definition.",
)
@click.option(
    "--without",
    "others",
    multiple=True,
    metavar="RULESET",
    help="Exclude the files of this rule set: `GAME`, to test what an overlay adds.",
)
@click.option(
    "--quick", is_flag=True, help="Stop at the first check that fails; do not look for vacuous invariants."
)
@click.option("--thorough", is_flag=True, help="Run all checks on every mutant.")
@frame.jobs
@frame.as_json
def mutate(
    ruleset: str,
    players: int | None,
    limit: int,
    per: int | None,
    names: tuple[str, ...],
    others: tuple[str, ...],
    quick: bool,
    thorough: bool,
    jobs: Jobs,
    as_json: bool,
) -> Exit:
    """Mutation testing: change the rules in one place at a time and report which scenarios and invariants notice.

    Scenarios run first, then invariants in their positions and at every step of many plays. The first failing check
    is enough; then each invariant that has noticed nothing is tried on the mutants nearest to it.
    """
    report = Report()
    frame.check_jobs(jobs, report)
    if quick and thorough:
        raise click.UsageError("--quick and --thorough exclude each other")
    subjects = subjects_of([ruleset], players, report)
    subjects_of(others, None, report)
    report.reject_errors()
    leave = {path for other in others for path in files_of(program_of(other).composition.units)}
    with _stopping(), _telling() as tell:
        programs = sorted(
            (subject.program() for subject in subjects), key=lambda program: -len(program.game.scenarios)
        )
        report_unknown_names(names, mutants_of(programs[0]) if names else (), report)
        report.reject_errors()
        plan = Plan(limit or None, per, names, leave, thorough, quick, jobs)
        found = mutation_result(programs, plan, tell)
    answer("mutate", as_json, mutate_document(found), _told(found))
    if found.partial:
        return Exit.INTERRUPTED
    return Exit.PROBLEM if found.vacuous else Exit.WELL


@contextmanager
def _stopping() -> Iterator[None]:
    """Who is told to end, ends as after Ctrl-C: with what is known so far."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _telling() -> Iterator[Tell | None]:
    out = progress_console()
    if out is None:
        yield None
        return
    seen, unseen = worded("noticed"), worded("not noticed")
    fates = TextColumn(f"[green]{{task.fields[killed]}} {seen}[/] [red]{{task.fields[survived]}} {unseen}[/]")
    words = TextColumn("{task.description}")
    columns = (words, BarColumn(), MofNCompleteColumn(), fates, TimeRemainingColumn())
    with Bars(*columns, console=out, transient=True) as bars:
        bar = bars.add_task(worded("the rules as they are"), total=None, killed=0, survived=0)

        def tell(now: MutateProgress) -> None:
            bars.update(
                bar,
                description=now.stage,
                completed=now.done,
                total=now.total,
                killed=now.killed,
                survived=now.survived,
            )

        yield tell


def _told(found: MutationResult) -> Iterator[Line]:
    survivors = found.of("survived")
    if survivors:
        yield styled("[bold]not noticed[/]")
        table = grid("place", "mistake", "in")
        table.columns[1].justify = "left"
        table.columns[1].no_wrap = False
        for mutant in survivors:
            table.add_row(escape(mutant.place), escape(mutant.words), escape(mutant.rule or mutant.subject))
        yield table
        yield ""
    if found.unguarded:
        yield styled("[bold]rules and texts without a noticed mutant[/]")
        yield from (f"{each.place}  {each.name}" for each in found.unguarded)
        yield ""
    table = grid("invariant", "notices", "")
    for guarding in found.invariants:
        table.add_row(guarding.name, str(len(guarding.kills)), _remark(guarding))
    yield table
    yield from _summary(found)


def _remark(each: InvariantKills) -> str:
    remark = "its premise never occurs" if not each.reached else "fails already" if each.fails_already else ""
    return f"[bold red]vacuous[/] {remark}".rstrip() if each.vacuous else remark


def _summary(found: MutationResult) -> Iterator[Line]:
    killed, survived, unmade = (len(found.of(fate)) for fate in ("killed", "survived", "unmade"))
    score = f"{100 * found.score:.1f} %" if found.score is not None else "nothing"
    yield ""
    if found.partial:
        yield PARTIAL
    tried = f"{found.program.subject.ruleset}: {len(found.verdicts)} of {found.total} mutants tried"
    yield f"{tried}, {killed} noticed ({score}), {survived} not, {unmade} invalid"
    rules = list(found.by_rule())
    guarded = len(rules) - len(found.unguarded)
    yield f"{guarded} of {len(rules)} rules and texts have a noticed mutant"
    if found.vacuous:
        yield styled(f"[bold red]{len(found.vacuous)} vacuous invariants[/]")
