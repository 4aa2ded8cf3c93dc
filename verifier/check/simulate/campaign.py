"""Campaigns: many plays of each subject with every claim checked at every state. Subjects in, tallies out.

A play ends, or comes back to where it has been; a late one was broken off. A mistake of ours is counted and not
hidden. The plays belong to their seeds, so that the answer does not depend on how the work is shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from time import process_time

from verifier.check.monitor.loop_shape import LoopFilter, known_loops
from verifier.check.simulate.sampler import Sampler
from verifier.check.simulate.screen import PlayScreen
from verifier.diagnostics import count_of
from verifier.program import Program, Subject
from verifier.trace.drive import End
from verifier.trace.record import NotReplayedError
from verifier.trace.trace import Evidence, Trace
from verifier.trace.validate import Validator
from verifier.workers import Jobs, Workers

ENDS: tuple[End, ...] = ("over", "loop", "late", "dead end", "fault")
# One process plays so many at a time.
BATCH = 100
# A long play goes on so far, to see whether it goes round in circles.
PATIENCE = 500

Tell = Callable[[Subject, int, int], None]


@dataclass(frozen=True, slots=True)
class CampaignJob:
    """So many plays of each subject, from this seed on; after `longest` moves a play is long."""

    subjects: Sequence[Subject]
    plays: int
    seed: int = 1
    longest: int = 3_000
    jobs: Jobs = 2


@dataclass(frozen=True, slots=True)
class BrokenClaim:
    """Something that does not hold: in how many plays, the first seed, and a play made short.

    `accepted` is the reason by which the rules accept it.
    """

    name: str
    plays: int
    seed: int
    words: str
    trace: Evidence | None
    accepted: str | None


@dataclass(frozen=True, slots=True)
class InternalFailure:
    """A mistake of ours, in the play of this seed."""

    seed: int
    words: str


@dataclass(slots=True)
class PlayBatch:
    """What some plays of a subject showed; `ways` are the shortest to what broke, with their words and seeds."""

    subject: Subject
    ends: dict[End, int] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)
    steps: int = 0
    seconds: float = 0.0
    late: list[int] = field(default_factory=list)
    ways: dict[str, tuple[Trace, str, int]] = field(default_factory=dict)
    breaks: dict[str, list[int]] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    loop: tuple[Trace, int] | None = None
    stumbles: list[InternalFailure] = field(default_factory=list)

    def add(self, other: PlayBatch) -> None:
        """Both together; of two ways the shorter stands, of two as short that of the lower seed."""
        for end, count in other.ends.items():
            self.ends[end] = self.ends.get(end, 0) + count
        self.lengths += other.lengths
        self.steps += other.steps
        self.seconds += other.seconds
        self.late += other.late
        self.met |= other.met
        self.stumbles += other.stumbles
        for name, seeds in other.breaks.items():
            self.breaks.setdefault(name, []).extend(seeds)
        for name, found in other.ways.items():
            known = self.ways.get(name)
            if known is None or (len(found[0]), found[2]) < (len(known[0]), known[2]):
                self.ways[name] = found
        if other.loop is not None and (self.loop is None or len(other.loop[0]) < len(self.loop[0])):
            self.loop = other.loop


@dataclass(frozen=True, slots=True)
class SubjectTally:
    """All plays of one subject. `accepted` is the reason by which the rules let a play go on for ever."""

    subject: Subject
    batch: PlayBatch
    broken: tuple[BrokenClaim, ...]
    loop: Evidence | None
    accepted: str | None
    invariants: int
    witnesses: int

    @property
    def fails(self) -> bool:
        """Something broke, or plays go round in circles and nobody has said that they may."""
        circles = self.batch.ends.get("loop", 0) > 0 and self.accepted is None
        return circles or any(each.accepted is None for each in self.broken)

    @property
    def is_open(self) -> bool:
        """Not everything is known: plays were broken off."""
        return self.batch.ends.get("late", 0) > 0


@dataclass(slots=True)
class Campaign:
    tallies: list[SubjectTally] = field(default_factory=list)
    partial: bool = False


def campaign(wish: CampaignJob, tell: Tell | None = None) -> Campaign:
    """Every play of every subject. Ctrl-C leaves what is done so far."""
    _sampler.cache_clear()
    _screen.cache_clear()
    ranges = [
        (subject, range(start, min(start + BATCH, wish.seed + wish.plays)), wish.longest)
        for subject in wish.subjects
        for start in range(wish.seed, wish.seed + wish.plays, BATCH)
    ]
    done: dict[tuple[Subject, int], PlayBatch] = {}
    partial = False
    try:
        for subject, seeds, batch in _played(ranges, wish.jobs):
            done[subject, seeds.start] = batch
            if tell is not None:
                tell(subject, len(seeds), wish.plays * len(wish.subjects))
    except KeyboardInterrupt:
        partial = True
    found = Campaign(partial=partial)
    for subject in wish.subjects:
        whole = PlayBatch(subject)
        for key in sorted(key for key in done if key[0] == subject):
            whole.add(done[key])
        if whole.ends or whole.stumbles:
            found.tallies.append(_tally(subject.program(), whole))
    return found


# --- playing

Task = tuple[Subject, range, int]


def _played(tasks: Sequence[Task], jobs: Jobs) -> Iterator[tuple[Subject, range, PlayBatch]]:
    with closing(Workers(batch_of, jobs).results(tasks)) as results:
        for at, batch in results:
            subject, seeds, _ = tasks[at]
            yield subject, seeds, batch if batch is not None else PlayBatch(subject, stumbles=[_died(seeds)])


def _died(seeds: range) -> InternalFailure:
    return InternalFailure(seeds.start, "the process ended unexpectedly")


@lru_cache(maxsize=2)
def _sampler(subject: Subject, longest: int) -> Sampler:
    program = subject.program()
    sampler = Sampler(program.game, program.machine, longest=longest, patience=PATIENCE, greedy=True)
    sampler.ties_are_shared = program.ties_are_shared
    return sampler


@lru_cache(maxsize=2)
def _screen(subject: Subject) -> PlayScreen:
    return PlayScreen(subject.program(), PATIENCE)


def batch_of(task: Task) -> PlayBatch:
    """The plays of some seeds."""
    subject, seeds, longest = task
    found, began = PlayBatch(subject), process_time()
    for seed in seeds:
        try:
            found.add(_play(_sampler(subject, longest), subject, seed, longest))
        except Exception as error:
            found.stumbles.append(InternalFailure(seed, f"{type(error).__name__}: {error}"))
            _sampler.cache_clear()
    found.seconds = process_time() - began
    return found


def _play(sampler: Sampler, subject: Subject, seed: int, longest: int) -> PlayBatch:
    """What the play of one seed showed."""
    screen = _screen(subject)
    ordinary = screen.play(seed, longest)
    if ordinary is not None:
        return PlayBatch(subject, {"over": 1}, [ordinary.steps], ordinary.steps, met=set(ordinary.met))
    played, seen = sampler.alone(seed, longest)
    screen.played_in_python(played.steps)
    return PlayBatch(
        subject,
        {played.end: 1},
        [played.steps],
        played.steps,
        late=[seed] if played.end == "late" else [],
        ways={name: (trace, words, seed) for name, (trace, words) in seen.broken.items()},
        breaks={name: [seed] for name in seen.broken},
        met=set(seen.met),
        loop=seen.loop,
    )


# --- telling


def _tally(program: Program, whole: PlayBatch) -> SubjectTally:
    sorts = [claim.sort for claim in program.game.claims]
    plain = Validator(program.machine, program.ruleset) if whole.ways or whole.loop else None
    return SubjectTally(
        program.subject,
        whole,
        tuple(_broken(name, program, whole, plain) for name in sorted(whole.ways) if plain is not None),
        _circle(program, whole, plain),
        _loop_reason(program, whole, plain),
        sorts.count("invariant"),
        sorts.count("witness"),
    )


def _reason(program: Program, name: str) -> str | None:
    """Why the rules accept that a property does not hold."""
    for each in program.game.acknowledged:
        if each.property == name and each.subject is None:
            return each.reason
    return None


def _loop_reason(program: Program, whole: PlayBatch, plain: Validator | None) -> str | None:
    """Why the rules accept the loop that is shown; of plays that are only long, any reason for a loop."""
    known = known_loops(program.game)
    if not known or whole.loop is None or plain is None:
        return known[0].reason if known else None
    way, since = whole.loop
    try:
        play = plain.written(way)
    except NotReplayedError:
        return None
    meant = LoopFilter(program.machine, program.game).meant(play, since)
    return meant.reason if meant is not None else None


def _broken(name: str, program: Program, whole: PlayBatch, plain: Validator) -> BrokenClaim:
    way, words, _ = whole.ways[name]
    shown = plain.validated(way, name, words)
    seeds = whole.breaks[name]
    doubt = f" ({shown.doubt})" if shown.doubt else ""
    return BrokenClaim(
        name, len(seeds), min(seeds), f"{shown.words}{doubt}", shown.evidence, _reason(program, name)
    )


def _circle(program: Program, whole: PlayBatch, plain: Validator | None) -> Evidence | None:
    """The shortest play that came back to where it had been, told."""
    if whole.loop is None or plain is None:
        return None
    way, since = whole.loop
    try:
        play = plain.written(way)
    except NotReplayedError:
        return None
    words = f"after {count_of(len(way), 'move')} the state is the same as after {since}"
    return plain.evidence(play, words, since + 1)
