"""Two rule sets beside each other: everything that can be asked of each, and property by property what has changed.

Two sides are looked at together, in several processes. A side that is known already, as the game is to all its
overlays after the first, is not looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import call
from statistics import fmean
from typing import Any, Literal

from verifier.analysis.idle_rules import idle_rules
from verifier.analysis.normal_form import normal_machine
from verifier.check.aggregate import strongest_finding, with_acknowledgement
from verifier.check.monitor.rule_use import rules_used
from verifier.check.tasks import Task, TaskResult, carried_out
from verifier.check.termination import Bound, bound_of
from verifier.compare.canonical.shape import normal_shape
from verifier.compare.directed import directed_findings
from verifier.engine import Engine
from verifier.program import Subject, counts_of
from verifier.surface.files import is_game, overlays_of
from verifier.trace.simulate import Simulation, margin_of
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding, unknown_finding
from verifier.verdict.method import Request
from verifier.verdict.properties import questions
from verifier.workers import Jobs, Workers

ENDS = "it-ends"
QUICK = ("explore", "simulate", "scenarios")
THOROUGH = ("prove", *QUICK)

Change = Literal["broken", "repaired", "weaker", "stronger", "same", "new", "gone", "open"]
# A small instance that was exhausted says no more of the full game than plays that were tried.
_RANK = {"proved": 0, "exhausted": 1, "tested": 1, "unknown": 2}
PLAYS = 300
LONGEST_PLAY = 5_000
# How many moves of a machine without a block the plays may take together: a large game is played less often.
MOVES = 24_000_000
# A greedy player looks at what each move brings: fewer plays, fewer moves.
GREEDY_SHARE = 5
GREEDY_MOVES = 4_000_000
# In so many plays actions are counted: plays that are written down are slower.
WRITTEN = 10


@dataclass(frozen=True, slots=True)
class PlaySample:
    """How plays went: the moves of each that ended, every score at the end, and how many did not end.

    `margins` are how far the best score was ahead in each; `first` is how many were won alone by who moved first.
    `actions` is how often each action was taken in a play, in a few of them; `rules` how often each rule was at work.
    """

    lengths: tuple[int, ...]
    scores: tuple[int, ...]
    unended: int
    margins: tuple[int, ...] = ()
    first: int = 0
    actions: tuple[tuple[str, float], ...] = ()
    rules: tuple[tuple[str, float], ...] = ()

    @property
    def plays(self) -> int:
        return len(self.lengths) + self.unended


@dataclass(frozen=True, slots=True)
class Plays:
    """The plays of one rule set."""

    random: PlaySample
    greedy: PlaySample


@dataclass(frozen=True, slots=True)
class PropertyRow:
    """A property before and after; `None` where a side does not have it."""

    name: str
    before: Finding | None
    after: Finding | None

    @property
    def change(self) -> Change:
        if self.before is None:
            return "broken" if self.after is not None and self.after.fails() else "new"
        if self.after is None:
            return "gone"
        was, now = self.before.verdict == "refuted", self.after.verdict == "refuted"
        if now:
            return "same" if was else "broken"
        if was:
            # Not to have seen it fail again mends nothing.
            return "repaired" if self.after.verdict == "proved" else "open"
        before, after = _RANK[self.before.verdict], _RANK[self.after.verdict]
        if before == after:
            return "same"
        if "unknown" in (self.before.verdict, self.after.verdict):
            # What was met in the plays of one side and not in those of the other tells little.
            return "open"
        return "weaker" if after > before else "stronger"


@dataclass(frozen=True, slots=True)
class SideFindings:
    """Everything found of one rule set, and the bound on its plays if one was proved."""

    subject: Subject
    findings: tuple[Finding, ...]
    bound: Bound | None


def tasks_for(subject: Subject, budget: Budget, thorough: bool) -> list[Task]:
    """Every quick method, or every method, for a subject.

    That a small instance was searched through says no more of the full game than plays, and takes longer: without
    proofs only loops are looked for.
    """
    searched = None if thorough else frozenset({ENDS})
    return [
        Task(subject, method, Request(budget, searched if method == "explore" else None))
        for method in (THOROUGH if thorough else QUICK)
    ]


def side_findings(subject: Subject, parts: Sequence[TaskResult], aimed_at: Sequence[Finding]) -> SideFindings:
    """What the methods and the aimed plays found of a subject, weighed."""
    program = subject.program()
    bound = bound_of(program.machine)
    found = []
    for question in questions(program.game, program.places):
        every = (each for findings in (*(part.findings for part in parts), aimed_at) for each in findings)
        mine = [each for each in every if each.property == question.property]
        mine += [unknown_finding(question, part.task.method, part.failure) for part in parts if part.failure]
        if question.property == ENDS and bound is not None:
            mine = [Finding(ENDS, "health", "proved", "a measure", bound.words)]
        found.append(with_acknowledgement(strongest_finding(question, mine), program.game.acknowledged))
    return SideFindings(subject, tuple(found), bound)


def property_rows(before: Iterable[Finding], after: Iterable[Finding]) -> list[PropertyRow]:
    """The two sides beside each other, in the order of the first."""
    old = {finding.property: finding for finding in before}
    new = {finding.property: finding for finding in after}
    return [PropertyRow(name, old.get(name), new.get(name)) for name in dict.fromkeys((*old, *new))]


@dataclass(frozen=True, slots=True)
class CompareJob:
    """How much work it is worth: seconds for each method, whether to try proofs and to look for repairs.

    Without `players` every number of them is looked at.
    """

    seconds: float = 2.0
    proofs: bool = False
    repairs: bool = False
    jobs: Jobs = 2
    plays: int = PLAYS
    seed: int = 1
    players: int | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """A rule set: its properties, the shape of its machine, the rules that never matter, how plays go."""

    sheet: SideFindings
    shape: str
    idle: frozenset[str]
    plays: Plays


# By the fingerprint of the texts: what was found belongs to them and to nothing else.
Known = dict[tuple[str, Subject, CompareJob], Side]
Work = Callable[[], Any]


def base_of(ruleset: str) -> str:
    """What the overlays are laid over: the game, or what a single reading or house rule says that it stands on."""
    game, *overlays = ruleset.split("+")
    if len(overlays) != 1 or not is_game(game):
        return game
    known = {each.name: each for each in overlays_of(game)}
    laid = known.get(overlays[0])
    if laid is None or laid.published:
        return game
    return "+".join([game, *(name for name in laid.of if name in known and not known[name].basis)])


def tables_of(base: str, ruleset: str, players: int | None) -> list[tuple[Subject, Subject]]:
    """The base and the rule set for each number of players that the rule set takes, or for the one that is wanted.

    A number that is new is laid beside the nearest that the base takes.
    """
    counts, others = counts_of(ruleset), counts_of(base)
    wanted = counts if players is None else (players,)
    return [(Subject(base, _nearest(count, others)), Subject(ruleset, count)) for count in wanted]


def _nearest(count: int, counts: range) -> int:
    return min(max(count, counts.start), counts.stop - 1)


def sides(before: Subject, after: Subject, wish: CompareJob, known: Known) -> tuple[Side, Side]:
    """The base and the rule set beside each other; a base that is new is added to `known`."""
    key = before.program().fingerprint, before, wish
    tasks = {} if key in known else {before: _tasks(before, wish)}
    # Plays are aimed at what the overlays change: what they find belongs to these two together.
    aiming: list[Work] = []
    if after != before:
        tasks[after] = _tasks(after, wish)
        aiming = [partial(directed_findings, before, after)]
    every = [task for each in (*tasks.values(), aiming) for task in each]
    results: Iterator[Any] = iter(Workers(call, wish.jobs).all_results(every))
    found = {subject: [next(results) for _ in asked] for subject, asked in tasks.items()}
    if before in found:
        known[key] = _side(before, found[before], [])
    return known[key], known[key] if after == before else _side(after, found[after], next(results))


def _tasks(subject: Subject, wish: CompareJob) -> list[Work]:
    parts = tasks_for(subject, Budget(wish.seconds), wish.proofs)
    return [partial(_simulated, subject, wish), *(partial(carried_out, part) for part in parts)]


def _side(subject: Subject, found: Sequence[Any], aimed_at: Sequence[Finding]) -> Side:
    plays, *parts = found
    program = subject.program()
    plain = normal_machine(program.machine)
    return Side(
        side_findings(subject, parts, aimed_at),
        normal_shape(plain, named=True).digest,
        idle_rules(program.machine, plain) & frozenset(program.game.rules),
        plays,
    )


# --- how plays go


def _simulated(subject: Subject, wish: CompareJob) -> Plays:
    """So many plays at random, and a share of that by greedy players; fewer if they are long."""
    machine, plays, seed = subject.program().machine, wish.plays, wish.seed
    engine = Engine(machine)
    size = 100 + len(machine.blocks)
    few = -(-plays // GREEDY_SHARE)
    at_random = Simulation(engine, machine.name, "random", LONGEST_PLAY)
    greedily = Simulation(engine, machine.name, "greedy", LONGEST_PLAY, apart=machine.players)
    sample = _played(at_random, range(seed, seed + plays), MOVES // size)
    length = fmean(sample.lengths) if sample.lengths else LONGEST_PLAY
    watched = partial(Simulation, ruleset=machine.name, most=LONGEST_PLAY)
    used = rules_used(subject.program().game, watched, range(seed, seed + min(plays, WRITTEN)), length)
    return Plays(
        replace(sample, rules=tuple(used.items())),
        _played(greedily, range(seed, seed + few), GREEDY_MOVES // size),
    )


def _played(simulation: Simulation, seeds: range, most: int) -> PlaySample:
    lengths: list[int] = []
    scores: list[int] = []
    margins: list[int] = []
    moves = unended = first = 0
    for seed in seeds:
        if moves > most:
            break
        found = simulation.play(seed)
        moves += found.steps if found.end != "fault" else 0
        if found.end == "over":
            lengths.append(found.steps)
            scores += found.scores
            margins.append(margin_of(found.scores))
            first += found.winners == (simulation.starter(seed),)
        else:
            unended += 1
    actions = tuple(simulation.actions(seeds[:WRITTEN]).items())
    return PlaySample(tuple(lengths), tuple(scores), unended, tuple(margins), first, actions)
