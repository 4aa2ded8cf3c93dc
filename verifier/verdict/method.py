"""The interface of a method: a program and a request in, findings out. Each method is a folder with one `METHOD`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from verifier.program import Program
from verifier.verdict.budget import Budget
from verifier.verdict.finding import STRENGTH, Finding, moves_of

# How the reason begins why a method said nothing, where it was not even begun.
NOT_TRIED = "not tried"


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An attempt on record that gave no answer: which way was tried, and why it gave none."""

    method: str
    why: str

    @property
    def words(self) -> str:
        return f"{NOT_TRIED} again; on record: {self.why}"


@dataclass(frozen=True, slots=True)
class KnownFindings:
    """What is known before a method begins: properties that hold, and in how many moves a trace shows others."""

    holds: frozenset[str] = frozenset()
    shown: Mapping[str, int] = field(default_factory=dict)
    refuted: frozenset[str] = frozenset()
    # At a smaller table of the same rules the same method was broken off while it was asked for these, and why.
    broken_off: Mapping[str, str] = field(default_factory=dict)
    # On record the same method gave no answer on these, at no smaller a budget: hints on what to leave out.
    unanswered: Mapping[str, Unanswered] = field(default_factory=dict)
    # On record the method was broken off with everything that was asked of it, and why; empty if it was not.
    hopeless: str = ""
    # The checker has accepted a certificate of these, on record, for exactly this machine.
    certified: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a method: at what price, which properties (all if `only` is none), after what is known."""

    budget: Budget
    only: frozenset[str] | None = None
    second_solver: bool = False
    known: KnownFindings = KnownFindings()
    # May attempts on record that gave no answer be left out?
    hints: bool = False
    # May a certificate that was accepted, on record, stand for a proof?
    certificates: bool = False

    def wants(self, name: str) -> bool:
        return self.only is None or name in self.only


@dataclass(frozen=True, slots=True)
class Method:
    """One way to verdicts.

    It begins when the methods named in `after` are done with the same program, and knows what they found.
    `properties` are the only ones it speaks of; a method without them speaks of all that no such list holds. Those of
    the list that are `shared` it speaks of beside them.
    With `fewest_first` it also waits for itself at the smallest table of the same rules, and knows if it was broken
    off there.
    """

    name: str
    summary: str
    run: Callable[[Program, Request], list[Finding]]
    after: tuple[str, ...] = ()
    properties: frozenset[str] | None = None
    shared: frozenset[str] = frozenset()
    fewest_first: bool = False


def known_from(findings: Iterable[Finding]) -> KnownFindings:
    """The best that was found of each property."""
    best: dict[str, Finding] = {}
    for each in findings:
        known = best.get(each.property)
        if known is None or _rank(each) < _rank(known):
            best[each.property] = each
    return KnownFindings(
        frozenset(name for name, each in best.items() if each.verdict == "proved" and each.trace is None),
        {name: moves_of(each) for name, each in best.items() if each.trace is not None},
        frozenset(name for name, each in best.items() if each.verdict == "refuted"),
    )


def _rank(finding: Finding) -> tuple[int, int]:
    return STRENGTH[finding.verdict], moves_of(finding)
