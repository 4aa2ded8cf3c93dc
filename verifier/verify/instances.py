"""The small instances of a rule set: those declared for its game or its variants, for so many players."""

from __future__ import annotations

from verifier import pipeline
from verifier.diagnostics import Rejected, Report
from verifier.verify.case import Subject


def instances_of(subject: Subject) -> list[Subject]:
    """The declared instances that can be laid over the rule set, by name.

    An instance made for an overlay knows best what is small there; without one, those of the game will do.
    """
    game, *overlays = subject.ruleset.split("+")
    declared = [each for each in pipeline.overlays_of(game) if each.sort == "instance"]
    declared = [each for each in declared if each.name not in overlays]
    for names in ({*overlays}, {game}):
        found = [
            small
            for each in declared
            if set(each.of) & names
            and _fits(small := Subject(f"{subject.ruleset}+{each.name}", subject.players))
        ]
        if found:
            return found
    return []


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
