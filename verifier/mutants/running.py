"""All mutants of a rule set judged by several processes: a case in; score, survivors, vacuous claims out."""

from __future__ import annotations

import multiprocessing
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from verifier.mutants.killing import Baseline, Verdict, baseline_of, judged
from verifier.mutants.mutant import Mutant, mutants_of
from verifier.mutants.premises import unreached
from verifier.verify.case import Case

SEED = 1
STEPS = 3_000
# Whom nobody has noticed is looked at so many times longer.
LONGER = 5
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Guarding:
    """An invariant, the mutants it noticed, and whether its premise was ever met."""

    name: str
    place: str | None
    kills: tuple[str, ...]
    reached: bool
    fails_already: bool

    def vacuous(self, complete: bool) -> bool:
        """Says nothing: it is never about anything, or no mistake whatever breaks it."""
        return not self.reached or (complete and not self.kills and not self.fails_already)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of the mutants that were tried, out of how many there are."""

    case: Case
    total: int
    mutants: tuple[Mutant, ...]
    verdicts: tuple[Verdict, ...]
    invariants: tuple[Guarding, ...]
    baseline: Baseline
    partial: bool

    @property
    def complete(self) -> bool:
        return len(self.verdicts) == self.total

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
        return [each for each in self.invariants if each.vacuous(self.complete)]


def judgement(
    cases: Sequence[Case], limit: int | None, jobs: int, tell: Tell | None = None, steps: int = STEPS
) -> Judgement:
    """Every mutant judged, or a sample of `limit`, the same one each time.

    The cases are one rule set for several numbers of players. Whom nobody notices at first is looked at longer,
    and put to the others: a direction of play means nothing to two, and many a scenario needs three.
    """
    case = cases[0]
    every = mutants_of(case)
    mutants = sample(every, limit)
    baseline = baseline_of(case, steps)
    verdicts, partial = _all_judged(mutants, case, baseline, steps, jobs, tell)
    for other in cases:
        if not partial:
            verdicts, partial = _put_to(other, mutants, verdicts, steps * LONGER, jobs)
    kills: dict[str, list[str]] = {}
    for verdict in verdicts:
        for name in verdict.broken:
            kills.setdefault(name, []).append(f"m{verdict.number}")
    never = unreached(case)
    invariants = tuple(
        Guarding(
            claim.name,
            case.places.get(claim.name),
            tuple(kills.get(claim.name, ())),
            claim.name not in never,
            claim.name in baseline.broken,
        )
        for claim in case.game.claims
        if claim.sort == "invariant"
    )
    return Judgement(case, len(every), tuple(mutants), tuple(verdicts), invariants, baseline, partial)


def _put_to(
    case: Case, mutants: Sequence[Mutant], verdicts: Sequence[Verdict], steps: int, jobs: int
) -> tuple[list[Verdict], bool]:
    """The verdicts, with those who were not noticed judged again."""
    free = {verdict.number for verdict in verdicts if verdict.fate != "killed"}
    theirs = dict(_told_apart(mutants_of(case)))
    ours = {key: mutant.number for key, mutant in _told_apart(mutants)}
    again = [
        replace(theirs[key], number=number)
        for key, number in ours.items()
        if number in free and key in theirs
    ]
    found, partial = (
        _all_judged(again, case, baseline_of(case, steps), steps, jobs, None) if again else ([], False)
    )
    noticed = {verdict.number: verdict for verdict in found if verdict.fate == "killed"}
    return [noticed.get(verdict.number, verdict) for verdict in verdicts], partial


def _told_apart(mutants: Sequence[Mutant]) -> Iterator[tuple[tuple[str, str, str, int], Mutant]]:
    """Each mutant with what makes it the same mistake whoever plays: where, what, and which of several alike."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for mutant in mutants:
        key = mutant.place, mutant.subject, mutant.words
        yield (*key, seen[key]), mutant
        seen[key] += 1


def sample(mutants: Sequence[Mutant], limit: int | None) -> list[Mutant]:
    """A fair part of the mutants, in their order."""
    if limit is None or limit >= len(mutants):
        return list(mutants)
    chosen = random.Random(SEED).sample(range(len(mutants)), limit)
    return [mutants[at] for at in sorted(chosen)]


# What the processes share: they are made by forking, after this is set.
_shared: list[tuple[Sequence[Mutant], Case, Baseline, int]] = []


def _judge(at: int) -> Verdict:
    mutants, case, baseline, steps = _shared[-1]
    return judged(mutants[at], case, baseline, steps)


def _all_judged(
    mutants: Sequence[Mutant], case: Case, baseline: Baseline, steps: int, jobs: int, tell: Tell | None
) -> tuple[list[Verdict], bool]:
    _shared.append((mutants, case, baseline, steps))
    found: list[Verdict] = []
    try:
        if jobs == 1:
            for at in range(len(mutants)):
                found.append(_judge(at))
                if tell is not None:
                    tell(len(found), len(mutants))
            return found, False
        with multiprocessing.get_context("fork").Pool(jobs, _leave_interrupts) as pool:
            for verdict in pool.imap_unordered(_judge, range(len(mutants)), chunksize=1):
                found.append(verdict)
                if tell is not None:
                    tell(len(found), len(mutants))
    except KeyboardInterrupt:
        return sorted(found, key=lambda each: each.number), True
    finally:
        _shared.pop()
    return sorted(found, key=lambda each: each.number), False


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
