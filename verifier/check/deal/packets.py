"""Set-ups with a chosen chance: which components were shuffled together, and where they lie when play begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from verifier.engine import Engine
from verifier.kernel.machine import Machine
from verifier.runtime import Seeded

Swap = tuple[int, int, int]
"""A shuffle, counted from the first, after which two components change places."""


class Noting(Seeded):
    """A seed that remembers what was shuffled together last, and may exchange two components after a shuffle."""

    def __init__(self, seed: int, swap: Swap | None = None) -> None:
        super().__init__(seed)
        self.swap = swap
        self.shuffled: list[tuple[int, ...]] = []

    def shuffle(self, zone: int, pile: list[int]) -> None:
        super().shuffle(zone, pile)
        if self.swap is not None and self.swap[0] == len(self.shuffled):
            one, other = (pile.index(thing) for thing in self.swap[1:])
            pile[one], pile[other] = pile[other], pile[one]
        self.shuffled.append(tuple(pile))

    @property
    def packets(self) -> dict[int, int]:
        """The last shuffle of each component; to shuffle one alone is no shuffle."""
        return {thing: number for number, pile in enumerate(self.shuffled) if len(pile) > 1 for thing in pile}


@dataclass(frozen=True, slots=True, order=True)
class Packet:
    """What lies in one hidden pile and was shuffled together."""

    zone: int
    shuffle: int


@dataclass(frozen=True, slots=True)
class SetUp:
    """A set-up: the seed, the last shuffle of each component, and each packet from bottom to top."""

    seed: int
    shuffles: Mapping[int, int]
    lying: Mapping[Packet, tuple[int, ...]]
    unshuffled: frozenset[int]


@dataclass(slots=True)
class Dealer:
    """Sets the game up, again and again. `count` is how often so far."""

    machine: Machine
    count: int = 0
    engine: Engine = field(init=False)
    hidden: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.engine = Engine(self.machine)
        self.hidden = tuple(
            zone
            for family in self.machine.families.values()
            if family.shape == "pile" and family.view == "hidden"
            for zone in range(family.base, family.base + family.size)
        )

    def set_up(self, seed: int, swap: Swap | None = None) -> SetUp:
        self.count += 1
        chance = Noting(seed, swap)
        state = self.engine.new(chance)
        packets = chance.packets
        lying: dict[Packet, list[int]] = {}
        for zone in self.hidden:
            for thing in state.zones[zone]:
                if thing in packets:
                    lying.setdefault(Packet(zone, packets[thing]), []).append(thing)
        never = frozenset(
            zone
            for zone in self.hidden
            if len(state.zones[zone]) > 1 and not packets.keys() & set(state.zones[zone])
        )
        return SetUp(seed, packets, {packet: tuple(pile) for packet, pile in lying.items()}, never)

    def brings(self, base: SetUp, packet: Packet, place: int, thing: int) -> bool:
        """Does the component come to a place of a packet, counted from the top, once it changes places there?"""
        here = base.lying[packet][-1 - place]
        if self._twin(here) == self._twin(thing):
            return True
        after = self.set_up(base.seed, (packet.shuffle, here, thing)).lying.get(packet, ())
        return len(after) > place and self._twin(after[-1 - place]) == self._twin(thing)

    def seen_in(self, set_ups: Sequence[SetUp], packet: Packet) -> Iterator[int]:
        """One component of each sort that was seen in a packet: copies stand for each other."""
        sorts: dict[int, int] = {}
        for each in set_ups:
            for thing in each.lying.get(packet, ()):
                sorts.setdefault(self._twin(thing), thing)
        return iter(sorts.values())

    def _twin(self, thing: int) -> int:
        return self.machine.things[thing].twin

    def on_top(self, set_ups: Sequence[SetUp], packet: Packet, thing: int) -> int:
        """In how many set-ups a component of this sort is the first of its packet to be drawn."""
        piles = (each.lying.get(packet, ()) for each in set_ups)
        return sum(1 for pile in piles if pile and self._twin(pile[-1]) == self._twin(thing))

    def fair_share(self, set_ups: Sequence[SetUp], packet: Packet, thing: int) -> float:
        """How many times it would be, on average, if every component had the same chance."""
        twin = self._twin(thing)
        piles = [pile for each in set_ups if (pile := each.lying.get(packet))]
        return sum(sum(1 for one in pile if self._twin(one) == twin) / len(pile) for pile in piles)
