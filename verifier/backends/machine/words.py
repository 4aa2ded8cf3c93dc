"""Kernel expressions in words, for explanations: short, readable, not meant to be parsed."""

from __future__ import annotations

from typing import assert_never

from verifier.backends.machine.spoken import Speech, Spoken
from verifier.kernel.expression import (
    Arith,
    Call,
    Compare,
    Const,
    Contents,
    End,
    Expr,
    Fold,
    If,
    Local,
    Logic,
    Lookup,
    Not,
    Position,
    Read,
    Source,
    Values,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)

COMPARISON = {
    "=": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}


def said(spoken: Spoken) -> str:
    """A value in words."""
    if isinstance(spoken, bool):
        return "yes" if spoken else "no"
    return "nothing" if spoken is None else str(spoken)


def worded(expr: Expr, speech: Speech) -> str:
    """An expression as a reader of the rules would say it."""

    def of(name: str, parts: tuple[Expr | None, ...]) -> str:
        if parts and isinstance(parts[0], Local) and parts[0].name == "me":
            return of(f"my {name}", parts[1:])
        inner = " ".join("any" if part is None else worded(part, speech) for part in parts)
        return f"{name} of {inner}" if parts else name

    match expr:
        case Const(value, domain):
            return said(speech.value(domain, value))
        case Local(name, _):
            return name
        case Read(name, parts) | Lookup(name, parts) | ZoneAt(name, parts) | Call(name, parts):
            return of(name, parts)
        case ZoneOf(thing):
            return f"zone of {worded(thing, speech)}"
        case Position(thing):
            return f"position of {worded(thing, speech)}"
        case Arith(op, left, right):
            return f"{worded(left, speech)} {op} {worded(right, speech)}"
        case Compare(op, left, right):
            return f"{worded(left, speech)} {COMPARISON[op]} {worded(right, speech)}"
        case Not(operand):
            return f"not {worded(operand, speech)}"
        case Logic(op, parts):
            return f" {op} ".join(worded(part, speech) for part in parts)
        case If(test, then, otherwise):
            return f"{worded(then, speech)} if {worded(test, speech)} else {worded(otherwise, speech)}"
        case Fold():
            return _fold(expr, speech)
        case End(end, local, zone, things, where):
            fits = f" where {worded(where, speech)}" if where is not None else ""
            return f"{end} {things.name} {local} in {worded(zone, speech)}{fits}"
        case _:
            assert_never(expr)


def _fold(fold: Fold, speech: Speech) -> str:
    plain = fold.where is None and isinstance(fold.body, Const)
    members = ", ".join(
        source_words(bind.source, speech) + ("" if plain else f" {bind.local}") for bind in fold.binds
    )
    where = f" where {worded(fold.where, speech)}" if fold.where is not None else ""
    if isinstance(fold.body, Const):
        return f"{fold.op} {members}{where}"
    return f"{fold.op} {members}{where}: {worded(fold.body, speech)}"


def source_words(source: Source, speech: Speech) -> str:
    """What is chosen from, as a reader of the rules would say it."""
    match source:
        case Values(domain, _):
            return getattr(domain, "name", type(domain).__name__.lower())
        case ZonesOf(family, _):
            return family
        case Contents(zones, things):
            where = source_words(zones, speech) if isinstance(zones, ZonesOf) else worded(zones, speech)
            return f"{things.name} in {where}"
        case _:
            assert_never(source)


def operands(expr: Expr) -> list[Expr]:
    """The parts of a truth whose values explain it, without constants and bare names."""
    match expr:
        case Compare(_, left, right):
            return [part for part in (left, right) if not isinstance(part, Const)]
        case Not(operand):
            return operands(operand)
        case Logic(_, parts):
            return [operand for part in parts for operand in operands(part)]
        case Const():
            return []
        case Local() | Read() | Lookup() | ZoneAt() | ZoneOf() | Position():
            return [expr]
        case Arith() | If() | Fold() | End() | Call():
            return [expr]
        case _:
            assert_never(expr)
