"""Blocks as Python functions: their steps, then the jump or the pause."""

from __future__ import annotations

from typing import assert_never

from verifier.backends.machine.expressions import opened
from verifier.backends.machine.module import Module
from verifier.backends.machine.names import clean
from verifier.backends.machine.scope import Scope
from verifier.backends.machine.steps import StepWriter
from verifier.kernel.domain import Labels
from verifier.kernel.machine import Block, Decide, Final, Fork, Goto, Return


class BlockWriter:
    def __init__(self, module: Module, back: frozenset[tuple[str, str]], may_lose: bool) -> None:
        self.module = module
        self.back = back
        self.may_lose = may_lose

    def write(self, block: Block) -> list[str]:
        """The function of a block. It returns the function to go on with, or nothing at a pause."""
        known = self.module.facts.parameters[block.label]
        scope = opened(self.module, known, *block.params)
        StepWriter(scope, block.steps).write(block.steps)
        self._out(block, scope)
        params = ", ".join(["s", "o", *(scope.names[name] for name in block.params)])
        return scope.function(f"def {self.module.blocks[block.label]}({params}):", f"{clean(block.origin)}.")

    def _out(self, block: Block, scope: Scope) -> None:
        match block.out:
            case Goto(label):
                scope.code.add(self._jump(block, label))
            case Fork(test, then, otherwise, rule):
                note = f"  # {clean(rule)}" if rule else ""
                condition = scope.term(test).text
                with scope.code.inside(f"if {condition}:{note}"):
                    scope.code.add(self._jump(block, then))
                scope.code.add(self._jump(block, otherwise))
            case Return(cell):
                self._return(block, cell, scope)
            case Decide(vain=vain):
                if vain is not None:
                    with scope.code.inside(f"if not {self.module.able[block.label]}(s):"):
                        scope.code.add(self._jump(block, vain))
                self._pause(str(self.module.layout.label_number[block.label]), scope)
            case Final():
                self._pause("FINAL", scope)
            case _:
                assert_never(block.out)

    def _jump(self, block: Block, label: str) -> str:
        name = self.module.blocks[label]
        return f"return {name}" if (block.label, label) in self.back else f"return {name}(s, o)"

    def _return(self, block: Block, cell: str, scope: Scope) -> None:
        """To one of a few labels: the last needs no test."""
        domain = self.module.machine.cells[cell].domain
        assert isinstance(domain, Labels)
        slot = f"s.{self.module.layout.slots[cell]}"
        for number, label in enumerate(domain.members):
            with scope.code.inside(f"if {slot} == {number}:"):
                scope.code.add(self._jump(block, label))
        scope.code.add(f"raise Fault('bounds', {clean(cell)!r}, {slot})")

    def _pause(self, at: str, scope: Scope) -> None:
        scope.code.add(f"s.at = {at}")
        if self.may_lose:
            scope.code.add("nowhere(s.where)")
        if self.module.checked:
            scope.code.add("s.watch(s, None)")
