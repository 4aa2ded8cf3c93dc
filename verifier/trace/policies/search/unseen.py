"""What a player does not see, in groups that chance could have dealt otherwise: a position and a seat in, groups out.

Two components belong to one group if the set-up shuffled them together: whoever sees neither cannot tell them apart.
What was seen earlier and is out of sight now counts as unseen, and nothing is concluded from what others did.
"""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import product

from verifier.engine import Engine, State
from verifier.engine.engine import unwatched
from verifier.engine.view import seen_things
from verifier.kernel.domain import Things, values
from verifier.kernel.layout import flat
from verifier.runtime import Fault, Seeded
from verifier.trace.policies.uniform import random_given


class _Shuffles(Seeded):
    """Remembers what was shuffled together."""

    def __init__(self) -> None:
        super().__init__(1)
        self.of_thing: dict[int, tuple[int, ...]] = {}
        self.many = 0

    def shuffle(self, zone: int, pile: list[int]) -> None:
        super().shuffle(zone, pile)
        for thing in pile:
            self.of_thing[thing] = (*self.of_thing.get(thing, ()), self.many)
        self.many += 1


class Unseen:
    """The groups of one machine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        shuffles = _Shuffles()
        # If the rules break down in the set-up, what was shuffled until then is all there is.
        with suppress(Fault):
            engine.new(shuffles, random_given(engine, random.Random(1)))
        numbers: dict[tuple[int, ...], int] = {}
        self.group = [
            numbers.setdefault(shuffles.of_thing.get(thing, ()), len(numbers))
            for thing in range(len(engine.machine.things))
        ]

    def groups(self, state: State, player: int) -> list[list[int]]:
        """The components that the player does not see, those of one group together."""
        seen = seen_things(state, player, self.engine.read)
        found: dict[int, list[int]] = {}
        for thing, group in enumerate(self.group):
            if thing not in seen:
                found.setdefault(group, []).append(thing)
        return list(found.values())


class Redealer:
    """Deals one position anew, again and again: what is in a group changes places, and notes about it along.

    What is dealt depends on chance and on what is seen, never on what lies where it is not seen.
    """

    def __init__(self, engine: Engine, state: State, groups: list[list[int]], chance: random.Random) -> None:
        self.engine = engine
        self.state = state
        self.chance = chance
        self.groups = [(sorted(group), sorted(self._place(thing) for thing in group)) for group in groups]

    def _place(self, thing: int) -> tuple[int, int]:
        zone = self.state.where[thing]
        return zone, self.state.zones[zone].index(thing)

    def dealt(self) -> State:
        """Another position that looks the same to whoever does not see what is in the groups."""
        found = self.engine.copy(self.state)
        found.watch = unwatched
        now: dict[int, int] = {}
        for things, places in self.groups:
            for (zone, place), thing in zip(places, self._held(things, places), strict=True):
                now[self.state.zones[zone][place]] = thing
                found.zones[zone][place] = thing
                found.where[thing] = zone
        for zone in {zone for _, places in self.groups for zone, _ in places}:
            if zone in self.engine.runner.unordered:
                found.zones[zone].sort()
        self._rename(found, now)
        return found

    def _held(self, things: list[int], places: list[tuple[int, int]]) -> list[int]:
        """What lies in each place: whatever may lie there."""
        held, possible = things[:], self.engine.ranges.possible
        self.chance.shuffle(held)
        for at, (here, _) in enumerate(places):
            for then, (there, _) in enumerate(places):
                if held[at] in possible[here]:
                    break
                if held[then] in possible[here] and held[at] in possible[there]:
                    held[at], held[then] = held[then], held[at]
        return held

    def _rename(self, state: State, now: dict[int, int]) -> None:
        layout = self.engine.layout
        for name, cell in self.engine.machine.cells.items():
            slot = layout.slots[name]
            held = getattr(state, slot)
            if isinstance(cell.domain, Things):
                held = [now.get(each, each) for each in held] if cell.index else now.get(held, held)
                setattr(state, slot, held)
            if any(isinstance(domain, Things) for domain in cell.index):
                old = held[:]
                for index in product(*(values(domain) for domain in cell.index)):
                    moved = [
                        now.get(value, value) if isinstance(domain, Things) else value
                        for value, domain in zip(index, cell.index, strict=True)
                    ]
                    if moved != list(index):
                        axes = layout.cell_axes(cell)
                        held[flat(axes, moved)] = old[flat(axes, index)]
