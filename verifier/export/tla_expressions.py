"""Expressions of the kernel in TLA+: as a number, or as a condition. `S` names the record that is the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from verifier.export.names import TlaNames
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Number, Players, Truth, missing, values
from verifier.kernel.layout import Axis, Layout
from verifier.kernel.machine import Machine

Env = Mapping[str, str]

COMPARE = {"=": "=", "!=": "#", "<": "<", "<=": "=<", ">": ">", ">=": ">="}
BINARY = {"+": "+", "-": "-", "*": "*"}
HELPERS = {"/": "Quotient", "%": "Remainder", "min": "Min2", "max": "Max2"}


def number_text(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def set_text(members: Sequence[int] | range) -> str:
    if isinstance(members, range):
        return f"({members.start}..{members.stop - 1})" if members else "{}"
    return "{" + ", ".join(map(str, members)) + "}"


class TlaExpressions:
    """Puts the expressions of one machine into TLA+."""

    def __init__(self, machine: Machine, names: TlaNames) -> None:
        self.machine = machine
        self.names = names
        self.layout = machine.analysis(Layout)

    # --- numbers

    def num(self, expr: k.Expr, s: str, env: Env) -> str:
        match expr:
            case k.Const(value, _):
                return number_text(value)
            case k.Local(name, _):
                return env[name]
            case k.Read(cell, index):
                return self.read(cell, [self.num(each, s, env) for each in index], s)
            case k.Lookup(table, index):
                places = self.place(self.layout.table_axes(table), [self.num(each, s, env) for each in index])
                gone = number_text(self.machine.tables[table].missing)
                return f"Entry({self.names.tables[table]}, {places}, {gone})"
            case k.ZoneAt(family, index):
                shape = self.machine.families[family]
                if not index:
                    return str(shape.base)
                place = self.place(self.layout.family_axes(shape), [self.num(each, s, env) for each in index])
                return f"Offset({shape.base}, {place})"
            case k.ZoneOf(thing):
                return f"WhereIs({s}, {self.num(thing, s, env)})"
            case k.Position(thing):
                return f"PositionOf({s}, {self.num(thing, s, env)})"
            case k.Arith(op, left, right):
                first, second = self.num(left, s, env), self.num(right, s, env)
                return (
                    f"({first} {BINARY[op]} {second})"
                    if op in BINARY
                    else f"{HELPERS[op]}({first}, {second})"
                )
            case k.If(test, then, otherwise):
                first, second = self.num(then, s, env), self.num(otherwise, s, env)
                return f"(IF {self.cond(test, s, env)} THEN {first} ELSE {second})"
            case k.Fold() if expr.op not in ("every", "any"):
                return self._fold(expr, s, env)
            case k.End():
                return self._end(expr, s, env)
            case k.Call(definition, args):
                given = ", ".join([s, *(self.num(each, s, env) for each in args)])
                return f"{self.names.definitions[definition]}({given})"
            case k.Compare() | k.Not() | k.Logic() | k.Fold():
                return f"(IF {self.cond(expr, s, env)} THEN 1 ELSE 0)"
            case _:
                assert_never(expr)

    def read(self, cell: str, index: Sequence[str], s: str) -> str:
        """The value of a cell; at an index on no axis, what is missing."""
        shape, held = self.machine.cells[cell], f"{s}.{self.names.cells[cell]}"
        if not shape.index:
            return held
        place = self.place(self.layout.cell_axes(shape), index)
        return f"Entry({held}, {place}, {number_text(missing(shape.domain))})"

    def place(self, axes: Sequence[Axis], index: Sequence[str]) -> str:
        """The place in a row counted from 1, 0 if an index is on no axis."""
        found = "1"
        for axis, value in zip(axes, index, strict=True):
            if axis.places is None:
                found = f"Along({found}, {value}, {axis.offset}, {axis.size})"
            else:
                entries = " @@ ".join(f"({key} :> {place})" for key, place in axis.places.items())
                found = f"AlongThese({found}, {value}, {entries}, {axis.size})"
        return found

    # --- conditions

    def cond(self, expr: k.Expr, s: str, env: Env) -> str:
        match expr:
            case k.Compare(op, left, right):
                return f"({self.num(left, s, env)} {COMPARE[op]} {self.num(right, s, env)})"
            case k.Not(operand):
                return f"~{self.cond(operand, s, env)}"
            case k.Logic(op, parts):
                sign = " /\\ " if op == "and" else " \\/ "
                empty = "TRUE" if op == "and" else "FALSE"
                return f"({sign.join(self.cond(part, s, env) for part in parts) or empty})"
            case k.Fold(op="every" | "any"):
                return self._quantified(expr, s, env)
            case k.Const(value, _):
                return "TRUE" if value else "FALSE"
            case (
                k.Local()
                | k.Read()
                | k.Lookup()
                | k.ZoneAt()
                | k.ZoneOf()
                | k.Position()
                | k.Arith()
                | k.If()
                | k.Fold()
                | k.End()
                | k.Call()
            ):
                return f"({self.num(expr, s, env)} # 0)"
            case _:
                assert_never(expr)

    def all_of(self, parts: Sequence[k.Expr], s: str, env: Env) -> str:
        return self.cond(k.Logic("and", tuple(parts)), s, env)

    # --- sources

    def members(self, source: k.Source, s: str, env: Env) -> str:
        """The members of a source as a set."""
        match source:
            case k.Values(domain, _):
                return self.domain(domain)
            case k.ZonesOf():
                return self._zones(source, s, env)
            case k.Contents(zones, things):
                within = set_text(things.ids)
                if isinstance(zones, k.ZonesOf):
                    zone = self.names.fresh("z")
                    inside = f"UNION {{Inside({s}, {zone}) : {zone} \\in {self._zones(zones, s, env)}}}"
                else:
                    inside = f"Inside({s}, {self.num(zones, s, env)})"
                return f"({inside} \\cap {within})"
            case _:
                assert_never(source)

    def in_order(self, source: k.Source, s: str, env: Env) -> str:
        """The members as a sequence: by rising number, players from the first on."""
        found = f"Sorted({self.members(source, s, env)})"
        if isinstance(source, k.Values) and source.first is not None and isinstance(source.domain, Players):
            return f"Rotated({found}, {self.num(source.first, s, env)})"
        return found

    def domain(self, domain: Domain) -> str:
        return set_text(values(domain))

    def _zones(self, source: k.ZonesOf, s: str, env: Env) -> str:
        family = self.machine.families[source.family]
        zones = set_text(range(family.base, family.base + family.size))
        zone = self.names.fresh("z")
        wished = [
            f"Entry({self.names.tables[f'zone {name}']}, {zone} + 1, -1) = {self.num(part, s, env)}"
            for (name, _), part in zip(family.index, source.index, strict=True)
            if part is not None
        ]
        fits = " /\\ ".join(wished)
        return f"{{{zone} \\in {zones} : {fits}}}" if wished else zones

    # --- binders

    def _quantified(self, expr: k.Fold, s: str, env: Env) -> str:
        inner, head, sign = dict(env), "", "\\A" if expr.op == "every" else "\\E"
        for bind in expr.binds:
            source = self.members(bind.source, s, inner)
            inner[bind.local] = self.names.fresh(bind.local)
            head += f"{sign} {inner[bind.local]} \\in {source} : "
        body = self.cond(expr.body, s, inner)
        if expr.where is not None:
            where = self.cond(expr.where, s, inner)
            body = f"({where} => {body})" if expr.op == "every" else f"({where} /\\ {body})"
        return f"({head}{body})"

    def _fold(self, expr: k.Fold, s: str, env: Env) -> str:
        """A number over all members: members are pairs of their names, so that equal values count twice."""
        inner, member = dict(env), self.names.fresh("m")
        rows = self._rows(expr.binds, s, inner, [])
        bound = "".join(
            f"LET {inner[bind.local]} == {member}[{place}] IN "
            for place, bind in enumerate(expr.binds, start=1)
        )
        if expr.where is not None:
            rows = f"{{{member} \\in {rows} : {bound}{self.cond(expr.where, s, inner)}}}"
            # The same names are bound once more below, so they must be new ones.
            renamed = {bind.local: self.names.fresh(bind.local) for bind in expr.binds}
            inner.update(renamed)
            member = self.names.fresh("m")
            bound = "".join(
                f"LET {inner[bind.local]} == {member}[{place}] IN "
                for place, bind in enumerate(expr.binds, start=1)
            )
        if expr.op == "count":
            return f"Cardinality({{{member} \\in {rows} : {bound}{self.cond(expr.body, s, inner)}}})"
        worth = f"[{member} \\in {rows} |-> {bound}{self.num(expr.body, s, inner)}]"
        if expr.op == "sum":
            return f"SumOf({worth})"
        default = "0" if expr.default is None else self.num(expr.default, s, env)
        return f"{'Highest' if expr.op == 'highest' else 'Lowest'}Of({worth}, {default})"

    def _rows(self, binds: Sequence[k.Bind], s: str, env: dict[str, str], names: list[str]) -> str:
        """All combinations of members as tuples; later sources may speak of earlier members."""
        bind, *rest = binds
        source = self.members(bind.source, s, env)
        env[bind.local] = self.names.fresh(bind.local)
        row = [*names, env[bind.local]]
        if not rest:
            found = f"{{<<{', '.join(row)}>> : {env[bind.local]} \\in {source}}}"
        else:
            local = env[bind.local]
            found = f"UNION {{{self._rows(rest, s, env, row)} : {local} \\in {source}}}"
        # What is bound here is out of scope outside: whoever uses it binds it anew.
        env[bind.local] = self.names.fresh(bind.local)
        return found

    def _end(self, expr: k.End, s: str, env: Env) -> str:
        row, place = self.names.fresh("row"), self.names.fresh("i")
        local = self.names.fresh(expr.local)
        inner = {**env, expr.local: local}
        fits = f"{row}[{place}] \\in {set_text(expr.things.ids)}"
        if expr.where is not None:
            fits += f" /\\ LET {local} == {row}[{place}] IN {self.cond(expr.where, s, inner)}"
        places = f"{{{place} \\in DOMAIN {row} : {fits}}}"
        pick = "TopOf" if expr.end == "top" else "BottomOf"
        return f"(LET {row} == RowOf({s}, {self.num(expr.zone, s, env)}) IN {pick}({row}, {places}))"


def type_text(domain: Domain, optional: bool) -> str:
    """The set of values that a cell may hold."""
    match domain:
        case Truth() | Number():
            found = set_text(values(domain))
        case _:
            found = set_text(tuple(values(domain)))
    return f"({found} \\cup {{-1}})" if optional else found
