"""A finding on one property of one rule set: the verdict, how it was reached, and what it cost."""

from __future__ import annotations

import builtins
from dataclasses import dataclass, replace
from typing import Literal

from verifier.trace.trace import Evidence

Verdict = Literal["proved", "exhausted", "tested", "refuted", "unknown"]
Kind = Literal["health", "invariant", "witness", "measure", "scenarios"]

VERDICTS: tuple[Verdict, ...] = ("proved", "exhausted", "tested", "refuted", "unknown")
# Of two verdicts on one property the better one stands first; a refutation beats all that was not proved.
STRENGTH: dict[Verdict, int] = {"refuted": 0, "proved": 1, "exhausted": 2, "tested": 3, "unknown": 4}


@dataclass(frozen=True, slots=True)
class Question:
    """A property asked of a rule set; `place` is where it is written, as `path:line`, if it is."""

    property: str
    kind: Kind
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One cell of the table.

    `acknowledged` is the reason by which the rules accept a refutation. `listed` are the single things that
    the detail sums up: idle rules, failing scenarios, places where steps vanish. `helpers` are what a proof
    leaned on. `remark` is worth saying beside a verdict that something holds. A play that shows it has at least
    so many moves as `least` says. `broken_off` says on what a proof ran out, if it did; `ended` names the methods
    that fell over, so that the verdict may be weaker than it should be.
    """

    property: str
    kind: Kind
    verdict: Verdict
    method: str
    detail: str
    seconds: float = 0.0
    trace: Evidence | None = None
    acknowledged: str | None = None
    listed: tuple[str, ...] = ()
    helpers: tuple[str, ...] = ()
    remark: str = ""
    least: int = 0
    broken_off: str = ""
    ended: tuple[str, ...] = ()
    place: str | None = None
    # Of a proof: has the checker accepted a certificate for exactly this machine and claim?
    checked: bool | None = None

    @builtins.property
    def standing(self) -> str:
        """The verdict as people read it: a proof that only its prover vouches for says so."""
        return "proved, unchecked" if self.checked is False else self.verdict

    def fails(self) -> bool:
        """A refutation that nobody has accepted."""
        return self.verdict == "refuted" and self.acknowledged is None

    def is_open(self) -> bool:
        """Not known, and nobody has accepted that."""
        return self.verdict == "unknown" and self.acknowledged is None

    def of(self, question: Question) -> Finding:
        return replace(self, property=question.property, kind=question.kind, place=question.place)


def moves_of(finding: Finding) -> int:
    """How long the play is that shows it; what needs no play has the shortest."""
    return 0 if finding.trace is None else len(finding.trace.play.get("moves", ()))


def unknown_finding(question: Question, method: str, why: str, seconds: float = 0.0) -> Finding:
    """What is not known, and why."""
    return Finding(question.property, question.kind, "unknown", method, why, seconds, place=question.place)
