"""Blocks and moves as Python functions: the steps, then the jump or the pause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from verifier.backends.machine.expressions import opened
from verifier.backends.machine.jumps import Jumps
from verifier.backends.machine.module import Module
from verifier.backends.machine.names import clean
from verifier.backends.machine.scope import Scope, apart
from verifier.backends.machine.steps import StepWriter
from verifier.kernel.domain import Labels
from verifier.kernel.machine import Alternative, Block, Choice, Decide, Final, Fork, Goto, Return

DEEPEST = 12

# A return to more places than these calls them all.
FEW = 2


@dataclass(frozen=True, slots=True)
class Path:
    """How a block came to stand where it does: so many blocks inside each other, one of them a copy?"""

    depth: int = 0
    copied: bool = False


class BlockWriter:
    """Writes functions; `wanted` collects the blocks whose functions are called."""

    def __init__(self, module: Module, may_lose: bool) -> None:
        self.module = module
        self.jumps = Jumps(module.machine)
        self.may_lose = may_lose
        self.wanted = set(self.jumps.roots)

    def write(self, block: Block) -> list[str]:
        """The function of a block. It returns the function to go on with, or nothing at a pause."""
        scope = opened(self.module, self.module.ranges.parameters[block.label], *block.params)
        self._body(block, scope, Path())
        params = ", ".join(["s", "o", *(scope.names[name] for name in block.params)])
        return scope.function(f"def {self.module.blocks[block.label]}({params}):", f"{clean(block.origin)}.")

    def write_step(self, block: Block, decide: Decide) -> list[str]:
        """A function that carries out a move at a pause."""
        scope = opened(self.module, {})
        player = scope.number(decide.player).text
        scope.code.add(f"{scope.assign('me')} = {player}")
        scope.code.add("alternative = move[0]")
        for number, alternative in enumerate(decide.alternatives):
            with scope.code.inside(f"if alternative == {number}:"):
                self._take(alternative, scope)
        if decide.stop is not None:
            self._enter(decide.stop, scope, Path())
        head = f"def {self.module.step[block.label]}(s, move, o):"
        return scope.function(head, f"A move at {clean(block.origin)}.")

    def _take(self, alternative: Alternative, scope: Scope) -> None:
        """Go where an alternative leads, with what was chosen."""
        chosen = [part.local for part in alternative.prelude if isinstance(part, Choice)]
        places = {local: f"move[{nth}]" for nth, local in enumerate(chosen, 1)}
        block = self.module.machine.blocks[alternative.to]
        if not self._stands_here(alternative.to, Path()):
            self.wanted.add(alternative.to)
            given = [places.get(name, scope.names["me"]) for name in block.params]
            scope.code.add(f"return {self.module.blocks[alternative.to]}({', '.join(['s', 'o', *given])})")
            return
        with apart(scope, {"me": scope.names["me"]}, self.module.ranges.parameters[alternative.to]):
            for name in block.params:
                if name in places:
                    scope.code.add(f"{scope.assign(name)} = {places[name]}")
            self._body(block, scope, Path(1))

    def _body(self, block: Block, scope: Scope, path: Path) -> None:
        StepWriter(scope, block).write(block.steps)
        self._out(block, scope, path)

    def _out(self, block: Block, scope: Scope, path: Path) -> None:
        match block.out:
            case Goto(label):
                self._jump(block, label, scope, path)
            case Fork(test, then, otherwise, rule):
                condition = scope.term(test).text
                with scope.code.inside(f"if {condition}:{f'  # {clean(rule)}' if rule else ''}"):
                    self._jump(block, then, scope, path)
                self._jump(block, otherwise, scope, path)
            case Return(cell):
                self._return(block, cell, scope, path)
            case Decide(vain=vain):
                if vain is not None:
                    with scope.code.inside(f"if not {self.module.able[block.label]}(s):"):
                        self._jump(block, vain, scope, path)
                self._pause(str(self.module.layout.label_number[block.label]), scope)
            case Final():
                self._pause("FINAL", scope)
            case _:
                assert_never(block.out)

    def _jump(self, block: Block, label: str, scope: Scope, path: Path) -> None:
        if (block.label, label) in self.jumps.back:
            self.wanted.add(label)
            scope.code.add(f"return {self.module.blocks[label]}")
        else:
            self._enter(label, scope, path)

    def _enter(self, label: str, scope: Scope, path: Path) -> None:
        """Go on at a block, here or in its function."""
        target = self.jumps.target(label)
        if not self._stands_here(target, path):
            self.wanted.add(target)
            scope.code.add(f"return {self.module.blocks[target]}(s, o)")
            return
        block = self.module.machine.blocks[target]
        with apart(scope, {}, {}):
            scope.code.add(f"# {clean(target)}")
            copied = path.copied or not self.jumps.entered_once(target)
            self._body(block, scope, Path(path.depth + 1, copied))

    def _stands_here(self, label: str, path: Path) -> bool:
        if path.depth >= DEEPEST:
            return False
        return self.jumps.short(label) or (self.jumps.entered_once(label) and not path.copied)

    def _return(self, block: Block, cell: str, scope: Scope, path: Path) -> None:
        domain = self.module.machine.cells[cell].domain
        assert isinstance(domain, Labels)
        slot = f"s.{self.module.layout.slots[cell]}"
        if len(domain.members) > FEW:
            path = Path(DEEPEST)
        for number, label in enumerate(domain.members):
            with scope.code.inside(f"if {slot} == {number}:"):
                self._jump(block, label, scope, path)
        scope.code.add(f"raise Fault('bounds', {clean(cell)!r}, {slot})")

    def _pause(self, at: str, scope: Scope) -> None:
        scope.code.add(f"s.at = {at}")
        if self.may_lose:
            scope.code.add("nowhere(s.where)")
        if self.module.checked:
            scope.code.add("s.watch(s, None)")
        scope.code.add("return None")
