"""`rulewright diff`, `conflicts` and `impact`: rule sets held against each other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from verifier.cli import frame
from verifier.cli.files import check_free, save, text_of
from verifier.cli.frame import Command, Exit
from verifier.cli.show import answer, document, near, near_texts, reader, said, stage, tell
from verifier.cli.told import page_reader
from verifier.compare.align import pairs_in
from verifier.compare.combinations import overlays_to_compare
from verifier.compare.conflicts import conflicts as judged
from verifier.compare.diff import Diff
from verifier.compare.diff import diff as compared
from verifier.compare.distinguish import JointSearchLimits
from verifier.compare.impact import Impact, OverlayEffect, effects
from verifier.compare.impact import impact as measured
from verifier.compare.sides import CompareJob, PropertyRow
from verifier.diagnostics import Rejected, Report, diagnostic
from verifier.pages.told_words import Stories
from verifier.report import conflicts as conflicts_report
from verifier.report import impact as impact_report
from verifier.report.diff import diff_as_json, diff_in_words
from verifier.surface.files import is_game
from verifier.verdict.finding import Finding
from verifier.workers import Jobs

_EXITS = {"equal": Exit.WELL, "different": Exit.PROBLEM, "unknown": Exit.UNKNOWN}


@click.command(cls=Command)
@click.argument("a", metavar="RULESET")
@click.argument("b", metavar="RULESET")
@frame.players
@frame.path("--map --names names", "A file that maps names of the first rule set to names of the second.")
@frame.budget(20.0, "Time limit in seconds.")
@frame.seed
@frame.as_json
def diff(
    a: str, b: str, players: int | None, names: Path | None, budget: float, seed: int, as_json: bool
) -> Exit:
    """Compare two rule sets: equal, or a play after which they differ.

    Exits with 0 if they are equal, 1 if they differ, 3 if neither was shown.
    """
    renamed = pairs_in(text_of(names)) if names is not None else None
    found = compared(a, b, players, renamed, JointSearchLimits(seconds=budget, seed=seed))
    answer("diff", as_json, diff_as_json(found), _told_diff(found))
    return _EXITS[found.verdict]


def _told_diff(found: Diff) -> Iterator[str]:
    """The answer in the reader's language, its play and its refusals as the rule set speaks of them that refuses."""
    if found.parting is None:
        return diff_in_words(found)
    return diff_in_words(replace(found, parting=Stories(reader()).parting(found.parting)))


@click.command(cls=Command)
@click.argument("game")
@click.argument("overlays", nargs=-1, metavar="[OVERLAY]...")
@click.option("--triples", is_flag=True, help="Also report conflicts of three overlays.")
@click.option("--why", "pair", nargs=2, metavar="A B", help="Everything known about one pair, with a play.")
@frame.every_players
@frame.few_jobs
@frame.path("--html", "Write the matrix as an HTML page.")
@frame.force("an existing page")
@frame.as_json
def conflicts(
    game: str,
    overlays: tuple[str, ...],
    triples: bool,
    pair: tuple[str, str] | None,
    players: int | None,
    jobs: Jobs,
    html: Path | None,
    force: bool,
    as_json: bool,
) -> Exit:
    """Find conflicts between overlays of a game; default: all its variants and house rules.

    Exits with 1 if some pair is contradictory.
    """
    if html is not None:
        check_free(html, force)
    # Other commands print the whole name, `GAME+overlay`.
    named = tuple(each.removeprefix(f"{game}+") for each in pair or overlays)
    wished = named or overlays_to_compare(game)
    if len(wished) < 2:
        report = Report()
        report.add(diagnostic("D610", name=game, hint="name two of them, or write some"))
        raise Rejected(report)
    began = time.perf_counter()
    pairs = len(wished) * (len(wished) - 1) // 2
    with stage(said("progress.pairs", game=game, count=pairs)):
        found = judged(game, wished, triples, jobs, players)
    seconds = time.perf_counter() - began
    if html is not None:
        save(html, conflicts_report.conflicts_page(found, page_reader()), force)
    lines = (
        conflicts_report.pair_and_orders_in_words(found, game, pair, near_texts)
        if pair
        else conflicts_report.conflicts_in_words(found)
    )
    answer("conflicts", as_json, conflicts_report.conflicts_as_json(found, seconds, near), lines)
    bad = any(each.kind == "contradictory" for each in (*found.pairs, *found.threes))
    return Exit.PROBLEM if bad else Exit.WELL


