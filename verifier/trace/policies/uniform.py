"""Uniform random policies: every legal move is equally likely."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from verifier.engine.engine import Engine, Given
from verifier.engine.state import Move, State
from verifier.kernel.domain import Things, values
from verifier.kernel.machine import Machine, Table
from verifier.runtime import FINAL, Seeded

Policy = Callable[[State, list[Move]], Move]

LONGEST = 100_000


@dataclass(slots=True)
class RandomPlay:
    """A play to its end, or to where it stopped: at a dead end, or after too many steps."""

    state: State
    steps: int
    over: bool


def random_play(
    engine: Engine, seed: int, given: Mapping[str, Given] | None = None, most: int = LONGEST
) -> RandomPlay:
    """A play in which every legal move is as likely as any other; the seed also fixes chance."""
    oracle = Seeded(seed)
    state = engine.new(oracle, random_given(engine, oracle.random) if given is None else given)
    steps = engine.wander(state, oracle, oracle.random.random, most)
    return RandomPlay(state, steps, state.at == FINAL)


def random_given(engine: Engine, chance: random.Random) -> dict[str, Given]:
    """What comes with a play, at random."""
    return {
        name: chance.choice(values(cell.domain))
        for name, cell in engine.machine.cells.items()
        if cell.given and not cell.index
    }


def printed_tables(machine: Machine) -> list[Table]:
    """What is printed on components: the tables that have an entry for each."""
    tables = machine.tables.values()
    return [table for table in tables if len(table.index) == 1 and isinstance(table.index[0], Things)]


def at_random(chance: random.Random) -> Policy:
    """Any legal move."""

    def chosen(state: State, moves: list[Move]) -> Move:
        return moves[int(chance.random() * len(moves))]

    return chosen


def by_choice(chance: random.Random) -> Policy:
    """Any legal move, drawn with `Random.choice`: the same seed gives another play than with `at_random`."""

    def chosen(state: State, moves: list[Move]) -> Move:
        return chance.choice(moves)

    return chosen


def by_seat(engine: Engine, policies: Sequence[Policy]) -> Policy:
    """Every player follows a policy of their own."""

    def chosen(state: State, moves: list[Move]) -> Move:
        return policies[engine.player(state)](state, moves)

    return chosen
