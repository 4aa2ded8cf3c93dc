"""The player who searches: a position in, a move out; or every move with what it promises.

It works for every game: it knows the rules and nothing else. It uses what its seat sees; see `unseen` for what it
forgets and does not conclude.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from verifier.engine import Engine, Move, State
from verifier.engine.moves import MoveTally
from verifier.engine.native.choose import compiled_machine
from verifier.trace.policies.search.unseen import Unseen

# A play is tried out for so many moves, or to the end of its round.
LONGEST = 200
# Between two looks at the clock.
CHUNK, PLAIN_CHUNK = 32, 2


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player thinks about a move: seconds, and at most so many iterations.

    By iterations alone the same seed gives the same moves; a clock never does.
    """

    seconds: float = 0.2
    iterations: int = 1_000_000


class Advisor(Protocol):
    """Who thinks: the compiled machine, or Python. The first `warm` iterations only show how far apart results lie."""

    warm: int

    def begin(self, state: State, unseen: Sequence[Sequence[int]], seed: int, longest: int) -> None: ...

    def think(self, iterations: int) -> int: ...

    def tallies(self) -> list[MoveTally]: ...


@dataclass(frozen=True, slots=True)
class Advice:
    """Every move that was tried, the best first."""

    tallies: tuple[MoveTally, ...]

    @property
    def best(self) -> MoveTally:
        return self.tallies[0]


class SearchPlayer:
    """The moves of any seats of plays of one machine."""

    def __init__(self, engine: Engine, seed: int, budget: Budget | None = None) -> None:
        self.engine = engine
        self.budget = budget or Budget()
        self.chance = random.Random(seed)
        self.unseen = Unseen(engine)
        self.advisor, self.chunk = _advisor(engine)

    def __call__(self, state: State, moves: list[Move]) -> Move:
        if len(self.engine.distinct(moves, state)) == 1:
            return moves[0]
        return self.advice(state, moves).best.move

    def reseeded(self, seed: int) -> SearchPlayer:
        """The same player at the beginning of another play."""
        self.chance = random.Random(seed)
        return self

    def advice(self, state: State, moves: list[Move]) -> Advice:
        """What every legal move promises to whoever is to move."""
        groups = self.unseen.groups(state, self.engine.player(state))
        self.advisor.begin(state, groups, self.chance.getrandbits(32), LONGEST)
        self._think(len(moves))
        legal = set(moves)
        found = [each for each in self.advisor.tallies() if each.move in legal and each.tries]
        if not found:
            # Nothing could be played to where it could be judged.
            found = [MoveTally(self.chance.choice(moves), 1, 0, 0.0, 0.0, 0.0)]
        return Advice(
            tuple(sorted(found, key=lambda each: (-each.tries, -each.gain / each.tries, each.move)))
        )

    def _think(self, moves: int) -> None:
        """Until the time is up; every move is tried once at least."""
        began, done = perf_counter(), 0
        least = 2 * moves + self.advisor.warm
        while done < self.budget.iterations:
            chunk = min(self.chunk, self.budget.iterations - done)
            self.advisor.think(chunk)
            done += chunk
            if done >= least and perf_counter() - began >= self.budget.seconds:
                return


def _advisor(engine: Engine) -> tuple[Advisor, int]:
    """The compiled machine where there is a compiler: it thinks a hundred times as much in the same time."""
    from verifier.engine.native.advice_tables import AdviceForm
    from verifier.trace.policies.compiled import play_form

    native = compiled_machine(engine.machine, form=AdviceForm(play_form(engine)))
    if native is None:
        from verifier.trace.policies.search.tree import PlainAdvisor

        return PlainAdvisor(engine), PLAIN_CHUNK
    from verifier.engine.native.advice import NativeAdvisor

    return NativeAdvisor(native), CHUNK
