"""Verdicts on a terminal: the matrix of rule sets and properties, then what needs words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.console import Console
from rich.markup import escape

from verifier.cli.show import grid, show_table
from verifier.verify.finding import VERDICTS, Finding
from verifier.verify.properties import HEALTH
from verifier.verify.running import Outcome, Sheet

COLOURS = {
    "proved": "green",
    "exhausted": "green",
    "tested": "cyan",
    "refuted": "bold red",
    "unknown": "yellow",
}
# A play longer than this is told by its last lines.
LINES = 30


def show_outcome(out: Console, outcome: Outcome) -> None:
    """Everything that was found."""
    if len(outcome.sheets) == 1:
        _show_sheet(out, outcome.sheets[0])
    else:
        _show_matrix(out, outcome)
    for sheet, finding in _worth_words(outcome):
        _show_words(out, sheet, finding)
    _show_summary(out, outcome)


def _show_sheet(out: Console, sheet: Sheet) -> None:
    out.print(f"[bold]{escape(str(sheet.subject))}[/]")
    table = grid("property", "verdict", "method", "seconds", "detail")
    for column in table.columns[1:3]:
        column.justify = "left"
    table.columns[4].no_wrap = False
    for finding in sheet.findings:
        table.add_row(
            finding.property,
            coloured(finding),
            finding.method,
            f"{finding.seconds:.2f}",
            escape(finding.detail),
        )
    show_table(out, table)


def _show_matrix(out: Console, outcome: Outcome) -> None:
    """Health properties one by one, claims and scenarios counted."""
    columns = [*HEALTH, "invariants", "witnesses", "scenarios"]
    for number, sheet in enumerate(outcome.sheets):
        if number:
            out.print()
        out.print(f"[bold]{escape(str(sheet.subject))}[/]")
        table = grid("property", "verdict", "method")
        table.columns[1].justify = "left"
        for name in columns:
            findings = _column(sheet, name)
            if len(findings) == 1 and findings[0].property == name:
                table.add_row(name, coloured(findings[0]), findings[0].method)
            elif findings:
                table.add_row(name, _counted(findings), _methods(findings))
        show_table(out, table)


def _column(sheet: Sheet, name: str) -> list[Finding]:
    kind = {"invariants": "invariant", "witnesses": "witness"}.get(name)
    return [each for each in sheet.findings if (each.kind == kind if kind else each.property == name)]


def _counted(findings: list[Finding]) -> str:
    counts = Counter(finding.verdict for finding in findings)
    words = [f"[{COLOURS[verdict]}]{counts[verdict]} {verdict}[/]" for verdict in VERDICTS if counts[verdict]]
    return ", ".join(words)


def _methods(findings: list[Finding]) -> str:
    return ", ".join(dict.fromkeys(finding.method for finding in findings))


def coloured(finding: Finding) -> str:
    """The verdict, in colour."""
    if finding.acknowledged is not None:
        return f"[dim]{finding.verdict}, acknowledged[/]"
    return f"[{COLOURS[finding.verdict]}]{finding.verdict}[/]"


def _worth_words(outcome: Outcome) -> Iterator[tuple[Sheet, Finding]]:
    for sheet in outcome.sheets:
        for finding in sheet.findings:
            if finding.verdict in ("refuted", "unknown"):
                yield sheet, finding


def _show_words(out: Console, sheet: Sheet, finding: Finding) -> None:
    out.print()
    where = f" ({finding.place})" if finding.place else ""
    title = f"{coloured(finding)}: `{finding.property}` of {sheet.subject}"
    out.print(f"{title}{escape(where)}", soft_wrap=True)
    out.print(f"  {escape(finding.detail)}", soft_wrap=True)
    if finding.acknowledged is not None:
        out.print(f"  = acknowledged: {escape(finding.acknowledged)}", soft_wrap=True)
    if finding.trace is not None and finding.verdict == "refuted":
        told = finding.trace.told
        skipped = max(0, len(told) - LINES)
        if skipped:
            out.print(f"  ... {skipped} moves before")
        for number, line in enumerate(told[skipped:], start=skipped + 1):
            mark = "-> " if finding.trace.loop == number else "   "
            out.print(f"{mark}{number:3}. {escape(line)}", soft_wrap=True)


def _show_summary(out: Console, outcome: Outcome) -> None:
    counts = Counter(finding.verdict for finding in outcome.findings)
    words = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    known = sum(finding.acknowledged is not None for finding in outcome.findings)
    if known:
        words += f" ({known} acknowledged)"
    out.print()
    for name in outcome.changed:
        out.print(f"[yellow]the rules of `{escape(name)}` changed while they were verified[/]")
    if outcome.partial:
        out.print("[yellow]partial: interrupted before everything was done[/]")
    out.print(f"{len(outcome.sheets)} rule sets: {words}", soft_wrap=True)
