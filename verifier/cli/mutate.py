"""`rulewright mutate`: the rules broken on purpose, one place at a time, to see who notices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from verifier.cli import options
from verifier.cli.codes import Exit
from verifier.cli.frame import Command
from verifier.cli.show import console, document, grid, progress_console, show_table
from verifier.diagnostics import Report
from verifier.mutants.running import Judgement, Tell, judgement
from verifier.reports.mutated import mutate_document
from verifier.verify.case import case_of
from verifier.verify.codes import problem
from verifier.verify.subjects import subjects_of

LIMIT = 300


@click.command(cls=Command)
@options.ruleset
@click.option("--players", type=click.IntRange(1, 20), help="How many play; every number if not said.")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=LIMIT,
    show_default=True,
    metavar="N",
    help="Try so many mutants, chosen fairly; 0 for all.",
)
@click.option("--jobs", type=int, default=2, show_default=True, metavar="N", help="So many processes.")
@options.as_json
@click.pass_context
def mutate(
    ctx: click.Context, ruleset: str, players: int | None, limit: int, jobs: int, as_json: bool
) -> None:
    """Break the rules in every place, one at a time, and say which scenarios and invariants notice.

    Invariants are asked at every step of many plays, and in the positions of the scenarios.
    """
    report = Report()
    if not 1 <= jobs <= 64:
        report.add(problem("V405", "from 1 to 64 processes", count=jobs))
    subjects = subjects_of([ruleset], players, report)
    report.reject_errors()
    with _telling() as tell:
        cases = sorted(map(case_of, subjects), key=lambda case: -len(case.game.scenarios))
        found = judgement(cases, limit or None, jobs, tell)
    if as_json:
        document("mutate", mutate_document(found))
    else:
        _show(console(), found)
    if found.partial:
        ctx.exit(Exit.INTERRUPTED)
    ctx.exit(Exit.PROBLEM if found.vacuous else Exit.WELL)


@contextmanager
def _telling() -> Iterator[Tell | None]:
    out = progress_console()
    if out is None:
        yield None
        return
    with Progress(console=out, transient=True) as progress:
        bar = progress.add_task("mutants", total=None)

        def tell(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        yield tell


def _show(out: Console, found: Judgement) -> None:
    survivors = found.of("survived")
    if survivors:
        out.print("[bold]nobody noticed[/]")
        table = grid("place", "mistake", "in")
        table.columns[1].justify = "left"
        table.columns[1].no_wrap = False
        for mutant in survivors:
            table.add_row(escape(mutant.place), escape(mutant.words), escape(mutant.rule or mutant.subject))
        show_table(out, table)
        out.print()
    table = grid("invariant", "notices", "")
    for each in found.invariants:
        remark = "never about anything" if not each.reached else "fails already" if each.fails_already else ""
        if each.vacuous(found.complete):
            remark = f"[bold red]vacuous[/] {remark}".rstrip()
        table.add_row(each.name, str(len(each.kills)), remark)
    show_table(out, table)
    _show_summary(out, found)


def _show_summary(out: Console, found: Judgement) -> None:
    killed, unmade = len(found.of("killed")), len(found.of("unmade"))
    score = f"{100 * found.score:.1f} %" if found.score is not None else "nothing"
    out.print()
    if found.partial:
        out.print("[yellow]partial: interrupted before everything was done[/]")
    tried = f"{len(found.verdicts)} of {found.total} mutants tried"
    out.print(
        f"{found.case.subject.ruleset}: {tried}, {killed} noticed ({score}), "
        f"{len(found.of('survived'))} not, {unmade} were no game",
        soft_wrap=True,
    )
    if found.vacuous:
        out.print(f"[bold red]{len(found.vacuous)} vacuous invariants[/]")
