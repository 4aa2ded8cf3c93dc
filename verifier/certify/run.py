"""The check of one subject: its certificate is looked for, read and put to the checker."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from verifier.certify.compile import compiled
from verifier.certify.files import certificate_path, read_certificate
from verifier.certify.record import Accepted, accepted_entry, accepted_properties, entry_of
from verifier.certify.text import UnreadableError
from verifier.check.certificate.check import checked
from verifier.diagnostics import Rejected
from verifier.program import Subject
from verifier.workers import Jobs, Workers


@dataclass(frozen=True, slots=True)
class Certified:
    """What the checker said of one subject. `why` is the reason if nothing could be asked.

    `on_record` if it was asked before: then nothing is known of what was refused.
    """

    subject: Subject
    accepted: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    broken: tuple[tuple[str, str], ...] = ()
    why: str | None = None
    certificate: str | None = None
    questions: int = 0
    seconds: float = 0.0
    on_record: bool = False
    entry: Accepted | None = None


def certified(subject: Subject, anew: bool = False, tell: Callable[[str], None] | None = None) -> Certified:
    """The certificate of a subject, checked; from the record if that still counts, unless asked `anew`."""
    program = subject.program()
    path = certificate_path(program)
    if path is None:
        return Certified(subject, why="it has no certificate")
    try:
        text = read_certificate(path)
        machine, certificate = compiled(text, program)
    except UnreadableError as error:
        return Certified(subject, why=str(error), certificate=path.name)
    except Rejected as error:
        first = error.report.diagnostics[0]
        return Certified(subject, why=f"{first.code}: {first.title}", certificate=path.name)
    content = path.read_text(encoding="utf-8")
    known = entry_of(subject)
    if known is not None and not anew:
        found = accepted_properties(program.machine, known)
        same = known.certificate == accepted_entry(program.machine, content, (), 0).certificate
        if same and found == known.claims.keys():
            names = tuple(sorted(found))
            return Certified(subject, names, certificate=path.name, seconds=known.seconds, on_record=True)
    began = time.process_time()
    outcome = checked(machine, certificate, tell)
    seconds = time.process_time() - began
    return Certified(
        subject,
        tuple(sorted(outcome.accepted)),
        tuple(sorted(outcome.refused.items())),
        tuple(sorted(outcome.broken.items())),
        None,
        path.name,
        outcome.questions,
        seconds,
        entry=accepted_entry(program.machine, content, outcome.accepted, seconds),
    )


def all_certified(subjects: Sequence[Subject], jobs: Jobs, anew: bool) -> list[Certified]:
    """Every subject in several processes, in the order of the subjects, whoever is done first."""
    done: dict[int, Certified] = {}
    work = Workers(partial(certified, anew=anew), jobs)
    with closing(work.results(subjects)) as results:
        for at, found in results:
            ended = Certified(subjects[at], why="the process ended unexpectedly")
            done[at] = found if found is not None else ended
    return [done[at] for at in sorted(done)]
