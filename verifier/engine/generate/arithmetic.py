"""Arithmetic, comparisons, logic and conditionals as Python, and loop-invariant code motion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

from verifier.analysis.interval_domain import Interval
from verifier.engine.generate.access import steady_start, zone_list
from verifier.engine.generate.patterns import costly, zones_read
from verifier.engine.generate.scope import Precedence, PyTerm, Scope
from verifier.kernel import expression as k
from verifier.kernel.visit import bound_by, children, free_locals

# --- arithmetic and logic


Comparison = Literal["=", "!=", "<", "<=", ">", ">="]

PYTHON = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

MIRRORED: dict[str, Comparison] = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
OPPOSITE: dict[str, Comparison] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

# `count ... > 0` and its likes ask whether there is one at all.
THERE_IS_ONE = {(">", 0), ("!=", 0), (">=", 1)}
THERE_IS_NONE = {("=", 0), ("<=", 0), ("<", 1)}


def arith(expr: k.Arith, scope: Scope) -> PyTerm:
    one, two = scope.number(expr.left), scope.number(expr.right)
    match expr.op:
        case "min" | "max":
            return _extreme("<" if expr.op == "min" else ">", one, two, scope)
        case "/" | "%":
            if scope.interval(expr.right).low > 0:
                sign = "//" if expr.op == "/" else "%"
                return PyTerm(
                    f"{one.within(Precedence.PRODUCT)} {sign} {two.within(Precedence.ATOM)}",
                    Precedence.PRODUCT,
                )
            return PyTerm(f"{'quotient' if expr.op == '/' else 'remainder'}({one.text}, {two.text})")
        case "*":
            return PyTerm(
                f"{one.within(Precedence.PRODUCT)} * {two.within(Precedence.ATOM)}", Precedence.PRODUCT
            )
        case _:
            return PyTerm(
                f"{one.within(Precedence.SUM)} {expr.op} {two.within(Precedence.PRODUCT)}", Precedence.SUM
            )


def _extreme(sign: str, one: PyTerm, two: PyTerm, scope: Scope) -> PyTerm:
    one, two = scope.named(one, "one"), scope.named(two, "two")
    return PyTerm(f"{one.text} if {one.text} {sign} {two.text} else {two.text}", Precedence.IF)


def compare(expr: k.Compare, scope: Scope) -> PyTerm:
    if isinstance(expr.left, k.Fold) and expr.left.op == "count" and isinstance(expr.right, k.Const):
        asked = (expr.op, expr.right.value)
        some = k.Fold("any", expr.left.binds, expr.left.where, expr.left.body)
        if asked in THERE_IS_ONE:
            return scope.term(some)
        if asked in THERE_IS_NONE:
            return inverse(scope.term(some))
    search = _as_search(expr, scope)
    if search is not None:
        return scope.term(search)
    sure = scope.interval(expr)
    if sure.low == sure.high:
        return PyTerm(str(bool(sure.low)))
    left, right = scope.number(expr.left), scope.number(expr.right)
    text = f"{left.within(Precedence.SUM)} {PYTHON[expr.op]} {right.within(Precedence.SUM)}"
    return PyTerm(text, Precedence.COMPARISON)


def _as_search(expr: k.Compare, scope: Scope) -> k.Expr | None:
    """`x is more than the highest` as `x is more than every one`: a search can stop early.

    It must not matter whether there is one at all: the default is at most what every member has.
    """
    op, bound, best = expr.op, expr.left, expr.right
    if isinstance(bound, k.Fold):
        op, bound, best = MIRRORED[op], best, bound
    if not isinstance(best, k.Fold) or best.default is None or not default_is_beaten(best, scope):
        return None
    beyond = {"highest": (">", ">="), "lowest": ("<", "<=")}.get(best.op, ())
    if op in beyond:
        return k.Logic(
            "and", (k.Compare(op, bound, best.default), _all(best, k.Compare(op, bound, best.body)))
        )
    if OPPOSITE[op] in beyond:
        one = k.Fold("any", best.binds, best.where, k.Compare(op, bound, best.body))
        return k.Logic("or", (k.Compare(op, bound, best.default), one))
    return None


def _all(best: k.Fold, body: k.Expr) -> k.Fold:
    return k.Fold("every", best.binds, best.where, body)


def default_is_beaten(expr: k.Fold, scope: Scope) -> bool:
    """Is the default of an extreme never better than a member?"""
    known = dict(scope.known)
    for bind in expr.binds:
        known[bind.local] = scope.module.ranges.members(bind.source, known)
    values = scope.module.ranges.interval(expr.body, known)
    default = Interval(0, 0) if expr.default is None else scope.interval(expr.default)
    return values.low >= default.high if expr.op == "highest" else values.high <= default.low


def negation(operand: k.Expr, scope: Scope) -> PyTerm:
    """True where the operand is not."""
    if operand in scope.worked_out:
        return inverse(scope.term(operand))
    match operand:
        case k.Not(inner):
            return scope.term(inner)
        case k.Compare(op, left, right):
            return scope.term(k.Compare(OPPOSITE[op], left, right))
        case _:
            return inverse(scope.term(operand))


def inverse(term: PyTerm) -> PyTerm:
    """A term that is true where this one is not."""
    if term.level is Precedence.NOT and term.text.startswith("not "):
        return PyTerm(term.text.removeprefix("not "), Precedence.NOT, loose=True)
    if term.text in ("True", "False"):
        return PyTerm("False" if term.text == "True" else "True")
    return PyTerm(f"not {term.within(Precedence.NOT)}", Precedence.NOT)


def logic(expr: k.Logic, scope: Scope) -> PyTerm:
    """The parts in order; a later part that needs lines runs them only if it is asked."""
    if not expr.parts:
        return PyTerm("True" if expr.op == "and" else "False")
    level = Precedence.AND if expr.op == "and" else Precedence.OR
    neutral = "True" if expr.op == "and" else "False"
    before = scope.worked_out
    for again in _coming_again(expr.parts):
        scope.worked_out = {**scope.worked_out, again: scope.named(scope.number(again), "this value")}
    found = _joined(expr, level, neutral, scope)
    scope.worked_out = before
    return found


def _coming_again(parts: tuple[k.Expr, ...]) -> list[k.Expr]:
    """What the first part works out at some cost and a later part needs again."""
    later = {node for part in parts[1:] for node in costly(part)}
    return [node for node in dict.fromkeys(costly(parts[0])) if node in later]


def _joined(expr: k.Logic, level: Precedence, neutral: str, scope: Scope) -> PyTerm:
    found = scope.term(expr.parts[0])
    for part in expr.parts[1:]:
        if found.text in ("True", "False"):
            if found.text != neutral:
                return found
            found = scope.term(part)
            continue
        with scope.aside() as lines:
            following = scope.term(part)
        if following.text == neutral:
            continue
        loose = found.loose or following.loose
        if not lines:
            found = PyTerm(f"{found.within(level)} {expr.op} {following.within(level)}", level, loose)
            continue
        name = scope.fresh("holds")
        scope.code.add(f"{name} = {found.text}")
        with scope.code.inside(f"if {name}:" if expr.op == "and" else f"if not {name}:"):
            scope.code.extend([*lines, f"{name} = {following.text}"])
        found = PyTerm(name, loose=loose)
    return found


def case(expr: k.If, scope: Scope) -> PyTerm:
    condition = scope.term(expr.test)
    with scope.aside() as then_lines, scope.knowing(expr.test):
        then = scope.number(expr.then)
    with scope.aside() as other_lines:
        otherwise = scope.number(expr.otherwise)
    if not then_lines and not other_lines:
        parts = (then.within(Precedence.OR), condition.within(Precedence.OR), otherwise.within(Precedence.OR))
        return PyTerm("{} if {} else {}".format(*parts), Precedence.IF)
    name = scope.fresh("result")
    with scope.code.inside(f"if {condition.text}:"):
        scope.code.extend([*then_lines, f"{name} = {then.text}"])
    with scope.code.inside("else:"):
        scope.code.extend([*other_lines, f"{name} = {otherwise.text}"])
    return PyTerm(name)


# --- loop-invariant code motion


@contextmanager
def hoisted(inside: Iterable[Any], bound: frozenset[str], scope: Scope) -> Iterator[None]:
    """Work out now what the nodes of a loop need and `bound` does not touch."""
    before = scope.worked_out
    for expr in dict.fromkeys(found for node in inside for found in _steady(node, bound, scope)):
        if expr not in scope.worked_out:
            ready = scope.named(scope.term(expr), _hint(expr))
            scope.worked_out = {**scope.worked_out, expr: ready}
    yield
    scope.worked_out = before


@contextmanager
def piles_named(inside: Iterable[k.Expr | k.Source], bound: frozenset[str], scope: Scope) -> Iterator[None]:
    """Name the contents of zones that the nodes look at more than once and `bound` does not touch."""
    before = scope.worked_out
    for zone, times in zones_read(inside).items():
        whole = k.Contents(zone, scope.module.machine.all_things)
        if times > 1 and whole not in scope.worked_out and not free_locals(zone) & bound:
            ready = scope.named(zone_list(zone, scope), _hint(zone))
            scope.worked_out = {**scope.worked_out, whole: ready}
    yield
    scope.worked_out = before


def _steady(node: Any, bound: frozenset[str], scope: Scope) -> Iterator[k.Expr]:
    """The largest expressions in a node that read none of the bound names."""
    if isinstance(node, k.Const | k.Local):
        return
    if not isinstance(node, k.Bind | k.Values | k.ZonesOf | k.Contents) and not free_locals(node) & bound:
        yield node
        return
    start = steady_start(node, bound, scope) if isinstance(node, k.ZoneAt) else None
    if start is not None:
        yield start
    for part in children(node):
        yield from _steady(part, bound | bound_by(node), scope)


def _hint(expr: k.Expr) -> str:
    for attribute in ("cell", "table", "family", "definition", "op"):
        name = getattr(expr, attribute, None)
        if isinstance(name, str) and any(map(str.isalpha, name)):
            return f"this {name}"
    return "this value"
