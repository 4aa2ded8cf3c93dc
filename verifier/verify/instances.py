"""The small instances of a rule set: those declared for its game or its variants, for so many players."""

from __future__ import annotations

from verifier import pipeline
from verifier.diagnostics import Rejected, Report
from verifier.verify.case import Subject


def instances_of(subject: Subject) -> list[Subject]:
    """Every declared instance that can be laid over the rule set, by name."""
    parts = subject.ruleset.split("+")
    found = []
    for overlay in pipeline.overlays_of(parts[0]):
        if overlay.sort != "instance" or overlay.name in parts:
            continue
        if not set(overlay.of) & set(parts):
            continue
        small = Subject(f"{subject.ruleset}+{overlay.name}", subject.players)
        if _fits(small):
            found.append(small)
    return found


def _fits(small: Subject) -> bool:
    """An instance may be for other numbers of players, or for other variants."""
    report = Report()
    try:
        laid = pipeline.composition(small.ruleset, report)
        return (
            laid is not None and not report.has_errors and small.players in pipeline.counts_of(small.ruleset)
        )
    except Rejected:
        return False
