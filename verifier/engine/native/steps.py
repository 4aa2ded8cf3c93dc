"""Steps as C: what a block does before it jumps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from verifier.engine.native.expressions import ExpressionWriter
from verifier.engine.native.unit import Names
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, bounds, values
from verifier.kernel.expression import End, Expr


class StepWriter:
    """Writes steps; a name that they bind has its C variable before they begin (`scope`)."""

    def __init__(self, expressions: ExpressionWriter) -> None:
        self.expressions = expressions
        self.unit = expressions.unit
        self.machine = expressions.machine

    def scope(
        self, steps: Iterable[km.Step], names: Names, own: frozenset[str] = frozenset()
    ) -> tuple[str, Names]:
        """Declarations of what the steps bind, and the names with them.

        A variable of `own` is simply written again; one from outside keeps its value there, so the steps get a copy.
        """
        inside, lines = dict(names), []
        for local in dict.fromkeys(_bound_here(steps)):
            if local not in own:
                inside[local] = self.unit.fresh("l")
                lines.append(f"int {inside[local]} = {names.get(local, NOTHING)};")
        return " ".join(lines), inside

    def steps(self, steps: Iterable[km.Step], names: Names) -> str:
        return "\n  ".join(self._step(step, names) for step in steps)

    def _step(self, step: km.Step, names: Names) -> str:
        number = self.expressions.number
        match step:
            case km.Let(local, value):
                return f"{names[local]} = {self._bound(value, names)};"
            case km.Write(cell, index, value, _):
                return self._write(cell, index, number(value, names), names)
            case km.Take(thing, zone):
                return f"take(s, {number(thing, names)}, {number(zone, names)});"
            case km.Put(thing, zone, end):
                return f"put(s, {number(thing, names)}, {number(zone, names)}, {int(end == 'top')});"
            case km.Branch(test, then, otherwise, _):
                other = f" else {{ {self.steps(otherwise, names)} }}" if otherwise else ""
                return f"if ({number(test, names)}) {{ {self.steps(then, names)} }}{other}"
            case km.Each(local, source, inner):
                return self.expressions.loop(
                    source,
                    local,
                    names,
                    lambda inside: self._inner(inner, inside),
                    ordered=True,
                    settled=True,
                )
            case km.Times(count, most, inner):
                return self._times(number(count, names), most, self.steps(inner, names))
            case km.Shuffle(zone):
                return f"shuffle(s, {number(zone, names)});"
            case km.Roll(cell, faces):
                return self._write(cell, (), self._rolled(cell, faces), names)
            case km.Mark(moment):
                return f"mark(s, {self.unit.moments[moment]});" if self.unit.marks else ";"
            case _:
                assert_never(step)

    def _inner(self, steps: tuple[km.Step, ...], names: Names) -> str:
        declared, inside = self.scope(steps, names)
        return f"{declared} {self.steps(steps, inside)}"

    def _bound(self, value: Expr, names: Names) -> str:
        """A value; what lies at the end of a pile in no order is asked of chance."""
        plain = self.expressions.number(value, names)
        if not isinstance(value, End) or not self.unit.lazy:
            return plain
        zone = self.unit.fresh("z")
        drawn = f"LENGTH({zone}) ? draw(s, {zone}) : -1"
        number = self.expressions.number(value.zone, names)
        return f"({{ int {zone} = {number}; {zone} >= 0 && LAZY[{zone}] ? ({drawn}) : {plain}; }})"

    def _times(self, count: str, most: int, inner: str) -> str:
        many, at = self.unit.fresh("many"), self.unit.fresh("n")
        check = f"if ({many} > {most}) fault(FAULT_TIMES, 0, {many});"
        return f"{{ int {many} = {count}; {check} for (int {at} = 0; {at} < {many}; {at}++) {{ {inner} }} }}"

    def _rolled(self, cell: str, faces: tuple[int, ...]) -> str:
        different = sorted(set(faces))
        rows = f"{self.unit.array(faces)}, {len(faces)}, {self.unit.array(different)}, {len(different)}"
        return f"rolled({self.unit.cell_number[cell]}, {rows})"

    # --- cells

    def _write(self, name: str, index: tuple[Expr, ...], value: str, names: Names) -> str:
        cell, new, place = self.machine.cells[name], self.unit.fresh("w"), self.unit.fresh("p")
        slot = f"s->{self.unit.cells[name]}"
        kept = f"int {new} = {value}; {self._kept(cell, new)}"
        if not cell.index:
            return f"{{ {kept} {slot} = {new}; }}"
        axes = self.unit.layout.cell_axes(cell)
        at = self.expressions.place(axes, index, NOTHING, names)
        missed = f"if ({place} < 0) fault(FAULT_BOUNDS, {self.unit.cell_number[name]}, -1);"
        # The index is worked out before the value, as everywhere; what is outside is told of the value first.
        return f"{{ int {place} = {at}; {kept} {missed} {slot}[{place}] = {new}; }}"

    def _kept(self, cell: km.Cell, new: str) -> str:
        low, high = bounds(cell.domain)
        outside = f"{new} < {low} || {new} > {high}"
        if len(values(cell.domain)) != high - low + 1:
            members = frozenset(values(cell.domain))
            fits = self.unit.array(int(each in members) for each in range(low, high + 1))
            outside = f"{outside} || !{fits}[{new} - ({low})]"
        if cell.saturates:
            change = f"{new} = {new} < {low} ? {low} : {new} > {high} ? {high} : {new};"
            return f"if ({new} != -1) {{ {change} }}" if cell.optional else change
        nothing = f"{new} != -1 && " if cell.optional else ""
        return f"if ({nothing}({outside})) fault(FAULT_BOUNDS, {self.unit.cell_number[cell.name]}, {new});"


def _bound_here(steps: Iterable[km.Step]) -> Iterator[str]:
    """What is bound in the scope of the steps; the steps of an `Each` have a scope of their own."""
    for step in steps:
        match step:
            case km.Let(local, _):
                yield local
            case km.Branch(_, then, otherwise, _):
                yield from _bound_here((*then, *otherwise))
            case km.Times(_, _, inner):
                yield from _bound_here(inner)
            case km.Each() | km.Write() | km.Take() | km.Put() | km.Shuffle() | km.Roll() | km.Mark():
                pass
            case _:
                assert_never(step)
