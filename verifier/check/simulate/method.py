"""The method `simulate`: what random plays of the full game show."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from verifier.check.monitor.coverage import Coverage, seen_in_scenarios
from verifier.check.monitor.instrument import InstrumentedMachine, instrumented_machine
from verifier.check.monitor.noninterference import SwapNoninterference
from verifier.check.simulate.premises import unreached
from verifier.check.simulate.sampler import SampleFindings, Sampler
from verifier.check.static.overlaps import vanishing_subjects
from verifier.diagnostics import count_of
from verifier.program import Program
from verifier.trace.validate import Validated, Validator
from verifier.verdict.budget import LONGEST_PLAY
from verifier.verdict.finding import Finding, Kind, Question, Verdict
from verifier.verdict.method import Method, Request
from verifier.verdict.properties import PLAYS_AND_SCENARIOS, questions

SEED = 1
PLAYS = "random plays"
VACUOUS = "speaks of what never happened: its premise was met in no play and in no scenario"
# What monitors of their own look for.
WATCHED = ("every-rule-lives", "no-peeking", "nothing-vanishes")
# A witness that has not been met is looked for so many times longer.
LONGER = 5


@dataclass(frozen=True, slots=True)
class _Sampled:
    program: Program
    sampler: Sampler
    marked: InstrumentedMachine
    # The invariants whose premise nothing has met.
    vacuous: frozenset[str]
    seconds: float

    @property
    def seen(self) -> SampleFindings:
        return self.sampler.seen

    @property
    def coverage(self) -> Coverage:
        assert self.sampler.coverage is not None
        return self.sampler.coverage

    @property
    def noninterference(self) -> SwapNoninterference:
        assert self.sampler.noninterference is not None
        return self.sampler.noninterference

    @property
    def words(self) -> str:
        seen = self.seen
        return f"{count_of(seen.plays, 'play')}, {count_of(seen.steps, 'step')}, seed {SEED}"


def by_plays(program: Program, request: Request) -> list[Finding]:
    """A finding for each property that plays can speak of."""
    began = time.process_time()
    marks = instrumented_machine(program.game)
    sampler = Sampler(program.game, marks.machine, marks, LONGEST_PLAY, greedy=True)
    if not any(map(request.wants, WATCHED)):
        sampler.watch_claims_alone()
    sampler.ties_are_shared = program.ties_are_shared
    steps = request.budget.steps(program.machine)
    sampler.run(steps, SEED)
    witnesses = {
        claim.name for claim in program.game.claims if claim.sort == "witness" and request.wants(claim.name)
    }
    while sampler.seen.steps < LONGER * steps and not witnesses <= sampler.seen.met.keys():
        sampler.play(SEED + sampler.seen.plays, LONGEST_PLAY)
    claimed = frozenset(claim.name for claim in program.game.claims if request.wants(claim.name))
    vacuous = frozenset(unreached(program, claimed - sampler.seen.broken.keys(), steps))
    sampled = _Sampled(program, sampler, marks, vacuous, time.process_time() - began)
    seen = sampler.seen
    peeks = sampler.noninterference.findings if sampler.noninterference is not None else ()
    needs_replay = seen.broken or seen.met or seen.vanished or peeks
    plain = Validator(program.machine, program.ruleset) if needs_replay else None
    asked = [each for each in questions(program.game, program.places) if request.wants(each.property)]
    share = sampled.seconds / max(1, len(asked))
    found = []
    for question in asked:
        since = time.process_time()
        finding = _finding(question, sampled, plain)
        if finding is not None:
            spent = share + time.process_time() - since
            found.append(_timed(finding.of(question), spent))
    return found


def _timed(finding: Finding, seconds: float) -> Finding:
    return replace(finding, seconds=seconds)


def _finding(question: Question, sampled: _Sampled, plain: Validator | None) -> Finding | None:
    name, seen = question.property, sampled.seen
    if name in seen.broken:
        way, words = seen.broken[name]
        assert plain is not None
        return _refuted(question, plain.validated(way, name, words), sampled)
    if question.kind == "witness":
        return _witness(question, sampled, plain)
    if question.kind == "invariant":
        return _holding(question, sampled)
    match name:
        case "conservation" | "bounds" | "no-dead-end":
            return _said("health", "tested", f"no violation in {sampled.words}")
        case "it-ends":
            return _ending(sampled)
        case "somebody-wins":
            return _winning(sampled)
        case "every-rule-lives":
            return _living(sampled)
        case "no-peeking":
            return _peeking(question, sampled, plain)
        case "nothing-vanishes":
            return _vanishing(sampled, plain)
    return None


def _holding(question: Question, sampled: _Sampled) -> Finding:
    words = f"holds at every pause of {sampled.words}"
    if question.property not in sampled.vacuous:
        return _said(question.kind, "tested", words)
    # Said beside a proof as well: what never happens is easily proved of.
    found = _said(question.kind, "tested", f"{words}; but it {VACUOUS}")
    return replace(found, remark=VACUOUS)


def _said(kind: Kind, verdict: Verdict, detail: str, method: str = PLAYS) -> Finding:
    return Finding("", kind, verdict, method, detail)


def _refuted(question: Question, shown: Validated, sampled: _Sampled) -> Finding:
    """A refutation stands only if the plain machine went the same way to the same end."""
    if shown.evidence is None:
        return _said(question.kind, "unknown", f"{shown.words} (seen in {sampled.words}; {shown.doubt})")
    return Finding("", question.kind, "refuted", PLAYS, shown.words, trace=shown.evidence)


def _peeking(question: Question, sampled: _Sampled, plain: Validator | None) -> Finding | None:
    monitor, things = sampled.noninterference, sampled.program.machine.things
    if not monitor.findings:
        words = f"two unseen components swapped in {monitor.states:,} states of {sampled.words}"
        return _said("health", "tested", words) if monitor.states else None
    assert plain is not None
    shown = Validated("", None)
    for peek in sorted(monitor.findings, key=lambda each: len(each.way)):
        one, other = (things[thing].name for thing in peek.pair)
        words = f"swapping {one} and {other}, which the player cannot see, changes the {peek.what}"
        shown = plain.validated(peek.way, "no-peeking", words, peek.pair, peek.player)
        if shown.evidence is not None:
            break
    return _refuted(question, shown, sampled)


def _witness(question: Question, sampled: _Sampled, plain: Validator | None) -> Finding:
    way = sampled.seen.met.get(question.property)
    if way is None:
        return _said("witness", "unknown", f"not reached in {sampled.words}")
    assert plain is not None
    shown = plain.validated(way, question.property, f"reached after {count_of(len(way), 'move')}")
    if shown.evidence is None:
        return _said("witness", "unknown", f"{shown.words}, but {shown.doubt}")
    return Finding("", "witness", "proved", "a play", shown.words, trace=shown.evidence)


def _ending(sampled: _Sampled) -> Finding:
    seen = sampled.seen
    if seen.ended < seen.fair:
        late = seen.fair - seen.ended
        return _said(
            "health",
            "unknown",
            f"{late:,} of {seen.fair:,} plays had not ended after {LONGEST_PLAY:,} steps",
        )
    return _said("health", "tested", f"all ended, the longest after {seen.longest:,} steps: {sampled.words}")


def _winning(sampled: _Sampled) -> Finding:
    seen, program = sampled.seen, sampled.program
    if program.machine.is_lost_together:
        return _said("health", "proved", "all players win or lose together", "reading the rules")
    if program.ties_are_shared:
        return _said(
            "health",
            "proved",
            "every tie-break leaves at least one player; remaining ties are shared wins",
            "reading the rules",
        )
    if not seen.ended:
        return _said("health", "unknown", f"no play ended in {sampled.words}")
    return _said(
        "health", "tested", f"one winner in each of {seen.ended:,} plays that ended ({sampled.words})"
    )


def _living(sampled: _Sampled) -> Finding:
    """Shown by plays it is proved; shown by scenarios alone it is tested: perhaps no play comes to their positions."""
    coverage = sampled.coverage
    idle = tuple(coverage.idle)
    where, method, only = sampled.words, "plays", 0
    if idle:
        shown = seen_in_scenarios(sampled.program.game)
        only = len(idle)
        idle = tuple(name for name in idle if name not in shown)
        only -= len(idle)
        if only:
            where, method = f"{where}; {only} in scenarios only", PLAYS_AND_SCENARIOS
    if not idle:
        words = f"all {len(coverage.all)} rules had an effect in {where}"
        return _said("health", "tested" if only else "proved", words, method)
    words = f"{len(idle)} of {len(coverage.all)} rules without effect in {where}"
    return Finding("", "health", "unknown", PLAYS, words, listed=idle)


def _vanishing(sampled: _Sampled, plain: Validator | None) -> Finding:
    places = [goal for goal in sampled.marked.goals if goal.sort == "skipped"]
    vanished = sampled.seen.vanished
    if not places:
        return _said("health", "proved", "no step can be skipped silently", "reading the rules")
    if not vanished:
        return _said(
            "health",
            "tested",
            f"{count_of(len(places), 'place')} where steps could be skipped; none was in {sampled.words}",
        )
    assert plain is not None
    names = tuple(sorted(vanished))
    shortest = min(names, key=lambda name: len(vanished[name]))
    words = f"skipped silently: {', '.join(names)}"
    shown = plain.validated(vanished[shortest], "nothing-vanishes", words)
    if shown.evidence is None:
        return _said("health", "unknown", f"{words} ({shown.doubt})")
    return Finding(
        "", "health", "refuted", PLAYS, words, trace=shown.evidence, listed=vanishing_subjects(names)
    )


METHOD = Method("simulate", "random plays of the full game, every claim checked at every state", by_plays)
