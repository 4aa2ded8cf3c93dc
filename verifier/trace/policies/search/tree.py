"""Information-set Monte Carlo tree search in Python, for where nothing compiles: the same search as the compiled one.

In every iteration what the player does not see is dealt anew, a path of the tree is followed and lengthened by one
move, and the rest of the play is tried out.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from verifier.engine import Engine, Move, State
from verifier.engine.moves import MoveTally, choices
from verifier.engine.native.advice_tables import ROUND
from verifier.kernel.domain import Things
from verifier.runtime import STOP, Fault, Seeded
from verifier.trace.policies.greedy import ScoreReader, by_action
from verifier.trace.policies.search.judge import Judge, Outcome
from verifier.trace.policies.search.unseen import Redealer

CURIOSITY = 0.7
# So many plays only show how far apart results lie.
WARM = 16
# Of so many moves the one is taken that did best so far.
SAMPLED = 3
DEEPEST = 48

# A move with its pause and player; copies of a component are one choice.
Key = tuple[int, ...]


@dataclass(slots=True)
class Node:
    """A move of the tree; `total` is the gain of whoever makes it."""

    move: Move
    children: dict[Key, Node] = field(default_factory=dict)
    visits: int = 0
    seen: int = 0
    ended: int = 0
    total: float = 0.0
    won: float = 0.0
    margin: float = 0.0

    def note(self, outcome: Outcome, player: int) -> None:
        self.visits += 1
        self.ended += outcome.over
        self.total += outcome.gain[player]
        self.won += outcome.won[player]
        self.margin += outcome.margin[player]

    def worth(self) -> float:
        """What it promises: what it brought, and more the less is known of it."""
        self.seen += 1
        return self.total / self.visits + CURIOSITY * math.sqrt(math.log(1 + self.seen) / self.visits)


class PlainAdvisor:
    """Thinks about one position at a time, for as many iterations as it is told."""

    warm = WARM

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.standing = ScoreReader(engine)
        self._of_things: dict[int, list[list[bool]]] = {}
        self._has_rounds = ROUND in engine.machine.cells

    def begin(self, state: State, unseen: Sequence[Sequence[int]], seed: int, longest: int) -> None:
        """A new position; the components of each group of `unseen` are dealt anew in every iteration."""
        self.oracle = Seeded(seed)
        self.chance = random.Random(seed + 1)
        self.redealer = Redealer(self.engine, state, [list(group) for group in unseen], self.chance)
        self.judge = Judge(self.standing)
        self.root = Node(())
        self.longest = longest
        self.round = self._round(state)
        self.habits: dict[Key, tuple[float, int]] = {}
        self._warm = WARM

    def think(self, iterations: int) -> int:
        """How many of them could be played."""
        done = 0
        for _ in range(iterations):
            try:
                self._iteration()
                done += 1
            except Fault:
                # Of a position that cannot be, nothing is learnt.
                continue
        return done

    def tallies(self) -> list[MoveTally]:
        """What was found so far of each move that was tried."""
        return [
            MoveTally(each.move, each.visits, each.ended, each.total, each.won, each.margin)
            for each in self.root.children.values()
            if each.visits
        ]

    def _iteration(self) -> None:
        state = self.redealer.dealt()
        if self._warm:
            self._warm -= 1
            self._rest(state)
            self.judge.judged(state)
            return
        node, path = self.root, list[tuple[Node, int]]()
        made = list[tuple[Key, int]]()
        fresh = False
        while (
            not fresh and len(path) < DEEPEST and self._goes_on(state) and (moves := self.engine.legal(state))
        ):
            player = self.engine.player(state)
            key, node, fresh = self._descended(state, node, moves, player)
            path.append((node, player))
            made.append((key, player))
            self.engine.step(state, node.move, self.oracle)
        made += self._rest(state)
        outcome = self.judge.judged(state)
        for node, player in path:
            node.note(outcome, player)
        for key, player in made:
            total, many = self.habits.get(key, (0.0, 0))
            self.habits[key] = total + outcome.gain[player], many + 1

    def _descended(self, state: State, node: Node, moves: list[Move], player: int) -> tuple[Key, Node, bool]:
        """The move to follow: one that was never tried, or the one that promises most."""
        keyed = {self._key(state, move, player): move for move in reversed(moves)}
        fresh = [key for key in keyed if key not in node.children]
        if fresh:
            key = fresh[int(self.chance.random() * len(fresh))]
            node.children[key] = Node(keyed[key])
        else:
            key = max(keyed, key=lambda each: node.children[each].worth())
            # The copy that is there now.
            node.children[key].move = keyed[key]
        return key, node.children[key], bool(fresh)

    def _rest(self, state: State) -> list[tuple[Key, int]]:
        """The rest of a play: of a few moves the one that did best so far, wherever it was made."""
        made = list[tuple[Key, int]]()
        while len(made) < self.longest and self._goes_on(state) and (moves := self.engine.legal(state)):
            player = self.engine.player(state)
            tried = [moves[0]] if len(moves) == 1 else [by_action(moves, self.chance) for _ in range(SAMPLED)]
            keyed = {self._key(state, move, player): move for move in tried}
            key = max(keyed, key=self._usual)
            made.append((key, player))
            self.engine.step(state, keyed[key], self.oracle)
        return made

    def _usual(self, key: Key) -> float:
        total, many = self.habits.get(key, (0.0, 0))
        return (total + 1) / (many + 2)

    def _goes_on(self, state: State) -> bool:
        return not self.engine.over(state) and self._round(state) == self.round

    def _round(self, state: State) -> int:
        return self.engine.get(state, ROUND) if self._has_rounds else 0

    def _key(self, state: State, move: Move, player: int) -> Key:
        if move[0] == STOP:
            return (state.at, player, STOP)
        of_things = self._of_things.get(state.at)
        if of_things is None:
            domain = self.engine.speech.domain
            of_things = self._of_things[state.at] = [
                [isinstance(domain(choice.source), Things) for choice in choices(alternative)]
                for alternative in self.engine.decide(state).alternatives
            ]
        things = self.engine.machine.things
        chosen = zip(move[1:], of_things[move[0]], strict=True)
        return (
            state.at,
            player,
            move[0],
            *(things[value].twin if is_thing and value >= 0 else value for value, is_thing in chosen),
        )
