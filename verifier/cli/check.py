"""`rulewright check`: reads rules and reports every mistake in them."""

from __future__ import annotations

from pathlib import Path

import click

from verifier.cli import options
from verifier.cli.codes import Exit
from verifier.cli.frame import Command
from verifier.cli.show import document, near, texts
from verifier.diagnostics import Report
from verifier.diagnostics import as_json as diagnostic_as_json
from verifier.program import check_ruleset
from verifier.surface.shelf import ENDING, files_below, game_names, overlays_of, spec_folder, units_of


@click.command(cls=Command)
@click.argument("what", nargs=-1, metavar="[RULESET|PATH]...")
@options.as_json
@click.pass_context
def check(ctx: click.Context, what: tuple[str, ...], as_json: bool) -> None:
    """Parse rules and report every mistake; without an argument, the rules of every game."""
    report = Report()
    rulesets = [name for each in what or everything() for name in rulesets_of(each, report)]
    for ruleset in dict.fromkeys(rulesets):
        check_ruleset(ruleset, report)
    diagnostics = [near(each) for each in report.diagnostics]
    if as_json:
        found = [diagnostic_as_json(each) for each in diagnostics]
        document("check", {"rulesets": list(dict.fromkeys(rulesets)), "diagnostics": found})
    elif diagnostics:
        click.echo(texts(diagnostics))
    else:
        count = len(set(rulesets))
        click.echo(f"{rulesets[0]}: no mistakes" if count == 1 else f"{count} rule sets: no mistakes")
    ctx.exit(Exit.MISUSE if report.has_errors else Exit.WELL)


def everything() -> list[str]:
    """Every game, alone and with each of its overlays that is whole without another."""
    found = []
    for name in game_names():
        overlays = [overlay.name for overlay in overlays_of(name) if not overlay.basis]
        found += [name, *(f"{name}+{overlay}" for overlay in overlays)]
    return found


def rulesets_of(what: str, report: Report) -> list[str]:
    """The rule sets to read for a rule set, a file or a folder."""
    path = Path(what)
    if what and path.is_dir():
        return [name for file in files_below(path) for name in rulesets_of(str(file), report)]
    if what.endswith(ENDING) and "+" not in what:
        return _of_file(path, report)
    return [what]


def _of_file(path: Path, report: Report) -> list[str]:
    """A file of parts is read with what it is part of, each overlay for itself."""
    game = _shelved(path)
    found = []
    for unit in units_of(path, report):
        name, owners = unit.header.name.text, [base.text for base in unit.header.of]
        if game is None:
            found += [f"{owner}+{path}" for owner in owners] if unit.header.sort == "part" else [str(path)]
        else:
            laid = owners if unit.header.sort == "part" else [name]
            found += [game if each == game else f"{game}+{each}" for each in laid]
    return found


def _shelved(path: Path) -> str | None:
    """The game in whose folder a file lies, if it lies on our shelf."""
    try:
        return path.resolve().relative_to(spec_folder().resolve()).parts[0]
    except ValueError:
        return None
