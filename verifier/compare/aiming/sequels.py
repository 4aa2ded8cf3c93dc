"""What comes too late: states from which components can be placed in, which of them block which others out.

The machine itself is asked: with one component in a zone already, wished for or not, can another still come there?
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from verifier.backends.machine import Engine, State
from verifier.runtime import Fault
from verifier.trace.policies.coupling import Fate

# More pairs than these are not tried through one door.
MOST_PAIRS = 2_000


class Sequels:
    """Pairs of components: the second cannot be placed any more once the first lies there, as far as was asked."""

    def __init__(self, engine: Engine, places: Mapping[int, int]) -> None:
        self.engine = engine
        self.places = places
        # From where to where something was placed.
        self._doors: set[tuple[int, int]] = set()
        # For each zone: the component that lies there, and those that cannot follow it.
        self._blocks: dict[int, dict[int, set[int]]] = {zone: {} for zone in places.values()}

    @property
    def known(self) -> int:
        """How much was learnt so far."""
        return len(self._doors)

    def learn(self, state: State, fate: Fate, able: Collection[int]) -> None:
        """Here these could be placed: through each door that is new all others are tried."""
        for thing in able:
            door = state.where[thing], self.places[thing]
            if door not in self._doors:
                self._doors.add(door)
                self._try(state, fate, *door)

    def lost(self, state: State) -> int:
        """How many can no longer be placed."""
        where, zones = state.where, state.zones
        return sum(
            where[thing] != zone
            for zone, blocks in self._blocks.items()
            if blocks and zones[zone]
            for thing in set().union(*(blocks.get(first, ()) for first in zones[zone]))
        )

    def _try(self, state: State, fate: Fate, source: int, target: int) -> None:
        possible = self.engine.ranges.possible
        seconds = [
            thing for thing, place in self.places.items() if place == target and thing in possible[source]
        ]
        firsts = sorted(possible[target])
        if len(firsts) * len(seconds) > MOST_PAIRS:
            return
        blocks = {
            first: {
                second
                for second in seconds
                if second != first and not self._follows(state, fate, first, second, source, target)
            }
            for first in firsts
        }
        if any(len(blocks[first]) < len(seconds) - (first in seconds) for first in firsts):
            self._blocks[target] = blocks

    def _follows(self, state: State, fate: Fate, first: int, second: int, source: int, target: int) -> bool:
        """With the first in the target, can the second go there from the source?"""
        tried = state.copy()
        self.engine.place(tried, first, target)
        self.engine.place(tried, second, source)
        for move in self.engine.legal(tried):
            if second not in move[1:]:
                continue
            after = tried.copy()
            try:
                self.engine.step(after, move, fate.copy())
            except Fault:
                continue
            if after.where[second] == target:
                return True
        return False
