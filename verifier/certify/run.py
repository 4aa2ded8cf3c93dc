"""The check of one subject: its certificate is looked for, read and put to the checker."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from verifier.certify.compile import compiled
from verifier.certify.files import certificate_path, read_certificate
from verifier.certify.record import (
    Accepted,
    accepted_entry,
    accepted_properties,
    certificate_fingerprint,
    entry_of,
)
from verifier.certify.text import CertificateText, UnreadableError
from verifier.check.certificate.check import checked
from verifier.diagnostics import Rejected
from verifier.kernel.machine import Machine
from verifier.program import Subject
from verifier.workers import Jobs, Workers


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted of a check: `only` these properties, `anew` even if they are on record.

    `tell` is told the subject and a line about what is being done; it is a function of a module.
    """

    anew: bool = False
    only: frozenset[str] | None = None
    tell: Callable[[Subject, str], None] | None = None


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


def certified(subject: Subject, request: Request | None = None) -> Certified:
    """The certificate of a subject, checked; from the record if that still counts, unless asked anew."""
    request = request or Request()
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
    known = None if request.anew else _on_record(subject, program.machine, text, request.only)
    if known is not None:
        return replace(known, certificate=path.name)
    began = time.process_time()
    tell = None if request.tell is None else partial(request.tell, subject)
    outcome = checked(_asking(machine, request.only), certificate, tell)
    accepted = outcome.accepted if request.only is None else outcome.accepted & request.only
    refused = outcome.refused.items()
    seconds = time.process_time() - began
    return Certified(
        subject,
        tuple(sorted(accepted)),
        tuple(sorted(each for each in refused if request.only is None or each[0] in request.only)),
        tuple(sorted(outcome.broken.items())),
        None,
        path.name,
        outcome.questions,
        seconds,
        entry=accepted_entry(program.machine, text, accepted, seconds),
    )


def _on_record(
    subject: Subject, machine: Machine, text: CertificateText, only: frozenset[str] | None
) -> Certified | None:
    """What was accepted before, if it was of this machine, these claims and this certificate."""
    known = entry_of(subject)
    if known is None or known.certificate != certificate_fingerprint(text):
        return None
    found = accepted_properties(machine, known)
    if found != known.claims.keys() if only is None else not only <= found:
        return None
    names = tuple(sorted(found if only is None else found & only))
    return Certified(subject, names, seconds=known.seconds, on_record=True)


def _asking(machine: Machine, only: frozenset[str] | None) -> Machine:
    """The machine with the claims that are asked for; its health is looked at with every step in any case."""
    if only is None:
        return machine
    return replace(machine, claims=tuple(claim for claim in machine.claims if claim.name in only))


def each_certified(subjects: Sequence[Subject], jobs: Jobs, request: Request) -> Iterator[Certified]:
    """Every subject in several processes, each as soon as it is done."""
    work = Workers(partial(certified, request=request), jobs)
    with closing(work.results(subjects)) as results:
        for at, found in results:
            lost = Certified(subjects[at], why="the process ended unexpectedly")
            yield found if found is not None else lost
