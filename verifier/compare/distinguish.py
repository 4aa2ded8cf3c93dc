"""A play that tells two rule sets apart: two engines played as one, the same moves and the same chance on both sides.

Every short play of some deals comes first, then random plays. The search never proves that there is no difference; what
it has looked at is part of the answer. What was found is replayed on both sides, told and explained.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from verifier.compare.align import aligned
from verifier.compare.observe import (
    FaultDiffers,
    MoveDiffers,
    Observation,
    Parting,
    PlaceDiffers,
    ResultDiffers,
    What,
)
from verifier.engine import Engine, Move, State
from verifier.kernel.domain import values
from verifier.runtime import Fault
from verifier.trace import Recorder, WrittenTrace, replayed, trace_in_words
from verifier.trace.moves import MoveNotation
from verifier.trace.policies.biased import RandomUtility
from verifier.trace.policies.coupling import CoupledOracle, Favour, favouring, shared_numbers
from verifier.trace.scoring import Worth, scored

Pick = Callable[[Sequence[int]], int]
Given = tuple[dict[str, int], dict[str, int]]
DEALS = 6
LONGEST = 4_000
# So many plays without a better one, and the best so far is shown.
PATIENCE = 25
END_OF_ROUND = "end of round"


@dataclass(slots=True)
class JointState:
    """Where the two plays stand; `fates` answer for chance."""

    first: State
    second: State
    fates: tuple[CoupledOracle, CoupledOracle]

    def copy(self) -> JointState:
        return JointState(self.first.copy(), self.second.copy(), (self.fates[0].copy(), self.fates[1].copy()))


class CoupledEngines:
    """Two engines and the alignment between them."""

    def __init__(self, first: Engine, second: Engine, names: Mapping[str, str] | None = None) -> None:
        self.first = first
        self.second = second
        self.alignment = aligned(first.machine, second.machine, names)
        self.observation = Observation(first, second, self.alignment)
        self._numbers = shared_numbers(
            first.machine, second.machine, self.alignment.things, self.alignment.zones
        )
        self._dice = {there: here for (sort, here), there in self.alignment.names.items() if sort == "cell"}

    def start(self, seed: int, given: Given, favour: Favour | None) -> JointState:
        """Both sides set up with the same chance."""
        things, zones = self._numbers
        mine = self.first.machine
        ours = CoupledOracle(seed, range(len(mine.things)), range(mine.zones), favour)
        theirs = CoupledOracle(seed, things, zones, favour, self._dice)
        states = self.first.new(ours, dict(given[0])), self.second.new(theirs, dict(given[1]))
        return JointState(*states, (ours, theirs))

    def given(self, pick: Pick) -> Given:
        """What comes with a play on each side, the same where it is the same thing."""
        ours, theirs = _given(self.first, pick), _given(self.second, pick)
        for name, value in ours.items():
            partner = self.alignment.partner("cell", name)
            there = self.alignment.value(self.first.machine.cells[name].domain, value)
            if partner in theirs and there is not None:
                theirs[partner] = there
        return ours, theirs

    def difference(self, joint: JointState) -> What | None:
        return self.observation.difference(joint.first, joint.second)

    def step(self, joint: JointState, move: Move) -> FaultDiffers | None:
        """Makes a move that both sides allow; where the rules of one cannot be carried out, they differ.

        Where both cannot, the play goes on nowhere: `Fault` is raised.
        """
        there = self.observation.there.move(joint.first, joint.second, move)
        assert there is not None
        ours = _stepped(self.first, joint.first, move, joint.fates[0])
        theirs = _stepped(self.second, joint.second, there, joint.fates[1])
        if ours is None and theirs is None:
            return None
        if ours is not None and theirs is not None:
            raise ours
        fault = ours or theirs
        assert fault is not None
        text = f"{fault.property}: `{fault.subject}` would be {fault.value}"
        return FaultDiffers("A" if theirs is None else "B", text)


def _stepped(engine: Engine, state: State, move: Move, fate: CoupledOracle) -> Fault | None:
    try:
        engine.step(state, move, fate)
    except Fault as fault:
        return fault
    return None


def _given(engine: Engine, pick: Pick) -> dict[str, int]:
    return {
        name: pick(values(cell.domain))
        for name, cell in engine.machine.cells.items()
        if cell.given and not cell.index
    }


@dataclass(frozen=True, slots=True)
class JointStart:
    """Where a pair of plays begins: what is given, and what decides chance."""

    seed: int
    given: Given
    strength: float


@dataclass(frozen=True, slots=True)
class DistinguishingPlay:
    """A deal and moves of the first side after which the two sides differ."""

    deal: JointStart
    moves: tuple[Move, ...]
    what: What


@dataclass(frozen=True, slots=True)
class JointSearchResult:
    """What was looked at: positions of both sides, plays, the moves of the longest; and what was found."""

    found: DistinguishingPlay | None
    positions: int
    plays: int
    moves: int
    shortest: bool


@dataclass(frozen=True, slots=True)
class JointSearchLimits:
    positions: int = 4_000
    plays: int = 600
    seconds: float = 20.0
    seed: int = 1


class JointSearch:
    def __init__(self, engines: CoupledEngines, limits: JointSearchLimits) -> None:
        self.engines = engines
        self.limits = limits
        # The seconds of this process, so that a busy machine looks as far as an idle one.
        self.left = limits.seconds
        self.ends = 0.0
        self.positions = 0
        self.plays = 0
        self.moves = 0

    def short(self) -> JointSearchResult:
        """Every short play of some deals."""
        self._begin()
        return self._answer(self._short(), True)

    def long(self, most: int | None = None) -> JointSearchResult:
        """Plays by whim, to the end if need be: so many, or all that are left."""
        self._begin()
        best: DistinguishingPlay | None = None
        bound, idle = LONGEST, 0
        last = self.limits.plays if most is None else min(self.limits.plays, self.plays + most)
        for number in range(self.plays, last):
            if not self._in_time() or idle >= PATIENCE:
                break
            found = self._by_whim(number, bound)
            idle += best is not None
            if found is not None and (best is None or _tells_more(found, best)):
                best, idle = found, 0
                bound = LONGEST if _same_winners(found) else len(found.moves) - 1
        return self._answer(best, False)

    def _begin(self) -> None:
        self.ends = time.process_time() + self.left

    def _in_time(self) -> bool:
        return time.process_time() < self.ends

    def _answer(self, found: DistinguishingPlay | None, shortest: bool) -> JointSearchResult:
        self.left = max(0.0, self.ends - time.process_time())
        return JointSearchResult(found, self.positions, self.plays, self.moves, shortest)

    def _deal(self, number: int) -> JointStart:
        chance = random.Random(f"{self.limits.seed} deal {number}")
        strength = (0.0, 0.0, 0.3, 1.0)[number % 4]
        given = self.engines.given(lambda members: members[int(chance.random() * len(members))])
        return JointStart(chance.getrandbits(30), given, strength)

    # --- every short play

    def _short(self) -> DistinguishingPlay | None:
        waiting: deque[tuple[JointStart, JointState, tuple[Move, ...]]] = deque()
        seen: set[tuple[object, object, int]] = set()
        for number in range(DEALS):
            deal = self._deal(number)
            joint = joint_start(self.engines, deal)
            what = self.engines.difference(joint)
            if what is not None:
                return DistinguishingPlay(deal, (), what)
            waiting.append((deal, joint, ()))
        while waiting and self.positions < self.limits.positions and self._in_time():
            deal, joint, path = waiting.popleft()
            engine = self.engines.first
            for move in engine.distinct(engine.legal(joint.first), joint.first):
                after, what = self._after(joint, move)
                if what is not None:
                    return DistinguishingPlay(deal, (*path, move), what)
                key = (engine.key(after.first), self.engines.second.key(after.second), deal.seed)
                if after is not joint and key not in seen:
                    seen.add(key)
                    waiting.append((deal, after, (*path, move)))
        return None

    def _after(self, joint: JointState, move: Move) -> tuple[JointState, What | None]:
        after = joint.copy()
        self.positions += 1
        try:
            what: What | None = self.engines.step(after, move)
        except Fault:
            return joint, None
        return after, what or self.engines.difference(after)

    # --- plays by whim

    def _by_whim(self, number: int, bound: int) -> DistinguishingPlay | None:
        """A play of at most so many moves that ends in a difference."""
        chance = random.Random(f"{self.limits.seed} play {number}")
        deal = self._deal(DEALS + number)
        joint = joint_start(self.engines, deal)
        policies = [
            RandomUtility(self.engines.first, chance) for _ in range(self.engines.first.machine.players)
        ]
        path: list[Move] = []
        self.plays += 1
        what = self.engines.difference(joint)
        while what is None and len(path) < bound:
            moves = self.engines.first.legal(joint.first)
            if not moves or not self._in_time():
                return None
            move = policies[self.engines.first.player(joint.first)].chosen(joint.first, moves)
            path.append(move)
            try:
                what = self.engines.step(joint, move) or self.engines.difference(joint)
            except Fault:
                return None
            self.moves = max(self.moves, len(path))
        return DistinguishingPlay(deal, tuple(path), what) if what is not None else None


def joint_start(engines: CoupledEngines, deal: JointStart) -> JointState:
    """Both sides of a deal, set up."""
    chance = random.Random(deal.seed)
    favour = favouring(engines.first.machine, chance, deal.strength) if deal.strength else None
    return engines.start(deal.seed, deal.given, favour)


def _same_winners(found: DistinguishingPlay) -> bool:
    what = found.what
    return isinstance(what, ResultDiffers) and what.winners[0] == what.winners[1]


def _tells_more(found: DistinguishingPlay, best: DistinguishingPlay) -> bool:
    """Another winner says more than another score, and a short play more than a long one."""
    return (_same_winners(found), len(found.moves)) < (_same_winners(best), len(best.moves))


Steps = tuple[int, tuple[Worth, ...], tuple[Worth, ...]]


class UnfaithfulError(Exception):
    """A play of the search that the engines do not play again: a mistake of ours."""


def parting(engines: CoupledEngines, found: DistinguishingPlay, rulesets: tuple[str, str]) -> Parting:
    """The two plays, each replayed by its own engine, and what is different behind them."""
    plays = _recorded(engines, found, rulesets)
    for engine, play in zip((engines.first, engines.second), plays, strict=True):
        again = replayed(engine, play)
        # The rules of one side may be impossible to carry out: that is the difference, if it comes with the last move.
        broken = again.broken is not None and again.broken.number == len(found.moves) - 1
        if not again.legal and not (broken and isinstance(found.what, FaultDiffers)):
            raise UnfaithfulError(f"{play.ruleset}: move {len(again.moves) + 1}")
    scores: tuple[Steps, ...] = ()
    if isinstance(found.what, PlaceDiffers | ResultDiffers) and found.moves:
        scores = _score_steps(engines, plays)
    rules = _rules(found, scores)
    return Parting(found.what, plays, tuple(trace_in_words(engines.first, plays[0])), scores, rules)


def _recorded(
    engines: CoupledEngines, found: DistinguishingPlay, rulesets: tuple[str, str]
) -> tuple[WrittenTrace, WrittenTrace]:
    joint = joint_start(engines, found.deal)
    fates = (fate.copy() for fate in joint.fates)
    writers = []
    for engine, ruleset, fate, given in zip(
        (engines.first, engines.second), rulesets, fates, found.deal.given, strict=True
    ):
        fate.times.clear()
        fate.rolls.clear()
        writers.append(Recorder(MoveNotation(engine), ruleset, fate, given).begin())
    first, second = writers
    for move in found.moves:
        there = engines.observation.there.move(first.state, second.state, move)
        assert there is not None
        for writer, step in ((first, move), (second, there)):
            # The last move may be the one that one side cannot carry out: it is written down all the same.
            with suppress(Fault):
                writer.step(step)
    return first.written(), second.written()


def _score_steps(engines: CoupledEngines, plays: tuple[WrittenTrace, WrittenTrace]) -> tuple[Steps, ...]:
    """Of each player whose score differs at the last end of a round, the steps of it on both sides."""
    ours, others = _at_the_end(engines.first, plays[0]), _at_the_end(engines.second, plays[1])
    pairs = zip(ours, others, strict=False)
    return tuple((seat, mine, theirs) for seat, (mine, theirs) in enumerate(pairs) if mine != theirs)


def _at_the_end(engine: Engine, play: WrittenTrace) -> list[tuple[Worth, ...]]:
    """How every player's score stood when the last round ended."""
    watched = Engine(engine.machine, checked=True)
    found: list[list[tuple[Worth, ...]]] = []

    def watch(state: State, moment: str | None) -> None:
        if moment == END_OF_ROUND:
            seats = range(engine.machine.players)
            found.append([tuple(scored(engine, state, seat, whole=True)) for seat in seats])

    watched.watch = watch
    replayed(watched, play)
    return found[-1] if found else []


