"""`rulewright conflicts`: what overlays of a game do to each other."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from verifier.cli import frame
from verifier.cli.files import check_free, save
from verifier.cli.frame import Command, Exit
from verifier.cli.show import document, near
from verifier.compare.combinations import overlays_to_compare
from verifier.compare.conflicts import Conflicts, OverlayFinding, OverlayJudgement
from verifier.compare.conflicts import conflicts as judged
from verifier.compare.diff import diff
from verifier.diagnostics import Rejected, Report, diagnostic
from verifier.diagnostics import as_json as diagnostic_as_json
from verifier.report.conflicts import conflicts_in_words, conflicts_page, pair_in_words
from verifier.report.diff import diff_in_words


@click.command(cls=Command)
@click.argument("game")
@click.argument("overlays", nargs=-1, metavar="[OVERLAY]...")
@click.option("--triples", is_flag=True, help="Also report conflicts of three overlays.")
@click.option("--why", "pair", nargs=2, metavar="A B", help="Everything known about one pair, with a play.")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Number of processes.")
@click.option("--html", type=click.Path(path_type=Path), help="Write the matrix as an HTML page.")
@click.option("--force", is_flag=True, help="Overwrite an existing page.")
@frame.as_json
@click.pass_context
def conflicts(
    ctx: click.Context,
    game: str,
    overlays: tuple[str, ...],
    triples: bool,
    pair: tuple[str, str] | None,
    jobs: int,
    html: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Find conflicts between overlays of a game; default: all its variants and house rules.

    Exits with 1 if some pair is contradictory.
    """
    if html is not None:
        check_free(html, force)
    wished = pair or overlays or overlays_to_compare(game)
    if len(wished) < 2:
        report = Report()
        report.add(diagnostic("D610", name=game, hint="name two of them, or write some"))
        raise Rejected(report)
    began = time.perf_counter()
    found = judged(game, wished, triples, jobs)
    seconds = time.perf_counter() - began
    if html is not None:
        save(html, conflicts_page(found), force)
    if as_json:
        document("conflicts", _answer(found, seconds))
    elif pair:
        _explain(found, game, pair)
    else:
        for line in conflicts_in_words(found):
            click.echo(line)
    bad = any(each.kind == "contradictory" for each in (*found.pairs, *found.threes))
    ctx.exit(Exit.PROBLEM if bad else Exit.WELL)


def _explain(found: Conflicts, game: str, pair: tuple[str, str]) -> None:
    judgement = found.pairs[0]
    for line in pair_in_words(judgement):
        click.echo(line)
    if any(finding.kind == "order matters" and not finding.diagnostics for finding in judgement.findings):
        click.echo("\nthe two orders:")
        for line in diff_in_words(diff(f"{game}+{pair[0]}+{pair[1]}", f"{game}+{pair[1]}+{pair[0]}")):
            click.echo(f"  {line}".rstrip())


def _answer(found: Conflicts, seconds: float) -> dict[str, Any]:
    kinds = [each.kind for each in found.pairs]
    return {
        "game": found.game,
        "overlays": list(found.overlays),
        "counts": {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)},
        "pairs": [_judgement(each) for each in found.pairs],
        "triples": [_judgement(each) for each in found.threes],
        "seconds": round(seconds, 3),
    }


def _judgement(each: OverlayJudgement) -> dict[str, Any]:
    return {
        "overlays": list(each.overlays),
        "verdict": each.kind,
        "findings": [_finding(finding) for finding in each.findings],
    }


def _finding(finding: OverlayFinding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "text": finding.text,
        "rules": list(finding.rules),
        "diagnostics": [diagnostic_as_json(near(each)) for each in finding.diagnostics],
    }
