"""Liveness and dead code: a machine in, the machine without cells, definitions and names that are never read out."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from verifier.kernel import machine as km
from verifier.kernel.visit import Node, called_definitions, cells_read, free_locals, used_locals


class _Live:
    """Cells and definitions that something reads, found from the outside in."""

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self.cells: set[str] = set()
        self.definitions: set[str] = set()

    def see(self, *nodes: Node) -> None:
        """Whatever is read below the nodes is live, and what the definitions read that are called there."""
        self.cells |= cells_read(*nodes)
        new = called_definitions(self.machine, *nodes) - self.definitions
        self.definitions |= new
        self.cells |= cells_read(*(self.machine.definitions[name] for name in new))

    def steps(self, steps: tuple[km.Step, ...]) -> None:
        for step in steps:
            match step:
                case km.Write(cell, index, value):
                    if cell in self.cells:
                        self.see(*index, value)
                case km.Roll():
                    pass
                case km.Branch(test, then, otherwise):
                    if self._matters(then) or self._matters(otherwise):
                        self.see(test)
                    self.steps(then)
                    self.steps(otherwise)
                case km.Each(_, source, inner):
                    if self._matters(inner):
                        self.see(source)
                    self.steps(inner)
                case km.Times(count, _, inner):
                    if self._matters(inner):
                        self.see(count)
                    self.steps(inner)
                case km.Let() | km.Take() | km.Put() | km.Shuffle() | km.Mark():
                    self.see(step)
                case _:
                    assert_never(step)

    def _matters(self, steps: tuple[km.Step, ...]) -> bool:
        """Do the steps do more than write what nobody reads?"""
        for step in steps:
            match step:
                case km.Write(cell=cell) | km.Roll(cell=cell):
                    if cell in self.cells:
                        return True
                case km.Branch(then=then, otherwise=otherwise):
                    if self._matters(then) or self._matters(otherwise):
                        return True
                case km.Each(steps=inner) | km.Times(steps=inner):
                    if self._matters(inner):
                        return True
                case km.Let():
                    pass
                case km.Take() | km.Put() | km.Shuffle() | km.Mark():
                    return True
                case _:
                    assert_never(step)
        return False


def live_cells(machine: km.Machine) -> frozenset[str]:
    """The cells that can change what happens, who wins, or what is seen."""
    live = _Live(machine)
    live.see(machine.score, *machine.winner)
    live.cells |= {name for name in (machine.shown_zones, machine.shown_things) if name is not None}
    while True:
        before = len(live.cells), len(live.definitions)
        for block in machine.blocks.values():
            live.steps(block.steps)
            live.see(block.out)
        if (len(live.cells), len(live.definitions)) == before:
            return frozenset(live.cells)


def without_dead_code(machine: km.Machine, cells: frozenset[str]) -> km.Machine:
    """The machine with these cells only, and without names and definitions that nobody asks for."""
    blocks = {}
    for label, block in machine.blocks.items():
        used = used_locals(block.out)
        steps, _ = _kept(block.steps, cells, used)
        blocks[label] = replace(block, steps=steps)
    made = replace(machine, blocks=blocks, cells={n: c for n, c in machine.cells.items() if n in cells})
    live = _Live(made)
    live.see(made.score, *made.winner, *blocks.values())
    kept = {name: shape for name, shape in made.definitions.items() if name in live.definitions}
    return replace(made, definitions=kept)


def _kept(
    steps: tuple[km.Step, ...], cells: frozenset[str], used: frozenset[str]
) -> tuple[tuple[km.Step, ...], frozenset[str]]:
    """The steps that matter when `used` are the names read behind them, and the names read from here on."""
    found: list[km.Step] = []
    for step in reversed(steps):
        new: km.Step | None = step
        match step:
            case km.Let(local, value):
                if local not in used:
                    new = None
                else:
                    used = (used - {local}) | free_locals(value)
            case km.Write(cell=cell) | km.Roll(cell=cell) if cell not in cells:
                new = None
            case km.Branch(test, then, otherwise, rule):
                yes, first = _kept(then, cells, used)
                no, second = _kept(otherwise, cells, used)
                new = km.Branch(test, yes, no, rule) if yes or no else None
                used = first | second | free_locals(test) if new else used
            case km.Each(local, source, inner):
                body, free = _kept(inner, cells, used | used_locals(*inner))
                new = km.Each(local, source, body) if body else None
                used = used | (free - {local}) | free_locals(source) if new else used
            case km.Times(count, most, inner):
                body, free = _kept(inner, cells, used | used_locals(*inner))
                new = km.Times(count, most, body) if body else None
                used = used | free | free_locals(count) if new else used
            case _:
                used |= used_locals(step)
        if new is not None:
            found.append(new)
    return tuple(reversed(found)), used
