"""`rulewright verify`: every property of every rule set, and a verdict on each."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import click
from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.text import Text

from verifier.check.aggregate import with_acknowledgement
from verifier.check.remembered import memory
from verifier.check.save_plays import saved_files, scenario_still_shows
from verifier.check.schedule import Tell, VerifyJob, VerifyOutcome, VerifyProgress, verified
from verifier.check.subjects import requested_properties, subjects_of
from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.show import answer, number_of, progress_console, reader, said, worded
from verifier.cli.table import told
from verifier.cli.told import page_reader
from verifier.diagnostics import Report, diagnostic
from verifier.languages import language
from verifier.program import Subject
from verifier.report.ci_formats import junit, sarif
from verifier.report.json import verify_document
from verifier.report.lemma_overlay import pins
from verifier.verdict.budget import DEFAULT_SECONDS, Budget
from verifier.verdict.finding import STRENGTH, VERDICTS, Verdict
from verifier.workers import Jobs

# --- verification while it runs: how far it is, what is under way, what has been found so far


# Of what was just found so many lines are shown.
RECENT = 5


@contextmanager
def telling(quiet: bool) -> Iterator[Tell | None]:
    """Results as they come while somebody sits at a terminal, and below them a few lines that go when all is done."""
    out = None if quiet and not os.isatty(2) else progress_console()
    if out is None:
        yield None
        return
    columns = (TextColumn(said("progress.verifying")), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Bar(*columns, console=out)
    line = bar.add_task("", total=None)
    found = _Found()
    with Live(bar, console=out, transient=True, refresh_per_second=4) as live:

        def tell(progress: VerifyProgress) -> None:
            bar.update(line, completed=progress.done, total=progress.total)
            for each in found.news(progress):
                out.print(each)
            live.update(Group(bar, *_under_way(progress), *_recent(progress), found.so_far()))

        yield tell


class _Found:
    """The best verdict on each property so far; a later method may still find a better one."""

    def __init__(self) -> None:
        self.best: dict[Subject, dict[str, Verdict]] = {}
        # What is refuted and stands in the rules as meant so.
        self.meant: set[tuple[Subject, str]] = set()
        self.told: set[Subject] = set()

    def news(self, progress: VerifyProgress) -> Iterator[Text]:
        """What is worth a line that stays: a property that fails, and the verdicts on a rule set that is done."""
        last = progress.last
        if last is None:
            return
        subject = last.task.subject
        best = self.best.setdefault(subject, {})
        acknowledged = subject.program().game.acknowledged
        for each in (with_acknowledgement(found, acknowledged) for found in last.findings):
            if each.verdict == "refuted" and not each.fails():
                self.meant.add((subject, each.property))
            if each.fails() and best.get(each.property) != "refuted":
                yield Text(
                    f"{worded(str(subject))}{_colon()} {each.property}{_colon()} {said('verdict.refuted')}",
                    style="red",
                )
            known = best.get(each.property, each.verdict)
            best[each.property] = min(each.verdict, known, key=lambda one: STRENGTH[one])
        if subject not in progress.waiting and subject not in self.told:
            self.told.add(subject)
            yield Text(f"{worded(str(subject))}{_colon()} {_counts(self.statuses(subject))}")

    def so_far(self) -> Text:
        """How many properties have a verdict."""
        verdicts = [each for subject in self.best for each in self.statuses(subject)]
        words = number_of("progress.properties", len(verdicts))
        return Text(f"  {words}{f'{_colon()} ' if verdicts else ''}{_counts(verdicts)}", style="dim")

    def statuses(self, subject: Subject) -> list[str]:
        return [
            "known" if verdict == "refuted" and (subject, name) in self.meant else verdict
            for name, verdict in self.best[subject].items()
        ]


def _colon() -> str:
    return language(reader()).sign(":")


def _counts(verdicts: Collection[str]) -> str:
    counts = Counter(verdicts)
    return ", ".join(
        f"{counts[each]} {said(f'verdict.{each}')}" for each in (*VERDICTS, "known") if counts[each]
    )


def _under_way(progress: VerifyProgress) -> Iterator[Text]:
    for task in progress.under_way:
        yield Text(f"  {said(f'progress.{task.method}'):14}{worded(str(task.subject))}", style="dim")


def _recent(progress: VerifyProgress) -> Iterator[Text]:
    """What the last piece of work has found, the first few properties of it."""
    for each in progress.last.findings[:RECENT] if progress.last is not None else ():
        yield Text(f"  {each.property}{_colon()} {worded(each.standing)}")


# --- reports as files: looked at before the work begins, written when it is done


FORMS: dict[str, Callable[[VerifyOutcome], str]] = {
    "junit": junit,
    "sarif": lambda outcome: json.dumps(sarif(outcome), indent=2, ensure_ascii=False) + "\n",
    "pins": pins,
}


@contextmanager
def _writing(path: Path, report: Report) -> Iterator[None]:
    """What goes wrong with a file is reported, not raised."""
    try:
        yield
    except OSError as error:
        hint = error.strerror.lower() if error.strerror else None
        report.add(diagnostic("V403", hint=hint, path=path))


def check_paths(paths: Iterable[Path], report: Report) -> None:
    """Each path can be written, or is reported; nothing is changed by asking."""
    for path in paths:
        new = not path.exists()
        with _writing(path, report):
            path.open("a", encoding="utf-8").close()
            if new:
                path.unlink()


def write_reports(outcome: VerifyOutcome, paths: Mapping[str, Path], report: Report) -> None:
    """Every report that was asked for."""
    for form, path in paths.items():
        with _writing(path, report):
            if form == "html":
                _write_pages(outcome, path)
            else:
                path.write_text(FORMS[form](outcome), encoding="utf-8")


def _write_pages(outcome: VerifyOutcome, path: Path) -> None:
    """The report, and in a folder beside it the pages on which its plays are opened."""
    # Only here: the pages are as much code as the rest of the command.
    from verifier.cli.docs_play import single_file
    from verifier.report.html import playable_file, played_rulesets, verify_page

    plays = path.with_name(f"{path.stem}-plays")
    path.write_text(verify_page(outcome, quote(plays.name), page_reader()), encoding="utf-8")
    for ruleset in played_rulesets(outcome):
        plays.mkdir(exist_ok=True)
        (plays / playable_file(ruleset)).write_text(single_file(ruleset, only=True), encoding="utf-8")


def save_plays(outcome: VerifyOutcome, folder: Path, report: Report) -> None:
    """Every play in a folder, as `replay` reads it, as a scenario where it can be said, and a test for each."""
    with _writing(folder, report):
        folder.mkdir(parents=True, exist_ok=True)
        plays = scenarios = 0
        for each in saved_files(outcome):
            path = folder / each.name
            path.write_text(each.text, encoding="utf-8")
            if not scenario_still_shows(each, path):
                path.unlink()
                continue
            plays += path.suffix == ".json"
            scenarios += path.suffix == ".rules"
        counts = number_of("answer.plays", plays), number_of("answer.scenarios", scenarios)
        click.echo(said("answer.saved", path=folder, plays=counts[0], scenarios=counts[1]), err=True)


# --- `rulewright verify`: every property of every rule set, and a verdict on each


@click.command(cls=Command)
@frame.rulesets
@frame.every_players
@click.option("--only", multiple=True, metavar="PROPERTY", help="Only this property; may be repeated.")
@click.option(
    "--budget",
    type=float,
    default=DEFAULT_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="Time limit per rule set and method, in seconds (approximate); proofs get three times that.",
)
@frame.jobs
@click.option("--certify", is_flag=True, help="Put the certificates of proofs to the checker now.")
@click.option("--anew", is_flag=True, help="Search again, whatever earlier runs have found.")
@click.option("--second-solver", is_flag=True, help="Confirm every proof with a second solver.")
@click.option(
    "--verbose",
    is_flag=True,
    help="Also show acknowledged counterexamples and the auxiliary invariants of proofs.",
)
@click.option("--details", is_flag=True, help="Show below each property how its verdict was reached.")
@frame.path("--junit", "Also write JUnit XML.", metavar="FILE")
@frame.path("--sarif", "Also write SARIF.", metavar="FILE")
@frame.path("--html", "Also write an HTML page.", metavar="FILE")
@frame.path("--pins", "Also write the auxiliary invariants of the proofs as an overlay.", metavar="FILE")
@frame.path("--save-to save", "Also save the plays: to replay, as scenarios, and as tests.", metavar="FOLDER")
@frame.as_json
def verify(
    rulesets: tuple[str, ...],
    players: int | None,
    only: tuple[str, ...],
    budget: float,
    jobs: Jobs,
    certify: bool,
    anew: bool,
    second_solver: bool,
    verbose: bool,
    details: bool,
    junit: Path | None,
    sarif: Path | None,
    html: Path | None,
    pins: Path | None,
    save: Path | None,
    as_json: bool,
) -> Exit:
    """Verify every property of every rule set; default: every game and published variant."""
    report = Report()
    if not budget > 0 or budget == float("inf"):
        hint = "give a time limit per rule set in seconds, for example `--budget 60`"
        report.add(diagnostic("V402", hint=hint, seconds=f"{budget:g}"))
    frame.check_jobs(jobs, report)
    asked = {"junit": junit, "sarif": sarif, "html": html, "pins": pins}
    paths = {form: path for form, path in asked.items() if path is not None}
    check_paths(paths.values(), report)
    report.reject_errors()
    subjects = subjects_of(rulesets, players, report)
    report.reject_errors()
    if pins is not None and len(subjects) > 1:
        raise click.UsageError("`--pins` is for one rule set and one number of players")
    properties = requested_properties(only, subjects, report)
    report.reject_errors()
    began = time.time()
    with telling(as_json) as tell:
        job = VerifyJob(
            subjects,
            Budget(budget),
            properties,
            jobs,
            second_solver,
            certify,
            memory(anew),
            hints=True,
            certificates=not (anew or second_solver or pins),
        )
        outcome = verified(job, tell)
    write_reports(outcome, paths, report)
    if save is not None:
        save_plays(outcome, save, report)
    answer("verify", as_json, verify_document(outcome), told(outcome, verbose, details))
    frame.say_what_is_faster(time.time() - began)
    report.reject_errors()
    if outcome.partial:
        return Exit.INTERRUPTED
    if outcome.refuted:
        return Exit.PROBLEM
    return Exit.UNKNOWN if outcome.unknown else Exit.WELL