@click.command(cls=Command)
@frame.ruleset
@frame.every_players
@frame.budget(2.0, "Time limit per question, in seconds.")
@click.option("--proofs", is_flag=True, help="Also try proofs; takes longer.")
@click.option("--repairs", is_flag=True, help="Search for numbers and overlays that repair what fails.")
@click.option("--plays", type=click.IntRange(1, 100_000), default=300, show_default=True)
@frame.seed
@frame.few_jobs
@click.option("--every", is_flag=True, help="Every overlay of a game, one line each.")
@frame.path("--html", "Write the answer as an HTML page.")
@frame.force("an existing page")
@frame.as_json
def impact(
    ruleset: str,
    players: int | None,
    budget: float,
    proofs: bool,
    repairs: bool,
    plays: int,
    seed: int,
    jobs: Jobs,
    every: bool,
    html: Path | None,
    force: bool,
    as_json: bool,
) -> Exit:
    """Show what the overlays of a RULESET change in its game: what holds, what fails, how plays change.

    Exits with 1 if something fails that did not fail before.
    """
    wish = CompareJob(budget, proofs, repairs, jobs, plays, seed, players)
    if every:
        return _every(ruleset, wish, html, as_json)
    if html is not None:
        check_free(html, force)
    found = _retold(measured(ruleset, wish))
    if html is not None:
        save(html, impact_report.impact_page(found, page_reader()), force)
    lines = [*impact_report.impact_in_words(found), *impact_report.plays_in_words(found)]
    for other in found.others:
        lines += ["", *impact_report.table_in_words(other)]
    if found.others:
        more = " or ".join(f"`--players {each.players}`" for each in found.others)
        lines.append(f"\nplays were tried out with {found.players} players; {more} tries them out with more")
    if not proofs:
        lines.append("\n`--proofs` also asks the prover what is still proved")
    lines.append(impact_report.exit_in_words(found))
    answer("impact", as_json, impact_report.impact_as_json(found), lines)
    return Exit.PROBLEM if found.breaks else Exit.WELL


def _retold(found: Impact) -> Impact:
    """The answer with its plays told in the reader's language."""
    stories = Stories(reader())

    def row(each: PropertyRow) -> PropertyRow:
        before, after = (
            side and told(side, ruleset)
            for side, ruleset in ((each.before, found.base), (each.after, found.ruleset))
        )
        return replace(each, before=before, after=after)

    def told(side: Finding, ruleset: str) -> Finding:
        reasons = side.acknowledged and stories.reasons(side.acknowledged, ruleset, found.players)
        return replace(stories.finding(side), acknowledged=reasons)

    others = tuple(map(_retold, found.others))
    return replace(found, rows=tuple(map(row, found.rows)), others=others)


def _every(game: str, wish: CompareJob, html: Path | None, as_json: bool) -> Exit:
    """Every overlay of a game, each told as soon as it is judged."""
    if html is not None or not is_game(game):
        raise click.UsageError("`--every` takes the name of a game and writes no page")
    found: list[OverlayEffect] = []

    def lines() -> Iterator[str]:
        for effect in effects(game, wish):
            found.append(effect)
            yield impact_report.effect_in_words(effect)

    if as_json:
        found += effects(game, wish)
        overlays = [impact_report.effect_as_json(each) for each in found]
        document("impact", {"game": game, "overlays": overlays})
    else:
        tell(lines())
    return Exit.PROBLEM if any(each.found.breaks for each in found) else Exit.WELL
