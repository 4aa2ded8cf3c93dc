"""What became of the mutants: score, survivors, who noticed what, and the rules of which no mistake was noticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.mutants.killing import Verdict
from verifier.mutants.mutant import Mutant
from verifier.verify.case import Case


@dataclass(frozen=True, slots=True)
class Guarding:
    """An invariant, the mutants it noticed, and whether its premise was ever met.

    `heard` if it was asked about every mutant that there is.
    """

    name: str
    place: str | None
    kills: tuple[str, ...]
    reached: bool
    fails_already: bool
    heard: bool

    @property
    def vacuous(self) -> bool:
        """Says nothing: it is never about anything, or no mistake whatever breaks it."""
        return not self.reached or (self.heard and not self.kills and not self.fails_already)


@dataclass(frozen=True, slots=True)
class About:
    """What became of the mutants of one rule, one design's text, or one design's printed values."""

    name: str
    place: str
    killed: int
    survived: int
    unmade: int

    @property
    def unguarded(self) -> bool:
        """Of its mistakes none was noticed."""
        return self.survived > 0 and not self.killed


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of the mutants that were tried, out of how many there are."""

    case: Case
    total: int
    mutants: tuple[Mutant, ...]
    verdicts: tuple[Verdict, ...]
    invariants: tuple[Guarding, ...]
    partial: bool

    def of(self, fate: str) -> list[Mutant]:
        """The mutants with this fate."""
        numbers = {verdict.number for verdict in self.verdicts if verdict.fate == fate}
        return [mutant for mutant in self.mutants if mutant.number in numbers]

    @property
    def score(self) -> float | None:
        """Killed, of all that could be made."""
        killed, survived = len(self.of("killed")), len(self.of("survived"))
        return killed / (killed + survived) if killed + survived else None

    @property
    def vacuous(self) -> list[Guarding]:
        return [each for each in self.invariants if each.vacuous]

    def by_rule(self) -> Iterator[About]:
        """The mutants of each rule and each text together, in the order of the rules."""
        fates = {verdict.number: verdict.fate for verdict in self.verdicts}
        apart: dict[str, list[Mutant]] = {}
        for mutant in self.mutants:
            if mutant.number in fates:
                apart.setdefault(mutant.about, []).append(mutant)
        for name, mutants in apart.items():
            found = [fates[mutant.number] for mutant in mutants]
            counts = (found.count(fate) for fate in ("killed", "survived", "unmade"))
            yield About(name, mutants[0].place, *counts)

    @property
    def unguarded(self) -> list[About]:
        """The rules and texts of which mistakes were made, and none was noticed."""
        return [each for each in self.by_rule() if each.unguarded]
