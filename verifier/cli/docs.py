"""`rulewright docs`: the site as plain Markdown with one `mkdocs.yml`, and built."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import click

from verifier.check.hints import hints_from, hints_path, hints_text, recorded_hints
from verifier.check.schedule import VerifyJob, VerifyOutcome, verified
from verifier.check.subjects import subjects_of
from verifier.cli.docs_play import play
from verifier.cli.docs_playground import playground
from verifier.cli.docs_serve import serve
from verifier.cli.frame import Command, Commands, Exit
from verifier.cli.reference import commands_page
from verifier.cli.show import number_of, said, worded, wrapped
from verifier.cli.verify import telling
from verifier.cli.working_copy import check_writable
from verifier.diagnostics import Report
from verifier.languages import ENGLISH
from verifier.pages.pen import page_words
from verifier.pages.site import faults, site_of
from verifier.pages.variants import effect_of
from verifier.pages.verdicts import (
    ALL,
    Fingerprints,
    Recorded,
    RecordRow,
    VerdictRecord,
    fingerprints_now,
    open_questions,
    record_path,
    record_text,
    renamed,
    row_of,
    stale,
    valid_record,
    wanted,
)
from verifier.surface.files import game_folder, game_name, game_names, is_game
from verifier.verdict.budget import DEFAULT_SECONDS, Budget
from verifier.verdict.properties import HEALTH
from verifier.words.catalogue import told_languages
from verifier.words.check import checked, reads_of

# --- booklets and summaries as PDF, printed by a headless Chromium from pages of the built site


BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SECONDS = 90


def chromium() -> str | None:
    """A browser that can print, if there is one."""
    return next((found for name in BROWSERS if (found := shutil.which(name)) is not None), None)


def print_booklets(browser: str, site: Path, games: list[str]) -> list[str]:
    """Prints booklet and summary of each game in each language beside their pages; what went wrong is returned."""
    wrong = []
    for game in games:
        for lang in told_languages(game_folder(game)):
            name = game_name(game)
            folder = site / "games" / lang / name
            for page, paper in (("booklet", ""), ("summary", "-summary")):
                target = folder / f"{name}-{lang}{paper}.pdf"
                if not _printed(browser, folder / f"{page}.html", target):
                    wrong.append(f"{target.relative_to(site)}: the browser printed nothing")
    return wrong


def _printed(browser: str, page: Path, target: Path) -> bool:
    with TemporaryDirectory() as profile:
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
            f"--user-data-dir={profile}", f"--print-to-pdf={target.resolve()}", page.resolve().as_uri(),
        ]  # fmt: skip
        try:
            subprocess.run(command, check=False, capture_output=True, timeout=SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return target.is_file()


# --- `rulewright docs verdicts`: what the pages say is proved, found out and written beside the rules


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
        click.echo("\n".join(old) if old else worded("all recorded verdicts are up to date"))
        ctx.exit(Exit.PROBLEM if old else Exit.WELL)
    check_writable(chosen)
    for game, rulesets in chosen.items():
        _record(game, rulesets, again, Budget(budget), jobs)


def _chosen(names: tuple[str, ...]) -> dict[str, list[str] | None]:
    """For each game the rule sets that are asked for; none if all are."""
    found: dict[str, list[str] | None] = {}
    for name in names or game_names():
        game, plus, _ = name.partition("+")
        if not is_game(game):
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
    kept = valid_record(game)
    found = VerdictRecord(
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
        _write_verdicts(game, found)
        counts = ", ".join(f"{count} {said(f'verdict.{verdict}')}" for verdict, count in new.counts().items())
        click.echo(f"{ruleset}: {counts}")
    for overlay in effects:
        if overlay not in found.effects:
            found = replace(found, effects={**found.effects, overlay: effect_of(game, overlay)})
            _write_verdicts(game, found)
            click.echo(f"{game}+{overlay}")


def _write_verdicts(game: str, record: VerdictRecord) -> None:
    named = renamed(record, game, game_name(game))
    record_path(game).write_text(record_text(named), encoding="utf-8")


def _recorded(
    ruleset: str, budget: Budget, jobs: int, old: Recorded | None, asked: frozenset[str]
) -> Recorded:
    """The verdicts on a rule set: those that are asked for, beside those that stand."""
    report = Report()
    marks = fingerprints_now(ruleset)
    subjects = subjects_of([ruleset], None, report)
    report.reject_errors()
    with telling(quiet=False) as tell:
        outcome = verified(VerifyJob(subjects, budget, None if asked == ALL else asked, jobs), tell)
    if outcome.partial or outcome.changed or marks is None:
        raise click.ClickException(f"{ruleset} was interrupted or changed during the run; nothing is written")
    if asked == ALL:
        _write_hints(ruleset, outcome, budget)
    kept = old.players if old is not None else {}
    players = {}
    for sheet in outcome.sheets:
        count = sheet.subject.players
        rows = [*kept.get(count, ()), *(row_of(each, marks) for each in sheet.findings)]
        players[count] = tuple(sorted(rows, key=lambda row: _place(row, marks)))
    return Recorded(marks.rules, marks.examples, players)


def _write_hints(ruleset: str, outcome: VerifyOutcome, budget: Budget) -> None:
    """What gave no answer is left out next time."""
    game = ruleset.split("+")[0]
    found = {**recorded_hints(game), **hints_from(outcome.results, budget.seconds)}
    hints_path(game).write_text(hints_text(found), encoding="utf-8")


def _place(row: RecordRow, marks: Fingerprints) -> tuple[int, int]:
    """Health first, then claims in the order of the text, the examples last."""
    if row.property in HEALTH:
        return 0, list(HEALTH).index(row.property)
    return (1, list(marks.claims).index(row.property)) if row.property in marks.claims else (2, 0)


# --- `rulewright docs`: the site as plain Markdown with one `mkdocs.yml`, and built


PROJECT = Path(__file__).resolve().parent.parent.parent / "docs"


@click.group(cls=Commands)
def docs() -> None:
    """Build the pages of the games and the project."""


@docs.command(cls=Command)
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/docs"), help="Output folder.")
@click.option(
    "--booklets/--no-booklets",
    default=None,
    help="Make PDF booklets and summaries; default: if Chromium is installed.",
)
@click.option("--pairs", is_flag=True, help="Also let house rules be played two at a time; takes longer.")
def build(games: tuple[str, ...], out: Path, booklets: bool | None, pairs: bool) -> None:
    """Write Markdown and `mkdocs.yml`, then build the site; default: all games."""
    unknown = [name for name in games if not is_game(name)]
    if unknown:
        raise click.UsageError(f"there is no game `{unknown[0]}`")
    called = Counter(map(game_name, games))
    if any(count > 1 for count in called.values()):
        raise click.UsageError(f"two of the games are called `{called.most_common(1)[0][0]}`")
    browser = chromium() if booklets is not False else None
    if booklets and browser is None:
        raise click.UsageError("booklets need Chromium, which is not installed")
    if find_spec("mkdocs") is None:
        # Said before the work begins, which takes minutes for all games.
        click.echo(
            worded('the site is built by MkDocs, which is not installed: `pip install "rulewright[docs]"`'),
            err=True,
        )
        raise click.exceptions.Exit(Exit.MISUSE)
    names = list(games) or game_names()
    _write(out, names, browser is not None, pairs)
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(out / "mkdocs.yml")],
        check=False,
    )
    if done.returncode:
        raise click.exceptions.Exit(Exit.PROBLEM)
    site = out / "site"
    printed = print_booklets(browser, site, names) if browser is not None else []
    wrong = [*printed, *faults(site)]
    for line in wrong:
        click.echo(line, err=True)
    if wrong:
        raise click.exceptions.Exit(Exit.PROBLEM)
    _say_what_is_left(games)
    click.echo(said("answer.site", path=site / "index.html"))


def _say_what_is_left(games: tuple[str, ...]) -> None:
    """Of one's own games: sentences on the pages that say something else than the rules."""
    for game in games:
        if game in game_names():
            continue
        reads = reads_of(game)
        for lang in told_languages(game_folder(game)):
            report = Report()
            checked(game, lang, report, reads)
            entries = {each.rule for each in report.diagnostics}
            if entries:
                words = number_of("answer.sentences", len(entries), game=game, lang=lang)
                width = shutil.get_terminal_size().columns if sys.stderr.isatty() else len(words)
                click.echo(wrapped(words, width), err=True)


