"""Rules that note that they lived: a game in, a machine out in which each rule leaves a mark when it applies.

A step rule marks itself when its steps are carried out, the text of a component when it is. Steps that are
left out in silence, because there was nothing to choose or to name, mark that too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from verifier.diagnostics import Report
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Number, Truth
from verifier.lower import lowered
from verifier.model import steps as m
from verifier.model.game import Game
from verifier.source import NOWHERE
from verifier.verify.lookouts import Lookout, with_lookouts

LIVES = "rule lives"
VANISHES = "step vanishes"


@dataclass(frozen=True, slots=True)
class Marked:
    """A machine that marks, what each mark stands for, and which questions it can be asked."""

    machine: km.Machine
    lives: tuple[str, ...]
    vanishes: tuple[str, ...]
    lookouts: tuple[Lookout, ...]


def marked(game: Game) -> Marked:
    """The machine of a game with marks; it plays exactly as the one without."""
    marks = _Marks()
    living = replace(
        game,
        setup_once=marks.steps(game.setup_once),
        setup=marks.steps(game.setup),
        actions={name: replace(each, steps=marks.steps(each.steps)) for name, each in game.actions.items()},
        procedures={
            name: replace(each, steps=marks.steps(each.steps)) for name, each in game.procedures.items()
        },
        texts={
            name: replace(each, steps=marks.text(each.name, each.steps)) for name, each in game.texts.items()
        },
        hooks={place: marks.steps(steps) for place, steps in game.hooks.items()},
    )
    cells = {**game.cells, LIVES: _cell(LIVES, len(marks.names))} if marks.names else game.cells
    machine = lowered(replace(living, cells=cells), Report())
    silent, vanishes = _vanishing(machine)
    whole, lookouts = with_lookouts(game, silent)
    return Marked(whole, tuple(marks.names), vanishes, lookouts)


def _cell(name: str, size: int) -> km.Cell:
    return km.Cell(name, (Number(0, size - 1),), Truth(), False, 0, "match")


class _Marks:
    """Gives each rule its number and its mark."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}

    def mark(self, name: str) -> m.Write:
        number = self.names.setdefault(name, len(self.names))
        index = k.Const(number, Number(0, number))
        return m.Write(LIVES, (index,), k.Const(1, Truth()), NOWHERE)

    def steps(self, steps: tuple[m.Step, ...]) -> tuple[m.Step, ...]:
        return tuple(self.step(step) for step in steps)

    def step(self, step: m.Step) -> m.Step:
        match step:
            case m.Rule(rule, _, inner, _):
                return replace(step, steps=(self.mark(rule), *self.steps(inner)))
            case m.Each() | m.Repeat() | m.GoRound() | m.As():
                return replace(step, steps=self.steps(step.steps))
            case _:
                return step

    def text(self, name: str, steps: tuple[m.Step, ...]) -> tuple[m.Step, ...]:
        """The text of a component; what it demands first stays first."""
        demands = 0
        while demands < len(steps) and isinstance(steps[demands], m.Guard | m.Let):
            demands += 1
        return (*steps[:demands], self.mark(name), *self.steps(steps[demands:]))


# --- steps that vanish


def _vanishing(machine: km.Machine) -> tuple[km.Machine, tuple[str, ...]]:
    silent = _Silent()
    blocks: dict[str, km.Block] = {}
    for label, block in machine.blocks.items():
        steps = silent.steps(block.steps, block.origin)
        out = block.out
        if isinstance(out, km.Decide) and out.vain is not None:
            out = replace(out, vain=silent.way(f"{block.origin}: nothing to choose", out.vain, blocks))
        elif isinstance(out, km.Fork) and out.rule is None and _asks_for_something(out.test):
            out = replace(out, otherwise=silent.way(f"{block.origin}: nothing there", out.otherwise, blocks))
        blocks[label] = replace(block, steps=steps, out=out)
    names = tuple(silent.names)
    cells = {**machine.cells, VANISHES: _cell(VANISHES, len(names))} if names else machine.cells
    return replace(machine, blocks=blocks, cells=cells), names


def _asks_for_something(test: k.Expr) -> bool:
    match test:
        case k.Compare("!=", k.Local(), k.Const(value, _)):
            return value == NOTHING
        case _:
            return False


class _Silent:
    def __init__(self) -> None:
        self.names: dict[str, int] = {}

    def mark(self, name: str) -> km.Write:
        number = self.names.setdefault(name, len(self.names))
        return km.Write(VANISHES, (k.Const(number, Number(0, number)),), k.Const(1, Truth()))

    def way(self, name: str, label: str, blocks: dict[str, km.Block]) -> str:
        """A block of its own on the way to a label, which leaves the mark."""
        passing = f"{label} in silence {len(blocks)}"
        blocks[passing] = km.Block(passing, (), (self.mark(name),), km.Goto(label), name)
        return passing

    def steps(self, steps: tuple[km.Step, ...], origin: str) -> tuple[km.Step, ...]:
        return tuple(self.step(step, origin) for step in steps)

    def step(self, step: km.Step, origin: str) -> km.Step:
        match step:
            case km.Branch(test, then, (), None) if _asks_for_something(test):
                then = self.steps(then, origin)
                return replace(step, then=then, otherwise=(self.mark(f"{origin}: nothing there"),))
            case km.Branch(_, then, otherwise, _):
                return replace(step, then=self.steps(then, origin), otherwise=self.steps(otherwise, origin))
            case km.Each() | km.Times():
                return replace(step, steps=self.steps(step.steps, origin))
            case _:
                return step


def marks_in(values: Any, names: tuple[str, ...]) -> set[str]:
    """The names whose marks are set in a row of flags."""
    return {name for name, value in zip(names, values, strict=False) if value}
