"""Verdicts on a terminal: the matrix of rule sets and properties, then what needs words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from babel.lists import format_list
from rich.markup import escape
from rich.table import Table

from verifier.check.schedule import SubjectFindings, VerifyOutcome
from verifier.cli.show import PARTIAL, Fitting, Line, grid, number_of, reader, said, styled
from verifier.cli.told import acknowledged_line, told_detail, told_play
from verifier.languages import language
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
# A proof that only its prover vouches for.
UNCHECKED = "p"
LEGEND = (
    "P proved for the full game (p: unchecked), E every state of a small instance, T tested by plays, "
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
    "fair-deal": "fair\ndeal",
    "nothing-vanishes": "no\nskips",
    "invariants": "in-\nvariants",
    "witnesses": "wit-\nnesses",
    "measures": "mea-\nsures",
    "scenarios": "sce-\nnarios",
}
COUNTED = {"invariants": "invariant", "witnesses": "witness", "measures": "measure"}
# A play longer than this is told by its last lines.
LINES = 30
# Methods that say no more than their number of plays.
BY_NUMBER = {"plays", "played", "set-ups"}
# Of a list so many are named.
SHOWN = 12


def told(outcome: VerifyOutcome, verbose: bool = False, details: bool = False) -> Iterator[Line]:
    """Everything that was found; with `details` how, below each property."""
    alone = len(outcome.sheets) == 1
    if details:
        for sheet in outcome.sheets:
            yield from _detailed(sheet)
    else:
        yield from _sheet(outcome.sheets[0]) if alone else _matrix(outcome)
    for group, also in _by_players(_worth_words(outcome), fold=not verbose):
        yield from _words(group, alone or verbose)
        if also:
            yield said("sheet.also-with", players=_listed(also))
    if verbose:
        yield from _helpers(outcome)
    yield from _summary(outcome)


def _sheet(sheet: SubjectFindings) -> Iterator[Line]:
    """A line for each property: with everything where that fits, otherwise with what the verdict rests on."""
    yield styled(f"[bold]{escape(str(sheet.subject))}[/]")
    heads = [said(f"sheet.{each}") for each in ("property", "verdict", "method", "seconds", "detail")]
    whole = grid(*heads)
    for column in whole.columns[1:3]:
        column.justify = "left"
    short = grid(*heads[:2], said("sheet.rests-on"))
    short.columns[1].justify = "left"
    for each in sheet.findings:
        seconds = f"{each.seconds:.2f}"
        whole.add_row(each.property, coloured(each), each.method, seconds, escape(told_detail(each)))
        short.add_row(each.property, coloured(each), escape(basis(each)))
    yield Fitting((whole, short))


INSTANCE = re.compile(r"instance `([^`]+)`")
COUNT = re.compile(r"[\d,]+ (?:plays?|set-ups?|scenarios?)\b")


def basis(finding: Finding) -> str:
    """What makes a verdict honest, in a few words: the method, the instances, the number of plays."""
    instances = list(dict.fromkeys(INSTANCE.findall(finding.detail)))
    if instances:
        return f"instance{'s' if len(instances) > 1 else ''} {', '.join(instances)}"
    count = COUNT.search(finding.detail)
    if count is None:
        return finding.method
    return count[0] if finding.method in BY_NUMBER else f"{finding.method}, {count[0]}"


def _detailed(sheet: SubjectFindings) -> Iterator[Line]:
    """Each property with its verdict, and below how it was reached."""
    yield styled(f"[bold]{escape(str(sheet.subject))}[/]")
    widest = max((len(each.property) for each in sheet.findings), default=0)
    for each in sheet.findings:
        yield styled(f"{each.property:{widest}}  {coloured(each)}")
        yield f"    {each.method}, {each.seconds:.1f} s: {each.detail}"
        if each.place:
            yield f"    {each.place}"


# --- the matrix


def _matrix(outcome: VerifyOutcome) -> Iterator[Line]:
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
    yield Fitting((table, _counts(outcome)))
    yield styled(f"[dim]{LEGEND}[/]")


def _counts(outcome: VerifyOutcome) -> Table:
    """Where the matrix does not fit: how often there is each verdict, by its letter."""
    table = grid("", "verdicts")
    for sheet in outcome.sheets:
        table.add_row(escape(str(sheet.subject)), _cell(list(sheet.findings), "invariants"))
    return table


def _column(sheet: SubjectFindings, name: str) -> list[Finding]:
    kind = COUNTED.get(name)
    return [each for each in sheet.findings if (each.kind == kind if kind else each.property == name)]


def _cell(findings: list[Finding], name: str) -> str:
    if name not in COUNTED:
        return " ".join(map(_letter, findings))
    counts = Counter((finding.verdict, finding.acknowledged is not None) for finding in findings)
    unchecked = sum(finding.checked is False for finding in findings)
    found = []
    for verdict in VERDICTS:
        for known in (False, True):
            count = counts[verdict, known]
            if count:
                words = f"{count}({LETTERS[verdict]})" if known else f"{count}{LETTERS[verdict]}"
                if verdict == "proved" and unchecked and not known:
                    words = " ".join(
                        f"{some}{letter}"
                        for some, letter in ((count - unchecked, LETTERS[verdict]), (unchecked, UNCHECKED))
                        if some
                    )
                found.append(f"[{'dim' if known else COLOURS[verdict]}]{words}[/]")
    return " ".join(found)


def _letter(finding: Finding) -> str:
    letter = UNCHECKED if finding.checked is False else LETTERS[finding.verdict]
    if finding.acknowledged is not None:
        return f"[dim]({letter})[/]"
    return f"[{COLOURS[finding.verdict]}]{letter}[/]"


def coloured(finding: Finding) -> str:
    """The verdict, in colour."""
    verdict = said(f"verdict.{finding.verdict}")
    if finding.acknowledged is not None:
        known = finding.verdict == "refuted"
        return f"[dim]{said('verdict.known') if known else said('sheet.acknowledged', verdict=verdict)}[/]"
    words = said("sheet.unchecked", verdict=verdict) if finding.checked is False else verdict
    return f"[{COLOURS[finding.verdict]}]{words}[/]"


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
    yield from sorted(
        groups.values(), key=lambda group: (group[0][1].fails(), group[0][1].acknowledged is None)
    )


def _by_players(groups: Iterable[Group], fold: bool) -> Iterable[tuple[Group, list[int]]]:
    """What fails in the same way with other numbers of players, though with other values, is told once.

    With each group the numbers of players for which the property of the same rule set fails, too.
    """
    told: list[tuple[Group, list[int]]] = []
    by_failure: dict[tuple[str, str], list[int]] = {}
    for group in groups:
        sheet, finding = group[0]
        rulesets = {each.subject.ruleset for each, _ in group}
        if not fold or len(rulesets) > 1 or not finding.fails():
            told.append((group, []))
            continue
        failure = (sheet.subject.ruleset, finding.property)
        if failure in by_failure:
            by_failure[failure] += [each.subject.players for each, _ in group]
        else:
            by_failure[failure] = []
            told.append((group, by_failure[failure]))
    return told


def _listed(players: list[int]) -> str:
    return str(format_list([str(each) for each in sorted(players)], locale=language(reader()).locale))


def _words(group: Group, with_plays: bool) -> Iterator[Line]:
    sheet, finding = group[0]
    where = f" ({finding.place})" if finding.place else ""
    subjects = ", ".join(f"{each.subject}" for each, _ in group)
    yield ""
    yield styled(f"{coloured(finding)}: `{finding.property}` of {escape(subjects + where)}")
    if finding.acknowledged is None or with_plays:
        yield f"  {told_detail(finding)}"
        if finding.listed and finding.kind != "scenarios":
            yield f"  {_some(finding.listed)}"
    if finding.acknowledged is not None:
        yield acknowledged_line(finding.acknowledged, sheet.subject)
    if finding.trace is not None and finding.verdict == "refuted" and (finding.fails() or with_plays):
        yield from told_play(finding.trace, LINES)


def _some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _helpers(outcome: VerifyOutcome) -> Iterator[Line]:
    """What the proofs lean on, found by themselves: each invariant may be pinned in the rules (`--pins`)."""
    for sheet in outcome.sheets:
        used: dict[str, list[str]] = {}
        for finding in sheet.findings:
            for helper in finding.helpers:
                used.setdefault(helper, []).append(finding.property)
        if used:
            yield ""
            yield styled(f"[bold]auxiliary invariants of {escape(str(sheet.subject))}[/]")
        for helper, properties in sorted(used.items()):
            head, *lines = helper.splitlines()
            yield f"{head}  <- {', '.join(dict.fromkeys(properties))}"
            yield from lines


def _summary(outcome: VerifyOutcome) -> Iterator[Line]:
    counts = Counter(finding.verdict for finding in outcome.findings if finding.acknowledged is None)
    parts = [f"{counts[verdict]} {said(f'verdict.{verdict}')}" for verdict in VERDICTS if counts[verdict]]
    known = sum(finding.acknowledged is not None for finding in outcome.findings)
    if known:
        parts.append(number_of("sheet.known", known))
    words = ", ".join(parts)
    yield ""
    for name in outcome.changed:
        yield styled(f"[yellow]the rules of `{escape(name)}` changed during verification[/]")
    if outcome.partial:
        yield PARTIAL
    rule_sets = len({sheet.subject.ruleset for sheet in outcome.sheets})
    tables = f", {number_of('sheet.tables', len(outcome.sheets))}" if len(outcome.sheets) > rule_sets else ""
    colon = language(reader()).sign(":")
    yield f"{number_of('sheet.sets', rule_sets)}{tables}{colon} {words}"
    checks = [finding.checked for finding in outcome.findings if finding.checked is not None]
    if checks:
        key = "sheet.checks" if any(checks) else "sheet.checks-none"
        yield said(key, count=sum(checks), all=len(checks))
    if outcome.recalled:
        words = "every answer is" if outcome.recalled == outcome.tasks else _recalled(outcome)
        yield f"{words} from an earlier run on the same rules (`--anew` searches again)"


def _recalled(outcome: VerifyOutcome) -> str:
    return f"{outcome.recalled} of {outcome.tasks} searches are"


assert set(HEALTH) <= set(HEADS)
