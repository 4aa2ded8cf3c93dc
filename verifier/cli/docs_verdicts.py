"""`rulewright docs verdicts`: what the pages say is proved, found out and written beside the rules."""

from __future__ import annotations

from dataclasses import replace

import click

from verifier.cli.codes import Exit
from verifier.cli.frame import Command
from verifier.cli.verify_progress import telling
from verifier.diagnostics import Report
from verifier.documents.effects import effect_of
from verifier.documents.verdicts import (
    ALL,
    Marks,
    Record,
    Recorded,
    Row,
    fresh,
    marks_now,
    open_questions,
    record_path,
    row_of,
    stale,
    wanted,
    written,
)
from verifier.surface.shelf import game_names
from verifier.verify.budget import DEFAULT_SECONDS, Budget
from verifier.verify.properties import HEALTH
from verifier.verify.running import Wish, verified
from verifier.verify.subjects import subjects_of


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="[GAME|RULESET]...")
@click.option("--check", is_flag=True, help="Write nothing; list what is out of date.")
@click.option("--again", is_flag=True, help="Also renew what is up to date.")
@click.option("--budget", type=float, default=DEFAULT_SECONDS, show_default=True, metavar="SECONDS")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, metavar="N")
@click.pass_context
def verdicts(
    ctx: click.Context, names: tuple[str, ...], check: bool, again: bool, budget: float, jobs: int
) -> None:
    """Verify what changed since verdicts were last recorded, and record the new ones with the rules.

    GAME means all its rule sets and overlays, GAME+VARIANT that rule set alone.
    """
    chosen = _chosen(names)
    if check:
        old = [each for game, only in chosen.items() for each in stale(game) if only is None or each in only]
        click.echo("\n".join(old) if old else "all recorded verdicts are up to date")
        ctx.exit(Exit.PROBLEM if old else Exit.WELL)
    for game, rulesets in chosen.items():
        _record(game, rulesets, again, Budget(budget), jobs)


def _chosen(names: tuple[str, ...]) -> dict[str, list[str] | None]:
    """For each game the rule sets that are asked for; none if all are."""
    found: dict[str, list[str] | None] = {}
    for name in names or game_names():
        game, plus, _ = name.partition("+")
        if game not in game_names():
            raise click.UsageError(f"there is no game `{game}`")
        if plus and name not in wanted(game)[0]:
            kept = ", ".join(wanted(game)[0])
            raise click.UsageError(f"no verdicts are recorded for `{name}`, only for {kept}")
        some = found.setdefault(game, [])
        if not plus:
            found[game] = None
        elif some is not None:
            some.append(name)
    return found


def _record(game: str, only: list[str] | None, again: bool, budget: Budget, jobs: int) -> None:
    """One game, written after each rule set: what was found is never lost."""
    rulesets, overlays = wanted(game)
    asked, effects = (rulesets, overlays) if only is None else (only, [])
    kept = fresh(game)
    found = Record(
        {
            name: each
            for name, each in kept.rulesets.items()
            if name in rulesets and not (again and name in asked)
        },
        {
            name: each
            for name, each in kept.effects.items()
            if name in overlays and not (again and name in effects)
        },
    )
    for ruleset in asked:
        old = found.rulesets.get(ruleset)
        questions = open_questions(ruleset, old)
        if not questions:
            continue
        new = _recorded(ruleset, budget, jobs, old, questions)
        found = replace(found, rulesets={**found.rulesets, ruleset: new})
        _write(game, found)
        counts = ", ".join(f"{count} {verdict}" for verdict, count in new.counts().items())
        click.echo(f"{ruleset}: {counts}")
    for overlay in effects:
        if overlay not in found.effects:
            found = replace(found, effects={**found.effects, overlay: effect_of(game, overlay)})
            _write(game, found)
            click.echo(f"{game}+{overlay}")


def _write(game: str, record: Record) -> None:
    record_path(game).write_text(written(record), encoding="utf-8")


def _recorded(
    ruleset: str, budget: Budget, jobs: int, old: Recorded | None, asked: frozenset[str]
) -> Recorded:
    """The verdicts on a rule set: those that are asked for, beside those that stand."""
    report = Report()
    marks = marks_now(ruleset)
    subjects = subjects_of([ruleset], None, report)
    report.reject_errors()
    with telling(quiet=False) as tell:
        outcome = verified(Wish(subjects, budget, None if asked == ALL else asked, jobs), tell)
    if outcome.partial or outcome.changed or marks is None:
        raise click.ClickException(f"{ruleset} was interrupted or changed during the run; nothing is written")
    kept = old.players if old is not None else {}
    players = {}
    for sheet in outcome.sheets:
        count = sheet.subject.players
        rows = [*kept.get(count, ()), *(row_of(each, marks) for each in sheet.findings)]
        players[count] = tuple(sorted(rows, key=lambda row: _place(row, marks)))
    return Recorded(marks.rules, marks.examples, players)


def _place(row: Row, marks: Marks) -> tuple[int, int]:
    """Health first, then claims in the order of the text, the examples last."""
    if row.property in HEALTH:
        return 0, list(HEALTH).index(row.property)
    return (1, list(marks.claims).index(row.property)) if row.property in marks.claims else (2, 0)
