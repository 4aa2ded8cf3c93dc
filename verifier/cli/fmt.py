"""`rulewright fmt`: every text of rules in its one layout."""

from __future__ import annotations

from pathlib import Path

import click

from verifier.cli import options
from verifier.cli.codes import Exit
from verifier.cli.files import save
from verifier.cli.frame import Command
from verifier.cli.show import document, near, show_rejected
from verifier.diagnostics import Report
from verifier.diagnostics import as_json as diagnostic_as_json
from verifier.surface.format import formatted
from verifier.surface.parser import load
from verifier.surface.shelf import files_below, shown, spec_folder


@click.command(cls=Command)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file is not formatted.")
@options.as_json
@click.pass_context
def fmt(ctx: click.Context, paths: tuple[Path, ...], check: bool, as_json: bool) -> None:
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
            click.echo(f"{'would change' if check else 'changed'}: {shown(path)}")
        if not changed and not report.has_errors:
            click.echo(f"{len(files)} files, all formatted")
        if report.has_errors:
            show_rejected(report.diagnostics, "fmt", as_document=False)
    if report.has_errors:
        ctx.exit(Exit.MISUSE)
    ctx.exit(Exit.PROBLEM if check and changed else Exit.WELL)


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
    source = load(path, report)
    text = formatted(source, report) if source is not None else None
    if text is None or path.read_bytes() == text.encode("utf-8"):
        return False
    if not check:
        save(path, text, force=True)
    return True
