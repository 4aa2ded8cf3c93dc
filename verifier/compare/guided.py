"""Plays in which everybody helps: an arrangement in, the moves that bring the components there out, if some are found.

Many plays are led side by side; after every move the most promising go on. Chance helps as well: several deals begin.
What can no longer be placed once another component is (a low card, when a higher one lies on it) is learnt on the way,
and so is which zones lie near to which: a card in my hand is one move away from my row, one in another hand further.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from verifier.engine import Engine, Move, State
from verifier.engine.engine import Given
from verifier.kernel.domain import Number, Things
from verifier.kernel.machine import Machine
from verifier.runtime import Fault
from verifier.trace.policies.coupling import CoupledOracle, Favour
from verifier.trace.policies.uniform import random_given

# A zone from which nothing was seen to go anywhere.
FAR = 5
# More pairs than these are not tried through one door.
MOST_PAIRS = 2_000
DEALS = 24
# So many plays go on after every move; a further attempt has twice as many.
ABREAST = 30
LONGEST = 400
# So many moves in a row may bring nothing nearer to its place.
PATIENCE = 40
# What can no longer be placed is as bad as so many moves more.
LOST = 6
# At least so many deals are kept going.
DEALS_ABREAST = 3
FARTHEST = 1_000_000, 0
# How much sooner than others a wished component comes, and how much sooner one with a low number than one with a high.
TASTES = ((8.0, 0.0), (8.0, 4.0), (8.0, -4.0), (1.0, 0.0), (1.0, 4.0), (-1.0, 0.0))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Of each component that matters, the zone where it should lie."""

    places: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.places)


class Nearness:
    """Distances to a few zones, as components were seen to move."""

    def __init__(self, targets: Collection[int]) -> None:
        self._before: dict[int, set[int]] = {}
        self._steps: dict[int, dict[int, int]] = {target: {target: 0} for target in targets}

    def learn(self, before: Sequence[int], after: Sequence[int]) -> None:
        """A move was made: what lay where, and where it lies now."""
        known = True
        for one, other in zip(before, after, strict=True):
            if one != other and one not in self._before.setdefault(other, set()):
                self._before[other].add(one)
                known = False
        if not known:
            self._steps = {target: self._around(target) for target in self._steps}

    def steps(self, zone: int, target: int) -> int:
        """How many moves from a zone to one of the targets."""
        return self._steps[target].get(zone, FAR)

    def _around(self, target: int) -> dict[int, int]:
        found = {target: 0}
        rim = [target]
        while rim:
            rim = [
                zone
                for each in dict.fromkeys(rim)
                for zone in self._before.get(each, ())
                if found.setdefault(zone, min(FAR, found[each] + 1)) == found[each] + 1
            ]
        return found


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

    def learn(self, state: State, fate: CoupledOracle, able: Collection[int]) -> None:
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

    def _try(self, state: State, fate: CoupledOracle, source: int, target: int) -> None:
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

    def _follows(
        self, state: State, fate: CoupledOracle, first: int, second: int, source: int, target: int
    ) -> bool:
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


@dataclass(frozen=True, slots=True)
class GuidedPlay:
    """A play that came where it should: what was given, what decides chance, the moves."""

    given: dict[str, Given]
    fate: CoupledOracle
    moves: tuple[Move, ...]


@dataclass(slots=True)
class _Play:
    begun: tuple[dict[str, Given], CoupledOracle]
    state: State
    fate: CoupledOracle
    moves: tuple[Move, ...]
    placed: frozenset[int]
    far: int
    deep: int
    lot: float
    # How many could be placed when one was placed last.
    promise: int = 0