docs.add_command(verdicts)
docs.add_command(play)
docs.add_command(serve)
docs.add_command(playground)


def _write(out: Path, games: list[str], booklets: bool, pairs: bool = False) -> None:
    site = site_of(_project_pages(games), games, booklets, pairs)
    for folder in ("pages", "theme", "site"):
        rmtree(out / folder, ignore_errors=True)
    for name, text in site.texts.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _project_pages(games: list[str]) -> dict[str, str]:
    """The project's own pages and pictures, if they are there and all games are: they speak of several.

    An installed wheel has none.
    """
    if not PROJECT.is_dir() or not set(game_names()) <= set(games):
        langs = [lang for game in games for lang in told_languages(game_folder(game))]
        lang = ENGLISH if ENGLISH in langs or not langs else langs[0]
        return {"index.md": f"# Rulewright\n\n[{page_words(lang)['game.games']}](games/{lang}/index.md)\n"}
    written = {
        str(path.relative_to(PROJECT)): path.read_text(encoding="utf-8")
        for path in sorted(PROJECT.rglob("*"))
        if path.suffix in (".md", ".svg") or path.name.endswith(".schema.json")
    }
    group = click.get_current_context().find_root().command
    assert isinstance(group, click.Group)
    return {**written, "commands.md": commands_page(group)}
