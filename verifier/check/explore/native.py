"""The search by the compiled machine: the same states in the same order as the search in Python, and what was seen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from verifier.analysis.renaming import Renaming
from verifier.analysis.symmetry import generated_group
from verifier.check.explore.graph import Graph
from verifier.check.explore.results import EVERY, Ended, LimitGuard, Report, SearchLimits
from verifier.check.explore.search import DEAD_END, Occurrence, Search, givens
from verifier.engine import State
from verifier.engine.native.choose import compiled_machine
from verifier.engine.native.compiler import NoCompilerError, cache_folder
from verifier.engine.native.search import NO_SPOT, Counts, Spot, StateSearch
from verifier.engine.native.search_tables import SearchForm, renaming_row
from verifier.runtime import Fault
from verifier.trace.concretize import SearchPath, TakenMove
from verifier.workers.cores import threads_here

# A set-up with more outcomes than these for each state that may be visited is not gone through.
OUTCOMES = 10
# A search that is to survive its process is written to a file whenever so many states more were visited.
BETWEEN_CHECKPOINTS = 1 << 20
# Several threads get so many times as many states at once.
SHARED = 8


class NativeSearch:
    """Has been run once it is made. `search` is the same one in Python, not run: it tells what is asked."""

    def __init__(
        self,
        search: Search,
        limits: SearchLimits,
        report: Report | None,
        checkpoint: Path | None = None,
        threads: int | None = None,
    ) -> None:
        self.asked = search
        self.checkpoint = checkpoint
        self.machine, self.unordered, self.marked = search.machine, search.unordered, search.marked
        self.engine, self.key, self.copies, self.peeking = (
            search.engine,
            search.key,
            search.copies,
            search.peeking,
        )
        self.packing = search.packing
        form = SearchForm(
            search.marked.pauses,
            frozenset(search.marked.moments),
            search.packing.groups,
            search.packing.telling,
        )
        native = compiled_machine(search.marked.machine, search.unordered, form)
        if native is None:
            raise NoCompilerError("the machine cannot be compiled here")
        self.native = native
        # Where every component is one of a kind, none are drawn as one.
        alone = search.copies == tuple(range(len(search.machine.things)))
        self.run = StateSearch(native, None if alone else search.copies)
        self.at_once = EVERY * (SHARED if self.run.share(threads or threads_here()) > 1 else 1)
        if limits.states is not None or limits.work is not None:
            self.run.limit(EVERY, limits.states, limits.work)
        self.given = list(givens(search.engine))
        self.renamings: list[Renaming] = []
        self.ended: Ended | None = None
        self.on_disk = False
        guardian = LimitGuard(limits, report)
        if self._resumed() or self._start(limits, guardian):
            self._go(guardian)
        self.seconds = guardian.seconds

    # --- running

    def _start(self, limits: SearchLimits, guardian: LimitGuard) -> bool:
        most = OUTCOMES * limits.states if limits.states is not None else 1 << 62
        for number, given in enumerate(self.given):
            done = self.run.start(self.native.blank(given), number, most)
            states = self.run.counts.states
            if done >= most:
                self.ended = "states"
            elif done >= EVERY:
                self.ended = guardian.ended(states, done, 0, states)
            if self.ended is not None:
                return False
        kept = [each for each in self.asked.generators if self.run.fixed(self._row(each))]
        self.renamings = generated_group(kept)
        self.run.settle([self._row(each) for each in self.renamings])
        if self.checkpoint is not None:
            _beside(self.checkpoint).write_text(
                json.dumps([self.asked.generators.index(each) for each in kept])
            )
        return True

    def _resumed(self) -> bool:
        """Goes on where an earlier run was saved, if it was one of this machine."""
        if self.checkpoint is None or not self.checkpoint.exists() or not self.run.load(self.checkpoint):
            return False
        kept = json.loads(_beside(self.checkpoint).read_text())
        self.renamings = generated_group([self.asked.generators[number] for number in kept])
        self.run.rename([self._row(each) for each in self.renamings])
        return True

    def _save(self, visited: int) -> None:
        if self.checkpoint is not None and visited % BETWEEN_CHECKPOINTS == 0:
            self.run.save(self.checkpoint)

    def _go(self, guardian: LimitGuard) -> None:
        while True:
            self.run.go(self.at_once)
            counts = self.run.counts
            self._save(counts.visited)
            waiting = counts.states - counts.visited
            if not waiting:
                return
            self.ended = guardian.ended(counts.states, counts.transitions, counts.depth, waiting)
            if self.ended == "memory" and not self.on_disk:
                self.on_disk = self.run.to_disk(self._folder())
                self.ended = None if self.on_disk else self.ended
            if self.ended is not None:
                return

    def _folder(self) -> Path:
        """Where states are put when memory runs short: beside the saved search, or where libraries are kept."""
        return cache_folder() if self.checkpoint is None else self.checkpoint.parent

    def _row(self, by: Renaming) -> list[int]:
        """A renaming as the compiled search reads it."""
        return renaming_row(self.native.unit, by.things, by.zones, by)

    # --- what was found

    @cached_property
    def counts(self) -> Counts:
        return self.run.counts

    @property
    def states(self) -> int:
        return self.counts.states

    @property
    def transitions(self) -> int:
        return self.counts.transitions

    @property
    def depth(self) -> int:
        return self.counts.depth

    @property
    def dead_ends(self) -> int:
        return self.counts.dead_ends

    @cached_property
    def _spots(self) -> tuple[list[int], list[int], dict[tuple[int, int], int], int]:
        return self.run.spots()

    @cached_property
    def spots(self) -> dict[str, Occurrence]:
        claims, moments, _, dead_end = self._spots
        names = [claim.name for claim in self.native.machine.claims]
        found = {name: spot for name, spot in zip(names, claims, strict=True) if spot != NO_SPOT}
        found |= {
            name: spot for name, spot in zip(self.native.moments, moments, strict=True) if spot != NO_SPOT
        }
        if dead_end != NO_SPOT:
            found[DEAD_END] = dead_end
        return {name: self._occurrence(spot) for name, spot in found.items()}

    @cached_property
    def happened(self) -> dict[tuple[int, int], Occurrence]:
        return {way: self._occurrence(spot) for way, spot in self._spots[2].items()}

    @cached_property
    def faults(self) -> dict[tuple[str, str], tuple[Fault, Occurrence]]:
        found: dict[tuple[str, str], tuple[Fault, Occurrence]] = {}
        for fault, spot in self.run.faults():
            assert isinstance(fault, Fault)
            found.setdefault((fault.property, fault.subject), (fault, self._occurrence(spot)))
        return found

    def _occurrence(self, number: int) -> Occurrence:
        spot = self.run.spot(number)
        if spot.state < 0:
            return Occurrence(-1, setup=self._set_up(spot))
        taken = None if spot.move is None else TakenMove(spot.move, spot.chance)
        return Occurrence(spot.state, taken)

    def _set_up(self, spot: Spot) -> SearchPath:
        return SearchPath(self.given[spot.given], spot.chance)

    def root(self, number: int) -> SearchPath:
        return self._set_up(self.run.root(number))

    def parent(self, number: int) -> int:
        return self.run.parent(number)

    def key_of(self, number: int) -> bytes:
        return self.key(self._state(number))

    def _state(self, number: int) -> State:
        """A state of the search as the engine in Python has it."""
        native, buffer = self.native, self.run.state(number)
        state = self.engine.blank()
        for zone in range(native.machine.zones):
            state.zones[zone] = native.zone(buffer, zone)
            for thing in state.zones[zone]:
                state.where[thing] = zone
        state.at = native.at(buffer)
        for name, cell in native.machine.cells.items():
            slot = self.engine.layout.slots[name]
            row = self.engine.layout.row(cell)
            places = range(len(row) - 1)
            value: Any = [*(native.cell(buffer, name, place) for place in places), row[-1]]
            setattr(state, slot, value if cell.index else native.cell(buffer, name))
        return state

    def images(self, state: State) -> Sequence[bytes]:
        """The string of a state, and those of all that it may be renamed to."""
        return [self.key(state), *(self.packing.image(each)(state) for each in self.renamings)]

    @cached_property
    def tally(self) -> NativeTally:
        lowest, highest, winners = self.run.results()
        turns = any(renaming.players[0] != 0 for renaming in self.renamings)
        return NativeTally(self.counts, lowest, highest, winners, turns)

    @cached_property
    def graph(self) -> NativeGraph:
        return NativeGraph(self.run)


class NativeTally:
    """Lowest and highest scores, how many share the victory, and a final state without a winner."""

    def __init__(
        self, counts: Counts, lowest: list[int], highest: list[int], winners: dict[int, int], turns: bool
    ) -> None:
        players = len(lowest) if counts.finals else 0
        self.finals, self.nobody = counts.finals, counts.nobody
        self.lowest = [min(lowest)] * players if turns and players else lowest[:players]
        self.highest = [max(highest)] * players if turns and players else highest[:players]
        self.winners = Counter(winners)


class NativeGraph:
    """The transitions, brought to Python only if there is a circle to show."""

    def __init__(self, run: StateSearch) -> None:
        self._run = run

    def longest(self) -> int | None:
        return self._run.longest()

    def circle(self, certain: bool) -> list[int] | None:
        return self._copy.circle(certain)

    @cached_property
    def _copy(self) -> Graph:
        graph = Graph()
        graph.targets, graph.first, graph.lucky = self._run.edges()
        return graph


def _beside(checkpoint: Path) -> Path:
    """Which renamings a saved search counts by; they are found anew only at its start."""
    return checkpoint.with_name(f"{checkpoint.name}.renamings")
