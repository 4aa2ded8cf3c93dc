"""Simulation: a seed and a policy in, how the play went out."""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verifier.engine import Engine
from verifier.engine.native.choose import MOST_SEED, compiled_machine, pays
from verifier.kernel.domain import NOTHING
from verifier.runtime import Seeded
from verifier.trace.drive import Driver, End
from verifier.trace.moves import MoveNotation
from verifier.trace.policies.greedy import Greedy, ScoreReader
from verifier.trace.policies.search.player import Budget, SearchPlayer
from verifier.trace.policies.uniform import Policy, at_random, by_seat, random_given
from verifier.trace.record import Recorder, Run
from verifier.trace.trace import WrittenTrace

if TYPE_CHECKING:
    from verifier.engine.native.reader import NativeMachine, NativePlay

# Who can sit at a seat.
PLAYERS = ("random", "greedy", "search")
# Greedy and random players in turns, the other way round in the next play.
MIXED = "mixed"
# So many plays are made at once, in case they are asked for.
MOST_AHEAD = 64
# After so many steps, and then each time twice as many, it is asked whether compiling pays.
FIRST_LOOK = 5_000


def seats_of(policy: str, players: int) -> tuple[str, ...] | None:
    """Who sits where: one name for all, one for each seat, or `None` for `mixed`. Raises `ValueError`."""
    if policy == MIXED:
        return None
    names = tuple(name.strip() for name in policy.split(","))
    unknown = [name for name in names if name not in PLAYERS]
    if unknown:
        raise ValueError(f"there is no player `{unknown[0]}`; known are {', '.join(PLAYERS)} and {MIXED}")
    if len(names) not in (1, players):
        raise ValueError(f"there are {players} seats, but {len(names)} players are named")
    return names * players if len(names) == 1 else names


@dataclass(frozen=True, slots=True)
class Simulated:
    """How a play went; `seats` says who sat where, `play` is what was written down, if that was asked for."""

    end: End
    steps: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    play: WrittenTrace | None
    seats: tuple[str, ...] = ()


def margin_of(scores: Sequence[int]) -> int:
    """By how much the highest score is ahead of the next."""
    first, *rest = sorted(scores, reverse=True)
    return first - rest[0] if rest else 0


class PlaysAhead:
    """Plays at random by the compiled machine, several at a time once they are asked for in order."""

    def __init__(self, native: NativeMachine, most: int) -> None:
        self.native = native
        self.most = most
        self._known: dict[int, NativePlay] = {}
        self._next, self._batch = -1, 1

    def play(self, seed: int) -> NativePlay:
        if seed not in self._known:
            self._batch = min(2 * self._batch, MOST_AHEAD) if seed == self._next else 1
            seeds = range(seed, min(seed + self._batch, MOST_SEED))
            self._known = dict(zip(seeds, self.native.plays(seeds, self.most), strict=True))
            self._next = seeds.stop
        return self._known[seed]


class Simulation:
    """Plays of one rule set; what a move is called is found out once for all of them.

    Where all players are random and nothing is written down, the compiled machine plays as soon as that pays; a seed
    gives the same play either way.

    The seeds of the greedy players of two plays that follow each other lie `apart`. Players who search have a `budget`
    for each move.
    """

    def __init__(
        self,
        engine: Engine,
        ruleset: str,
        policy: str = "random",
        most: int = 100_000,
        apart: int = 1000,
        budget: Budget | None = None,
    ) -> None:
        self.engine = engine
        self.ruleset = ruleset
        self.seats = seats_of(policy, engine.machine.players)
        self.most = most
        self.apart = apart
        self.moving = MoveNotation(engine)
        self.standing = ScoreReader(engine)
        self.driver = Driver(engine)
        self._steps, self._looked, self._looks_at = 0, False, 0
        self._ahead: PlaysAhead | None = None
        self._searcher = (
            SearchPlayer(engine, 0, budget) if self.seats is not None and "search" in self.seats else None
        )

    def play(self, seed: int, written: bool = False) -> Simulated:
        """The play that belongs to a seed."""
        ahead = self._compiled() if not written and 0 <= seed < MOST_SEED else None
        if ahead is not None:
            found = ahead.play(seed)
            # What goes wrong is looked at in Python, which tells what it was.
            if found.end != "fault":
                return Simulated(found.end, found.steps, found.scores, found.winners, None, self._seats(seed))
        simulated = self._in_python(seed, written)
        self._steps += simulated.steps
        return simulated

    def starter(self, seed: int) -> int:
        """Who moves first in the play of a seed."""
        oracle = Seeded(seed)
        state = self.engine.new(oracle, random_given(self.engine, oracle.random))
        return NOTHING if self.engine.over(state) else self.engine.player(state)

    def actions(self, seeds: range) -> dict[str, float]:
        """How often each action is taken in a play, by the plays of these seeds."""
        counts: Counter[str] = Counter()
        for seed in seeds:
            written = self.play(seed, written=True).play
            counts.update(str(move["action"]) for move in (written.moves if written is not None else ()))
        return {action: round(count / len(seeds), 2) for action, count in sorted(counts.items())}

    def _compiled(self) -> PlaysAhead | None:
        """The compiled machine, once there has been enough to do."""
        if self._ahead is not None or self._looked or self.seats != ("random",) * self.engine.machine.players:
            return self._ahead
        if self._steps >= self._looks_at:
            machine = self.engine.machine
            self._looks_at = 2 * self._steps + FIRST_LOOK
            if pays(machine, self._steps):
                self._looked = True
                native = compiled_machine(machine)
                self._ahead = PlaysAhead(native, self.most) if native is not None else None
        return self._ahead

    def _in_python(self, seed: int, written: bool) -> Simulated:
        # States hold no circles, so that nobody needs to look for them while many are made and dropped.
        collecting = gc.isenabled()
        gc.disable()
        try:
            return self._play(seed, written)
        finally:
            if collecting:
                gc.enable()

    def _play(self, seed: int, written: bool) -> Simulated:
        oracle = Seeded(seed)
        given = random_given(self.engine, oracle.random)
        seats = self._seats(seed)
        run = (
            Recorder(self.moving, self.ruleset, oracle, given) if written else Run(self.engine, oracle, given)
        )
        end = self.driver.play(run, self._policy(seats, seed, oracle.random), self.most)
        play = run.written() if isinstance(run, Recorder) else None
        if run.fault is not None and not run.moves:
            return Simulated(end, 0, (0,) * self.engine.machine.players, (), play, seats)
        result = self.engine.result(run.state)
        steps = len(run.moves) - (run.fault is not None)
        return Simulated(end, steps, result.scores, result.winners, play, seats)

    def _seats(self, seed: int) -> tuple[str, ...]:
        if self.seats is not None:
            return self.seats
        players = range(self.engine.machine.players)
        return tuple("greedy" if (seat + seed) % 2 == 0 else "random" for seat in players)

    def _policy(self, seats: tuple[str, ...], seed: int, chance: random.Random) -> Policy:
        anything = at_random(chance)
        if set(seats) == {"random"}:
            return anything
        searcher = self._searcher.reseeded(seed) if self._searcher is not None else anything

        def policy(seat: int, name: str) -> Policy:
            if name == "greedy":
                return Greedy(self.standing, seed * self.apart + seat)
            return searcher if name == "search" else anything

        return by_seat(self.engine, [policy(seat, name) for seat, name in enumerate(seats)])
