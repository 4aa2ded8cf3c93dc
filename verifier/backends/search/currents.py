"""Where components go round: the families of zones between which they move to and fro while people play."""

from __future__ import annotations

import random
from collections.abc import Sequence

from verifier.backends.machine import Engine, State
from verifier.runtime import FINAL, Fault, Seeded
from verifier.trace.policies.uniform import random_given

PLAYS = 8
STEPS = 400


class _Asked(Seeded):
    """Notes whether it was asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked = False

    def shuffle(self, zone: int, pile: list[int]) -> None:
        self.asked = True
        super().shuffle(zone, pile)

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        self.asked = True
        return super().roll(cell, faces)


class Currents:
    """What a few random plays showed of the ways of components, in steps without chance.

    Two families are of one current if components go from each to the other, over others too. `most` is how
    many components one step has moved. `flows` is no if every step moved something away for good.
    """

    def __init__(self, engine: Engine, seed: int) -> None:
        self.family = [family.name for family in engine.layout.family_of]
        self.most = 1
        self.flows = False
        self.ways: set[tuple[str, str]] = set()
        kept: list[list[tuple[str, str]]] = []
        for number in range(PLAYS):
            kept += self._play(engine, seed * 1_000 + number)
        self.ways = {way for moved in kept for way in moved}
        self.current = self._currents()
        self.flows = any(all(map(self._is_round, moved)) for moved in kept)

    def _play(self, engine: Engine, seed: int) -> list[list[tuple[str, str]]]:
        chance = random.Random(seed)
        oracle = _Asked(seed)
        found: list[list[tuple[str, str]]] = []
        try:
            state = engine.new(oracle, random_given(engine, chance))
            for _ in range(STEPS):
                moves = engine.legal(state)
                if not moves:
                    break
                before, oracle.asked = state.where[:], False
                engine.step(state, chance.choice(moves), oracle)
                if not oracle.asked and state.at != FINAL:
                    moved = [(old, new) for old, new in zip(before, state.where, strict=True) if old != new]
                    found.append([(self.family[old], self.family[new]) for old, new in moved])
                    self.most = max(self.most, len(moved))
        except Fault:
            pass
        return found

    def _currents(self) -> dict[str, frozenset[str]]:
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
        return way[1] in self.current[way[0]]

    def may_come_back(self, before: State, after: State) -> bool:
        """Did a step move components only where they may come back from?"""
        family, current = self.family, self.current
        return all(
            family[new] in current[family[old]]
            for old, new in zip(before.where, after.where, strict=True)
            if old != new
        )
