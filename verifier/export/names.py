"""Names of a TLA+ module: letters that TLA+ knows, and no name bound twice, because TLA+ forbids it."""

from __future__ import annotations

from itertools import count

from verifier.kernel.layout import Layout, snake
from verifier.kernel.machine import Machine


class TlaNames:
    """What the parts of a machine are called in its module."""

    def __init__(self, machine: Machine) -> None:
        layout = machine.analysis(Layout)
        self._numbers = count(1)
        self.cells = {name: f"c_{layout.slots[name]}" for name in machine.cells}
        self.tables = {name: f"T{number}_{snake(name)}" for number, name in enumerate(machine.tables)}
        self.definitions = {
            name: f"D{number}_{snake(name)}" for number, name in enumerate(machine.definitions)
        }
        self.blocks = {name: f"B{number}_{snake(name)}" for number, name in enumerate(machine.blocks)}
        self.claims = {claim.name: f"Inv_{snake(claim.name)}" for claim in machine.claims}

    def fresh(self, text: str) -> str:
        """A name that nobody has used."""
        return f"{snake(text)}_{next(self._numbers)}"
