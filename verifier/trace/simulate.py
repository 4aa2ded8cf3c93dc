"""Plays without people: a seed and a policy in, how the play went out."""

from __future__ import annotations

import gc
import random
from dataclasses import dataclass
from typing import Literal

from verifier.backends.machine import Engine
from verifier.backends.machine.state import Move, State
from verifier.runtime import Fault, Seeded
from verifier.trace.moves import Moving
from verifier.trace.policies.greedy import Greedy, Standing
from verifier.trace.policies.uniform import Policy, random_given
from verifier.trace.record import Recorder
from verifier.trace.trace import WrittenTrace

# Who can sit at a seat.
PLAYERS = ("random", "greedy")
# Greedy and random players in turns, the other way round in the next play.
MIXED = "mixed"


def seats_of(policy: str, players: int) -> tuple[str, ...] | None:
    """Who sits where: one name for all, one for each seat, or `None` for `mixed`. Raises `ValueError`."""
    if policy == MIXED:
        return None
    names = tuple(name.strip() for name in policy.split(","))
    unknown = [name for name in names if name not in PLAYERS]
    if unknown:
        raise ValueError(f"there is no player `{unknown[0]}`; known are {', '.join(PLAYERS)} and {MIXED}")
    if len(names) not in (1, players):
        raise ValueError(f"there are {players} seats, but {len(names)} players are named")
    return names * players if len(names) == 1 else names


@dataclass(frozen=True, slots=True)
class Simulated:
    """How a play went; `seats` says who sat where, `play` is what was written down, if that was asked for."""

    end: Literal["over", "dead end", "broken off", "fault"]
    steps: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    play: WrittenTrace | None
    seats: tuple[str, ...] = ()


class Simulation:
    """Plays of one rule set; what a move is called is found out once for all of them."""

    def __init__(self, engine: Engine, ruleset: str, policy: str = "random", most: int = 100_000) -> None:
        self.engine = engine
        self.ruleset = ruleset
        self.seats = seats_of(policy, engine.machine.players)
        self.most = most
        self.moving = Moving(engine)
        self.standing = Standing(engine)

    def play(self, seed: int, written: bool = False) -> Simulated:
        """The play that belongs to a seed."""
        # States hold no circles, so that nobody needs to look for them while many are made and dropped.
        collecting = gc.isenabled()
        gc.disable()
        try:
            return self._play(seed, written)
        finally:
            if collecting:
                gc.enable()

    def _play(self, seed: int, written: bool) -> Simulated:
        oracle = Seeded(seed)
        given = random_given(self.engine, oracle.random)
        seats = self._seats(seed)
        policies = self._policies(seats, seed, oracle.random)
        try:
            recorder = Recorder(self.moving, self.ruleset, oracle, given).begin()
        except Fault:
            nothing = (0,) * self.engine.machine.players
            return Simulated("fault", 0, nothing, (), None, seats)
        legal, state, steps = self.engine.legal, recorder.state, 0
        end: Literal["over", "dead end", "broken off", "fault"] = "broken off"
        try:
            while steps < self.most:
                moves = legal(state)
                if not moves:
                    end = "over" if self.engine.over(state) else "dead end"
                    break
                move = self._chosen(policies, state, moves, oracle.random)
                if written:
                    recorder.step(move)
                else:
                    self.engine.step(state, move, oracle)
                steps += 1
        except Fault:
            end = "fault"
        result = self.engine.result(state)
        play = recorder.written() if written else None
        return Simulated(end, steps, result.scores, result.winners, play, seats)

    def _chosen(
        self, policies: list[Policy] | None, state: State, moves: list[Move], chance: random.Random
    ) -> Move:
        if policies is None:
            return moves[int(chance.random() * len(moves))]
        return policies[self.engine.player(state)](state, moves)

    def _seats(self, seed: int) -> tuple[str, ...]:
        if self.seats is not None:
            return self.seats
        players = range(self.engine.machine.players)
        return tuple("greedy" if (seat + seed) % 2 == 0 else "random" for seat in players)

    def _policies(self, seats: tuple[str, ...], seed: int, chance: random.Random) -> list[Policy] | None:
        """One for each seat; none when everybody plays at random, which is the quickest."""
        if "greedy" not in seats:
            return None

        def at_random(state: State, moves: list[Move]) -> Move:
            return moves[int(chance.random() * len(moves))]

        return [
            Greedy(self.standing, seed * 1000 + seat) if name == "greedy" else at_random
            for seat, name in enumerate(seats)
        ]
