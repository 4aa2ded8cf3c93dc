"""Kernel expressions as Python: a term, and the statements it needs before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from verifier.analysis.interval_domain import Interval, interval_of, singleton
from verifier.engine.generate import access, arithmetic
from verifier.engine.generate.access import zone_list
from verifier.engine.generate.arithmetic import default_is_beaten, hoisted, negation
from verifier.engine.generate.loops import (
    LoopOrder,
    LoopPlan,
    can_be_sorted,
    class_test,
    nested,
    over,
    sorted_by,
)
from verifier.engine.generate.scope import Module, Precedence, PyTerm, Scope
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Things, Truth
from verifier.kernel.machine import Clause, Definition
from verifier.kernel.visit import preorder, substituted

# --- folds and ends of piles


def fold(expr: k.Fold, scope: Scope) -> PyTerm:
    """The value of a fold."""
    expr = _unfiltered(expr, scope)
    whole = _whole_zone(expr, scope)
    if whole is not None and expr.op == "any":
        return PyTerm(whole.text, loose=True)
    if whole is not None and expr.op == "count":
        return PyTerm(f"len({whole.text})")
    match expr.op:
        case "any" | "every":
            return _search(expr, scope)
        case "count" | "sum":
            return _total(expr, scope)
        case "highest" | "lowest":
            return _best(expr, scope)


def _unfiltered(expr: k.Fold, scope: Scope) -> k.Fold:
    """Without the test of a class, where what is not of the class would not change the value."""
    if len(expr.binds) != 1 or not isinstance(expr.binds[0].source, k.Contents):
        return expr
    bind, source, ranges = expr.binds[0], expr.binds[0].source, scope.module.ranges
    lying = ranges.lying(source, scope.known)
    others = lying - frozenset(source.things.ids)
    if not others:
        return expr
    body = ranges.interval(expr.body, {**scope.known, bind.local: interval_of(others)})
    neutral = {"any": singleton(0), "count": singleton(0), "sum": singleton(0), "every": singleton(1)}.get(
        expr.op
    )
    if body != neutral:
        return expr
    everything = Things(source.things.name, tuple(sorted(lying)))
    return replace(expr, binds=(k.Bind(bind.local, k.Contents(source.zones, everything)),))


def _whole_zone(expr: k.Fold, scope: Scope) -> PyTerm | None:
    """The zone of which a fold takes everything, if that is all it does."""
    if len(expr.binds) != 1 or expr.where is not None or not _is_yes(expr.body):
        return None
    source = expr.binds[0].source
    if not isinstance(source, k.Contents) or isinstance(source.zones, k.ZonesOf):
        return None
    lying = scope.module.ranges.lying(source, scope.known)
    return zone_list(source.zones, scope) if lying <= frozenset(source.things.ids) else None


def _is_yes(expr: k.Expr) -> bool:
    return isinstance(expr, k.Const) and expr.value == 1


def _loop(expr: k.Fold, scope: Scope, body: Callable[[], None], tail: str | None = None) -> None:
    """The binders as loops, the members that fit `where`, and in the middle the body."""

    def bound(nth: int, where: k.Expr | None) -> None:
        if nth == len(expr.binds):
            nested([] if where is None else [f"if {scope.term(where).text}:"], scope, body)
            return
        bind, later = expr.binds[nth], expr.binds[nth + 1 :]
        names = frozenset(each.local for each in expr.binds[nth:])
        again = any(each.local == bind.local for each in later)
        by = None if again else sorted_by(bind.local, where, names, scope)
        rest = where if by is None or not can_be_sorted(bind.source) else by.rest
        inside = [*(each.source for each in later), expr.body, *([] if rest is None else [rest])]
        with hoisted(inside, names, scope):
            loop = LoopPlan(LoopOrder.FREE, by, tail, deeper=bool(later))
            over(bind.source, bind.local, scope, lambda: bound(nth + 1, rest), loop)

    bound(0, expr.where)


def _search(expr: k.Fold, scope: Scope) -> PyTerm:
    found = scope.fresh("found")
    wanted = expr.op == "any"

    def body() -> None:
        if wanted and _is_yes(expr.body):
            _found()
            return
        test = scope.term(expr.body) if wanted else negation(expr.body, scope)
        with scope.code.inside(f"if {test.text}:"):
            _found()

    def _found() -> None:
        scope.code.add(f"{found} = {wanted}")
        scope.code.add("break")

    scope.code.add(f"{found} = {not wanted}")
    tail = f"if {found}: break" if wanted else f"if not {found}: break"
    _loop(expr, scope, body, tail)
    return PyTerm(found)


def _total(expr: k.Fold, scope: Scope) -> PyTerm:
    total = scope.fresh("count" if expr.op == "count" else "total")

    def body() -> None:
        if expr.op == "sum":
            scope.code.add(f"{total} += {scope.number(expr.body).text}")
        elif _is_yes(expr.body):
            scope.code.add(f"{total} += 1")
        else:
            with scope.code.inside(f"if {scope.term(expr.body).text}:"):
                scope.code.add(f"{total} += 1")

    scope.code.add(f"{total} = 0")
    _loop(expr, scope, body)
    return PyTerm(total)


def _best(expr: k.Fold, scope: Scope) -> PyTerm:
    """The extreme value. A default beyond every value may stand in the race from the start."""
    best = scope.fresh("best")
    sign = ">" if expr.op == "highest" else "<"
    default = PyTerm("0") if expr.default is None else scope.number(expr.default)
    beaten = default_is_beaten(expr, scope)

    def body() -> None:
        value = scope.named(scope.number(expr.body), "one")
        unset = "" if beaten else f"{best} is None or "
        with scope.code.inside(f"if {unset}{value.text} {sign} {best}:"):
            scope.code.add(f"{best} = {value.text}")

    scope.code.add(f"{best} = {default.text if beaten else None}")
    _loop(expr, scope, body)
    if not beaten:
        with scope.code.inside(f"if {best} is None:"):
            scope.code.add(f"{best} = {default.text}")
    return PyTerm(best)


def end(expr: k.End, scope: Scope) -> PyTerm:
    """The topmost or lowest component that fits."""
    pile = zone_list(expr.zone, scope)
    lying = scope.module.ranges.lying_at(expr.zone, scope.known)
    name = scope.fresh(expr.local)
    test = class_test(name, expr.things, lying, scope)
    if test is None and expr.where is None:
        place = -1 if expr.end == "top" else 0
        if pile.text in scope.filled:
            return PyTerm(f"{pile.text}[{place}]")
        whole = scope.named(pile, "pile").text
        return PyTerm(f"{whole}[{place}] if {whole} else -1", Precedence.IF)
    last = scope.fresh("last")
    scope.code.add(f"{last} = -1")
    order = f"reversed({pile.text})" if expr.end == "top" else pile.text
    heads = [f"for {name} in {order}:", *([] if test is None else [f"if {test}:"])]
    known = scope.module.ranges.interval(k.End(expr.end, expr.local, expr.zone, expr.things), scope.known)

    def body() -> None:
        condition = None if expr.where is None else scope.term(expr.where).text
        with_condition = [] if condition is None else [f"if {condition}:"]
        nested(with_condition, scope, lambda: scope.code.extend([f"{last} = {name}", "break"]))

    with scope.bound(expr.local, name, known):
        nested(heads, scope, body)
    return PyTerm(last)


# --- all expressions


# Definitions of so many nodes at most are written out where they are used; more if they have no loops.
SHORT = 12
PLAIN = 30


def function_scope(module: Module, known: dict[str, Interval], *params: str) -> Scope:
    """A scope for a new function with these parameters."""
    scope = Scope(module, value_term, known)
    for name in params:
        scope.names[name] = scope.fresh(name)
    return scope


def value_term(expr: k.Expr, scope: Scope) -> PyTerm:
    """The value of an expression."""
    match expr:
        case k.Const(value, _):
            return PyTerm(str(value))
        case k.Local(name, _):
            return PyTerm(scope.names[name])
        case k.Read(cell, index):
            return access.read(cell, index, scope)
        case k.Lookup(table, index):
            return access.lookup(table, index, scope)
        case k.ZoneAt(family, index):
            return access.zone_at(family, index, scope)
        case k.ZoneOf(thing):
            return access.zone_of(thing, scope)
        case k.Position(thing):
            return access.position(thing, scope)
        case k.Arith():
            return arithmetic.arith(expr, scope)
        case k.Compare():
            return arithmetic.compare(expr, scope)
        case k.Not(operand):
            return arithmetic.negation(operand, scope)
        case k.Logic():
            return arithmetic.logic(expr, scope)
        case k.If():
            return arithmetic.case(expr, scope)
        case k.Fold():
            return fold(expr, scope)
        case k.End():
            return end(expr, scope)
        case k.Call(definition, args):
            return _call(scope.module.machine.definitions[definition], args, scope)
        case _:
            assert_never(expr)


def _call(definition: Definition, args: tuple[k.Expr, ...], scope: Scope) -> PyTerm:
    """A short definition is written out, any other is called."""
    whole = as_expression(definition)
    if whole is not None and _cheap(whole, definition, args):
        names = (name for name, _ in definition.params)
        return scope.term(substituted(whole, dict(zip(names, args, strict=True))))
    given = ", ".join(["s", *(scope.number(arg).text for arg in args)])
    return PyTerm(f"{scope.module.definitions[definition.name]}({given})")


def as_expression(definition: Definition) -> k.Expr | None:
    """A definition that is nothing but one expression."""
    start = definition.start.value if isinstance(definition.start, k.Const) else None
    match definition.clauses:
        case ():
            return definition.start
        case (Clause(_, (), "add", value),) if start == 0:
            return value
        case (Clause(_, (), "require", value),) if start == 1:
            return value
        case _:
            return None


def _cheap(whole: k.Expr, definition: Definition, args: tuple[k.Expr, ...]) -> bool:
    nodes = list(preorder(whole))
    uses = Counter(node.name for node in nodes if isinstance(node, k.Local))
    again = any(
        uses[name] > 1 and not isinstance(arg, k.Local | k.Const)
        for (name, _), arg in zip(definition.params, args, strict=True)
    )
    loops = any(isinstance(node, k.Fold | k.End | k.Call) for node in nodes)
    return len(nodes) <= (SHORT if loops else PLAIN) and not again


def cell_term(expr: k.Expr, domain: Domain, scope: Scope) -> PyTerm:
    """The value of an expression as a cell of this domain keeps it: truths are 0 and 1."""
    found = scope.term(expr)
    if isinstance(domain, Truth) and not isinstance(expr, k.Const | k.Read | k.Lookup):
        return PyTerm(f"1 if {found.within(Precedence.OR)} else 0", Precedence.IF)
    return found
