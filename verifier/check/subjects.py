"""Selection of what to verify: names of rule sets and properties in, subjects out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verifier.diagnostics import Rejected, Report, diagnostic, nearest
from verifier.program import Subject, composition, not_for
from verifier.surface import nodes
from verifier.surface.files import game_names, overlays_of
from verifier.surface.index import player_counts
from verifier.verdict.properties import HEALTH, SCENARIOS


def published_rulesets(games: Iterable[str] | None = None) -> list[str]:
    """Every game (of some, or of all that come with Rulewright), and every published variant of it."""
    found = []
    for name in games if games is not None else game_names():
        variants = [each for each in overlays_of(name) if each.published and each.sort == "variant"]
        found += [name, *(f"{name}+{each.name}" for each in variants)]
    return found


def subjects_of(rulesets: Iterable[str], players: int | None, report: Report) -> list[Subject]:
    """Every rule set named (all that are published, if none is) for every number of players wished for."""
    names = list(dict.fromkeys(rulesets))
    everything = not names
    found: list[Subject] = []
    for name in names or published_rulesets():
        own = Report()
        laid = composition(name, own)
        report.extend(own.diagnostics)
        if laid is None or own.has_errors:
            continue
        counts = player_counts(laid.items)
        if players is None:
            found += [Subject(name, count) for count in counts]
        elif players in counts:
            found.append(Subject(name, players))
        elif not everything:
            report.add(not_for(name, players, counts))
    for subject in found:
        _read_through(subject, report)
    return found


def _read_through(subject: Subject, report: Report) -> None:
    """A mistake in names, types or the course of play is told before any work is done."""
    try:
        _ = subject.program().machine
    except Rejected as mistaken:
        known = set(report.diagnostics)
        report.extend(each for each in mistaken.report.diagnostics if each not in known)


def requested_properties(
    names: Sequence[str], subjects: Sequence[Subject], report: Report
) -> frozenset[str] | None:
    """The properties named, `None` for all; each must be a property of one of the subjects at least."""
    if not names:
        return None
    known = {*HEALTH, SCENARIOS}
    for ruleset in dict.fromkeys(subject.ruleset for subject in subjects):
        laid = composition(ruleset, Report())
        claims = (nodes.Invariant, nodes.Witness, nodes.Measure)
        known |= {item.name.text for item in laid.items if isinstance(item, claims)} if laid else set()
    for name in names:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean `{near}`?" if near else f"health properties: {', '.join(HEALTH)}"
            report.add(diagnostic("V401", hint=hint, name=name))
    return frozenset(names)
