"""Kernel expressions as Python: a term, and before it the lines that the term needs."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from verifier.analysis.intervals import Interval
from verifier.backends.machine import folds, reads, reckon
from verifier.backends.machine.module import Module
from verifier.backends.machine.scope import Level, Scope, Term
from verifier.kernel.domain import Domain, Truth
from verifier.kernel.expression import (
    Arith,
    Call,
    Compare,
    Const,
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
    ZoneAt,
    ZoneOf,
)
from verifier.kernel.machine import Definition, Rung
from verifier.kernel.visit import preorder, substituted

# Definitions of so many nodes at most are written out where they are used; more if they have no loops.
SHORT = 12
PLAIN = 30


def opened(module: Module, known: dict[str, Interval], *params: str) -> Scope:
    """A scope for a new function with these parameters."""
    scope = Scope(module, written, known)
    for name in params:
        scope.names[name] = scope.fresh(name)
    return scope


def written(expr: Expr, scope: Scope) -> Term:
    """The value of an expression."""
    match expr:
        case Const(value, _):
            return Term(str(value))
        case Local(name, _):
            return Term(scope.names[name])
        case Read(cell, index):
            return reads.read(cell, index, scope)
        case Lookup(table, index):
            return reads.lookup(table, index, scope)
        case ZoneAt(family, index):
            return reads.zone_at(family, index, scope)
        case ZoneOf(thing):
            return reads.zone_of(thing, scope)
        case Position(thing):
            return reads.position(thing, scope)
        case Arith():
            return reckon.arith(expr, scope)
        case Compare():
            return reckon.compare(expr, scope)
        case Not(operand):
            return reckon.negation(operand, scope)
        case Logic():
            return reckon.logic(expr, scope)
        case If():
            return reckon.case(expr, scope)
        case Fold():
            return folds.fold(expr, scope)
        case End():
            return folds.end(expr, scope)
        case Call(definition, args):
            return _call(scope.module.machine.definitions[definition], args, scope)
        case _:
            assert_never(expr)


def _call(definition: Definition, args: tuple[Expr, ...], scope: Scope) -> Term:
    """A short definition is written out, any other is called."""
    whole = as_expression(definition)
    if whole is not None and _cheap(whole, definition, args):
        names = (name for name, _ in definition.params)
        return scope.term(substituted(whole, dict(zip(names, args, strict=True))))
    given = ", ".join(["s", *(scope.number(arg).text for arg in args)])
    return Term(f"{scope.module.definitions[definition.name]}({given})")


def as_expression(definition: Definition) -> Expr | None:
    """A definition that is nothing but one expression."""
    start = definition.start.value if isinstance(definition.start, Const) else None
    match definition.rungs:
        case ():
            return definition.start
        case (Rung(_, (), "add", value),) if start == 0:
            return value
        case (Rung(_, (), "require", value),) if start == 1:
            return value
        case _:
            return None


def _cheap(whole: Expr, definition: Definition, args: tuple[Expr, ...]) -> bool:
    nodes = list(preorder(whole))
    uses = Counter(node.name for node in nodes if isinstance(node, Local))
    again = any(
        uses[name] > 1 and not isinstance(arg, Local | Const)
        for (name, _), arg in zip(definition.params, args, strict=True)
    )
    loops = any(isinstance(node, Fold | End | Call) for node in nodes)
    return len(nodes) <= (SHORT if loops else PLAIN) and not again


def kept(expr: Expr, domain: Domain, scope: Scope) -> Term:
    """The value of an expression as a cell of this domain keeps it: truths are 0 and 1."""
    found = scope.term(expr)
    if isinstance(domain, Truth) and not isinstance(expr, Const | Read | Lookup):
        return Term(f"1 if {found.within(Level.OR)} else 0", Level.IF)
    return found
