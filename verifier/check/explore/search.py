"""The breadth-first search while it runs: visited states, and what is observed at them."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from verifier.analysis.renaming import Renaming
from verifier.analysis.symmetry import generated_group, symmetries
from verifier.check.explore.graph import Graph
from verifier.check.explore.noninterference import PairwiseNoninterference
from verifier.check.explore.packing import Key, Packing
from verifier.check.explore.results import EVERY, Ended, LimitGuard, Report, SearchLimits
from verifier.check.explore.unordered import unordered_piles
from verifier.check.explore.watching import ClaimWatcher, ResultTally
from verifier.check.monitor.instrument import instrumented
from verifier.engine import Engine, Move, State
from verifier.engine.engine import Given
from verifier.kernel.domain import values
from verifier.kernel.machine import Claim, Machine
from verifier.model.game import EndRule
from verifier.runtime import FINAL, Enumerating, Fault
from verifier.trace.concretize import SearchPath, TakenMove, answers

DEAD_END = "dead end"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where something was seen: at a state, or while a move was carried out there; or in the set-up."""

    state: int
    taken: TakenMove | None = None
    setup: SearchPath | None = None


class Search:
    """A search under way. States have numbers, in the order in which they were found."""

    def __init__(
        self,
        machine: Machine,
        claims: Sequence[Claim],
        ends: Sequence[EndRule],
        symmetry: bool,
        peeking: bool,
    ) -> None:
        self.machine = machine
        self.unordered = unordered_piles(machine)
        self.marked = instrumented(machine, claims, ends)
        self.engine = Engine(self.marked.machine, lazy=self.unordered, checked=True)
        self.engine.watch = self._watch
        self.packing = Packing(self.engine.layout, self.unordered)
        self.key: Key = self.packing.key
        # Copies that no cell tells apart are drawn as one.
        self.copies = None if self.packing.telling else self.packing.lead
        self.peeking = PairwiseNoninterference(self.engine) if peeking else None
        # States that look the same are compared as they are: renamed ones would be missed.
        symmetry = symmetry and not (self.peeking is not None and self.peeking.doubtful)
        self.generators = symmetries(self.engine.layout, self.unordered) if symmetry else []
        self.renamings: list[Renaming] = []
        self.renamed: list[Key] = []
        self.watcher = ClaimWatcher(self.engine, self.marked.machine.claims, self.marked.pauses)
        self.oracle = Enumerating(self.copies)
        self.seen: dict[bytes, int] = {}
        self.parents = array("q")
        self.roots: list[SearchPath] = []
        self.queue: deque[State] = deque()
        self.graph = Graph()
        self.news: list[str] = []
        self.spots: dict[str, Occurrence] = {}
        self.faults: dict[tuple[str, str], tuple[Fault, Occurrence]] = {}
        self.happened: dict[tuple[int, int], Occurrence] = {}
        self.dead_ends = 0
        self.depth = 0
        self.ended: Ended | None = None
        self.tally = ResultTally(self.engine, turns=False)

    def run(self, limits: SearchLimits, report: Report | None) -> float:
        """Searches until all is seen or a limit is reached; how many seconds that took."""
        guardian = LimitGuard(limits, report)
        if self._start(guardian):
            self._search(guardian)
        return guardian.seconds

    # --- what was found, by numbers

    @property
    def states(self) -> int:
        return len(self.seen)

    @property
    def transitions(self) -> int:
        return len(self.graph.targets)

    def root(self, number: int) -> SearchPath:
        return self.roots[number]

    def parent(self, number: int) -> int:
        return self.parents[number]

    def key_of(self, number: int) -> bytes:
        return self._keys[number]

    @cached_property
    def _keys(self) -> list[bytes]:
        return list(self.seen)

    def images(self, state: State) -> list[bytes]:
        """The string of a state, and those of all that it may be renamed to."""
        return [self.key(state), *(image(state) for image in self.renamed)]

    # --- what is seen while a move is carried out

    def _watch(self, state: State, moment: str | None) -> None:
        if moment is None:
            return
        if moment in self.marked.moments:
            if moment not in self.spots:
                self.news.append(moment)
        else:
            self.news += self.watcher.at_moment(state, moment)

    def _note(self, spot: Occurrence) -> None:
        for name in self.news:
            self.spots.setdefault(name, spot)
        self.news.clear()

    def _broken(self, fault: Fault, spot: Occurrence) -> None:
        self.faults.setdefault((fault.property, fault.subject), (fault, spot))

    # --- the first states

    def _start(self, guardian: LimitGuard) -> bool:
        """Every first state; renamings that do not map them onto themselves are given up."""
        first: dict[bytes, tuple[SearchPath, State]] = {}
        for number, (path, found) in enumerate(first_states(self.engine, self.copies)):
            self._note(Occurrence(-1, setup=path))
            if isinstance(found, Fault):
                self._broken(found, Occurrence(-1, setup=path))
            else:
                first.setdefault(self.key(found), (path, found))
            if number % EVERY == EVERY - 1:
                self.ended = guardian.ended(len(first), number, 0, len(first))
                if self.ended is not None:
                    return False
        self._rename(first)
        for path, state in first.values():
            if self._reached(state, -1) == len(self.roots):
                self.roots.append(path)
        return True

    def _rename(self, first: dict[bytes, tuple[SearchPath, State]]) -> None:
        kept = []
        for generator in self.generators:
            image = self.packing.image(generator)
            if all(image(state) in first for _, state in first.values()):
                kept.append(generator)
        self.renamings = generated_group(kept)
        self.renamed = [self.packing.image(renaming) for renaming in self.renamings]
        self.tally.turns = any(renaming.players[0] != 0 for renaming in self.renamings)

    # --- breadth first

    def _search(self, guardian: LimitGuard) -> None:
        number, last = 0, len(self.seen)
        while self.queue:
            if number == last:
                self.depth += 1
                last = len(self.seen)
            self._visit(number, self.queue.popleft())
            self.graph.close()
            number += 1
            if number % EVERY == 0:
                self.watcher.settle(number, self.spots)
                done = len(self.graph.targets)
                self.ended = guardian.ended(len(self.seen), done, self.depth, len(self.queue))
                if self.ended is not None:
                    return

    def _visit(self, number: int, state: State) -> None:
        if state.at == FINAL:
            self.tally.add(number, state)
            return
        moves = self.engine.legal(state)
        if not moves:
            self.dead_ends += 1
            self.spots.setdefault(DEAD_END, Occurrence(number))
        if self.peeking is not None and state.at in self.peeking.doubtful:
            self.peeking.look(number, state, moves)
        at, happened, step, oracle = state.at, self.happened, self.engine.step, self.oracle
        targets, lucky = self.graph.targets, self.graph.lucky
        for move in moves:
            after = state.copy()
            try:
                step(after, move, oracle)
            except Fault as fault:
                self._broken(fault, Occurrence(number, TakenMove(move, answers(oracle))))
            else:
                targets.append(self._reached(after, number))
                lucky.append(bool(oracle.path))
            if (at, move[0]) not in happened:
                happened[at, move[0]] = Occurrence(number, TakenMove(move, answers(oracle)))
            if self.news:
                self._note(Occurrence(number, TakenMove(move, answers(oracle))))
            if oracle.path:
                self._other_outcomes(number, state, move)

    def _other_outcomes(self, number: int, state: State, move: Move) -> None:
        """Chance had a choice: the same move with every other outcome."""
        oracle = self.oracle
        while oracle.advance():
            after = state.copy()
            try:
                self.engine.step(after, move, oracle)
            except Fault as fault:
                self._broken(fault, Occurrence(number, TakenMove(move, answers(oracle))))
            else:
                self.graph.targets.append(self._reached(after, number))
                self.graph.lucky.append(True)
            if self.news:
                self._note(Occurrence(number, TakenMove(move, answers(oracle))))

    def _reached(self, state: State, parent: int) -> int:
        """The number of a state, or of one that it may be renamed to; a new one if there is none."""
        seen, key = self.seen, self.key(state)
        found = seen.get(key)
        if found is not None:
            return found
        for image in self.renamed:
            found = seen.get(image(state))
            if found is not None:
                return found
        found = seen[key] = len(seen)
        self.parents.append(parent)
        self.queue.append(state)
        for name in self.watcher.at_pause(state):
            self.spots.setdefault(name, Occurrence(found))
        return found


def givens(engine: Engine) -> Iterator[dict[str, Given]]:
    """Every way in which a play may be given what comes with it."""
    cells = [cell for cell in engine.machine.cells.values() if cell.given]
    sizes = [max(1, len(engine.layout.row(cell)) - 1) for cell in cells]
    choices = [values(cell.domain) for cell, size in zip(cells, sizes, strict=True) for _ in range(size)]
    for chosen in product(*choices):
        rest = list(chosen)
        found: dict[str, Given] = {}
        for cell, size in zip(cells, sizes, strict=True):
            entries, rest = rest[:size], rest[size:]
            found[cell.name] = entries if cell.index else entries[0]
        yield found


def first_states(engine: Engine, copies: Sequence[int] | None) -> Iterator[tuple[SearchPath, State | Fault]]:
    """Every first state with the way to it; a set-up that cannot be carried out gives its fault."""
    for given in givens(engine):
        oracle = Enumerating(copies)
        going = True
        while going:
            found: State | Fault
            try:
                found = engine.new(oracle, given)
            except Fault as fault:
                found = fault
            yield SearchPath(given, answers(oracle)), found
            going = oracle.advance()
