"""What may go wrong in one place of the rules: each node of a game or of its text, and the mistakes that fit it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from verifier.diagnostics import Report
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Number, values
from verifier.model import game as g
from verifier.model import steps as m
from verifier.model.from_surface import typed_game
from verifier.mutate.equivalent import SameEitherWay
from verifier.mutate.rewriting import GONE, Changed, NodeChange, changed, with_
from verifier.program import Program
from verifier.surface import nodes

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
WORDS = {"write": "set", "deal": "move of several", "dotext": "do"}


def of_expression(node: Any) -> Iterator[NodeChange]:
    """Comparisons flipped or loosened, signs and joints exchanged, conditions of a fold dropped."""
    match node:
        case k.Compare(op, left, right):
            if _is_number(left, right) and op in LOOSER:
                yield NodeChange("comparison", f"`{op}` becomes `{LOOSER[op]}`", with_(node, op=LOOSER[op]))
            yield NodeChange("comparison", f"`{op}` becomes `{NEGATED[op]}`", with_(node, op=NEGATED[op]))
        case k.Logic(op, parts):
            other = "or" if op == "and" else "and"
            if len(parts) > 1:
                yield NodeChange("logic", f"`{op}` becomes `{other}`", with_(node, op=other))
        case k.Not(operand):
            yield NodeChange("logic", "`not` is dropped", operand)
        case k.Arith(op, _, _) if op in OTHER_SUM:
            yield NodeChange("sum", f"`{op}` becomes `{OTHER_SUM[op]}`", with_(node, op=OTHER_SUM[op]))
        case k.Fold(op, _, where, _, _):
            if where is not None:
                yield NodeChange("condition", "a `where` is dropped", with_(node, where=None))
            if op in OTHER_FOLD:
                yield NodeChange("fold", f"`{op}` becomes `{OTHER_FOLD[op]}`", with_(node, op=OTHER_FOLD[op]))
        case k.End(end, _, _, _, _):
            other = "bottom" if end == "top" else "top"
            yield NodeChange("end of a pile", f"`{end}` becomes `{other}`", with_(node, end=other))


def _is_number(*sides: k.Expr) -> bool:
    """Could the order of these matter? Names and components are only equal or not."""
    return not any(isinstance(side, k.Const) and side.value == NOTHING for side in sides)


def of_step(node: Any, same: SameEitherWay) -> Iterator[NodeChange]:
    """Steps, guards and conditions dropped, numbers moved by one, things put into the wrong place."""
    match node:
        case m.Guard(rule, when, _):
            yield NodeChange("guard", f"the guard `{rule}` is dropped", GONE)
            yield from _without_each(node, "when", when, "condition")
        case m.Rule(rule, when, _):
            yield NodeChange("rule", f"the rule `{rule}` is dropped", GONE)
            yield from _without_each(node, "when", when, "condition")
        case m.Move() | m.Deal() | m.Write() | m.Shuffle() | m.Do() | m.DoText() | m.Swap():
            word = _word(node)
            yield NodeChange("step", f"a `{WORDS.get(word, word)}` is dropped", GONE)
        case m.Choose(_, may, _, where):
            if where is not None:
                yield NodeChange("condition", "a `where` is dropped", with_(node, where=None))
            if may:
                yield NodeChange("choice", "`may` becomes `must`", with_(node, may=False))
        case m.Each(_, where, _) if where is not None:
            yield NodeChange("condition", "a `where` is dropped", with_(node, where=None))
        case m.Offer(how, offered, _):
            if how == "any number of":
                yield NodeChange(
                    "offer", "`any number of` becomes `at most one of`", with_(node, how="at most one of")
                )
            if len(offered) > 1:
                yield from _without_each(node, "offered", offered, "offer")
    if isinstance(node, m.Move | m.Deal):
        if not same.at_either_end(node):
            other = "bottom" if node.end == "top" else "top"
            yield NodeChange("end of a pile", f"`{node.end}` becomes `{other}`", with_(node, end=other))
        if isinstance(node.to, k.ZoneAt):
            yield from _elsewhere(node, node.to, same.families[node.to.family])
    if isinstance(node, m.Deal | m.Repeat):
        for word, by in (("more", 1), ("fewer", -1)):
            yield NodeChange("number", f"one {word}", with_(node, count=_plus(node.count, by)))


def _elsewhere(node: m.Move | m.Deal, zone: k.ZoneAt, family: km.Family) -> Iterator[NodeChange]:
    """The same zone of the next player, or of the next member of a kind."""
    for at, ((name, domain), index) in enumerate(zip(family.index, zone.index, strict=True)):
        members = values(domain)
        if len(members) < 2 or members != range(len(members)):
            continue
        size = k.Const(len(members), Number(0, len(members)))
        following = k.Arith("%", k.Arith("+", index, k.Const(1, Number(0, 1))), size)
        there = with_(zone, index=(*zone.index[:at], following, *zone.index[at + 1 :]))
        words = f"a `{WORDS.get(_word(node), _word(node))}` goes to the `{zone.family}` of another `{name}`"
        yield NodeChange("wrong place", words, with_(node, to=there))


def _word(node: Any) -> str:
    return type(node).__name__.lower()


def _plus(count: k.Expr, by: int) -> k.Expr:
    if isinstance(count, k.Const):
        return k.Const(count.value + by, Number(min(count.value + by, 0), max(count.value + by, 0)))
    return k.Arith("+", count, k.Const(by, Number(min(by, 0), max(by, 0))))


def _without_each(node: Any, field: str, parts: tuple[Any, ...], sort: str) -> Iterator[NodeChange]:
    for place in range(len(parts)):
        rest = (*parts[:place], *parts[place + 1 :])
        word = "a condition" if field == "when" else f"`{parts[place].action}`"
        yield NodeChange(sort, f"{word} is dropped", with_(node, **{field: rest}))


def of_definition(node: Any) -> Iterator[NodeChange]:
    """Lines of a definition dropped, changed, or in another order."""
    match node:
        case km.Definition(_, _, _, _, clauses):
            for place, (one, other) in enumerate(pairwise(clauses)):
                if one.op != other.op and {one.op, other.op} != {"add", "subtract"}:
                    order = (*clauses[:place], other, one, *clauses[place + 2 :])
                    words = f"`{one.rule}` comes after `{other.rule}`"
                    yield NodeChange("order", words, with_(node, clauses=order))
        case km.Clause(rule, when, op, _):
            yield NodeChange("line", f"`{rule}` is dropped", GONE)
            yield from _without_each(node, "when", when, "condition")
            if op in OTHER_OP:
                yield NodeChange("line", f"`{op}` becomes `{OTHER_OP[op]}`", with_(node, op=OTHER_OP[op]))


def of_course(node: Any) -> Iterator[NodeChange]:
    """Ends that come late, early or never."""
    match node:
        case g.EndRule(rule, moment, when):
            yield NodeChange("end", f"the end `{rule}` is inverted", with_(node, when=(k.Not(_all(when)),)))
            late = None if moment else "end of turn"
            words = "checked immediately" if moment else "checked only at the end of a turn"
            yield NodeChange("end", f"the end `{rule}` is {words}", with_(node, moment=late))


def _all(parts: tuple[k.Expr, ...]) -> k.Expr:
    return parts[0] if len(parts) == 1 else k.Logic("and", parts)


def of_move(node: Any) -> Iterator[NodeChange]:
    """Moves that copy or lose, in the kernel."""
    match node:
        case km.Take():
            yield NodeChange("copy", "a move copies", GONE)
        case km.Put():
            yield NodeChange("loss", "a move loses", GONE)


def of_game(node: Any, same: SameEitherWay) -> Iterator[NodeChange]:
    """Every mistake that fits a node of a game, but for what would be the same."""
    if not same.has_one_place(node):
        yield from of_expression(node)
    yield from of_step(node, same)
    yield from of_definition(node)
    yield from of_course(node)


def of_text(program: Program) -> Iterator[tuple[Changed, str, Callable[[], g.Game | None]]]:
    """Every number moved up and down by one, rankings turned round, notes forgotten too late or too early.

    A word that is printed on a component becomes the next of its kind. A text without sense gives no game.
    """
    laid = program.composition
    kinds = [tuple(name.text for name in item.names) for item in laid.items if isinstance(item, nodes.Kind)]
    moved = partial(_moved, kinds)
    for at, item in enumerate(laid.items):
        match item:
            case (
                nodes.Number(name=name)
                | nodes.Component(name=name)
                | nodes.Kind(name=name)
                | nodes.Store(name=name)
            ):
                subject = name.text
            case nodes.Winner() | nodes.Starter():
                subject = type(item).__name__.lower()
            case _:
                continue
        for each in changed(item, moved):
            items = (*laid.items[:at], each.whole, *laid.items[at + 1 :])
            yield each, subject, partial(_typed, program, items)


def _typed(program: Program, items: tuple[nodes.Item, ...]) -> g.Game | None:
    report = Report()
    found = typed_game(program.ruleset, items, program.players, report)
    return None if report.has_errors else found


def _by_one(said: str, number: int) -> Iterator[tuple[int, str]]:
    """The numbers beside a number, each with what is said of it then."""
    return ((new, f"{said} {new}, not {number}") for new in (number + 1, number - 1))


def _moved(kinds: Sequence[tuple[str, ...]], node: Any) -> Iterator[NodeChange]:
    match node:
        case nodes.Winner(ranks) | nodes.Starter(ranks=ranks):
            for at in range(len(ranks) if len(ranks) > 1 else 0):
                rest = (*ranks[:at], *ranks[at + 1 :])
                yield NodeChange("ranking", "a line of the ranking is dropped", with_(node, ranks=rest))
        case nodes.Rank(best, _, _) if best is not None:
            other = "lowest" if best == "highest" else "highest"
            yield NodeChange("ranking", f"`{best}` becomes `{other}`", with_(node, best=other))
        case nodes.Number(name, _, nodes.Integer(value) as integer, _):
            for new, words in _by_one(f"`{name.text}` is", value):
                yield NodeChange("number", words, with_(node, value=with_(integer, value=new)))
        case nodes.Entry(_, _, nodes.Integer(value) as integer):
            for new, words in _by_one("an entry is", value):
                yield NodeChange("table entry", words, with_(node, value=with_(integer, value=new)))
        case nodes.Kind(name, _, int(), nodes.Integer(high) as integer):
            for new, words in _by_one(f"`{name.text}` goes up to", high):
                yield NodeChange("range", words, with_(node, high=with_(integer, value=new)))
        case nodes.Store(name=name, until=until, kept=kept, rest_lost=rest_lost):
            if until is not None:
                words = f"`{name.text}` is not forgotten when a {until.text} ends"
                yield NodeChange("lifetime", words, with_(node, until=None))
            if kept:
                words = f"`{name.text}` is not kept for the next round"
                yield NodeChange("lifetime", words, with_(node, kept=False))
            if rest_lost:
                words = f"the rest of `{name.text}` is not lost"
                yield NodeChange("range", words, with_(node, rest_lost=False))
        case nodes.FieldRange(name, _, high):
            for new, words in _by_one(f"`{name.text}` goes up to", high):
                yield NodeChange("range", words, with_(node, high=new))
        case nodes.FieldName(name, value):
            for kind in kinds:
                if value.text in kind and len(kind) > 1:
                    other = kind[(kind.index(value.text) + 1) % len(kind)]
                    words = f"`{name.text}` is {other}, not {value.text}"
                    yield NodeChange("printed word", words, with_(node, value=with_(value, text=other)))
        case nodes.FieldNumbers(name, values):
            for at, value in enumerate(values):
                for new, words in _by_one(f"`{name.text}` is", value):
                    row = (*values[:at], new, *values[at + 1 :])
                    yield NodeChange("printed number", words, with_(node, values=row))
        case nodes.FieldPer(name, pairs):
            for at, (key, value) in enumerate(pairs):
                for new, words in _by_one(f"`{name.text} {key.text}` is", value):
                    printed = (*pairs[:at], (key, new), *pairs[at + 1 :])
                    yield NodeChange("printed number", words, with_(node, pairs=printed))
