"""Constant folding: an expression and known facts in, a simpler expression out.

Nothing here depends on a state: whatever an expression is worth, the simpler one is worth the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Number, Truth
from verifier.kernel.machine import WORKED_OUT, Clause, Definition, Machine
from verifier.kernel.visit import substituted
from verifier.runtime.numbers import arithmetic, compared

TRUE, FALSE = k.Const(1, Truth()), k.Const(0, Truth())
_NEUTRAL = {"add": 0, "subtract": 0, "multiply": 1, "require": 1}
_EMPTY = {"every": 1, "any": 0, "count": 0, "sum": 0}

# Of a cell that holds something, though not known what.
SOMETHING = -2
_SOME = "some "

Known = Mapping[str, int]
"""The cells whose value is known wherever the expression stands, or known not to be nothing."""
Sure = frozenset[str]
"""The names that are never nothing: members of a source."""


def constant_number(value: int) -> k.Const:
    return k.Const(value, Number(value, value))


def constant_truth(value: bool) -> k.Const:
    return TRUE if value else FALSE


class Folding:
    """Simplifies the expressions of one machine; its definitions are simplified once."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._definitions: dict[str, Definition] = {}

    def definition(self, name: str) -> Definition:
        found = self._definitions.get(name)
        if found is None:
            found = self._definitions[name] = self._folded(self.machine.definitions[name])
        return found

    def _folded(self, shape: Definition) -> Definition:
        start = self.expr(shape.start)
        clauses: list[Clause] = []
        for clause in shape.clauses:
            when, value = self.conditions(clause.when), self.expr(clause.value)
            if when is None:
                continue
            if isinstance(value, k.Const) and value.value == _NEUTRAL.get(clause.op):
                continue
            if not clauses and isinstance(start, k.Const):
                if clause.op == "multiply" and start.value == 0:
                    continue
                if not when and isinstance(value, k.Const):
                    start = k.Const(_stepped(clause.op, start.value, value.value), start.domain)
                    continue
            clauses.append(Clause(clause.rule, when, clause.op, value))
        return replace(shape, start=start, clauses=tuple(clauses))

    def conditions(
        self, parts: tuple[k.Expr, ...], known: Known | None = None, sure: Sure = frozenset()
    ) -> tuple[k.Expr, ...] | None:
        """What is left of conditions that must all hold; `None` if they never do."""
        left: list[k.Expr] = []
        for part in parts:
            new = self.expr(part, known, sure)
            each = new.parts if isinstance(new, k.Logic) and new.op == "and" else (new,)
            left += [one for one in each if one != TRUE and one not in left]
        return None if FALSE in left else tuple(left)

    def expr(self, expr: k.Expr, known: Known | None = None, sure: Sure = frozenset()) -> k.Expr:
        return _Fold(self, known or {}, sure).expr(expr)

    def source(self, source: k.Source, known: Known | None = None, sure: Sure = frozenset()) -> k.Source:
        return _Fold(self, known or {}, sure).source(source)


class _Fold:
    def __init__(self, folding: Folding, known: Known, sure: Sure) -> None:
        self.folding = folding
        self.known = known
        self.sure = sure

    def expr(self, expr: k.Expr) -> k.Expr:
        match expr:
            case k.Const() | k.Local():
                return expr
            case k.Read(cell, index):
                if not index and cell in self.known:
                    domain = self.folding.machine.cells[cell].domain
                    if self.known[cell] == SOMETHING and not isinstance(domain, Number):
                        return k.Local(_SOME + cell, domain)
                    return k.Const(self.known[cell], domain)
                return k.Read(cell, self.all(index))
            case k.Lookup(table, index):
                return k.Lookup(table, self.all(index))
            case k.ZoneAt(family, index):
                return k.ZoneAt(family, self.all(index))
            case k.ZoneOf(thing):
                return k.ZoneOf(self.expr(thing))
            case k.Position(thing):
                return k.Position(self.expr(thing))
            case k.Arith(op, left, right):
                return _arithmetic(op, self.expr(left), self.expr(right))
            case k.Compare(op, left, right):
                return self._compare(op, self.expr(left), self.expr(right))
            case k.Not(operand):
                return _negated(self.expr(operand))
            case k.Logic(op, parts):
                return _logic(op, self.all(parts))
            case k.If(test, then, otherwise):
                return self._if(self.expr(test), then, otherwise)
            case k.Fold():
                return self._fold(expr)
            case k.End(end, local, zone, things, where):
                inner = self.binding(local)
                fits = inner.expr(where) if where is not None else None
                return k.End(end, local, self.expr(zone), things, None if fits == TRUE else fits)
            case k.Call(definition, args):
                return self._call(definition, self.all(args))
            case _:
                assert_never(expr)

    def all(self, parts: tuple[k.Expr, ...]) -> tuple[k.Expr, ...]:
        return tuple(self.expr(part) for part in parts)

    def source(self, source: k.Source) -> k.Source:
        match source:
            case k.Values(domain, first):
                return k.Values(domain, self.expr(first) if first is not None else None)
            case k.ZonesOf(family, index):
                return k.ZonesOf(family, tuple(part and self.expr(part) for part in index))
            case k.Contents(zones, things):
                if isinstance(zones, k.ZonesOf):
                    return k.Contents(self._zones(zones), things)
                return k.Contents(self.expr(zones), things)
            case _:
                assert_never(source)

    def _zones(self, zones: k.ZonesOf) -> k.ZonesOf:
        return k.ZonesOf(zones.family, tuple(part and self.expr(part) for part in zones.index))

    def binding(self, *names: str) -> _Fold:
        return _Fold(self.folding, self.known, self.sure | frozenset(names))

    def _if(self, test: k.Expr, then: k.Expr, otherwise: k.Expr) -> k.Expr:
        if isinstance(test, k.Const):
            return self.expr(then if test.value else otherwise)
        yes, no = self.expr(then), self.expr(otherwise)
        return yes if yes == no else k.If(test, yes, no)

    def _compare(self, op: str, left: k.Expr, right: k.Expr) -> k.Expr:
        if isinstance(left, k.Const) and isinstance(right, k.Const):
            return constant_truth(compared(op, left.value, right.value))
        for one, other in ((left, right), (right, left)):
            is_member = isinstance(one, k.Local) and (one.name in self.sure or one.name.startswith(_SOME))
            if is_member and _is_nothing(other) and op in ("=", "!="):
                return constant_truth(op == "!=")
        return normal_comparison(op, left, right)

    def _fold(self, fold: k.Fold) -> k.Expr:
        inner = self
        binds = []
        for bind in fold.binds:
            binds.append(k.Bind(bind.local, inner.source(bind.source)))
            inner = inner.binding(bind.local)
        body = inner.expr(fold.body)
        where = inner.expr(fold.where) if fold.where is not None else TRUE
        if fold.op == "count" and not isinstance(body, k.Const):
            where, body = _logic("and", (where, body)), TRUE
        default = self.expr(fold.default) if fold.default is not None else None
        if where == FALSE or (fold.op in _EMPTY and _adds_nothing(fold.op, body)):
            if fold.op in _EMPTY:
                value = _EMPTY[fold.op]
                return constant_truth(bool(value)) if fold.op in ("every", "any") else constant_number(value)
            return default if default is not None else constant_number(0)
        return k.Fold(fold.op, tuple(binds), None if where == TRUE else where, body, default)

    def _call(self, name: str, args: tuple[k.Expr, ...]) -> k.Expr:
        shape = self.folding.definition(name)
        if shape.clauses:
            return k.Call(name, args)
        names = {param: arg for (param, _), arg in zip(shape.params, args, strict=True)}
        found: k.Expr = substituted(shape.start, names)
        return self.expr(found)