class Guide:
    """Leads plays of one engine."""

    def __init__(self, engine: Engine, wish: Arrangement, seed: int = 1) -> None:
        self.engine = engine
        self.wish = wish
        self.chance = random.Random(seed)
        self.sequels = Sequels(engine, dict(wish.places))
        self.near = Nearness({zone for _, zone in wish.places})
        self._open = engine.runner.unordered
        self._wished = frozenset(thing for thing, _ in wish.places)
        self.left = 0

    def led(self, done: Callable[[State], bool], work: int) -> GuidedPlay | None:
        """A play to a state where it is `done`; `work` is how many moves may be tried in all."""
        self.left = work
        known, abreast = -1, ABREAST
        while known < self.sequels.known and self.left > 0:
            # What was learnt too late helps from the beginning.
            known = self.sequels.known
            if (found := self._attempt(done, abreast)) is not None:
                return found
            abreast *= 2
        return None

    def _attempt(self, done: Callable[[State], bool], abreast: int) -> GuidedPlay | None:
        plays = [self._begun(number) for number in range(DEALS)]
        best, idle = FARTHEST, 0
        for _ in range(LONGEST):
            if not plays or self.left <= 0 or idle > PATIENCE or all(map(self._lost, plays)):
                return None
            following: dict[object, _Play] = {}
            for play in plays:
                after = self._after(play)
                self.left -= len(after)
                for each in after:
                    following.setdefault((self.engine.key(each.state), id(each.begun[1])), each)
            plays = self._best(following.values(), abreast)
            for play in plays:
                if play.placed and done(play.state):
                    return GuidedPlay(*play.begun, play.moves)
            now = min((self._rank(play)[:2] for play in plays), default=FARTHEST)
            best, idle = (now, 0) if now < best else (best, idle + 1)
        return None

    def _best(self, plays: Iterable[_Play], abreast: int) -> list[_Play]:
        """The most promising, but not all of them from one deal: what looks well at first may lead nowhere."""
        found: list[_Play] = []
        count: Counter[int] = Counter()
        for play in sorted(plays, key=self._rank):
            deal = id(play.begun[1])
            if count[deal] < abreast // DEALS_ABREAST:
                count[deal] += 1
                found.append(play)
            if len(found) == abreast:
                break
        return found

    def _rank(self, play: _Play) -> tuple[int, int, int, float]:
        return LOST * self._lost(play) + play.far, play.deep, -play.promise, play.lot

    def _lost(self, play: _Play) -> int:
        return self.sequels.lost(play.state)

    def _begun(self, number: int) -> _Play:
        machine = self.engine.machine
        given = random_given(self.engine, self.chance)
        favour = _favouring(machine, self.wish, *TASTES[number % len(TASTES)])
        begun = CoupledOracle(
            self.chance.getrandbits(30), range(len(machine.things)), range(machine.zones), favour
        )
        fate = begun.copy()
        state = self.engine.new(fate, dict(given))
        placed, far, deep = self._placed(state), self._far(state), self._deep(state)
        return _Play((given, begun), state, fate, (), placed, far, deep, 0.0)

    def _after(self, play: _Play) -> list[_Play]:
        """The play after each move, and what is learnt from them."""
        found = []
        for move in self.engine.distinct(self.engine.legal(play.state), play.state):
            state, fate = play.state.copy(), play.fate.copy()
            try:
                self.engine.step(state, move, fate)
            except Fault:
                continue
            self.near.learn(play.state.where, state.where)
            placed, far, deep = self._placed(state), self._far(state), self._deep(state)
            lot = self.chance.random()
            found.append(_Play(play.begun, state, fate, (*play.moves, move), placed, far, deep, lot))
        able = frozenset().union(*(each.placed for each in found)) - play.placed
        self.sequels.learn(play.state, play.fate, able)
        for each in found:
            each.promise = len(able) if each.placed - play.placed else play.promise
        return found

    def _far(self, state: State) -> int:
        """How many moves all that is wished for is away from its place, as far as is known."""
        where = state.where
        return sum(self.near.steps(where[thing], zone) for thing, zone in self.wish.places)

    def _deep(self, state: State) -> int:
        """How many components lie on the first in each pile that is wished for."""
        piles = (
            state.zones[state.where[thing]]
            for thing, zone in self.wish.places
            if state.where[thing] not in self._open and state.where[thing] != zone
        )
        wished = self._wished
        return sum(
            next(above for above, thing in enumerate(reversed(pile)) if thing in wished)
            for pile in {id(pile): pile for pile in piles}.values()
        )

    def _placed(self, state: State) -> frozenset[int]:
        where = state.where
        return frozenset(thing for thing, zone in self.wish.places if where[thing] == zone)


def _favouring(machine: Machine, wish: Arrangement, sooner: float, slope: float) -> Favour:
    """What is wished for comes early in a pile, or late; so does what bears a low number."""
    taste = [0.0] * len(machine.things)
    for thing, _ in wish.places:
        taste[thing] -= sooner
    for table in machine.tables.values():
        if isinstance(table.domain, Number) and len(table.index) == 1 and isinstance(table.index[0], Things):
            highest = max(map(abs, table.values), default=1) or 1
            taste = [
                old + slope * max(value, 0) / highest for old, value in zip(taste, table.values, strict=False)
            ]
    return taste.__getitem__
