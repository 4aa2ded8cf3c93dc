"""What may go wrong in one place of the rules: each node of a game, and the mistakes that fit it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Number, values
from verifier.model import game as g
from verifier.model import steps as m
from verifier.mutants.alike import SameEitherWay
from verifier.mutants.rewriting import GONE, Change, with_

LOOSER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
NEGATED = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
OTHER_OP = {
    "add": "subtract",
    "subtract": "add",
    "at-least": "at-most",
    "at-most": "at-least",
    "multiply": "add",
}
OTHER_SUM = {"+": "-", "-": "+", "min": "max", "max": "min"}
OTHER_FOLD = {"every": "any", "any": "every", "highest": "lowest", "lowest": "highest"}


def of_expression(node: Any) -> Iterator[Change]:
    """Comparisons flipped or loosened, signs and joints exchanged, conditions of a fold dropped."""
    match node:
        case k.Compare(op, left, right):
            if _is_number(left, right) and op in LOOSER:
                yield Change("comparison", f"`{op}` becomes `{LOOSER[op]}`", with_(node, op=LOOSER[op]))
            yield Change("comparison", f"`{op}` becomes `{NEGATED[op]}`", with_(node, op=NEGATED[op]))
        case k.Logic(op, parts):
            other = "or" if op == "and" else "and"
            if len(parts) > 1:
                yield Change("logic", f"`{op}` becomes `{other}`", with_(node, op=other))
        case k.Not(operand):
            yield Change("logic", "`not` is dropped", operand)
        case k.Arith(op, _, _) if op in OTHER_SUM:
            yield Change("sum", f"`{op}` becomes `{OTHER_SUM[op]}`", with_(node, op=OTHER_SUM[op]))
        case k.Fold(op, _, where, _, _):
            if where is not None:
                yield Change("condition", "a `where` is dropped", with_(node, where=None))
            if op in OTHER_FOLD:
                yield Change("fold", f"`{op}` becomes `{OTHER_FOLD[op]}`", with_(node, op=OTHER_FOLD[op]))
        case k.End(end, _, _, _, _):
            other = "bottom" if end == "top" else "top"
            yield Change("end of a pile", f"`{end}` becomes `{other}`", with_(node, end=other))


def _is_number(*sides: k.Expr) -> bool:
    """Could the order of these matter? Names and components are only equal or not."""
    return not any(isinstance(side, k.Const) and side.value == NOTHING for side in sides)


def of_step(node: Any, same: SameEitherWay) -> Iterator[Change]:
    """Steps, guards and conditions dropped, numbers moved by one, things put into the wrong place."""
    match node:
        case m.Guard(rule, when, _, _):
            yield Change("guard", f"the guard `{rule}` is dropped", GONE)
            yield from _without_each(node, "when", when, "condition")
        case m.Rule(rule, when, _, _):
            yield Change("rule", f"the rule `{rule}` is dropped", GONE)
            yield from _without_each(node, "when", when, "condition")
        case m.Move() | m.Deal() | m.Write() | m.Shuffle() | m.Do() | m.DoText() | m.Swap():
            word = _word(node)
            yield Change("step", f"a `{WORDS.get(word, word)}` is dropped", GONE)
        case m.Choose(_, may, _, where, _):
            if where is not None:
                yield Change("condition", "a `where` is dropped", with_(node, where=None))
            if may:
                yield Change("choice", "`may` becomes `must`", with_(node, may=False))
        case m.Each(_, where, _, _) if where is not None:
            yield Change("condition", "a `where` is dropped", with_(node, where=None))
        case m.Offer(how, offered, _, _):
            if how == "any number of":
                yield Change(
                    "offer", "`any number of` becomes `at most one of`", with_(node, how="at most one of")
                )
            if len(offered) > 1:
                yield from _without_each(node, "offered", offered, "offer")
    if isinstance(node, m.Move | m.Deal):
        if not same.at_either_end(node):
            other = "bottom" if node.end == "top" else "top"
            yield Change("end of a pile", f"`{node.end}` becomes `{other}`", with_(node, end=other))
        if isinstance(node.to, k.ZoneAt):
            yield from _elsewhere(node, node.to, same.families[node.to.family])
    if isinstance(node, m.Deal | m.Repeat):
        for word, by in (("more", 1), ("fewer", -1)):
            yield Change("number", f"one {word}", with_(node, count=_plus(node.count, by)))


def _elsewhere(node: m.Move | m.Deal, zone: k.ZoneAt, family: km.Family) -> Iterator[Change]:
    """The same zone of the next player, or of the next member of a kind."""
    for at, ((name, domain), index) in enumerate(zip(family.index, zone.index, strict=True)):
        members = values(domain)
        if len(members) < 2 or members != range(len(members)):
            continue
        size = k.Const(len(members), Number(0, len(members)))
        following = k.Arith("%", k.Arith("+", index, k.Const(1, Number(0, 1))), size)
        there = with_(zone, index=(*zone.index[:at], following, *zone.index[at + 1 :]))
        words = f"a `{WORDS.get(_word(node), _word(node))}` goes to the `{zone.family}` of another `{name}`"
        yield Change("wrong place", words, with_(node, to=there))


def _word(node: Any) -> str:
    return type(node).__name__.lower()


WORDS = {"write": "set", "deal": "move of several", "dotext": "do"}


def _plus(count: k.Expr, by: int) -> k.Expr:
    if isinstance(count, k.Const):
        return k.Const(count.value + by, Number(min(count.value + by, 0), max(count.value + by, 0)))
    return k.Arith("+", count, k.Const(by, Number(min(by, 0), max(by, 0))))


def _without_each(node: Any, field: str, parts: tuple[Any, ...], sort: str) -> Iterator[Change]:
    for place in range(len(parts)):
        rest = (*parts[:place], *parts[place + 1 :])
        word = "a condition" if field == "when" else f"`{parts[place].action}`"
        yield Change(sort, f"{word} is dropped", with_(node, **{field: rest}))


def of_definition(node: Any) -> Iterator[Change]:
    """Lines of a definition dropped, changed, or in another order."""
    match node:
        case km.Definition(_, _, _, _, rungs):
            for place, (one, other) in enumerate(pairwise(rungs)):
                if one.op != other.op and {one.op, other.op} != {"add", "subtract"}:
                    order = (*rungs[:place], other, one, *rungs[place + 2 :])
                    words = f"`{one.rule}` comes after `{other.rule}`"
                    yield Change("order", words, with_(node, rungs=order))
        case km.Rung(rule, when, op, _):
            yield Change("line", f"`{rule}` is dropped", GONE)
            yield from _without_each(node, "when", when, "condition")
            if op in OTHER_OP:
                yield Change("line", f"`{op}` becomes `{OTHER_OP[op]}`", with_(node, op=OTHER_OP[op]))


def of_course(node: Any) -> Iterator[Change]:
    """Ends that come late, early or never."""
    match node:
        case g.EndRule(rule, moment, when, _):
            yield Change("end", f"the end `{rule}` is turned round", with_(node, when=(k.Not(_all(when)),)))
            late = None if moment else "end of turn"
            words = "asked at once" if moment else "asked only at the end of a turn"
            yield Change("end", f"the end `{rule}` is {words}", with_(node, moment=late))


def _all(parts: tuple[k.Expr, ...]) -> k.Expr:
    return parts[0] if len(parts) == 1 else k.Logic("and", parts)


def of_move(node: Any) -> Iterator[Change]:
    """Moves that copy or lose, in the kernel."""
    match node:
        case km.Take():
            yield Change("copy", "a move copies", GONE)
        case km.Put():
            yield Change("loss", "a move loses", GONE)


def of_game(node: Any, same: SameEitherWay) -> Iterator[Change]:
    """Every mistake that fits a node of a game, but for what would be the same."""
    if not same.has_one_place(node):
        yield from of_expression(node)
    yield from of_step(node, same)
    yield from of_definition(node)
    yield from of_course(node)
