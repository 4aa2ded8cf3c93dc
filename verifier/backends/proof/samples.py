"""Concrete states as assignments to the variables of an encoding: from plays, and from plain chance."""

from __future__ import annotations

import random
from collections.abc import Iterator

from verifier.backends.machine import Engine
from verifier.backends.machine import State as Played
from verifier.backends.machine.carry_out import Runner
from verifier.backends.proof.control import FINAL as AT_THE_END
from verifier.backends.proof.control import Cut
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.terms import Term
from verifier.kernel.domain import NOTHING, values
from verifier.runtime import FINAL, Fault, Oracle, Seeded

Assignment = dict[Term, int]
Sample = tuple[Cut, Assignment]


def assignment(encoding: Encoding, state: Played) -> Assignment:
    """The variables as a state of the machine has them."""
    found: Assignment = {}
    for (zone, thing), variable in encoding.inside.items():
        found[variable] = int(state.where[thing] == zone)
    for zone, size in enumerate(encoding.sizes):
        found[size] = len(state.zones[zone])
    for thing, spot in encoding.spot.items():
        zone = state.where[thing]
        found[spot] = state.zones[zone].index(thing) if zone in encoding.ordered else 0
    for name, slot in encoding.layout.slots.items():
        held = getattr(state, slot)
        if encoding.machine.cells[name].index:
            found.update((encoding.cells[name, place], value) for place, value in enumerate(held[:-1]))
        else:
            found[encoding.cells[name, 0]] = held
    return found


def cut_of(encoding: Encoding, state: Played) -> Cut:
    return AT_THE_END if state.at == FINAL else Cut(encoding.layout.labels[state.at], "pause")


def played_samples(
    engine: Engine, encoding: Encoding, plays: int, seed: int, most_steps: int = 600, most: int = 150
) -> Iterator[Sample]:
    """States at the pauses of random plays, each play with its own given cells; a fault ends a play.

    Of each pause a play gives a few, taken from all over it.
    """
    share = max(1, most // plays)
    for play in range(plays):
        chance = random.Random(f"{seed} {play}")
        oracle = Seeded(chance.randrange(1 << 30))
        kept = _Reservoir(share, chance)
        try:
            state = engine.new(oracle, random_given(encoding, chance))
            for _ in range(most_steps):
                place = kept.place(state.at)
                if place is not None:
                    kept.put(state.at, place, (cut_of(encoding, state), assignment(encoding, state)))
                moves = engine.legal(state)
                if not moves:
                    break
                engine.step(state, _one_of(moves, chance), oracle)
        except Fault:
            pass
        yield from kept.all()


class _Reservoir:
    """So many of each sort, each one that came by as likely to be among them."""

    def __init__(self, size: int, chance: random.Random) -> None:
        self.size = size
        self.chance = chance
        self._met: dict[int, int] = {}
        self._kept: dict[int, list[Sample]] = {}

    def place(self, sort: int) -> int | None:
        """Where the next one of its sort should go, if it is to be kept."""
        met = self._met[sort] = self._met.get(sort, 0) + 1
        place = met - 1 if met <= self.size else self.chance.randrange(met)
        return place if place < self.size else None

    def put(self, sort: int, place: int, sample: Sample) -> None:
        held = self._kept.setdefault(sort, [])
        held[place : place + 1] = [sample]

    def all(self) -> Iterator[Sample]:
        for held in self._kept.values():
            yield from held


class _Watching(Runner):
    """The plain reader of the machine, telling when it enters a block."""

    def __init__(self, encoding: Encoding, cuts: frozenset[str], share: int, chance: random.Random) -> None:
        super().__init__(encoding.machine, encoding.layout)
        self.encoding = encoding
        self.cuts = cuts
        self.kept = _Reservoir(share, chance)

    def _run(self, label: str, env: dict[str, int], state: Played, oracle: Oracle) -> None:
        following: str | None = label
        while following is not None:
            if following in self.cuts:
                sort = self.encoding.layout.label_number[following]
                place = self.kept.place(sort)
                if place is not None:
                    sample = Cut(following, "entry"), assignment(self.encoding, state)
                    self.kept.put(sort, place, sample)
            block = self.machine.blocks[following]
            self._steps(block.steps, env, state, oracle)
            following = self._following(block, env, state)
            env = {}


def entry_samples(
    engine: Engine,
    encoding: Encoding,
    cuts: frozenset[str],
    plays: int,
    seed: int,
    most_steps: int = 250,
    most: int = 150,
) -> list[Sample]:
    """States at blocks that are cut at their entry. Slower: the generated Python does not stop there."""
    runner = _Watching(encoding, cuts, most, random.Random(f"{seed} entries"))
    for play in range(plays if cuts else 0):
        chance = random.Random(f"{seed} {play} entries")
        oracle = Seeded(chance.randrange(1 << 30))
        state = engine.blank(random_given(encoding, chance))
        try:
            runner.begin(state, oracle)
            for _ in range(most_steps):
                moves = engine.legal(state)
                if not moves:
                    break
                runner.step(state, _one_of(moves, chance), oracle)
        except Fault:
            continue
    return list(runner.kept.all())


def _one_of(moves: list[tuple[int, ...]], chance: random.Random) -> tuple[int, ...]:
    """First an alternative, then a way to take it: rare actions happen more often."""
    alternative = chance.choice(sorted({move[0] for move in moves}))
    return chance.choice([move for move in moves if move[0] == alternative])


def random_given(encoding: Encoding, chance: random.Random) -> dict[str, int | list[int]]:
    found: dict[str, int | list[int]] = {}
    for name, cell in encoding.machine.cells.items():
        if cell.given:
            every = list(values(cell.domain))
            if cell.index:
                found[name] = [chance.choice(every) for _ in encoding.layout.row(cell)[:-1]]
            else:
                found[name] = chance.choice(every)
    return found


def arbitrary(encoding: Encoding, chance: random.Random) -> Assignment:
    """A state with every component somewhere and every cell anyhow: what holds here is no deed of the rules."""
    found: Assignment = dict.fromkeys(encoding.inside.values(), 0)
    piles: dict[int, list[int]] = {zone: [] for zone in range(encoding.machine.zones)}
    favourites = [chance.randrange(1 << 16) for _ in range(3)]
    for thing, zones in enumerate(encoding.reach.zones):
        ordered = sorted(zones)
        pick = chance.choice(favourites) if chance.random() < 0.5 else chance.randrange(1 << 16)
        zone = ordered[pick % len(ordered)]
        found[encoding.inside[zone, thing]] = 1
        piles[zone].append(thing)
    for spot in encoding.spot.values():
        found[spot] = 0
    for zone, pile in piles.items():
        found[encoding.sizes[zone]] = len(pile)
        chance.shuffle(pile)
        if zone in encoding.ordered:
            found.update((encoding.spot[thing], place) for place, thing in enumerate(pile))
    for cell in encoding.cells.values():
        found[cell] = chance.randint(cell.low, cell.high) if chance.random() < 0.9 else max(cell.low, NOTHING)
    return found
