"""Verdicts on a terminal: the matrix of rule sets and properties, then what needs words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from verifier.check.schedule import SubjectFindings, VerifyOutcome
from verifier.cli.show import grid, show_table
from verifier.verdict.finding import VERDICTS, Finding, Verdict
from verifier.verdict.properties import HEALTH

COLOURS = {
    "proved": "green",
    "exhausted": "green",
    "tested": "cyan",
    "refuted": "bold red",
    "unknown": "yellow",
}
# A letter for a verdict in a narrow cell; small where the rules acknowledge it.
LETTERS: dict[Verdict, str] = {"proved": "P", "exhausted": "E", "tested": "T", "refuted": "R", "unknown": "?"}
LEGEND = (
    "P proved for the full game, E every state of a small instance, T tested by plays, "
    "R refuted, ? unknown, (R) (?) acknowledged in the rules"
)
HEADS = {
    "conservation": "con-\nserved",
    "bounds": "in\nbounds",
    "no-dead-end": "dead\nends",
    "every-rule-lives": "rules\nlive",
    "it-ends": "it\nends",
    "somebody-wins": "one\nwins",
    "no-peeking": "no\npeeks",
    "gap-and-overlap": "over-\nlaps",
    "nothing-vanishes": "no\nskips",
    "invariants": "in-\nvariants",
    "witnesses": "wit-\nnesses",
    "scenarios": "sce-\nnarios",
}
COUNTED = {"invariants": "invariant", "witnesses": "witness"}
# A play longer than this is told by its last lines.
LINES = 30
# Of a list so many are named.
SHOWN = 12


def show_outcome(out: Console, outcome: VerifyOutcome, verbose: bool = False) -> None:
    """Everything that was found."""
    alone = len(outcome.sheets) == 1
    if alone:
        _show_sheet(out, outcome.sheets[0])
    else:
        _show_matrix(out, outcome)
    for group in _worth_words(outcome):
        _show_words(out, group, alone or verbose)
    if verbose:
        _show_helpers(out, outcome)
    _show_summary(out, outcome)


def _show_sheet(out: Console, sheet: SubjectFindings) -> None:
    out.print(f"[bold]{escape(str(sheet.subject))}[/]")
    table = grid("property", "verdict", "method", "seconds", "detail")
    for column in table.columns[1:3]:
        column.justify = "left"
    for finding in sheet.findings:
        table.add_row(
            finding.property,
            coloured(finding),
            finding.method,
            f"{finding.seconds:.2f}",
            escape(finding.detail),
        )
    show_table(out, table)


# --- the matrix


def _show_matrix(out: Console, outcome: VerifyOutcome) -> None:
    """A line for each rule set and number of players, the rule sets of a game together."""
    names = [name for name in HEADS if any(_column(sheet, name) for sheet in outcome.sheets)]
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True)
    for name in names:
        table.add_column(HEADS[name], justify="left" if name in COUNTED else "center", vertical="bottom")
    game = ""
    for sheet in outcome.sheets:
        first, plus, overlays = sheet.subject.ruleset.partition("+")
        if first != game:
            game = first
            table.add_row(f"[bold]{escape(game)}[/]")
        words = f"  {escape(plus + overlays)} ".replace("   ", "  ") + f"{sheet.subject.players} players"
        table.add_row(words, *(_cell(_column(sheet, name), name) for name in names))
    show_table(out, table)
    out.print(f"[dim]{LEGEND}[/]", soft_wrap=True)


def _column(sheet: SubjectFindings, name: str) -> list[Finding]:
    kind = COUNTED.get(name)
    return [each for each in sheet.findings if (each.kind == kind if kind else each.property == name)]


def _cell(findings: list[Finding], name: str) -> str:
    if name not in COUNTED:
        return " ".join(map(_letter, findings))
    counts = Counter((finding.verdict, finding.acknowledged is not None) for finding in findings)
    found = []
    for verdict in VERDICTS:
        for known in (False, True):
            count = counts[verdict, known]
            if count:
                words = f"{count}({LETTERS[verdict]})" if known else f"{count}{LETTERS[verdict]}"
                found.append(f"[{'dim' if known else COLOURS[verdict]}]{words}[/]")
    return " ".join(found)


def _letter(finding: Finding) -> str:
    letter = LETTERS[finding.verdict]
    if finding.acknowledged is not None:
        return f"[dim]({letter})[/]"
    return f"[{COLOURS[finding.verdict]}]{letter}[/]"


def coloured(finding: Finding) -> str:
    """The verdict, in colour."""
    if finding.acknowledged is not None:
        return f"[dim]{finding.verdict}, acknowledged[/]"
    return f"[{COLOURS[finding.verdict]}]{finding.verdict}[/]"


# --- what needs words


Group = list[tuple[SubjectFindings, Finding]]


def _worth_words(outcome: VerifyOutcome) -> Iterator[Group]:
    """What is refuted or unknown, the same words about several subjects once; what fails comes last."""
    groups: dict[tuple[str, ...], Group] = {}
    for sheet in outcome.sheets:
        for finding in sheet.findings:
            if finding.verdict in ("refuted", "unknown"):
                known = finding.acknowledged
                same = finding.detail if known is None else known
                key = (finding.property, finding.verdict, str(known is not None), same)
                groups.setdefault(key, []).append((sheet, finding))
    order = sorted(groups.values(), key=lambda group: (group[0][1].fails(), group[0][1].acknowledged is None))
    yield from order


def _show_words(out: Console, group: Group, with_plays: bool) -> None:
    _, finding = group[0]
    out.print()
    where = f" ({finding.place})" if finding.place else ""
    subjects = ", ".join(f"{sheet.subject}" for sheet, _ in group)
    out.print(f"{coloured(finding)}: `{finding.property}` of {escape(subjects + where)}", soft_wrap=True)
    if finding.acknowledged is None or with_plays:
        out.print(f"  {escape(finding.detail)}", soft_wrap=True)
        if finding.listed and finding.kind != "scenarios":
            out.print(f"  {escape(_some(finding.listed))}", soft_wrap=True)
    if finding.acknowledged is not None:
        out.print(f"  = acknowledged: {escape(finding.acknowledged)}", soft_wrap=True)
    if finding.trace is not None and finding.verdict == "refuted" and (finding.fails() or with_plays):
        _show_play(out, finding)


def _some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _show_play(out: Console, finding: Finding) -> None:
    assert finding.trace is not None
    told = finding.trace.told
    skipped = max(0, len(told) - LINES)
    if skipped:
        out.print(f"  ... {skipped} earlier moves")
    for number, line in enumerate(told[skipped:], start=skipped + 1):
        mark = "-> " if finding.trace.loop == number else "   "
        out.print(f"{mark}{number:3}. {escape(line)}", soft_wrap=True)


def _show_helpers(out: Console, outcome: VerifyOutcome) -> None:
    """What the proofs lean on, found by themselves: each invariant may be pinned in the rules (`--pins`)."""
    for sheet in outcome.sheets:
        found = [(finding, helper) for finding in sheet.findings for helper in finding.helpers]
        if not found:
            continue
        out.print()
        out.print(f"[bold]auxiliary invariants of {escape(str(sheet.subject))}[/]", soft_wrap=True)
        used: dict[str, list[str]] = {}
        for finding, helper in found:
            used.setdefault(helper, []).append(finding.property)
        for helper, properties in sorted(used.items()):
            head, *lines = helper.splitlines()
            out.print(escape(f"{head}  <- {', '.join(dict.fromkeys(properties))}"), soft_wrap=True)
            for line in lines:
                out.print(escape(line), soft_wrap=True)


def _show_summary(out: Console, outcome: VerifyOutcome) -> None:
    counts = Counter(finding.verdict for finding in outcome.findings)
    words = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    known = sum(finding.acknowledged is not None for finding in outcome.findings)
    if known:
        words += f" ({known} acknowledged)"
    out.print()
    for name in outcome.changed:
        out.print(f"[yellow]the rules of `{escape(name)}` changed during verification[/]")
    if outcome.partial:
        out.print("[yellow]partial: interrupted before the end[/]")
    rule_sets = len({sheet.subject.ruleset for sheet in outcome.sheets})
    tables = f", {len(outcome.sheets)} tables" if len(outcome.sheets) > rule_sets else ""
    plural = "s" if rule_sets > 1 else ""
    out.print(f"{rule_sets} rule set{plural}{tables}: {words}", soft_wrap=True)


assert set(HEALTH) <= set(HEADS)
