"""`rulewright check`: reads rules and reports every mistake in them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from verifier.cli import frame
from verifier.cli.files import save
from verifier.cli.frame import Command, Exit
from verifier.cli.show import document, in_colour, near, number_of, said, show_rejected
from verifier.cli.watch import again_and_again, watched_places
from verifier.diagnostics import Rejected, Report
from verifier.diagnostics import as_json as diagnostic_as_json
from verifier.program import check_ruleset
from verifier.surface.files import files_below, shown, spec_folder
from verifier.surface.layout import load
from verifier.surface.rulesets import everything, rulesets_of


@click.command(cls=Command)
@click.argument("what", nargs=-1, metavar="[RULESET|PATH]...")
@frame.path("--sarif", "Also write SARIF.", metavar="FILE")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@frame.as_json
def check(what: tuple[str, ...], sarif: Path | None, watch: bool, as_json: bool) -> Exit:
    """Parse rules and report every mistake; without an argument, the rules of every game."""
    if not watch:
        return _checked(what, sarif, as_json)
    if as_json:
        raise click.UsageError("`--watch` is for people: it does not go with `--json`")
    places = watched_places(what)
    if not places:
        # There is nothing to wait for; the mistake says what was not found.
        return _checked(what, sarif, as_json)
    again_and_again(places, lambda: _shown_alone(what, sarif))
    return Exit.WELL


def _shown_alone(what: tuple[str, ...], sarif: Path | None) -> None:
    """The answer to what is there now, on a terminal in place of the last one."""
    click.clear()
    try:
        _checked(what, sarif, as_json=False)
    except Rejected as rejected:
        show_rejected(rejected.report.diagnostics, "check", as_document=False)
    click.echo(said("answer.watching"), err=True)


def _checked(what: tuple[str, ...], sarif: Path | None, as_json: bool) -> Exit:
    report = Report()
    rulesets = [name for each in what or everything() for name in rulesets_of(each, report)]
    for ruleset in dict.fromkeys(rulesets):
        check_ruleset(ruleset, report)
    diagnostics = [near(each) for each in report.diagnostics]
    if sarif is not None:
        # Read by few: other checks do without what it imports.
        from verifier.report.ci_formats import diagnostics_sarif

        save(
            sarif, json.dumps(diagnostics_sarif(diagnostics), indent=1, ensure_ascii=False) + "\n", force=True
        )
    if as_json:
        found = [diagnostic_as_json(each) for each in diagnostics]
        document("check", {"rulesets": list(dict.fromkeys(rulesets)), "diagnostics": found})
    elif diagnostics:
        click.echo(in_colour(diagnostics))
    else:
        count = len(set(rulesets))
        click.echo(
            said("answer.checked-one", ruleset=rulesets[0])
            if count == 1
            else said("answer.checked-many", count=count)
        )
    return Exit.MISUSE if report.has_errors else Exit.WELL


# --- `rulewright fmt`: every text of rules in its one layout


@click.command(cls=Command)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file is not formatted.")
@frame.as_json
def fmt(paths: tuple[Path, ...], check: bool, as_json: bool) -> Exit:
    """Format files of rules; without a path, all of spec/ in a checkout."""
    files = _files(paths)
    report = Report()
    changed = [path for path in files if _changed(path, check, report)]
    if as_json:
        found = [{"path": shown(path), "changed": path in changed} for path in files]
        mistakes = [diagnostic_as_json(near(each)) for each in report.diagnostics]
        document("fmt", {"check": check, "files": found, "diagnostics": mistakes})
    else:
        for path in changed:
            click.echo(said("answer.would-change" if check else "answer.changed", path=shown(path)))
        if not changed and not report.has_errors:
            click.echo(number_of("answer.formatted", len(files)))
        if report.has_errors:
            show_rejected(report.diagnostics, "fmt", as_document=False)
    if report.has_errors:
        return Exit.MISUSE
    return Exit.PROBLEM if check and changed else Exit.WELL


def _files(paths: tuple[Path, ...]) -> list[Path]:
    if not paths:
        folder = spec_folder()
        if folder.parent.name == "_data":
            raise click.UsageError(
                "name the files to format: the games installed with Rulewright are not changed"
            )
        paths = (folder,)
    found = [file for path in paths for file in (files_below(path) if path.is_dir() else [path])]
    return list(dict.fromkeys(found))


def _changed(path: Path, check: bool, report: Report) -> bool:
    """Whether a file has another layout; if so it gets the right one, unless it is only looked at."""
    # Whoever only checks does not load the parser: most texts were read before.
    from verifier.surface.format import formatted

    source = load(path, report)
    text = formatted(source, report) if source is not None else None
    if text is None or path.read_bytes() == text.encode("utf-8"):
        return False
    if not check:
        save(path, text, force=True)
    return True
