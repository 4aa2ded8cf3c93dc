"""Noninterference by swapping two unseen components: do the legal moves change?"""

from __future__ import annotations

import random

from verifier.check.monitor.coverage import is_looked_at
from verifier.engine import Engine, State
from verifier.engine.view import sees_all
from verifier.kernel.domain import NOTHING, Things
from verifier.trace.drive import Monitor
from verifier.trace.record import Run
from verifier.trace.trace import Trace

# Two components that no player can tell apart from outside, at most so many pairs in one state.
PAIRS = 4
# In so many states it is asked, and so many findings are enough to validate one.
STATES = 2_000
FINDINGS = 16


class SwapNoninterference(Monitor):
    """Looks for a state in which swapping two unseen components changes the legal moves.

    `findings` are plays to such a state, with the two components.
    """

    def __init__(self, engine: Engine, seed: int = 1) -> None:
        self.engine = engine
        self.chance = random.Random(seed)
        self.states = 0
        self.findings: list[tuple[Trace, tuple[int, int]]] = []

    def pause(self, run: Run) -> bool:
        if is_looked_at(run) and self.states < STATES and len(self.findings) < FINDINGS:
            pair = self.found(run.state)
            if pair is not None:
                self.findings.append((run.trace(), pair))
        return False

    def found(self, state: State) -> tuple[int, int] | None:
        """Two components that nobody who is to move can see and that matter all the same."""
        engine = self.engine
        unseen = self._unseen(state, engine.player(state))
        if len(unseen) < 2:
            return None
        self.states += 1
        legal: list[tuple[int, ...]] | None = None
        for _ in range(PAIRS):
            one, other = self.chance.sample(unseen, 2)
            if not self._may_swap(state, one, other):
                continue
            legal = engine.legal(state) if legal is None else legal
            if engine.legal(swapped(engine, state, one, other)) != legal:
                return one, other
        return None

    def _may_swap(self, state: State, one: int, other: int) -> bool:
        here, there = state.where[one], state.where[other]
        possible = self.engine.ranges.possible
        things = self.engine.machine.things
        return things[one].twin != things[other].twin and one in possible[there] and other in possible[here]

    def _unseen(self, state: State, player: int) -> list[int]:
        engine, machine = self.engine, self.engine.machine
        noted = self._noted(state)
        found: list[int] = []
        for zone in range(machine.zones):
            family = engine.layout.family_of[zone]
            pile = state.zones[zone]
            if not pile or zone == machine.box or sees_all(state, zone, family, player, engine.read):
                continue
            ends = {"top": pile[-1:], "bottom": pile[:1]}.get(family.view, [])
            found += [thing for thing in pile if thing not in ends and thing not in noted]
        return found

    def _noted(self, state: State) -> set[int]:
        """Components of which something is written down: everybody can read that."""
        found: set[int] = set()
        for name, cell in self.engine.machine.cells.items():
            held = getattr(state, self.engine.layout.slots[name])
            if isinstance(cell.domain, Things):
                found.update(held[:-1] if cell.index else (held,))
            if cell.index and any(isinstance(domain, Things) for domain in cell.index):
                found.update(self._marked(name, held))
        found.discard(NOTHING)
        return found

    def _marked(self, name: str, held: list[int]) -> set[int]:
        cell = self.engine.machine.cells[name]
        axes = self.engine.layout.cell_axes(cell)
        found: set[int] = set()
        for place, value in enumerate(held[:-1]):
            if value == cell.starts:
                continue
            rest = place
            for axis, domain in zip(reversed(axes), reversed(cell.index), strict=True):
                rest, at = divmod(rest, axis.size)
                if isinstance(domain, Things):
                    found.add(axis.offset + at)
        return found


def swapped(engine: Engine, state: State, one: int, other: int) -> State:
    """A copy of the state in which two components have changed places."""
    twin = engine.copy(state)
    here, there = twin.where[one], twin.where[other]
    at, then = twin.zones[here].index(one), twin.zones[there].index(other)
    twin.zones[here][at], twin.zones[there][then] = other, one
    twin.where[one], twin.where[other] = there, here
    for zone in (here, there):
        if zone in engine.runner.unordered:
            twin.zones[zone].sort()
    return twin
