"""Plays in which everybody helps: an arrangement in, the moves that bring the components there out, if some are found.

Many plays are led side by side; after every move the most promising go on. Chance helps as well: several deals begin.
What can no longer be placed once another component is (a low card, when a higher one lies on it) is learnt on the way.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from verifier.backends.machine import Engine, Move, State
from verifier.compare.aiming.arrangement import Arrangement
from verifier.compare.fate import Fate, Favour
from verifier.kernel.domain import Number, Things, values
from verifier.kernel.machine import Machine
from verifier.runtime import Fault

DEALS = 24
# So many plays go on after every move; a further attempt has twice as many.
ABREAST = 30
LONGEST = 400
# So many moves in a row may bring no component to its place.
PATIENCE = 40
# How much sooner than others a wished component comes, and how much sooner one with a low number than one with a high.
TASTES = ((8.0, 0.0), (8.0, 4.0), (8.0, -4.0), (1.0, 0.0), (1.0, 4.0), (-1.0, 0.0))


@dataclass(frozen=True, slots=True)
class Led:
    """A play that came where it should: what was given, what decides chance, the moves."""

    given: dict[str, int]
    fate: Fate
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class _Chance:
    """When one was placed last: where control stood and who moved, what could be placed from where, what was."""

    at: tuple[int, int]
    open: dict[int, int]
    taken: frozenset[int]


@dataclass(slots=True)
class _Play:
    begun: tuple[dict[str, int], Fate]
    state: State
    fate: Fate
    moves: tuple[Move, ...]
    placed: frozenset[int]
    lot: float
    chance: _Chance | None = None

    @property
    def promise(self) -> int:
        return len(self.chance.open) if self.chance is not None else 0


class Guide:
    """Leads plays of one engine."""

    def __init__(self, engine: Engine, wish: Arrangement, seed: int = 1) -> None:
        self.engine = engine
        self.wish = wish
        self.chance = random.Random(seed)
        # Pairs: the first cannot be placed any more once the second is.
        self.order: set[tuple[int, int]] = set()
        self.left = 0

    def led(self, done: Callable[[State], bool], work: int) -> Led | None:
        """A play to a state where it is `done`; `work` is how many moves may be tried in all."""
        self.left = work
        known, abreast = -1, ABREAST
        while known < len(self.order) and self.left > 0:
            # What was learnt too late helps from the beginning.
            known = len(self.order)
            if (found := self._attempt(done, abreast)) is not None:
                return found
            abreast *= 2
        return None

    def _attempt(self, done: Callable[[State], bool], abreast: int) -> Led | None:
        plays = [self._begun(number) for number in range(DEALS)]
        best, idle = 0, 0
        for _ in range(LONGEST):
            if not plays or self.left <= 0 or idle > PATIENCE or all(self._lost(play) for play in plays):
                return None
            following: dict[object, _Play] = {}
            for play in plays:
                after = self._after(play)
                self.left -= len(after)
                for each in after:
                    following.setdefault((self.engine.key(each.state), id(each.begun[1])), each)
            plays = sorted(following.values(), key=self._rank)[:abreast]
            for play in plays:
                if play.placed and done(play.state):
                    return Led(*play.begun, play.moves)
            now = max((len(play.placed) for play in plays), default=0)
            best, idle = (now, 0) if now > best else (best, idle + 1)
        return None

    def _rank(self, play: _Play) -> tuple[int, int, float]:
        return self._lost(play) - len(play.placed), -play.promise, play.lot

    def _lost(self, play: _Play) -> int:
        """How many can no longer be placed, as far as is known."""
        placed = play.placed
        return len({first for first, second in self.order if second in placed and first not in placed})

    def _learn(self, play: _Play, at: tuple[int, int], now: dict[int, int]) -> None:
        """What could be placed the last time it was the same player's turn to, and cannot now, came too late."""
        last = play.chance
        if last is None or last.at != at:
            return
        for thing, zone in last.open.items():
            if thing not in now and thing not in play.placed and play.state.where[thing] == zone:
                self.order.update((thing, taken) for taken in last.taken)

    def _begun(self, number: int) -> _Play:
        machine = self.engine.machine
        given = {
            name: self.chance.choice(values(cell.domain))
            for name, cell in machine.cells.items()
            if cell.given and not cell.index
        }
        favour = _favouring(machine, self.wish, *TASTES[number % len(TASTES)])
        begun = Fate(self.chance.getrandbits(30), range(len(machine.things)), range(machine.zones), favour)
        fate = begun.copy()
        state = self.engine.new(fate, dict(given))
        return _Play((given, begun), state, fate, (), self._placed(state), 0.0)

    def _after(self, play: _Play) -> list[_Play]:
        """The play after each move, and what is learnt from them."""
        found = []
        for move in self.engine.distinct(self.engine.legal(play.state), play.state):
            state, fate = play.state.copy(), play.fate.copy()
            try:
                self.engine.step(state, move, fate)
            except Fault:
                continue
            moves = (*play.moves, move)
            found.append(_Play(play.begun, state, fate, moves, self._placed(state), self.chance.random()))
        at = play.state.at, self.engine.player(play.state)
        where = play.state.where
        now = {thing: where[thing] for each in found for thing in each.placed - play.placed}
        self._learn(play, at, now)
        for each in found:
            taken = each.placed - play.placed
            each.chance = _Chance(at, now, taken) if taken else play.chance
        return found

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