def _stepped(op: str, value: int, by: int) -> int:
    return int(bool(value and by)) if op == "require" else arithmetic(WORKED_OUT[op], value, by)


def _adds_nothing(op: str, body: k.Expr) -> bool:
    return isinstance(body, k.Const) and bool(body.value) == (op == "every")


def _is_nothing(expr: k.Expr) -> bool:
    return isinstance(expr, k.Const) and expr.value == NOTHING and not isinstance(expr.domain, Number)


def normal_comparison(op: str, left: k.Expr, right: k.Expr) -> k.Expr:
    """A comparison in its one form: `=`, `!=` or `<=`, a constant on the right of `=`."""
    match op:
        case ">":
            return normal_comparison("<", right, left)
        case ">=":
            return normal_comparison("<=", right, left)
        case "<":
            if isinstance(right, k.Const):
                return k.Compare("<=", left, constant_number(right.value - 1))
            if isinstance(left, k.Const):
                return k.Compare("<=", constant_number(left.value + 1), right)
            return k.Compare("<", left, right)
        case "<=":
            return k.Compare("<=", left, right)
        case _:
            if isinstance(left, k.Const):
                left, right = right, left
            return k.Compare("=" if op == "=" else "!=", left, right)


def _negated(expr: k.Expr) -> k.Expr:
    match expr:
        case k.Const(value, _):
            return constant_truth(not value)
        case k.Not(operand):
            return operand
        case k.Compare("=", left, right):
            return k.Compare("!=", left, right)
        case k.Compare("!=", left, right):
            return k.Compare("=", left, right)
        case k.Compare("<=", left, right):
            return normal_comparison("<", right, left)
        case k.Compare("<", left, right):
            return normal_comparison("<=", right, left)
        case _:
            return k.Not(expr)


def _logic(op: str, parts: tuple[k.Expr, ...]) -> k.Expr:
    stops, passes = (FALSE, TRUE) if op == "and" else (TRUE, FALSE)
    left: list[k.Expr] = []
    for part in parts:
        each = part.parts if isinstance(part, k.Logic) and part.op == op else (part,)
        for one in each:
            folded = constant_truth(bool(one.value)) if isinstance(one, k.Const) else one
            if folded == stops:
                return stops
            if folded != passes and folded not in left:
                left.append(folded)
    if not left:
        return passes
    return left[0] if len(left) == 1 else k.Logic("and" if op == "and" else "or", tuple(left))


def _arithmetic(op: str, left: k.Expr, right: k.Expr) -> k.Expr:
    if isinstance(left, k.Const) and isinstance(right, k.Const):
        return constant_number(arithmetic(op, left.value, right.value))
    for one, other, either in ((right, left, True), (left, right, op in ("+", "*"))):
        if isinstance(one, k.Const) and either:
            if (op in ("+", "-") and one.value == 0) or (op in ("*", "/") and one.value == 1):
                return other
            if op == "*" and one.value == 0:
                return constant_number(0)
    match op:
        case "+" | "-" | "*" | "/" | "%" | "min" | "max":
            return k.Arith(op, left, right)
        case _:
            raise AssertionError(op)
