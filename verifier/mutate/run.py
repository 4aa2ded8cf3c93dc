"""Many mutants of a rule set judged by several processes: a program in; score, survivors, vacuous claims out.

A claim is vacuous if no mistake breaks it, or if its premise is never met: an invariant about what never happens says
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from verifier.check.simulate.premises import unreached
from verifier.mutate.judge import (
    Baseline,
    JudgeStage,
    MutantVerdict,
    ScenarioResults,
    baseline_of,
    baseline_with,
    judged,
)
from verifier.mutate.mutant import Mutant, mutants_of
from verifier.mutate.prioritise import Relevance, requested_mutants, sample
from verifier.program import Program, Subject
from verifier.workers import Jobs, Workers

PLAYS = 120
LONGEST_PLAY = 1_500
STEPS = 3_000
# Whom nobody has noticed is looked at so many times longer.
LONGER = 5
# So often is an invariant that has noticed nothing asked about more mutants: the nearest, and some anywhere.
ROUNDS = 20
NEAR = 2
ELSEWHERE = 4
DIED = "the process ended unexpectedly"


@dataclass(frozen=True, slots=True)
class InvariantKills:
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
class RuleMutants:
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
class MutationResult:
    """What became of the mutants that were tried, out of how many there are."""

    program: Program
    total: int
    mutants: tuple[Mutant, ...]
    verdicts: tuple[MutantVerdict, ...]
    invariants: tuple[InvariantKills, ...]
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
    def vacuous(self) -> list[InvariantKills]:
        return [each for each in self.invariants if each.vacuous]

    def by_rule(self) -> Iterator[RuleMutants]:
        """The mutants of each rule and each text together, in the order of the rules."""
        fates = {verdict.number: verdict.fate for verdict in self.verdicts}
        apart: dict[str, list[Mutant]] = {}
        for mutant in self.mutants:
            if mutant.number in fates:
                apart.setdefault(mutant.about, []).append(mutant)
        for name, mutants in apart.items():
            found = [fates[mutant.number] for mutant in mutants]
            counts = (found.count(fate) for fate in ("killed", "survived", "unmade"))
            yield RuleMutants(name, mutants[0].place, *counts)

    @property
    def unguarded(self) -> list[RuleMutants]:
        """The rules and texts of which mistakes were made, and none was noticed."""
        return [each for each in self.by_rule() if each.unguarded]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is tried and who is asked.

    At most `limit` mutants, at most `per` of each rule or text, of these `names` only (all if there are none), in no
    file of `leave`. `thorough` hears everybody about every mutant; `quick` stops at the first who notices, and does
    not go on to ask invariants that have noticed none yet.
    """

    limit: int | None = None
    per: int | None = None
    names: Collection[str] = ()
    leave: Collection[str] = ()
    thorough: bool = False
    quick: bool = False
    jobs: Jobs = 1
    steps: int = STEPS


@dataclass(frozen=True, slots=True)
class MutateProgress:
    """How far it is: `stage` says what is done now."""

    stage: str
    done: int
    total: int
    killed: int
    survived: int


Tell = Callable[[MutateProgress], None]


def mutation_result(programs: Sequence[Program], plan: Plan, tell: Tell | None = None) -> MutationResult:
    """Every mutant of the plan judged.

    The programs are one rule set for several numbers of players. Whom nobody notices at first is put to the others: a
    direction of play means nothing to two, and many a scenario needs three.
    """
    program = programs[0]
    every = mutants_of(program)
    mutants = sample(requested_mutants(every, plan.names, plan.leave), plan.limit, plan.per)
    work = _Work(plan, tell)
    bench = baseline_of(program, (plan.steps, plan.steps * LONGER))
    verdicts = work.judged("mutants", bench, mutants, plan.thorough)
    for other in programs[1:]:
        verdicts = work.put_to(other, every, verdicts)
    invariants = [claim.name for claim in program.game.claims if claim.sort == "invariant"]
    invariants += [measure.name for measure in program.game.measures]
    unheard = set() if plan.thorough else {each.number for each in verdicts if each.scenario is not None}
    if not plan.quick:
        asked = set(invariants) - bench.broken
        verdicts = work.ask_on(bench, [each for each in mutants if each.number in unheard], verdicts, asked)
    never = set() if work.partial else unreached(program)
    heard = len(verdicts) == len(every) and not unheard - work.heard
    kills = _kills(verdicts)
    guarding = tuple(
        InvariantKills(
            name,
            program.places.get(name),
            kills.get(name, ()),
            name not in never,
            name in bench.broken,
            heard,
        )
        for name in invariants
    )
    return MutationResult(program, len(every), tuple(mutants), tuple(verdicts), guarding, work.partial)