def _rules(found: DistinguishingPlay, scores: tuple[Steps, ...]) -> tuple[str, ...]:
    """The rules that make the difference, as far as the difference itself says."""
    rules: dict[str, None] = {}
    if isinstance(found.what, MoveDiffers):
        rules.update(dict.fromkeys(refusal.rule for refusal in found.what.refusals))
    for _, mine, theirs in scores:
        for rule in _differing(mine, theirs):
            rules.setdefault(rule)
    return tuple(rules)


def _differing(mine: tuple[Worth, ...], theirs: tuple[Worth, ...]) -> list[str]:
    """The rules whose step is another one, the innermost first."""
    found: list[str] = []
    there = {(worth.definition, worth.of): worth for worth in theirs}
    for worth in mine:
        other = there.get((worth.definition, worth.of))
        if other is None or other == worth:
            continue
        ours = {step.rule: step for step in worth.steps}
        others = {step.rule: step for step in other.steps}
        for rule in dict.fromkeys((*ours, *others)):
            one, two = ours.get(rule), others.get(rule)
            if one is not None and two is not None:
                found += _differing(one.inside, two.inside)
            gains = [step.after - step.before if step is not None else 0 for step in (one, two)]
            if gains[0] != gains[1] and not (one and two and (one.inside or two.inside)):
                found.append(rule)
    return found
