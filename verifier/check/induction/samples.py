"""Samples: concrete states as assignments to the variables, from plays and at random."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from verifier.check.induction.cutpoints import FINAL as AT_THE_END
from verifier.check.induction.cutpoints import Cut
from verifier.check.induction.encode import Encoding
from verifier.check.induction.terms import Term
from verifier.engine import Engine
from verifier.engine import State as Played
from verifier.kernel.domain import NOTHING, values
from verifier.kernel.machine import Machine, Mark
from verifier.runtime import FINAL, Fault, Seeded

Assignment = dict[Term, int]
Sample = tuple[Cut, Assignment]

BEGINS = "block begins"
# So much more, or less, than another is an alternative liked.
LIKED = 8.0


def state_assignment(encoding: Encoding, state: Played) -> Assignment:
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


def arranged(encoding: Encoding, engine: Engine, values: Assignment) -> Played:
    """The state of the machine in which the variables have these values."""
    state = engine.blank()
    for contents in state.zones:
        contents.clear()
    for (zone, thing), variable in encoding.inside.items():
        if values[variable]:
            state.zones[zone].append(thing)
            state.where[thing] = zone
    for zone in encoding.ordered:
        state.zones[zone].sort(key=lambda thing: values[encoding.spot[thing]])
    for (name, place), variable in encoding.cells.items():
        slot = encoding.layout.slots[name]
        if encoding.machine.cells[name].index:
            getattr(state, slot)[place] = values[variable]
        else:
            setattr(state, slot, values[variable])
    return state


def cut_of(encoding: Encoding, state: Played) -> Cut:
    return AT_THE_END if state.at == FINAL else Cut(encoding.layout.labels[state.at], "pause")


def played_samples(
    encoding: Encoding,
    plays: int,
    seed: int,
    entries: frozenset[str] = frozenset(),
    most_steps: int = 1_500,
    most: int = 150,
) -> list[Sample]:
    """States of random plays at pauses and where blocks of `entries` begin; a fault ends a play.

    Each play has its own given cells and its own manner. Of each place it gives a few, taken from all over it.
    """
    moments = {f"{BEGINS} {number}": label for number, label in enumerate(sorted(entries))}
    engine = Engine(_telling(encoding.machine, moments), checked=bool(entries))
    kept = _Kept(encoding, max(1, most // plays), moments)
    engine.watch = kept.watch
    for play in range(plays):
        chance = kept.begin(random.Random(f"{seed} {play}"))
        oracle = Seeded(chance.randrange(1 << 30))
        manner = _Manner(chance)
        try:
            state = engine.new(oracle, random_given(encoding, chance))
            for _ in range(most_steps):
                kept.offer(cut_of(encoding, state), state)
                moves = engine.legal(state)
                if not moves:
                    break
                engine.step(state, manner.one_of(state.at, moves), oracle)
        except Fault:
            pass
    return kept.all()


def _telling(machine: Machine, moments: Mapping[str, str]) -> Machine:
    """The same machine with a mark where each of these blocks begins."""
    if not moments:
        return machine
    marked = {
        label: replace(machine.blocks[label], steps=(Mark(moment), *machine.blocks[label].steps))
        for moment, label in moments.items()
    }
    return replace(machine, blocks={**machine.blocks, **marked})


class _Kept:
    """So many states of each place in a play, each one that came by as likely to be among them."""

    def __init__(self, encoding: Encoding, size: int, moments: Mapping[str, str]) -> None:
        self.encoding = encoding
        self.size = size
        self.moments = moments
        self.chance = random.Random()
        self._met: dict[Cut, int] = {}
        self._held: list[dict[Cut, list[Played]]] = []

    def begin(self, chance: random.Random) -> random.Random:
        """The next play."""
        self.chance = chance
        self._met = {}
        self._held.append({})
        return chance

    def watch(self, state: Played, moment: str | None) -> None:
        if moment is not None and moment in self.moments:
            self.offer(Cut(self.moments[moment], "entry"), state)

    def offer(self, cut: Cut, state: Played) -> None:
        met = self._met[cut] = self._met.get(cut, 0) + 1
        place = met - 1 if met <= self.size else self.chance.randrange(met)
        if place < self.size:
            self._held[-1].setdefault(cut, [])[place : place + 1] = [state.copy()]

    def all(self) -> list[Sample]:
        return [
            (cut, state_assignment(self.encoding, state))
            for held in self._held
            for cut, states in held.items()
            for state in states
        ]


class _Manner:
    """How one play chooses: first an alternative, then a way to take it. In every other play some are liked better.

    Without a liking rare actions happen often; with one a play goes on and comes to its end.
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.likes = chance.random() < 0.5
        self._weights: dict[tuple[int, int], float] = {}

    def one_of(self, pause: int, moves: list[tuple[int, ...]]) -> tuple[int, ...]:
        alternatives = sorted({move[0] for move in moves})
        weights = [self._weight(pause, alternative) for alternative in alternatives]
        taken = self.chance.choices(alternatives, weights)[0]
        return self.chance.choice([move for move in moves if move[0] == taken])

    def _weight(self, pause: int, alternative: int) -> float:
        if not self.likes:
            return 1.0
        if (pause, alternative) not in self._weights:
            self._weights[pause, alternative] = LIKED ** self.chance.uniform(-1, 1)
        return self._weights[pause, alternative]


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


def random_assignment(encoding: Encoding, chance: random.Random) -> Assignment:
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