def _kills(verdicts: Sequence[MutantVerdict]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for verdict in verdicts:
        for name in verdict.broken:
            found[name] = (*found.get(name, ()), f"m{verdict.number}")
    return found


class _Work:
    """The rounds of a judgement; `partial` as soon as one was interrupted.

    `heard` are the mutants about which everybody was asked after somebody had noticed.
    """

    def __init__(self, plan: Plan, tell: Tell | None) -> None:
        self.plan = plan
        self.tell = tell
        self.partial = False
        self.heard: set[int] = set()

    def judged(
        self,
        stage: str,
        bench: Baseline,
        mutants: Sequence[Mutant],
        thorough: bool,
        known: Sequence[MutantVerdict] = (),
    ) -> list[MutantVerdict]:
        """The verdicts on these mutants, in their order; fewer of them if interrupted."""
        fates = Counter(verdict.fate for verdict in known)
        found: list[MutantVerdict] = []
        if self.partial or not mutants:
            return found
        try:
            for verdict in _all_judged(mutants, bench, thorough, self.plan.jobs):
                found.append(verdict)
                fates[verdict.fate] += 1
                if self.tell is not None:
                    killed, survived = fates["killed"], fates["survived"]
                    self.tell(MutateProgress(stage, len(found), len(mutants), killed, survived))
        except KeyboardInterrupt:
            self.partial = True
        return sorted(found, key=lambda each: each.number)

    def put_to(
        self, program: Program, every: Sequence[Mutant], verdicts: Sequence[MutantVerdict]
    ) -> list[MutantVerdict]:
        """The verdicts, with those who were not noticed judged again by another program."""
        free = {verdict.number for verdict in verdicts if verdict.fate != "killed"}
        if not free or self.partial:
            return list(verdicts)
        theirs = dict(_told_apart(mutants_of(program)))
        again = [
            replace(theirs[key], number=mutant.number)
            for key, mutant in _told_apart(every)
            if mutant.number in free and key in theirs
        ]
        known = [verdict for verdict in verdicts if verdict.number not in free]
        bench = baseline_of(program, (self.plan.steps * LONGER,))
        stage = f"with {program.subject.players} players"
        found = self.judged(stage, bench, again, self.plan.thorough, known)
        noticed = {verdict.number: verdict for verdict in found if verdict.fate == "killed"}
        return [noticed.get(verdict.number, verdict) for verdict in verdicts]

    def ask_on(
        self, bench: Baseline, waiting: Sequence[Mutant], verdicts: Sequence[MutantVerdict], asked: set[str]
    ) -> list[MutantVerdict]:
        """The verdicts, with more heard of those noticed by a scenario, for invariants that have noticed none."""
        found = {verdict.number: verdict for verdict in verdicts}
        relevance = Relevance(bench.program.game, bench.machine)
        for _ in range(ROUNDS):
            left = sorted(asked - {name for verdict in found.values() for name in verdict.broken})
            free = [mutant for mutant in waiting if mutant.number not in self.heard]
            if not left or not free or self.partial:
                break
            near = [mutant for name in left for mutant in relevance.order(name, free)[:NEAR]]
            picked = {mutant.number for mutant in (*near, *sample(free, ELSEWHERE))}
            again = [mutant for mutant in free if mutant.number in picked]
            known = [verdict for verdict in found.values() if verdict.number not in picked]
            for verdict in self.judged(f"{len(left)} invariants", bench, again, True, known):
                self.heard.add(verdict.number)
                found[verdict.number] = replace(found[verdict.number], broken=verdict.broken)
        return list(found.values())


def _told_apart(mutants: Sequence[Mutant]) -> Iterator[tuple[tuple[str, str, str, int], Mutant]]:
    """Each mutant with what makes it the same mistake whoever plays: where, what, and which of several alike."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for mutant in mutants:
        key = mutant.place, mutant.subject, mutant.words
        yield (*key, seen[key]), mutant
        seen[key] += 1


_Named = tuple[int, int, str]


def _all_judged(
    mutants: Sequence[Mutant], bench: Baseline, thorough: bool, jobs: Jobs
) -> Iterator[MutantVerdict]:
    if jobs == 1:
        yield from (judged(mutant, bench, thorough) for mutant in mutants)
        return
    # A mutant is made by a function, which no line carries: a process makes them all again and takes it by its place.
    tasks = [(each.number, each.origin, each.words) for each in mutants]
    work = partial(_judged_elsewhere, bench.program.subject, bench.told, bench.stages, thorough)
    workers: Workers[_Named, MutantVerdict] = Workers(work, jobs)
    with closing(workers.results(tasks)) as results:
        for at, verdict in results:
            yield verdict if verdict is not None else MutantVerdict(mutants[at].number, "unmade", why=DIED)


def _judged_elsewhere(
    subject: Subject,
    told: ScenarioResults,
    stages: tuple[JudgeStage, ...],
    thorough: bool,
    named: _Named,
) -> MutantVerdict:
    number, origin, words = named
    mutant = _mutants(subject)[origin - 1]
    if mutant.words != words:
        raise LookupError(f"mutant {origin} of {subject} is another one here")
    return judged(replace(mutant, number=number), _baseline(subject, told, stages), thorough)


# What a process has made already: one rule set is judged at a time.
@lru_cache(maxsize=1)
def _mutants(subject: Subject) -> list[Mutant]:
    return mutants_of(subject.program())


@lru_cache(maxsize=1)
def _baseline(subject: Subject, told: ScenarioResults, stages: tuple[JudgeStage, ...]) -> Baseline:
    return baseline_with(subject.program(), told, stages)
