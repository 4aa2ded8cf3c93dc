"""Lasso search in machines of any size: a machine in, a play that can go on for ever out, if one is found.

Two ways. One looks for the shortest way back from states early in a play: components that must come back are
counted, so that hopeless ways are left soon; where components go round, between which families of zones, a few random
plays tell. The other lets everybody stick to simple habits, with dice that always fall alike, until a state comes
again.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import product

from verifier.check.explore.results import Lasso
from verifier.check.monitor.loop_shape import LoopFilter
from verifier.engine import Engine, Move, State
from verifier.kernel.machine import Machine
from verifier.runtime import FINAL, Fault, Seeded
from verifier.trace.concretize import TraceWriter
from verifier.trace.drive import Circles, Driver, Monitor
from verifier.trace.policies.habit import HabitPolicy, NoChanceError, NoChanceOracle
from verifier.trace.policies.uniform import by_choice, random_given
from verifier.trace.record import Run
from verifier.trace.trace import Trace

FLOW_PLAYS = 8
FLOW_STEPS = 400
# How many moves lead to where a way back is looked for, from how many plays each, and how long it may be.
STEMS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 48)
PLAYS = 12
WALKS = 48
LONGEST_CIRCLE = 16
# So many states are looked at from one place.
LOOKS = 4_000
# Where a certain kind of loop is looked for, fewer from each of more places.
WANTED_LOOKS = 1_500
WORK = 150_000
LONGEST_WALK = 3_000


class ZoneFlow(Monitor):
    """What a few random plays showed of the ways of components, in steps without chance.

    Two families are of one cycle if components go from each to the other, over others too. `most` is how
    many components one step has moved. `flows` is no if every step moved something away for good.
    """

    def __init__(self, engine: Engine, seed: int) -> None:
        self.family = [family.name for family in engine.layout.family_of]
        self.most = 1
        self.flows = False
        self._kept: list[list[tuple[str, str]]] = []
        self._before: tuple[list[int], int] = [], 0
        driver = Driver(engine, [self])
        for number in range(seed * 1_000, seed * 1_000 + FLOW_PLAYS):
            chance = random.Random(number)
            run = Run(engine, Seeded(number), random_given(engine, chance))
            driver.play(run, by_choice(chance), FLOW_STEPS)
        self.ways = {way for moved in self._kept for way in moved}
        self.cycle = self._cycles()
        self.flows = any(all(map(self._is_round, moved)) for moved in self._kept)

    def stepped(self, run: Run) -> None:
        where, asked = self._before
        self._before = run.state.where[:], run.asked
        if run.moves and run.asked == asked and run.state.at != FINAL:
            moved = [(old, new) for old, new in zip(where, run.state.where, strict=True) if old != new]
            self._kept.append([(self.family[old], self.family[new]) for old, new in moved])
            self.most = max(self.most, len(moved))

    def _cycles(self) -> dict[str, frozenset[str]]:
        """Of each family, those that lead to it and to which it leads, itself among them."""
        leads = {name: {name} for name in self.family}
        growing = True
        while growing:
            growing = False
            for old, new in self.ways:
                for reached in leads.values():
                    if old in reached and new not in reached:
                        reached.add(new)
                        growing = True
        return {
            name: frozenset(other for other in reached if name in leads[other])
            for name, reached in leads.items()
        }

    def _is_round(self, way: tuple[str, str]) -> bool:
        return way[1] in self.cycle[way[0]]

    def may_come_back(self, before: State, after: State) -> bool:
        """Did a step move components only where they may come back from?"""
        family, cycle = self.family, self.cycle
        return all(
            family[new] in cycle[family[old]]
            for old, new in zip(before.where, after.where, strict=True)
            if old != new
        )


def find_loop(
    machine: Machine, *, seed: int = 1, work: int = WORK, wanted: LoopFilter | None = None
) -> Lasso | None:
    """A loop that needs no luck, else one that needs some, else nothing. The same seed finds the same.

    With a filter, only loops that it accepts are looked for.
    """
    finder = _Finder(machine, seed, wanted)
    return finder.way_back(work * 2 // 3) or finder.walk(work // 3)


class _Walk(Circles):
    """A play until a state comes again; `asked` is how often chance had been asked by each move."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def stepped(self, run: Run) -> None:
        self.asked.append(run.asked)


