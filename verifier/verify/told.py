"""What is known of the properties of a subject before another part begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from verifier.verify.finding import STRENGTH, Finding, moves_of


@dataclass(frozen=True, slots=True)
class Told:
    """Properties that hold, and in how many moves a play refutes others or meets a witness."""

    holds: frozenset[str] = frozenset()
    shown: Mapping[str, int] = field(default_factory=dict)
    refuted: frozenset[str] = frozenset()

    def is_settled(self, name: str) -> bool:
        return name in self.holds or name in self.shown or name in self.refuted


NOTHING = Told()


def told_by(findings: Iterable[Finding]) -> Told:
    """The best that was found of each."""
    best: dict[str, Finding] = {}
    for each in findings:
        known = best.get(each.property)
        if known is None or _rank(each) < _rank(known):
            best[each.property] = each
    return Told(
        frozenset(name for name, each in best.items() if each.verdict == "proved" and each.trace is None),
        {name: moves_of(each) for name, each in best.items() if each.trace is not None},
        frozenset(name for name, each in best.items() if each.verdict == "refuted"),
    )


def _rank(finding: Finding) -> tuple[int, int]:
    return STRENGTH[finding.verdict], moves_of(finding)
