"""Arithmetic, comparisons, truths and cases as Python; lines that are needed run only where they matter."""

from __future__ import annotations

from verifier.backends.machine.scope import Level, Scope, Term
from verifier.kernel.expression import Arith, Compare, Const, Expr, Fold, If, Logic

PYTHON = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

# `count ... > 0` and its likes ask whether there is one at all.
THERE_IS_ONE = {(">", 0): True, ("!=", 0): True, (">=", 1): True}
THERE_IS_NONE = {("=", 0): False, ("<=", 0): False, ("<", 1): False}


def arith(expr: Arith, scope: Scope) -> Term:
    one, two = scope.number(expr.left), scope.number(expr.right)
    match expr.op:
        case "min" | "max":
            return _extreme("<" if expr.op == "min" else ">", one, two, scope)
        case "/" | "%":
            if scope.extent(expr.right).low > 0:
                sign = "//" if expr.op == "/" else "%"
                return Term(f"{one.within(Level.PRODUCT)} {sign} {two.within(Level.ATOM)}", Level.PRODUCT)
            return Term(f"{'quotient' if expr.op == '/' else 'remainder'}({one.text}, {two.text})")
        case "*":
            return Term(f"{one.within(Level.PRODUCT)} * {two.within(Level.ATOM)}", Level.PRODUCT)
        case _:
            return Term(f"{one.within(Level.SUM)} {expr.op} {two.within(Level.PRODUCT)}", Level.SUM)


def _extreme(sign: str, one: Term, two: Term, scope: Scope) -> Term:
    one, two = scope.named(one, "one"), scope.named(two, "two")
    return Term(f"{one.text} if {one.text} {sign} {two.text} else {two.text}", Level.IF)


def compare(expr: Compare, scope: Scope) -> Term:
    if isinstance(expr.left, Fold) and expr.left.op == "count" and isinstance(expr.right, Const):
        asked = (expr.op, expr.right.value)
        some = Fold("any", expr.left.binds, expr.left.where, expr.left.body)
        if asked in THERE_IS_ONE:
            return scope.term(some)
        if asked in THERE_IS_NONE:
            return negation(some, scope)
    left, right = scope.number(expr.left), scope.number(expr.right)
    text = f"{left.within(Level.SUM)} {PYTHON[expr.op]} {right.within(Level.SUM)}"
    return Term(text, Level.COMPARISON)


def negation(operand: Expr, scope: Scope) -> Term:
    return Term(f"not {scope.term(operand).within(Level.NOT)}", Level.NOT)


def logic(expr: Logic, scope: Scope) -> Term:
    """The parts in order; a later part that needs lines runs them only if it is asked."""
    if not expr.parts:
        return Term("True" if expr.op == "and" else "False")
    level = Level.AND if expr.op == "and" else Level.OR
    found = scope.term(expr.parts[0])
    for nth, part in enumerate(expr.parts[1:], 1):
        with scope.aside() as lines:
            following = scope.term(part)
        if lines:
            return _in_lines(expr.op, found, expr.parts[nth:], scope)
        text = f"{found.within(level)} {expr.op} {following.within(level)}"
        found = Term(text, level, found.loose or following.loose)
    return found


def _in_lines(op: str, found: Term, rest: tuple[Expr, ...], scope: Scope) -> Term:
    name = scope.fresh("holds")
    scope.code.add(f"{name} = {found.text}")
    with scope.code.inside(f"if {name}:" if op == "and" else f"if not {name}:"):
        following = scope.term(rest[0] if len(rest) == 1 else Logic("and" if op == "and" else "or", rest))
        scope.code.add(f"{name} = {following.text}")
    return Term(name, loose=found.loose or following.loose)


def case(expr: If, scope: Scope) -> Term:
    condition = scope.term(expr.test)
    with scope.aside() as then_lines:
        then = scope.number(expr.then)
    with scope.aside() as other_lines:
        otherwise = scope.number(expr.otherwise)
    if not then_lines and not other_lines:
        parts = (then.within(Level.OR), condition.within(Level.OR), otherwise.within(Level.OR))
        return Term("{} if {} else {}".format(*parts), Level.IF)
    name = scope.fresh("result")
    with scope.code.inside(f"if {condition.text}:"):
        scope.code.extend([*then_lines, f"{name} = {then.text}"])
    with scope.code.inside("else:"):
        scope.code.extend([*other_lines, f"{name} = {otherwise.text}"])
    return Term(name)
