"""Plays without people: a seed and a policy in, how the play went out."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from verifier.backends.machine import Engine, greedy
from verifier.backends.machine.players import Policy, random_given
from verifier.backends.machine.state import Move, State
from verifier.plays.moving import Moving
from verifier.plays.recording import Recorder
from verifier.plays.written import WrittenPlay
from verifier.runtime import Fault, Seeded

POLICIES = ("random", "greedy", "mixed")


@dataclass(frozen=True, slots=True)
class Simulated:
    """How a play went; `play` is what was written down, if that was asked for."""

    end: Literal["over", "dead end", "broken off", "fault"]
    steps: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    play: WrittenPlay | None


class Simulation:
    """Plays of one rule set; what a move is called is found out once for all of them."""

    def __init__(self, engine: Engine, ruleset: str, policy: str = "random", most: int = 100_000) -> None:
        self.engine = engine
        self.ruleset = ruleset
        self.policy = policy
        self.most = most
        self.moving = Moving(engine)

    def play(self, seed: int, written: bool = False) -> Simulated:
        """The play that belongs to a seed."""
        oracle = Seeded(seed)
        given = random_given(self.engine, oracle.random)
        policies = self._policies(seed, oracle.random)
        try:
            recorder = Recorder(self.moving, self.ruleset, oracle, given)
        except Fault:
            nothing = (0,) * self.engine.machine.players
            return Simulated("fault", 0, nothing, (), None)
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
        return Simulated(end, steps, result.scores, result.winners, play)

    def _chosen(
        self, policies: list[Policy] | None, state: State, moves: list[Move], chance: random.Random
    ) -> Move:
        if policies is None:
            return moves[int(chance.random() * len(moves))]
        return policies[self.engine.player(state)](state, moves)

    def _policies(self, seed: int, chance: random.Random) -> list[Policy] | None:
        """One for each seat; none when everybody plays at random, which is the quickest."""
        if self.policy == "random":
            return None

        def at_random(state: State, moves: list[Move]) -> Move:
            return moves[int(chance.random() * len(moves))]

        seats = range(self.engine.machine.players)
        return [
            greedy(self.engine, seed * 1000 + seat)
            if self.policy == "greedy" or (seat + seed) % 2 == 0
            else at_random
            for seat in seats
        ]
