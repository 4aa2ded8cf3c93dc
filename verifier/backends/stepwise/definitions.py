"""Definitions written out: every call replaced by what it stands for."""

from __future__ import annotations

from typing import Any

from verifier.kernel.expression import Arith, Call, Expr, If, Logic
from verifier.kernel.machine import WORKED_OUT, Machine
from verifier.kernel.visit import mapped, substituted


class Definitions:
    """The definitions of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._inlined: dict[Expr, Expr] = {}

    def inlined(self, expr: Expr) -> Expr:
        """The expression with every definition written out in its place."""
        found = self._inlined.get(expr)
        if found is None:
            found = self._inlined[expr] = mapped(expr, self._meant)
        return found

    def _meant(self, node: Any) -> Expr | None:
        if not isinstance(node, Call):
            return None
        shape = self.machine.definitions[node.definition]
        value = shape.start
        for rung in shape.rungs:
            step: Expr = (
                Logic("and", (value, rung.value))
                if rung.op == "require"
                else Arith(WORKED_OUT[rung.op], value, rung.value)
            )
            value = If(Logic("and", rung.when), step, value) if rung.when else step
        args = [self.inlined(arg) for arg in node.args]
        names = {param: arg for (param, _), arg in zip(shape.params, args, strict=True)}
        return self.inlined(substituted(value, names))