class _Finder:
    def __init__(self, machine: Machine, seed: int, wanted: LoopFilter | None = None) -> None:
        self.wanted = wanted
        self.engine = Engine(machine)
        self.writer = TraceWriter(machine)
        self.seed = seed
        self.left = 0
        self.flow = ZoneFlow(self.engine, seed)

    # --- the way back

    def way_back(self, work: int) -> Lasso | None:
        """From more and more moves into a play, the shortest way back to the same state."""
        self.left = work
        for length, number in self._stems() if self.flow.flows else ():
            stem = self._stem(length, self.seed * 1_000 + number)
            if stem is not None:
                circle = _WayBack(self, stem.state).shortest()
                if circle is not None:
                    trace = stem.trace()
                    trace = replace(trace, moves=(*trace.moves, *circle))
                    return self._closed(trace, length, chance=False)
            if self.left <= 0:
                return None
        return None

    def _stems(self) -> Iterable[tuple[int, int]]:
        """Short plays first; for loops of a certain kind, plays of every length: it may need a certain position."""
        if self.wanted is None:
            return product(STEMS, range(PLAYS))
        return ((length, number) for number in range(PLAYS) for length in reversed(STEMS))

    def _stem(self, length: int, seed: int) -> Run | None:
        """So many moves at random; nothing if the play is over by then."""
        chance = random.Random(seed)
        stem = Run(self.engine, Seeded(seed), random_given(self.engine, chance))
        end = Driver(self.engine).play(stem, by_choice(chance), length)
        self.left -= len(stem.moves)
        return stem if end == "late" else None

    # --- habits

    def walk(self, work: int) -> Lasso | None:
        """Everybody always does the same in the same state: sooner or later a state comes again."""
        self.left = work
        for number in range(WALKS):
            found = self._walk(self.seed * 1_000 + number) if self.left > 0 else None
            if found is not None:
                return found
        return None

    def _walk(self, seed: int) -> Lasso | None:
        given = random_given(self.engine, random.Random(seed))
        prefers, walk = HabitPolicy(self.engine, self.flow, seed), _Walk()
        run = Run(self.engine, prefers.oracle, given)
        Driver(self.engine, [walk]).play(run, prefers.move, min(LONGEST_WALK, self.left))
        self.left -= len(run.moves)
        if walk.found is None:
            return None
        trace, start = walk.found
        found = self._closed(trace, start, chance=walk.asked[start] < run.asked)
        if self.wanted is not None and not self.wanted.accepts_play(found.play.written, found.start):
            return None
        return found

    def _closed(self, trace: Trace, start: int, chance: bool) -> Lasso:
        """The play, replayed: the state at `start` must be that at the end."""
        play, end = self.writer.play(trace)
        _, before = self.writer.play(replace(trace, moves=trace.moves[:start]))
        assert end.key() == before.key(), "a loop does not close"
        return Lasso(play, start, chance)


class _WayBack:
    """Deeper and deeper, until a state leads back to itself."""

    def __init__(self, finder: _Finder, start: State) -> None:
        self.finder = finder
        self.engine = finder.engine
        self.flow = finder.flow
        self.start = start
        self.key = start.key()
        self.looks = LOOKS if finder.wanted is None else WANTED_LOOKS
        self.tried: dict[Hashable, int] = {}

    def shortest(self) -> list[Move] | None:
        for length in range(1, LONGEST_CIRCLE + 1):
            self.tried.clear()
            found = self._back(self.start, length, ())
            if found is not None:
                return list(found)
            if self.looks <= 0:
                return None
        return None

    def _back(self, state: State, left: int, path: tuple[Move, ...]) -> tuple[Move, ...] | None:
        """The whole way round, if so many more moves lead back."""
        for move, after in self._ways(state):
            whole = (*path, move)
            if left == 1:
                if after.key() == self.key and self._is_wanted(whole):
                    return whole
                continue
            away = sum(map(int.__ne__, after.where, self.start.where))
            if away > (left - 1) * self.flow.most:
                continue
            key = after.key()
            if self.tried.get(key, 0) >= left:
                continue
            self.tried[key] = left
            found = self._back(after, left - 1, whole)
            if found is not None:
                return found
            if self.looks <= 0:
                return None
        return None

    def _is_wanted(self, circle: tuple[Move, ...]) -> bool:
        wanted = self.finder.wanted
        return wanted is None or wanted.accepts(self.start, circle, NoChanceOracle())

    def _steps(self, after: State, move: Move) -> bool:
        """Makes a move; no if it leaves the turn and must not."""
        wanted = self.finder.wanted
        if wanted is not None:
            return wanted.stays_in_turn(after, move, NoChanceOracle())
        self.engine.step(after, move, NoChanceOracle())
        return True

    def _ways(self, state: State) -> Iterator[tuple[Move, State]]:
        """Moves that need no chance and move nothing to where it cannot come back from."""
        for move in self.engine.legal(state):
            if self.looks <= 0:
                return
            self.looks -= 1
            self.finder.left -= 1
            after = state.copy()
            try:
                stays = self._steps(after, move)
            except (Fault, NoChanceError):
                continue
            if stays and after.at != FINAL and self.flow.may_come_back(state, after):
                yield move, after
