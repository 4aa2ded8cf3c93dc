"""The greedy policy: looks one action ahead, at any game.

An action is followed through the choices it asks of the player who takes it, the first of each. Then counts, in
this order: a victory, the score, what lies open before the player, whether something else has become possible
that was not, and what the player holds. Between equals chance decides. The player knows no more of the game
than that, and looks at the cards as they lie.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from verifier.engine.engine import Engine, unwatched
from verifier.engine.state import Move, State
from verifier.kernel.domain import NOTHING, Number, Players, Things
from verifier.runtime import Fault, Seeded


class ScoreReader:
    """Reads states of one machine; whose a zone is follows from its index of players."""

    def __init__(self, engine: Engine) -> None:
        machine = engine.machine
        self.engine = engine
        self.owner = [NOTHING] * (machine.zones + 1)
        self.open: list[list[int]] = [[] for _ in range(machine.players)]
        for family in machine.families.values():
            axes = [at for at, (_, domain) in enumerate(family.index) if isinstance(domain, Players)]
            if not axes:
                continue
            for zone in range(family.base, family.base + family.size):
                player = self.owner[zone] = engine.layout.zone_index(zone)[axes[0]]
                if family.view == "seen":
                    self.open[player].append(zone)
        kept = [
            (engine.layout.slots[name], cell.index[0])
            for name, cell in machine.cells.items()
            if cell.life != "spilled" and isinstance(cell.domain, Number) and len(cell.index) == 1
        ]
        self.on_things = [(slot, index.ids) for slot, index in kept if isinstance(index, Things)]
        self.of_players = [slot for slot, index in kept if isinstance(index, Players)]
        first = machine.winner[0] if machine.winner else None
        lowest_wins = first is not None and first.op == "lowest" and first.value == machine.score
        self.sign = -1 if lowest_wins else 1

    def won(self, state: State, player: int) -> int:
        """One for a play that is won, less than nothing for one that is lost; alone nobody is beaten."""
        if not self.engine.over(state) or self.engine.machine.players == 1:
            return 0
        return 1 if player in self.engine.result(state).winners else -1

    def score(self, state: State, player: int) -> int:
        """The score; where the lowest wins, what is lacking to nothing."""
        return self.sign * self.engine.score(state, player)

    def laid_out(self, state: State, player: int) -> int:
        """How many components lie before a player for all to see."""
        zones = state.zones
        return sum([len(zones[zone]) for zone in self.open[player]])

    def held(self, state: State, player: int) -> int:
        """The amounts of a player, and those on components that lie in zones of the player."""
        where, owner = state.where, self.owner
        found: int = sum([getattr(state, slot)[player] for slot in self.of_players])
        for slot, things in self.on_things:
            row = getattr(state, slot)
            found += sum([row[thing] for thing in things if row[thing] and owner[where[thing]] == player])
        return found


Scoring = Callable[[State, int], int]

# So often a greedy player does something else, so that two of them do not block each other for ever.
WHIM = 0.02
# At most so many moves of one action are looked at,
WIDTH = 4
# and only one of an action that was looked at so often in a row and was never the best.
PATIENCE = 6
# Where so often in a row all moves were equal, it is looked only at every eighth time.
BOREDOM, AGAIN = 4, 8
# An action that asks for more choices than these is judged half done.
DEPTH = 40
CHOICE = "choose"


@dataclass(slots=True)
class Habits:
    """What a player has learnt in one play of where it is worth looking."""

    if_none: dict[tuple[int, int], int] = field(default_factory=dict)
    equal: dict[int, int] = field(default_factory=dict)

    def bored(self, at: int) -> bool:
        seen = self.equal.get(at, 0)
        if seen < BOREDOM:
            return False
        self.equal[at] = seen + 1
        return (seen - BOREDOM) % AGAIN != AGAIN - 1

    def learn(self, at: int, looked: Iterable[int], best: set[int], equal: bool) -> None:
        """`looked` and `best` are the numbers of the actions of the moves looked at and of the best."""
        self.equal[at] = self.equal.get(at, 0) + 1 if equal else 0
        for action in looked:
            self.if_none[at, action] = 0 if action in best else self.if_none.get((at, action), 0) + 1


class Greedy:
    """The moves of one player in one play; `scoring` takes the place of the score of the game."""

    def __init__(self, standing: ScoreReader, seed: int, scoring: Scoring | None = None) -> None:
        self.engine: Engine = standing.engine
        self.standing = standing
        self.score = scoring or standing.score
        self.chance = random.Random(seed)
        self.oracle = Seeded(seed)
        self.habits = Habits()
        self._asks: dict[int, bool] = {}

    def __call__(self, state: State, moves: list[Move]) -> Move:
        chance = self.chance
        if len(moves) == 1:
            return moves[0]
        if chance.random() < WHIM:
            return by_action(moves, chance)
        if self.habits.bored(state.at):
            return moves[int(chance.random() * len(moves))]
        return self._best(state, moves)

    def _best(self, state: State, moves: list[Move]) -> Move:
        player = self.engine.player(state)
        ahead: list[tuple[Move, State]] = []
        for move in self._worth_a_look(state.at, moves):
            after = self.engine.copy(state)
            # What might be is nobody's business: a watcher sees what is played.
            after.watch = unwatched
            try:
                self._follow(after, move, player)
            except Fault:
                # Rules that break down here shall be seen to do so.
                return move
            ahead.append((move, after))
        best = self._sifted(state, moves, player, ahead)
        looked = [move[0] for move, _ in ahead]
        self.habits.learn(state.at, looked, {move[0] for move in best}, len(best) == len(ahead))
        return best[int(self.chance.random() * len(best))]

    def _worth_a_look(self, at: int, moves: list[Move]) -> list[Move]:
        """All moves if they are few; of an action with many, some."""
        if len(moves) <= 2:
            return moves
        by_number: dict[int, list[Move]] = {}
        for move in moves:
            by_number.setdefault(move[0], []).append(move)
        found: list[Move] = []
        for number, those in by_number.items():
            width = 1 if self.habits.if_none.get((at, number), 0) >= PATIENCE else WIDTH
            found += those if len(those) <= width else self.chance.sample(those, width)
        return found

    def _follow(self, state: State, move: Move, player: int) -> None:
        """Take the move, then the first of each choice that it asks of the same player."""
        engine = self.engine
        engine.step(state, move, self.oracle)
        for _ in range(DEPTH):
            if engine.over(state) or not self._is_asked(state) or engine.player(state) != player:
                return
            legal = engine.legal(state)
            if not legal:
                return
            engine.step(state, legal[0], self.oracle)

    def _is_asked(self, state: State) -> bool:
        """Is it a choice in the middle of an action, and not an action, that is waited for?"""
        found = self._asks.get(state.at)
        if found is None:
            asked = self.engine.decide(state).alternatives
            found = self._asks[state.at] = all(alternative.action == CHOICE for alternative in asked)
        return found

    def _sifted(
        self, state: State, moves: list[Move], player: int, ahead: list[tuple[Move, State]]
    ) -> list[Move]:
        """The moves that are best by the first measure, of these the best by the next, and so on."""
        known = set(moves)
        standing = self.standing

        def opening(move: Move, after: State) -> int:
            return self._opens(state, known, move[0], after, player)

        for measure in (standing.won, self.score, standing.laid_out, None, standing.held):
            if len(ahead) == 1:
                break
            worth = [
                opening(move, after) if measure is None else measure(after, player) for move, after in ahead
            ]
            most = max(worth)
            ahead = [one for one, value in zip(ahead, worth, strict=True) if value == most]
        return [move for move, _ in ahead]

    def _opens(self, state: State, known: set[Move], number: int, after: State, player: int) -> int:
        """Back at the same place: is there a move of another action that was not legal before?"""
        if after.at != state.at or self.engine.player(after) != player:
            return 0
        return int(any(move[0] != number and move not in known for move in self.engine.legal(after)))


def by_action(legal: Sequence[Move], chance: random.Random) -> Move:
    """An action at random, then one of its moves."""
    actions = sorted({move[0] for move in legal})
    action = actions[int(chance.random() * len(actions))]
    fitting = [move for move in legal if move[0] == action]
    return fitting[int(chance.random() * len(fitting))]


def greedy(engine: Engine, seed: int, scoring: Scoring | None = None) -> Greedy:
    """Takes the action that brings most; chance decides between equals.

    `scoring` says what a state is worth to a player; without it the score of the game does.
    """
    return Greedy(ScoreReader(engine), seed, scoring)
