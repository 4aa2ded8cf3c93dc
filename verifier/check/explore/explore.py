"""Breadth-first search of every state: a machine in, everything found out.

The search notes spots; here every spot becomes a play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.check.explore.results import (
    Exploration,
    FoundFault,
    Lasso,
    Leak,
    Report,
    ResultRanges,
    SearchLimits,
)
from verifier.check.explore.search import DEAD_END, Occurrence, Search
from verifier.check.monitor.instrument import CAPACITY, CoverageGoal
from verifier.engine import State
from verifier.engine.native.compiler import NoCompilerError, compiler, engine_wanted
from verifier.kernel.machine import Claim, Decide, Machine
from verifier.model.game import EndRule
from verifier.runtime import Enumerating, Fault
from verifier.trace.concretize import PathConcretizer, SearchPath, TakenMove, answers, following
from verifier.trace.trace import ReplayedTrace

if TYPE_CHECKING:
    from verifier.check.explore.native import NativeSearch

# So many states, and more for each block, are sooner searched in Python than compiled.
FEW, FEW_A_BLOCK = 15_000, 30


class SearchSummary:
    def __init__(self, search: Search | NativeSearch) -> None:
        self.search = search
        self.tell = PathConcretizer(search.machine, search.unordered, search.key, search.copies)
        self._plays: dict[int, ReplayedTrace] = {}

    def exploration(self, seconds: float) -> Exploration:
        """Everything that the search found."""
        search = self.search
        sorts = {claim.name: claim.sort for claim in search.marked.machine.claims}
        shown = {name: spot for name, spot in search.spots.items() if name in sorts}
        own = {name: spot for name, spot in shown.items() if not name.startswith("search ")}
        seen = self._goals()
        loop, longest = self._loop()
        return Exploration(
            states=search.states,
            transitions=search.transitions,
            depth=search.depth,
            seconds=seconds,
            ended=search.ended,
            renamings=len(search.renamings) + 1,
            unordered=search.unordered,
            dead_ends=search.dead_ends,
            dead_end=self._play(search.spots[DEAD_END]) if DEAD_END in search.spots else None,
            violations={n: self._play(spot) for n, spot in own.items() if sorts[n] == "invariant"},
            witnesses={n: self._play(spot) for n, spot in own.items() if sorts[n] == "witness"},
            capacities={
                name.removeprefix(CAPACITY): self._play(spot)
                for name, spot in shown.items()
                if name.startswith(CAPACITY)
            },
            faults=tuple(self._faults()),
            seen={goal: play for goal, play in seen.items() if goal.sort != "skipped"},
            idle=tuple(goal for goal in self._all_goals() if goal.sort != "skipped" and goal not in seen),
            if_none={goal: play for goal, play in seen.items() if goal.sort == "skipped"},
            results=self._results(),
            loop=loop,
            longest=longest,
            peeks=tuple(self._peeks()),
        )

    # --- goals

    def _all_goals(self) -> Iterator[CoverageGoal]:
        yield from self._actions()
        yield from self.search.marked.goals

    def _actions(self) -> dict[CoverageGoal, list[tuple[int, int]]]:
        """The alternatives of every pause, those of one action at one place together."""
        found: dict[CoverageGoal, list[tuple[int, int]]] = {}
        numbers = self.search.engine.layout.label_number
        for label, block in self.search.machine.blocks.items():
            if isinstance(block.out, Decide):
                for number, alternative in enumerate(block.out.alternatives):
                    goal = CoverageGoal("action", alternative.action, block.origin)
                    found.setdefault(goal, []).append((numbers[label], number))
        return found

    def _goals(self) -> dict[CoverageGoal, ReplayedTrace]:
        """Every goal that was seen, with a play that shows it."""
        marked, spots = self.search.marked, self.search.spots
        found: dict[CoverageGoal, Occurrence] = {}
        for goal, ways in self._actions().items():
            for way in ways:
                if way in self.search.happened:
                    found.setdefault(goal, self.search.happened[way])
        for name, goal in (*marked.asked.items(), *marked.moments.items()):
            if name in spots:
                found.setdefault(goal, spots[name])
        return {goal: self._play(spot) for goal, spot in found.items()}

    # --- plays

    def _play(self, spot: Occurrence) -> ReplayedTrace:
        if spot.setup is not None:
            return self.tell.play(spot.setup)
        if spot.taken is None:
            if spot.state not in self._plays:
                self._plays[spot.state] = self.tell.play(self._path(spot.state))
            return self._plays[spot.state]
        return self.tell.play(self._path(spot.state).then(spot.taken))

    def _path(self, number: int) -> SearchPath:
        """The way on which a state was found."""
        way = [number]
        while self.search.parent(way[-1]) >= 0:
            way.append(self.search.parent(way[-1]))
        path = self.search.root(way[-1])
        state = self._state(path)
        for following_one in reversed(way[:-1]):
            taken, state = self._step(state, self.search.key_of(following_one))
            path = path.then(taken)
        return path

    def _state(self, path: SearchPath) -> State:
        """The state to which a path leads."""
        search = self.search
        state = search.engine.new(following(path.chance, search.copies), path.given)
        for step in path.steps:
            search.engine.step(state, step.move, following(step.chance, search.copies))
        return state

    def _step(self, state: State, wanted: bytes) -> tuple[TakenMove, State]:
        """The first move, with its chances, that leads to a state with this string."""
        for taken, after in self._steps(state):
            if self.search.key(after) == wanted:
                return taken, after
        raise AssertionError("a way that was found is lost")

    def _steps(self, state: State) -> Iterator[tuple[TakenMove, State]]:
        search = self.search
        oracle = Enumerating(search.copies)
        for move in search.engine.legal(state):
            going = True
            while going:
                after = state.copy()
                try:
                    search.engine.step(after, move, oracle)
                    yield TakenMove(move, answers(oracle)), after
                except Fault:
                    pass
                going = oracle.advance()

    def _faults(self) -> Iterator[FoundFault]:
        for fault, spot in self.search.faults.values():
            yield FoundFault(fault.property, fault.subject, fault.value, self._play(spot))

    def _peeks(self) -> Iterator[Leak]:
        peeking = self.search.peeking
        if peeking is not None:
            for at, (player, one, other) in peeking.pairs.items():
                label = self.search.engine.layout.labels[at]
                yield Leak(label, player, self._play(Occurrence(one)), self._play(Occurrence(other)))

    def _results(self) -> ResultRanges:
        tally = self.search.tally
        nobody = self._play(Occurrence(tally.nobody)) if tally.nobody is not None else None
        winners: Mapping[int, int] = dict(sorted(tally.winners.items()))
        return ResultRanges(tally.finals, tuple(tally.lowest), tuple(tally.highest), winners, nobody)

    # --- circles

    def _loop(self) -> tuple[Lasso | None, int | None]:
        graph = self.search.graph
        longest = graph.longest()
        if longest is not None:
            return None, longest if self.search.ended is None else None
        for certain in (True, False):
            circle = graph.circle(certain)
            if circle is not None:
                return self._circle(circle, certain), None
        raise AssertionError("a circle is lost")

    def _circle(self, circle: list[int], certain: bool) -> Lasso:
        """Renamed states count as one: a circle is gone round until the very same state comes again."""
        search = self.search
        stem = self._path(circle[0])
        state = self._state(stem)
        where = {search.key(state): 0}
        steps: list[TakenMove] = []
        while True:
            for number in circle[1:]:
                taken, state = self._way_on(state, number, certain)
                steps.append(taken)
            key = search.key(state)
            if key in where:
                start = len(stem.steps) + where[key]
                return Lasso(self.tell.play(stem.then(*steps)), start, not certain)
            where[key] = len(steps)

    def _way_on(self, state: State, number: int, certain: bool) -> tuple[TakenMove, State]:
        wanted = self.search.key_of(number)
        for taken, after in self._steps(state):
            if not (certain and taken.chance) and wanted in self.search.images(after):
                return taken, after
        raise AssertionError("a circle is broken")


def explore(
    machine: Machine,
    *,
    limits: SearchLimits | None = None,
    on_progress: Report | None = None,
    claims: Sequence[Claim] | None = None,
    ends: Sequence[EndRule] = (),
    symmetry: bool = True,
    peeking: bool = True,
    checkpoint: Path | None = None,
    threads: int | None = None,
) -> Exploration:
    """All states of a machine, or as many as the limits allow.

    With a `checkpoint`, a file, the compiled search is saved there now and then, and goes on from there. It uses all
    cores, or so many `threads`, unless `limits` count states; what it finds is the same for any number of them.

    `claims` are those of the machine unless others are given. `ends` are the rules by which a round is over;
    which of them ever applies is told if they are given.
    """
    asked = machine.claims if claims is None else claims
    bounds = limits or SearchLimits()

    def search() -> Search:
        return Search(machine, asked, ends, symmetry, peeking)

    plain = search()
    if not _is_worth_compiling(plain, bounds, checkpoint):
        return SearchSummary(plain).exploration(plain.run(bounds, on_progress))
    if engine_wanted() == "auto" and checkpoint is None:
        # Compiling takes a while: what is small is searched in Python.
        few = replace(bounds, states=_few(plain))
        seconds = plain.run(few, on_progress)
        if plain.ended != "states":
            return SearchSummary(plain).exploration(seconds)
        plain = search()
    native = _compiled(plain, bounds, on_progress, checkpoint, threads)
    if native is not None:
        return native
    return SearchSummary(plain).exploration(plain.run(bounds, on_progress))


def _few(search: Search) -> int:
    return FEW + FEW_A_BLOCK * len(search.marked.machine.blocks)


def _is_worth_compiling(search: Search, limits: SearchLimits, checkpoint: Path | None) -> bool:
    wanted = engine_wanted()
    if wanted == "python" or compiler() is None:
        return False
    if search.peeking is not None and search.peeking.doubtful:
        return False
    forced = wanted != "auto" or checkpoint is not None
    return forced or limits.states is None or limits.states > _few(search)


def _compiled(
    plain: Search,
    limits: SearchLimits,
    on_progress: Report | None,
    checkpoint: Path | None,
    threads: int | None,
) -> Exploration | None:
    """What the compiled search finds; `None` if the one in Python is to be run."""
    from verifier.check.explore.native import NativeSearch
    from verifier.engine.native.search import SearchTooLargeError
    from verifier.engine.native.unit import NotCompilableError

    try:
        run = NativeSearch(plain, limits, on_progress, checkpoint, threads)
        try:
            return SearchSummary(run).exploration(run.seconds)
        finally:
            run.run.close()
    except (NoCompilerError, NotCompilableError, SearchTooLargeError):
        return None
