"""The method `explore`: every state of the declared small instances, and loops in the full game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from verifier.check.explore import Exploration, SearchLimits, explore, find_loop
from verifier.check.explore.whole import SEARCH, ending, explored_whole, leaves_ties, scope_of, whole_findings
from verifier.check.monitor.loop_shape import LoopFilter
from verifier.diagnostics import Rejected, count_of
from verifier.engine import Engine
from verifier.program import Program, Subject
from verifier.surface.files import game_name, overlays_of
from verifier.trace import trace_in_words
from verifier.trace.trace import Evidence, ReplayedTrace
from verifier.verdict.budget import Budget
from verifier.verdict.finding import Finding, Kind
from verifier.verdict.method import Method, Request

# --- small instances


def instances_of(subject: Subject) -> list[Subject]:
    """The declared instances that can be laid over the rule set, by name.

    An instance made for an overlay knows best what is small there; without one, those of the game will do.
    """
    game, *overlays = subject.ruleset.split("+")
    declared = [each for each in overlays_of(game) if each.sort == "instance"]
    declared = [each for each in declared if each.name not in overlays]
    for names in ({*overlays}, {game_name(game)}):
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


# --- findings


# So much work is worth a loop that nobody has acknowledged, whatever the budget.
LOOK_AGAIN = 30_000
MEMORY = 2_000.0
HEALTH = ("conservation", "bounds", "no-dead-end", "somebody-wins", "no-peeking", "nothing-vanishes")


@dataclass(frozen=True, slots=True)
class ExploredInstance:
    """A small instance and everything that was found in it."""

    program: Program
    found: Exploration

    @property
    def name(self) -> str:
        return self.program.ruleset.split("+")[-1]

    @property
    def words(self) -> str:
        return f"instance `{self.name}`: {self.found.states:,} states"


def by_search(program: Program, request: Request) -> list[Finding]:
    """A finding for each property that small instances and loops can speak of and nobody has refuted."""
    found = list(_looping(program, request.budget)) if request.wants("it-ends") else []
    names = [claim.name for claim in program.game.claims if claim.sort == "invariant"]
    asked = [name for name in (*HEALTH, *names) if name not in request.known.refuted and request.wants(name)]
    if not asked:
        return found
    whole = explored_whole(program, SearchLimits(states=request.budget.states, memory=MEMORY))
    if whole is not None:
        share = whole.seconds / max(1, len(asked))
        last = ending(program, whole, share) if request.wants("it-ends") else None
        return [*found, *([last] if last is not None else []), *whole_findings(program, whole, asked, share)]
    instances = instances_of(program.subject)
    limits = SearchLimits(states=request.budget.states // max(1, len(instances)), memory=MEMORY)
    explored = []
    for small in instances:
        own = program.alike(small.program())
        explored.append(ExploredInstance(own, explore(own.machine, limits=limits, ends=own.game.ends)))
    share = sum(each.found.seconds for each in explored) / max(1, len(program.game.claims) + 6)
    complete = [each for each in explored if each.found.complete]
    if not complete:
        return found
    for name in asked:
        kind: Kind = "invariant" if name in names else "health"
        found.append(_exhausted(name, kind, complete, share))
    return found


def _exhausted(name: str, kind: Kind, explored: list[ExploredInstance], seconds: float) -> Finding:
    """`exhausted` where nothing breaks it; what breaks it in an instance refutes nothing of the full game."""
    asked = [each for each in explored if _speaks(each, name, kind)]
    bad = [(each, play) for each in asked for play in _broken(each, name)]
    if bad:
        small, play = bad[0]
        words = (
            f"fails in the instance `{small.name}` after {count_of(len(play), 'move')}, perhaps only there"
        )
        return Finding(name, kind, "unknown", SEARCH, words, seconds, remark=words)
    if not asked:
        return Finding(name, kind, "unknown", SEARCH, "no instance covers it", seconds)
    tied = [each for each in asked if name == "somebody-wins" and leaves_ties(each.program, each.found)]
    if tied:
        words = f"ties in the instance `{tied[0].name}` that the rules do not settle"
        return Finding(name, kind, "unknown", SEARCH, words, seconds, remark=words)
    words = "; ".join(each.words for each in asked) + scope_of(name)
    return Finding(name, kind, "exhausted", SEARCH, words, seconds)


def _speaks(each: ExploredInstance, name: str, kind: str) -> bool:
    return kind == "health" or any(claim.name == name for claim in each.program.game.claims)


def _broken(each: ExploredInstance, name: str) -> Iterator[ReplayedTrace]:
    found = each.found
    match name:
        case "conservation" | "bounds":
            yield from (fault.play for fault in found.faults if fault.property == name)
            if name == "bounds":
                yield from found.capacities.values()
        case "no-dead-end":
            yield from _present(found.dead_end)
        case "somebody-wins":
            if not each.program.machine.is_lost_together:
                yield from _present(found.results.nobody)
        case "no-peeking":
            yield from (peek.one for peek in found.peeks)
        case "nothing-vanishes":
            yield from found.if_none.values()
        case _:
            yield from _present(found.violations.get(name))


def _present(play: ReplayedTrace | None) -> Iterator[ReplayedTrace]:
    """A play without a move is a play all the same: what is wrong from the start is wrong."""
    if play is not None:
        yield play


def _looping(program: Program, budget: Budget) -> Iterator[Finding]:
    """A loop in the full game, told as a play; that none is found says nothing.

    Where the rules acknowledge some loops, one that they do not mean is looked for first of all.
    """
    began = time.process_time()
    work = budget.steps(program.machine)
    meant = LoopFilter(program.machine, program.game)
    loop = find_loop(program.machine, work=work)
    known = meant.meant(loop.play.written, loop.start) if loop is not None else None
    if meant.known and (loop is None or known is not None):
        other = find_loop(program.machine, work=LOOK_AGAIN, wanted=meant)
        loop, known = (other, None) if other is not None else (loop, known)
    seconds = time.process_time() - began
    if loop is None:
        return
    luck = ", with the same chance events each time" if loop.chance else ""
    words = f"moves {loop.start + 1} to {len(loop.play)} return to the same position{luck}, so play can go on for ever"
    if known is None and meant.known:
        words += "; no `may-loop` means this loop"
    lines = tuple(trace_in_words(Engine(program.machine, piecemeal=True), loop.play.written))
    trace = Evidence(loop.play.written.as_json(), lines, words, loop.start + 1)
    # What is listed is accepted by the reason of its name.
    listed = (known.subject,) if known is not None and known.subject is not None else ()
    yield Finding("it-ends", "health", "refuted", "a loop", words, seconds, trace, listed=listed)


METHOD = Method(
    "explore", "every state of small instances, and loops in the full game", by_search, after=("simulate",)
)
