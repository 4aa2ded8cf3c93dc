"""Results of plays that are over, counted: what the result looks at is the same in many final states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from verifier.backends.machine import Engine, Result, State
from verifier.backends.search.footprints import Footprint, Footprints, projection
from verifier.kernel.machine import Machine


class Tally:
    """Lowest and highest scores, how many share the victory, and a final state without a winner."""

    def __init__(self, engine: Engine, turns: bool) -> None:
        """With `turns`, what holds of one player holds of all: states were counted up to whose turn it is."""
        self.engine = engine
        self.turns = turns
        self.project = projection(engine.layout, _looked_at(engine))
        self.known: dict[Hashable, Result] = {}
        self.finals = 0
        self.lowest: list[int] = []
        self.highest: list[int] = []
        self.winners: Counter[int] = Counter()
        self.nobody: int | None = None

    def add(self, number: int, state: State) -> None:
        result = self._result(state)
        self.finals += 1
        self.winners[len(result.winners)] += 1
        if not result.winners and self.nobody is None:
            self.nobody = number
        low, high = result.scores, result.scores
        if self.turns:
            low, high = (min(low),) * len(low), (max(high),) * len(high)
        self.lowest = list(map(min, self.lowest, low)) if self.lowest else list(low)
        self.highest = list(map(max, self.highest, high)) if self.highest else list(high)

    def _result(self, state: State) -> Result:
        if self.project is None:
            return self.engine.result(state)
        view = self.project(state)
        if view not in self.known:
            self.known[view] = self.engine.result(state)
        return self.known[view]


def _looked_at(engine: Engine) -> Footprint:
    machine: Machine = engine.machine
    footprints = Footprints(machine, engine.ranges.possible)
    found = footprints.of(machine.score)
    for rank in machine.winner:
        found |= footprints.of(rank.value)
    return found
