"""What one C file shares: the numbers by which it calls things, its constant arrays, names nobody else has.

Nothing that is written in a specification reaches the C text but through `clean`, and only inside a comment.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from verifier.analysis.ranges import ranges_of
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Choice, Decide, Machine, Mark
from verifier.kernel.visit import block_steps, steps_within

# The C name of everything that has a name in the rules.
Names = dict[str, str]

SHORT = 1 << 15


class NotCompilableError(Exception):
    """A machine that does not fit into the fixed numbers of the C text: it is played in Python."""


class Unit:
    """A machine on its way to C. With `marks`, marked moments are told to whoever looks on."""

    def __init__(self, machine: Machine, lazy: frozenset[str] = frozenset(), marks: bool = False) -> None:
        self.machine = machine
        self.layout = machine.analysis(Layout)
        self.possible = ranges_of(machine).possible
        self.lazy = lazy
        self.marks = marks
        self.unordered = [family.shape == "set" or family.name in lazy for family in self.layout.family_of]
        self.cells = {name: f"c{number}" for number, name in enumerate(machine.cells)}
        self.cell_number = {name: number for number, name in enumerate(machine.cells)}
        self.tables = {name: f"t{number}" for number, name in enumerate(machine.tables)}
        self.definitions = {name: f"d{number}" for number, name in enumerate(machine.definitions)}
        self.blocks = self.layout.label_number
        self.moments = {name: number for number, name in enumerate(_moments(machine))} if marks else {}
        self.arrays: dict[tuple[int, ...], str] = {}
        self._numbers = count(1)

    def fresh(self, prefix: str) -> str:
        """A C name that stands nowhere else in the file."""
        return f"{prefix}_{next(self._numbers)}"

    def array(self, values: Iterable[int]) -> str:
        """The name of a constant array with these values."""
        found = tuple(values)
        return self.arrays.setdefault(found, f"k{len(self.arrays)}")

    def class_test(self, ids: tuple[int, ...], zones: Iterable[int] | None) -> str | None:
        """An array that says which components are of a class; `None` if all that can lie in the zones are."""
        every = range(len(self.machine.things))
        lying = set(every) if zones is None else set[int]().union(*(self.possible[zone] for zone in zones))
        members = frozenset(ids)
        return None if lying <= members else self.array(int(thing in members) for thing in every)

    @property
    def longest_move(self) -> int:
        """The number of the alternative and its choices."""
        return 1 + max((_choices(block.out) for block in self.machine.blocks.values()), default=0)


def _choices(out: object) -> int:
    if not isinstance(out, Decide):
        return 0
    return max(
        (sum(isinstance(part, Choice) for part in each.prelude) for each in out.alternatives), default=0
    )


def _moments(machine: Machine) -> list[str]:
    return sorted({step.moment for step in steps_within(block_steps(machine)) if isinstance(step, Mark)})


def c_array(name: str, values: Iterable[int]) -> str:
    """A constant array as C; never an empty one."""
    found = list(values) or [0]
    wide = any(not -SHORT <= value < SHORT for value in found)
    return f"static const {'int32_t' if wide else 'int16_t'} {name}[] = {{{', '.join(map(str, found))}}};"
