"""Do two changes of one definition meet? A machine and the rules of both in, a case in which both count out.

The cases are positions made up at random: components in zones where they could lie. They need not be
reachable, for the question is whether the rules say what happens when both count.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

from verifier.analysis.ranges import ranges_of
from verifier.backends.machine.interpret import Interpreter
from verifier.backends.machine.layout import Layout
from verifier.backends.machine.state import State
from verifier.kernel.domain import Number, values
from verifier.kernel.machine import Definition, Machine

CASES = 300
_ADDITIVE = ("add", "subtract")


@dataclass(frozen=True, slots=True)
class Meeting:
    """A definition in which a rule of each side changes the value, and some rule does not merely add."""

    definition: str
    rules: tuple[str, str]
    between: str


def meeting(
    machine: Machine, definition: str, ours: set[str], theirs: set[str], seed: int = 1
) -> Meeting | None:
    """A case in which a rule of each side counts and the order of steps matters; `None` if none was met."""
    shape = machine.definitions.get(definition)
    if shape is None or not isinstance(shape.domain, Number):
        return None
    if all(rung.op in _ADDITIVE for rung in shape.rungs):
        # Sums come out the same in any order.
        return None
    chance = random.Random(seed)
    layout = machine.analysis(Layout)
    read = Interpreter(machine, layout)
    possible = ranges_of(machine).possible
    for _ in range(CASES):
        state = _made_up(machine, layout, possible, chance)
        args = tuple(chance.choice(values(domain)) for _, domain in shape.params)
        found = _met(read, shape, args, state, ours, theirs)
        if found is not None:
            return found
    return None


def _met(
    read: Interpreter,
    shape: Definition,
    args: tuple[int, ...],
    state: State,
    ours: set[str],
    theirs: set[str],
) -> Meeting | None:
    counts = [rung for rung, before, after in read.rungs(shape.name, args, state) if before != after]
    names = [rung.rule for rung in counts]
    mine, other = [name for name in names if name in ours], [name for name in names if name in theirs]
    scales = [rung.rule for rung in counts if rung.op not in _ADDITIVE]
    if mine and other and scales:
        return Meeting(shape.name, (mine[0], other[0]), scales[0])
    return None


def _made_up(machine: Machine, layout: Layout, possible: Any, chance: random.Random) -> State:
    """A position with components wherever they may lie, some zones fuller than others."""
    zones: list[list[int]] = [[] for _ in range(machine.zones + 1)]
    where = [machine.box] * len(machine.things) + [-1]
    taste = [chance.random() ** 3 for _ in range(machine.zones)]
    for thing in range(len(machine.things)):
        homes = [zone for zone in range(machine.zones) if thing in possible[zone]] or [machine.box]
        where[thing] = chance.choices(homes, [taste[zone] + 0.01 for zone in homes])[0]
        zones[where[thing]].append(thing)
    cells = {
        layout.slots[name]: layout.row(cell) if cell.index else cell.starts
        for name, cell in machine.cells.items()
    }
    return cast(State, SimpleNamespace(zones=zones, where=where, at=0, **cells))
