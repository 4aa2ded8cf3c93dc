"""Biased policies: players with random preferences, and decks stacked by them.

A play at random seldom comes to the edges of a game. Somebody with tastes does, who likes some actions, kinds
and numbers better than others all through a play, and so does a deck that lies as it suits such a taste. All of
it is fixed by the seed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from verifier.engine import Engine, Move, State
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Things, Truth
from verifier.kernel.machine import Machine, Table
from verifier.runtime import STOP, Seeded
from verifier.trace.moves import action_of, choices_of
from verifier.trace.policies.greedy import Greedy, ScoreReader, by_action
from verifier.trace.policies.uniform import printed_tables

# Of so many plays the first takes any move, the second an action and then a move, the others have tastes.
MANNERS = 6
# With greedy players two more: all are greedy, or every other one.
GREEDY, HALF_GREEDY = 6, 7
# Even somebody with tastes does something else now and then, so that plays end.
WHIM = 0.03

Key = tuple[float, ...]


class Features:
    """What can be liked about the components of a machine: what is printed on them, and what they are."""

    def __init__(self, machine: Machine) -> None:
        self.kinds: dict[str, tuple[str, tuple[int, ...]]] = {}
        self.numbers: dict[str, tuple[int, ...]] = {}
        for table in printed_tables(machine):
            match table.domain:
                case Names(kind, _):
                    self.kinds[table.name] = kind, table.values
                case Number() if len(set(table.values)) > 1:
                    self.numbers[table.name] = table.values
                case Truth() if 0 < sum(table.values) < len(table.values):
                    self.kinds[table.name] = table.name, table.values


class Taste:
    """What one player likes in one play; what matters more comes first."""

    def __init__(self, features: Features, chance: random.Random) -> None:
        self.features = features
        self.chance = chance
        self.order = ["action", *features.kinds, *features.numbers]
        chance.shuffle(self.order)
        self.up = {name: chance.random() < 0.6 for name in features.numbers}
        self._likings: dict[tuple[str, object], float] = {}

    def liking(self, what: str, value: object) -> float:
        """How much a value is liked, from 0 to 1; decided when it is first met."""
        found = self._likings.get((what, value))
        if found is None:
            found = self._likings[what, value] = self.chance.random()
        return found

    def of_thing(self, thing: int) -> Key:
        return tuple(self._part(name, thing) for name in self.order if name != "action")

    def _part(self, name: str, thing: int) -> float:
        if name in self.features.kinds:
            kind, row = self.features.kinds[name]
            return self.liking(kind, row[thing])
        value = self.features.numbers[name][thing]
        return -value if self.up[name] else value

    def of_move(self, action: str, things: Sequence[int], kinds: Sequence[tuple[str, int]]) -> Key:
        """What the action and the first component, or the kinds chosen, are worth."""
        named = dict(kinds)
        found: list[float] = []
        for name in self.order:
            if name == "action":
                found.append(self.liking("action", action))
            elif things:
                found.append(self._part(name, things[0]))
            elif name in self.features.kinds and self.features.kinds[name][0] in named:
                kind = self.features.kinds[name][0]
                found.append(self.liking(kind, named[kind]))
            else:
                found.append(0.0)
        return tuple(found)


class BiasedOracle(Seeded):
    """Piles that lie as somebody would like them to, best on top; dice fall by the seed."""

    def __init__(self, seed: int, taste: Taste) -> None:
        super().__init__(seed)
        self.taste = taste

    def shuffle(self, zone: int, pile: list[int]) -> None:
        super().shuffle(zone, pile)
        pile.sort(key=self.taste.of_thing)


class BiasedPolicy:
    """One play's manner of choosing: any move; an action, then a move; or what it likes best.

    With `standing`, which tells who stands how, in some plays it takes what brings most.
    """

    def __init__(
        self, engine: Engine, features: Features, seed: int, standing: ScoreReader | None = None
    ) -> None:
        self.engine = engine
        self.manner = seed % (MANNERS if standing is None else HALF_GREEDY + 1)
        self.greedy: dict[int, Greedy] = {}
        if standing is not None and self.manner >= GREEDY:
            seats = range(engine.machine.players)
            chosen = seats if self.manner == GREEDY else seats[seed // 8 % 2 :: 2]
            self.greedy = {seat: Greedy(standing, seed * 1000 + seat) for seat in chosen}
        self.chance = random.Random(seed * 2 + 1)
        self.tastes = [Taste(features, self.chance) for _ in range(engine.machine.players)]
        self._keys: dict[tuple[int, int, Move], Key] = {}
        bent = self.manner > 3 or (self.manner > 1 and seed // MANNERS % 2)
        bent = bent and self.has_tastes
        self.oracle = BiasedOracle(seed, self.tastes[0]) if bent else Seeded(seed)

    @property
    def has_tastes(self) -> bool:
        return 1 < self.manner < GREEDY

    def lose_tastes(self) -> None:
        """From now on any action is as good as another."""
        self.manner = 1

    def move(self, state: State, legal: Sequence[Move]) -> Move:
        """The move that is made."""
        if self.manner == 0 or len(legal) == 1:
            return legal[int(self.chance.random() * len(legal))]
        if self.greedy:
            greedy = self.greedy.get(self.engine.player(state))
            return by_action(legal, self.chance) if greedy is None else greedy(state, list(legal))
        if self.manner == 1 or self.chance.random() < WHIM:
            return by_action(legal, self.chance)
        player = self.engine.player(state)
        return max(legal, key=lambda move: self._key(state, player, move))

    def _key(self, state: State, player: int, move: Move) -> Key:
        known = self._keys.get((state.at, player, move))
        if known is None:
            known = self._keys[state.at, player, move] = self._judged(state, player, move)
        return known

    def _judged(self, state: State, player: int, move: Move) -> Key:
        chosen = choices_of(self.engine, state, move)
        things = [value for _, domain, value in chosen if isinstance(domain, Things)]
        kinds = [(domain.name, value) for _, domain, value in chosen if isinstance(domain, Names)]
        return self.tastes[player].of_move(action_of(self.engine, state, move), things, kinds)


CARELESS = (0.0, 0.05, 0.2, 1.0)


class RandomUtility:
    """Chooses among legal moves by what it likes; how often it does not care is part of the whim."""

    def __init__(self, engine: Engine, chance: random.Random) -> None:
        self.engine = engine
        self.chance = chance
        self.careless = chance.choice(CARELESS)
        self._likes: dict[tuple[object, ...], float] = {}
        self._worth: dict[tuple[int, Move], float] = {}
        self._prints = printed_tables(engine.machine)

    def chosen(self, state: State, moves: Sequence[Move]) -> Move:
        if len(moves) == 1 or self.chance.random() < self.careless:
            return moves[int(self.chance.random() * len(moves))]
        return max(moves, key=lambda move: self._liked(state, move))

    def _like(self, *what: object) -> float:
        found = self._likes.get(what)
        if found is None:
            found = self._likes[what] = self.chance.uniform(-1, 1)
        return found

    def _liked(self, state: State, move: Move) -> float:
        key = (state.at, move)
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._weighed(state, move)
        return found

    def _weighed(self, state: State, move: Move) -> float:
        if move[0] == STOP:
            return 2 * self._like("stop")
        worth = 2 * self._like("action", action_of(self.engine, state, move))
        for local, domain, value in choices_of(self.engine, state, move):
            worth += self._value(local, domain, value)
        return worth

    def _value(self, local: str, domain: Domain, value: int) -> float:
        if value == NOTHING:
            return self._like(local)
        match domain:
            case Things():
                return sum(self._print(table, value) for table in self._prints)
            case Number(low, high):
                return self._like(local, "size") * (value - low) / max(1, high - low)
            case _:
                return self._like(local, value)

    def _print(self, table: Table, thing: int) -> float:
        value = table.values[thing]
        if isinstance(table.domain, Names):
            return self._like(table.name, value)
        return self._like(table.name) * value / (max(map(abs, table.values), default=1) or 1)
