"""`rulewright mutate`: the rules broken on purpose, one place at a time, to see who notices."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from verifier.check.subjects import subjects_of
from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.show import console, document, grid, progress_console, show_table
from verifier.diagnostics import Report, diagnostic
from verifier.mutate.mutant import mutants_of
from verifier.mutate.prioritise import report_unknown_names
from verifier.mutate.run import InvariantKills, MutateProgress, MutationResult, Plan, Tell, mutation_result
from verifier.program import program_of
from verifier.report.json import mutate_document
from verifier.surface.index import files_of

LIMIT = 300


@click.command(cls=Command)
@frame.ruleset
@click.option("--players", type=click.IntRange(1, 20), help="Number of players; default: every number.")
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
@click.option("--jobs", type=int, default=2, show_default=True, metavar="N", help="Number of processes.")
@frame.as_json
@click.pass_context
def mutate(
    ctx: click.Context,
    ruleset: str,
    players: int | None,
    limit: int,
    per: int | None,
    names: tuple[str, ...],
    others: tuple[str, ...],
    quick: bool,
    thorough: bool,
    jobs: int,
    as_json: bool,
) -> None:
    """Mutation testing: change the rules in one place at a time and report which scenarios and invariants notice.

    Scenarios run first, then invariants in their positions and at every step of many plays. The first failing check
    is enough; then each invariant that has noticed nothing is tried on the mutants nearest to it.
    """
    report = Report()
    if not 1 <= jobs <= 64:
        report.add(diagnostic("V405", hint="from 1 to 64 processes", count=jobs))
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
    if as_json:
        document("mutate", mutate_document(found))
    else:
        _show(console(), found)
    if found.partial:
        ctx.exit(Exit.INTERRUPTED)
    ctx.exit(Exit.PROBLEM if found.vacuous else Exit.WELL)


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
    fates = TextColumn("[green]{task.fields[killed]} noticed[/] [red]{task.fields[survived]} not[/]")
    words = TextColumn("{task.description}")
    columns = (words, BarColumn(), MofNCompleteColumn(), fates, TimeRemainingColumn())
    with Bars(*columns, console=out, transient=True) as bars:
        bar = bars.add_task("the rules as they are", total=None, killed=0, survived=0)

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


def _show(out: Console, found: MutationResult) -> None:
    survivors = found.of("survived")
    if survivors:
        out.print("[bold]not noticed[/]")
        table = grid("place", "mistake", "in")
        table.columns[1].justify = "left"
        table.columns[1].no_wrap = False
        for mutant in survivors:
            table.add_row(escape(mutant.place), escape(mutant.words), escape(mutant.rule or mutant.subject))
        show_table(out, table)
        out.print()
    if found.unguarded:
        out.print("[bold]rules and texts without a noticed mutant[/]")
        for each in found.unguarded:
            out.print(f"{escape(each.place)}  {escape(each.name)}", soft_wrap=True)
        out.print()
    table = grid("invariant", "notices", "")
    for guarding in found.invariants:
        table.add_row(guarding.name, str(len(guarding.kills)), _remark(guarding))
    show_table(out, table)
    _show_summary(out, found)


def _remark(each: InvariantKills) -> str:
    remark = "its premise never occurs" if not each.reached else "fails already" if each.fails_already else ""
    return f"[bold red]vacuous[/] {remark}".rstrip() if each.vacuous else remark


def _show_summary(out: Console, found: MutationResult) -> None:
    killed, unmade = len(found.of("killed")), len(found.of("unmade"))
    score = f"{100 * found.score:.1f} %" if found.score is not None else "nothing"
    out.print()
    if found.partial:
        out.print("[yellow]partial: interrupted before the end[/]")
    tried = f"{len(found.verdicts)} of {found.total} mutants tried"
    out.print(
        f"{found.program.subject.ruleset}: {tried}, {killed} noticed ({score}), "
        f"{len(found.of('survived'))} not, {unmade} invalid",
        soft_wrap=True,
    )
    rules = list(found.by_rule())
    guarded = len(rules) - len(found.unguarded)
    out.print(f"{guarded} of {len(rules)} rules and texts have a noticed mutant", soft_wrap=True)
    if found.vacuous:
        out.print(f"[bold red]{len(found.vacuous)} vacuous invariants[/]")
