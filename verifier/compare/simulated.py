"""How plays go: a machine in, the lengths and scores of plays at random and of greedy ones out.

Players at random show what can happen; players who take what brings most come nearer to a table.
"""

from __future__ import annotations

from dataclasses import dataclass

from verifier.backends.machine import Engine
from verifier.kernel.machine import Machine
from verifier.trace.simulate import Simulation

LONGEST = 5_000
# How many moves of a machine without a block the plays may take together: a large game is played less often.
MOVES = 24_000_000
# A greedy player looks at what each move brings: fewer plays, fewer moves.
GREEDY_SHARE = 5
GREEDY_MOVES = 4_000_000


@dataclass(frozen=True, slots=True)
class Simulated:
    """How plays went: the moves of each that ended, every score at the end, and how many did not end."""

    lengths: tuple[int, ...]
    scores: tuple[int, ...]
    unended: int

    @property
    def plays(self) -> int:
        return len(self.lengths) + self.unended


@dataclass(frozen=True, slots=True)
class Plays:
    """The plays of one rule set."""

    random: Simulated
    greedy: Simulated


def simulated(machine: Machine, plays: int, seed: int) -> Plays:
    """So many plays at random, and a share of that by greedy players; fewer if they are long."""
    engine = Engine(machine)
    size = 100 + len(machine.blocks)
    few = -(-plays // GREEDY_SHARE)
    at_random = Simulation(engine, machine.name, "random", LONGEST)
    greedily = Simulation(engine, machine.name, "greedy", LONGEST, apart=machine.players)
    return Plays(
        _played(at_random, range(seed, seed + plays), MOVES // size),
        _played(greedily, range(seed, seed + few), GREEDY_MOVES // size),
    )


def _played(simulation: Simulation, seeds: range, most: int) -> Simulated:
    lengths: list[int] = []
    scores: list[int] = []
    moves = unended = 0
    for seed in seeds:
        if moves > most:
            break
        found = simulation.play(seed)
        moves += found.steps if found.end != "fault" else 0
        if found.end == "over":
            lengths.append(found.steps)
            scores += found.scores
        else:
            unended += 1
    return Simulated(tuple(lengths), tuple(scores), unended)
