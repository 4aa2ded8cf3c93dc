"""`rulewright certify`: the certificates of rule sets put to the checker, and what it accepted."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from verifier.certify.record import game_of, write_down
from verifier.certify.run import Certified, Request, each_certified
from verifier.check.certificate.certificate import CHECKER
from verifier.check.certificate.check import ASKING
from verifier.check.subjects import requested_properties, subjects_of
from verifier.cli import frame
from verifier.cli.frame import Command, Exit
from verifier.cli.show import Line, answer, worded
from verifier.cli.working_copy import check_writable
from verifier.diagnostics import Report
from verifier.program import Subject
from verifier.report.text import picked
from verifier.workers import Jobs

# Seconds after which a question under way is shown.
PATIENCE = 10.0


@click.command(cls=Command)
@frame.rulesets
@frame.every_players
@click.option("--only", multiple=True, metavar="PROPERTY", help="Only this property; may be repeated.")
@frame.jobs
@click.option("--record", is_flag=True, help="Write down beside the rules what was accepted.")
@click.option("--anew", is_flag=True, help="Ask again whatever is on record.")
@frame.as_json
def certify(
    rulesets: tuple[str, ...],
    players: int | None,
    only: tuple[str, ...],
    jobs: Jobs,
    record: bool,
    anew: bool,
    as_json: bool,
) -> Exit:
    """Check the certificates of rule sets; default: every game and published variant.

    Progress goes to standard error. Exits with 3 if a certificate is missing or something is refused.
    """
    report = Report()
    frame.check_jobs(jobs, report)
    subjects = subjects_of(rulesets, players, report)
    report.reject_errors()
    properties = requested_properties(only, subjects, report)
    report.reject_errors()
    if record:
        check_writable(game_of(each) for each in subjects)
    done: dict[Subject, Certified] = {}
    for each in each_certified(subjects, jobs, Request(anew, properties, Progress())):
        done[each.subject] = each
        if record and each.entry is not None and not each.broken:
            write_down(each.subject, each.entry, joined=properties is not None)
    found = [done[subject] for subject in subjects]
    answer("certify", as_json, _document(found), _told(found))
    shown = all(each.why is None and not each.broken and not each.refused for each in found)
    return Exit.WELL if shown else Exit.UNKNOWN


@dataclass(slots=True)
class Progress:
    """Tells on standard error what the checker does: each cutpoint when it is done, a question when it takes long."""

    subject: Subject | None = None
    began: float = 0.0
    told: float = 0.0

    def __call__(self, subject: Subject, line: str) -> None:
        now = time.monotonic()
        if subject != self.subject:
            self.subject, self.began, self.told = subject, now, now
        if line.startswith(ASKING) and now - self.told < PATIENCE:
            return
        self.told = now
        click.echo(f"{worded(str(subject))}, {now - self.began:.0f} s: {line}", err=True)


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
