"""`rulewright certify`: the certificates of rule sets put to the checker, and what it accepted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from verifier.certify.record import game_of, read_record, record_path, written_record
from verifier.certify.run import Certified, all_certified
from verifier.check.certificate.certificate import CHECKER
from verifier.check.subjects import subjects_of
from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.show import Line, answer
from verifier.cli.working_copy import check_writable
from verifier.diagnostics import Report
from verifier.report.text import picked
from verifier.workers import Jobs


@click.command(cls=Command)
@frame.rulesets
@frame.every_players
@frame.jobs
@click.option("--record", is_flag=True, help="Write down beside the rules what was accepted.")
@click.option("--anew", is_flag=True, help="Ask again whatever is on record.")
@frame.as_json
def certify(
    rulesets: tuple[str, ...], players: int | None, jobs: Jobs, record: bool, anew: bool, as_json: bool
) -> Exit:
    """Check the certificates of rule sets; default: every game and published variant.

    Exits with 3 if a certificate is missing or something is refused.
    """
    report = Report()
    frame.check_jobs(jobs, report)
    subjects = subjects_of(rulesets, players, report)
    report.reject_errors()
    if record:
        check_writable(game_of(each) for each in subjects)
    found = all_certified(subjects, jobs, anew)
    if record:
        _write_down(found)
    answer("certify", as_json, _document(found), _told(found))
    shown = all(each.why is None and not each.broken and not each.refused for each in found)
    return Exit.WELL if shown else Exit.UNKNOWN


def _write_down(found: Sequence[Certified]) -> None:
    for game in dict.fromkeys(game_of(each.subject) for each in found):
        entries = read_record(game)
        for each in found:
            if each.entry is not None and game_of(each.subject) == game:
                entries[str(each.subject)] = each.entry
        if entries:
            record_path(game).write_text(written_record(entries), encoding="utf-8")


def _document(found: Sequence[Certified]) -> dict[str, Any]:
    return {
        "checker": CHECKER,
        "results": [
            {
                "ruleset": each.subject.ruleset,
                "players": each.subject.players,
                **picked(each, "certificate accepted questions"),
                "on-record": each.on_record,
                "seconds": round(each.seconds, 1),
                "refused": dict(each.refused),
                "broken": dict(each.broken),
                **({"why": each.why} if each.why is not None else {}),
            }
            for each in found
        ],
    }


def _told(found: Sequence[Certified]) -> Iterator[Line]:
    for each in found:
        if each.why is not None:
            yield f"{each.subject}: not checked, {each.why}"
            continue
        asked = len(each.accepted) + len(each.refused) if not each.broken else 0
        how = "on record" if each.on_record else f"{each.questions:,} questions"
        words = (
            f"{len(each.accepted)} of {asked} properties accepted" if asked else "the certificate is refused"
        )
        yield f"{each.subject}: {words} ({each.certificate}, {how}, {each.seconds:.0f} s)"
        for name, why in (*each.broken, *each.refused):
            yield f"  refused: {name}"
            yield f"    {' '.join(why.split())}"
