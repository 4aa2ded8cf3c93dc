"""Conditions read for claims: what a comparison compares, what is counted, which classes are meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, assert_never

from verifier.kernel import expression as ex
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Players, Things
from verifier.words.claims.subject import OF_THE_FRAME, Group, Subject, group, parts
from verifier.words.seam import BoundOp

OPS: dict[str, BoundOp] = {
    ">": "more-than", ">=": "at-least", "<": "less-than", "<=": "at-most", "=": "exactly",
}  # fmt: skip
TURNED = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=", "!=": "!="}
NEGATED = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "="}


@dataclass(frozen=True, slots=True)
class Bound:
    """Something compared with a number."""

    left: ex.Expr
    op: BoundOp
    value: int


def conjuncts(conditions: tuple[ex.Expr, ...]) -> Iterator[ex.Expr]:
    """Every condition on its own; what is denied stays denied."""
    for condition in conditions:
        if isinstance(condition, ex.Logic) and condition.op == "and":
            yield from conjuncts(condition.parts)
        else:
            yield condition


def comparison(condition: ex.Expr) -> ex.Compare | None:
    """A comparison with the constant on the right, denials worked in."""
    match condition:
        case ex.Compare(op, ex.Const() as left, right) if not isinstance(right, ex.Const):
            return ex.Compare(TURNED[op], right, left)  # type: ignore[arg-type]
        case ex.Compare():
            return condition
        case ex.Not(operand) if (inner := comparison(operand)) is not None:
            return ex.Compare(NEGATED[inner.op], inner.left, inner.right)  # type: ignore[arg-type]
    return None


def bound(condition: ex.Expr) -> Bound | None:
    """A comparison with a number; whether a zone is empty is asked elsewhere."""
    found = comparison(condition)
    if found is None or not isinstance(found.right, ex.Const) or emptiness(condition) is not None:
        return None
    if not isinstance(found.right.domain, Number) or found.op == "!=":
        return None
    return Bound(found.left, OPS[found.op], found.right.value)


def emptiness(condition: ex.Expr) -> bool | None:
    """Is a condition `... is empty` (true) or `... is not empty` (false)?"""
    found = comparison(condition)
    if found is None or not isinstance(found.right, ex.Const) or found.right.value != 0:
        return None
    if not (isinstance(found.left, ex.Fold) and found.left.op == "count"):
        return None
    return {"=": True, ">": False}.get(found.op)


def bounds_in(subject: Subject, node: Any, depth: int = 2) -> Iterator[Bound]:
    """Every comparison with a number below a node, through definitions too."""
    for each in parts(node):
        if isinstance(each, ex.Compare) and (found := bound(each)) is not None:
            yield found
        elif isinstance(each, ex.Call) and depth:
            own = subject.game.definitions[each.definition]
            yield from bounds_in(subject, (own.start, own.clauses), depth - 1)


def classes_meant(conditions: tuple[ex.Expr, ...]) -> tuple[str, ...]:
    """The classes to which a rule is limited: `when card is X`."""
    return tuple(
        each.table.removeprefix("is ")
        for each in conjuncts(conditions)
        if isinstance(each, ex.Lookup) and each.table.startswith("is ")
    )


def counted(subject: Subject, node: ex.Expr, depth: int = 3) -> Group:
    """What a number counts or measures: components, zones, players, an amount, something printed, points."""
    match node:
        case ex.Fold("count", binds):
            return _members(subject, binds[0].source)
        case ex.Fold(_, _, _, body):
            return counted(subject, body, depth)
        case ex.Read(cell):
            return subject.cell_words(cell)
        case ex.Lookup(table):
            field = table.removeprefix("its ")
            return group(f"number:{table}") if field == table else subject.kind_words(field)
        case ex.Call(name):
            own = subject.game.definitions[name]
            values = (own.start, *(clause.value for clause in own.clauses)) if depth else ()
            inner = (counted(subject, each, depth - 1) for each in values)
            return subject.definition_words(name).union(*inner)
        case ex.Arith(_, left, right):
            return counted(subject, left, depth) | counted(subject, right, depth)
        case ex.If(_, then, otherwise):
            return counted(subject, then, depth) | counted(subject, otherwise, depth)
        case ex.Const() | ex.Local() | ex.ZoneAt() | ex.ZoneOf() | ex.Position() | ex.End():
            return frozenset()
        case ex.Compare() | ex.Not() | ex.Logic():
            return frozenset()
        case _:
            assert_never(node)


def _members(subject: Subject, source: ex.Source) -> Group:
    match source:
        case ex.Contents(_, things):
            return subject.wide_words(things.name)
        case ex.ZonesOf(family):
            return subject.zone_words(family)
        case ex.Values(domain):
            return _values(subject, domain)
        case _:
            assert_never(source)


def _values(subject: Subject, domain: Domain) -> Group:
    if isinstance(domain, Players):
        return group("player")
    if isinstance(domain, Things):
        return subject.class_words(domain.name)
    return subject.kind_words(domain.name) if isinstance(domain, Names) else frozenset()


def spoken_of(subject: Subject, node: Any, depth: int = 2) -> Group:
    """Every concept that a piece of the rules speaks of: zones, classes, kinds, amounts."""
    found: set[str] = set()
    for each in parts(node):
        if isinstance(each, ex.Expr | ex.Source):
            found |= _named(subject, each, depth)
    return frozenset(found) - {"kind:name"}


def _named(subject: Subject, node: ex.Expr | ex.Source, depth: int) -> Group:
    """What a node names itself; its parts speak for themselves."""
    match node:
        case ex.ZoneAt(family) | ex.ZonesOf(family):
            return subject.zone_words(family)
        case ex.Contents(_, things):
            return subject.wide_words(things.name)
        case ex.Read(cell):
            return frozenset() if cell in OF_THE_FRAME else subject.cell_words(cell)
        case ex.Lookup(table):
            return _of_table(subject, table)
        case ex.Call(name):
            own = subject.game.definitions[name]
            inner = spoken_of(subject, (own.start, own.clauses), depth - 1) if depth else frozenset[str]()
            return subject.definition_words(name) | inner
        case ex.Const(value, domain):
            member = _member(value, domain)
            return group(f"name:{member}") if member is not None else frozenset()
        case ex.Local() | ex.ZoneOf() | ex.Position() | ex.Arith() | ex.Compare() | ex.Not() | ex.Logic():
            return frozenset()
        case ex.If() | ex.Fold() | ex.End() | ex.Values():
            return frozenset()
        case _:
            assert_never(node)


def company(subject: Subject, name: str) -> Group:
    """What is spoken of together with a definition wherever it is asked for: a limit of the hand with the hand."""
    found: set[str] = set()
    for own in subject.game.definitions.values():
        for value in (own.start, *(clause.value for clause in own.clauses)):
            if any(isinstance(each, ex.Call) and each.definition == name for each in parts(value)):
                found |= spoken_of(subject, value, 0)
    return frozenset(found) | subject.definition_words(name)


def _of_table(subject: Subject, table: str) -> Group:
    if table.startswith("is "):
        return subject.wide_words(table.removeprefix("is "))
    return subject.kind_words(table.removeprefix("its ")) if table.startswith("its ") else frozenset()


def _member(value: int, domain: Any) -> str | None:
    members = getattr(domain, "members", ())
    return members[value] if members and value != NOTHING and value < len(members) else None
