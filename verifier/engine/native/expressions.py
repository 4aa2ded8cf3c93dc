"""Expressions and sources as GNU C (statement expressions): the kernel in, C text out.

A reader of its own: it shares no walk with the interpreter or the generated Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from verifier.engine.native.unit import Names, Unit
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Players, values
from verifier.kernel.layout import Axis, size

Body = Callable[[Names], str]

ARITHMETIC: Mapping[str, str] = {
    "+": "plus",
    "-": "minus",
    "*": "product",
    "/": "quotient",
    "%": "rest",
    "min": "lesser",
    "max": "greater",
}
COMPARED: Mapping[str, str] = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class ExpressionWriter:
    """Writes expressions over a state `s`; `names` are the C variables of the locals."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.machine = unit.machine
        self.layout = unit.layout

    def number(self, expr: k.Expr, names: Names) -> str:
        match expr:
            case k.Const(value, _):
                return f"({value})"
            case k.Local(name, _):
                return names[name]
            case k.Read(cell, index):
                return self._read(cell, index, names)
            case k.Lookup(table, index):
                axes = self.layout.table_axes(table)
                return f"{self.unit.tables[table]}[{self.place(axes, index, size(axes), names)}]"
            case k.ZoneAt(family, index):
                return self._zone_at(family, index, names)
            case k.ZoneOf(thing):
                return f"zone_of(s, {self.number(thing, names)})"
            case k.Position(thing):
                return f"position(s, {self.number(thing, names)})"
            case k.Arith(op, left, right):
                return f"{ARITHMETIC[op]}({self.number(left, names)}, {self.number(right, names)})"
            case k.Compare(op, left, right):
                return f"({self.number(left, names)} {COMPARED[op]} {self.number(right, names)})"
            case k.Not(operand):
                return f"(!{self.number(operand, names)})"
            case k.Logic(op, parts):
                return self.logic(op, parts, names)
            case k.If(test, then, otherwise):
                yes, no = self.number(then, names), self.number(otherwise, names)
                return f"({self.number(test, names)} ? {yes} : {no})"
            case k.Fold():
                return self._fold(expr, names)
            case k.End():
                return self._end(expr, names)
            case k.Call(definition, args):
                given = ", ".join(["s", *(self.number(arg, names) for arg in args)])
                return f"{self.unit.definitions[definition]}({given})"
            case _:
                assert_never(expr)

    def logic(self, op: str, parts: Sequence[k.Expr], names: Names) -> str:
        if not parts:
            return "1" if op == "and" else "0"
        sign = " && " if op == "and" else " || "
        return f"({sign.join(self.number(part, names) for part in parts)})"

    # --- cells, tables, zones

    def _read(self, cell: str, index: tuple[k.Expr, ...], names: Names) -> str:
        shape, slot = self.machine.cells[cell], f"s->{self.unit.cells[cell]}"
        if not shape.index:
            return f"(int){slot}"
        axes = self.layout.cell_axes(shape)
        return f"(int){slot}[{self.place(axes, index, size(axes), names)}]"

    def place(self, axes: Sequence[Axis], index: Sequence[k.Expr], off: int, names: Names) -> str:
        """The row-major place of an index; `off` if it is on no axis."""
        if not axes:
            return "0"
        lines, tests, found = [], [], ""
        for axis, part in zip(axes, index, strict=True):
            at = self.unit.fresh("i")
            lines.append(self._on_axis(axis, at, self.number(part, names)))
            tests.append(f"(unsigned){at} >= {axis.size}u")
            found = f"({found} * {axis.size} + {at})" if found else at
        return f"({{ {' '.join(lines)} {' || '.join(tests)} ? {off} : {found}; }})"

    def _on_axis(self, axis: Axis, at: str, value: str) -> str:
        if axis.places is None:
            return f"int {at} = {value} - ({axis.offset});"
        low, high = min(axis.places), max(axis.places)
        table = self.unit.array(axis.places.get(each, NOTHING) for each in range(low, high + 1))
        return f"int {at} = {value} - ({low}); {at} = (unsigned){at} > {high - low}u ? -1 : {table}[{at}];"

    def _zone_at(self, family: str, index: tuple[k.Expr, ...], names: Names) -> str:
        shape = self.machine.families[family]
        if not shape.index:
            return f"({shape.base})"
        at = self.unit.fresh("z")
        place = self.place(self.layout.family_axes(shape), index, NOTHING, names)
        return f"({{ int {at} = {place}; {at} < 0 ? -1 : {at} + {shape.base}; }})"

    # --- folds

    def _fold(self, fold: k.Fold, names: Names) -> str:
        found, done, some = (self.unit.fresh(each) for each in ("r", "done", "some"))
        extreme = fold.op in ("highest", "lowest")

        def inner(inside: Names) -> str:
            text = self._gathered(fold, found, done, some, inside)
            return text if fold.where is None else f"if ({self.number(fold.where, inside)}) {{ {text} }}"

        body = self._bound(fold.binds, names, inner)
        lines = [f"int {found} = {int(fold.op == 'every')};", f"int {some} = 0;" if extreme else "", body]
        if fold.op in ("every", "any"):
            lines.append(f"{done}:;")
        if extreme:
            default = "0" if fold.default is None else self.number(fold.default, names)
            lines.append(f"if (!{some}) {found} = {default};")
        return f"({{ {' '.join(lines)} {found}; }})"

    def _gathered(self, fold: k.Fold, found: str, done: str, some: str, names: Names) -> str:
        """What one member does to the value of a fold."""
        body = self.number(fold.body, names)
        match fold.op:
            case "every":
                return f"if (!{body}) {{ {found} = 0; goto {done}; }}"
            case "any":
                return f"if ({body}) {{ {found} = 1; goto {done}; }}"
            case "count":
                return f"{found} += {body} != 0;"
            case "sum":
                return f"{found} = plus({found}, {body});"
            case "highest" | "lowest":
                value, better = self.unit.fresh("v"), ">" if fold.op == "highest" else "<"
                test = f"!{some} || {value} {better} {found}"
                return f"int {value} = {body}; if ({test}) {{ {found} = {value}; {some} = 1; }}"
            case _:
                assert_never(fold.op)

    def _bound(self, binds: tuple[k.Bind, ...], names: Names, body: Body) -> str:
        if not binds:
            return body(names)
        first, rest = binds[0], binds[1:]
        return self.loop(first.source, first.local, names, lambda inside: self._bound(rest, inside, body))

    def _end(self, end: k.End, names: Names) -> str:
        zone, found, at, thing = (self.unit.fresh(each) for each in ("z", "r", "i", "t"))
        inside = {**names, end.local: thing}
        of_class = self._class_test(end.things.ids, end.zone)
        tests = [f"{of_class}[{thing}]"] if of_class is not None else []
        tests += [self.number(end.where, inside)] if end.where is not None else []
        way = (
            f"for (int {at} = LENGTH({zone}) - 1; {at} >= 0; {at}--)"
            if end.end == "top"
            else f"for (int {at} = 0; {at} < LENGTH({zone}); {at}++)"
        )
        look = f"{{ int {thing} = AT({zone}, {at}); if ({' && '.join(tests) or '1'}) {{ {found} = {thing}; break; }} }}"
        return f"({{ int {zone} = {self.number(end.zone, names)}, {found} = -1; {way} {look} {found}; }})"

    # --- sources

    def loop(
        self,
        source: k.Source,
        local: str,
        names: Names,
        body: Body,
        ordered: bool = False,
        settled: bool = False,
    ) -> str:
        """The body for each member: in the order of the source if it is `ordered`; with `settled`, the members are
        those at the start, whatever the body does."""
        member = self.unit.fresh("m")
        inside = {**names, local: member}
        match source:
            case k.Values():
                return self._values(source, member, names, lambda: body(inside))
            case k.ZonesOf():
                return self._zones(source, member, names, lambda: body(inside))
            case k.Contents(zones, _) if not ordered or (self._is_sorted(zones) and not settled):
                return self._contents(source, member, names, lambda: body(inside))
            case k.Contents():
                return self._sorted(source, member, names, lambda: body(inside))
            case _:
                assert_never(source)

    def _values(self, source: k.Values, member: str, names: Names, body: Callable[[], str]) -> str:
        domain, at = source.domain, self.unit.fresh("n")
        if isinstance(domain, Players) and source.first is not None:
            first = self.unit.fresh("f")
            begun = f"int {first} = {self.number(source.first, names)}; if ({first} < 0) {first} = 0;"
            each = f"int {member} = ({first} + {at}) % {domain.count};"
            return f"{{ {begun} for (int {at} = 0; {at} < {domain.count}; {at}++) {{ {each} {body()} }} }}"
        found = list(values(domain))
        if not found:
            return ";"
        if found == list(range(found[0], found[-1] + 1)):
            return f"for (int {member} = {found[0]}; {member} <= {found[-1]}; {member}++) {{ {body()} }}"
        each = f"int {member} = {self.unit.array(found)}[{at}];"
        return f"for (int {at} = 0; {at} < {len(found)}; {at}++) {{ {each} {body()} }}"

    def _zones(self, source: k.ZonesOf, member: str, names: Names, body: Callable[[], str]) -> str:
        family = self.machine.families[source.family]
        if all(part is None for part in source.index):
            last = family.base + family.size
            return f"for (int {member} = {family.base}; {member} < {last}; {member}++) {{ {body()} }}"
        opening, zone, stride, closing = "", str(family.base), family.size, ""
        for axis, part in zip(self.layout.family_axes(family), source.index, strict=True):
            stride //= axis.size
            at = self.unit.fresh("i")
            if part is None:
                opening += f"for (int {at} = 0; {at} < {axis.size}; {at}++) {{ "
            else:
                place = self.place([axis], [part], NOTHING, names)
                opening += f"{{ int {at} = {place}; if ({at} >= 0) {{ "
                closing += "} "
            closing += "} "
            zone += f" + {at} * {stride}"
        return f"{opening}int {member} = {zone}; {body()} {closing}"

    def _is_sorted(self, zones: k.ZonesOf | k.Expr) -> bool:
        """Does a zone keep its components by rising number?"""
        return isinstance(zones, k.ZoneAt) and self.unit.unordered[self.machine.families[zones.family].base]

    def _class_test(self, ids: tuple[int, ...], zones: k.ZonesOf | k.Expr) -> str | None:
        if not isinstance(zones, k.ZoneAt | k.ZonesOf):
            return self.unit.class_test(ids, None)
        family = self.machine.families[zones.family]
        return self.unit.class_test(ids, range(family.base, family.base + family.size))

    def _contents(self, source: k.Contents, member: str, names: Names, body: Callable[[], str]) -> str:
        at, zone = self.unit.fresh("i"), self.unit.fresh("z")
        of_class = self._class_test(source.things.ids, source.zones)
        test = f"if (!{of_class}[{member}]) continue;" if of_class is not None else ""

        def over() -> str:
            each = f"int {member} = AT({zone}, {at}); {test} {body()}"
            return f"for (int {at} = 0; {at} < LENGTH({zone}); {at}++) {{ {each} }}"

        if isinstance(source.zones, k.ZonesOf):
            return self._zones(source.zones, zone, names, over)
        return f"{{ int {zone} = {self.number(source.zones, names)}; {over()} }}"

    def _sorted(self, source: k.Contents, member: str, names: Names, body: Callable[[], str]) -> str:
        """All members first, by rising number, then the body for each."""
        row, many, at = (self.unit.fresh(each) for each in ("row", "many", "n"))
        gather = self._contents(source, member, names, lambda: f"{many} = insert({row}, {many}, {member});")
        each = f"int {member} = {row}[{at}]; {body()}"
        walk = f"for (int {at} = 0; {at} < {many}; {at}++) {{ {each} }}"
        return f"{{ Thing {row}[THINGS]; int {many} = 0; {gather} {walk} }}"
