"""The small instances of a rule set: those declared for its game or its variants, for so many players."""

from __future__ import annotations

from verifier.diagnostics import Rejected
from verifier.program import Subject
from verifier.surface.shelf import overlays_of


def instances_of(subject: Subject) -> list[Subject]:
    """The declared instances that can be laid over the rule set, by name.

    An instance made for an overlay knows best what is small there; without one, those of the game will do.
    """
    game, *overlays = subject.ruleset.split("+")
    declared = [each for each in overlays_of(game) if each.sort == "instance"]
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
    try:
        program = small.program()
    except Rejected:
        return False
    return not program.report.has_errors and small.players in program.counts
