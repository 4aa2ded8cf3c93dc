"""What a rule says, as far as a sentence can get it wrong: its numbers, comparisons, choices, denials, order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.format import printed
from verifier.surface.index import walk
from verifier.words.entries import Entry

Node = Any
INEQUALITIES = ("at-least", "more-than", "at-most", "less-than")


@dataclass(frozen=True, slots=True)
class Comparison:
    """`op` with the numbers that stand on its right (or, without any, on its left).

    `exact` when nothing else stands there: then a sentence can put the number beside its comparison.
    """

    op: str
    numbers: frozenset[str]
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Formal:
    names: frozenset[str]
    # All names in reach: of the block around the rule, and of what these are defined by.
    around: frozenset[str]
    literals: frozenset[int]
    comparisons: tuple[Comparison, ...]
    equals: frozenset[str]
    # A condition that refuses; a choice that may be declined; a choice that may not.
    is_guard: bool
    may: bool
    must_choose: bool
    # A denial that must be told, and one that may be.
    denies: bool
    may_deny: bool


def formal(entry: Entry, laid: Composition) -> Formal:
    """The content of an entry, without the rules inside it that have entries of their own."""
    own = list(own_nodes(entry.node))
    names = frozenset(_names(own))
    # The rules beside a rule are not about the same thing, the block that they stand in is.
    place = list(own_nodes(_blocks(entry.place, laid)))
    around = names | frozenset(_names(place)) | {entry.name} | frozenset(_names(list(walk(entry.node))))
    itself = getattr(getattr(entry.place, "name", None), "text", "")
    return Formal(
        names,
        _reach(around, laid, itself),
        frozenset(_literals(own)),
        tuple(_comparisons(own)),
        frozenset(
            name for each in own if _is(each, "is") for name in _operands(each.right) | _operands(each.left)
        ),
        isinstance(entry.node, nodes.GuardRule) or any(isinstance(each, nodes.GuardRule) for each in own),
        any(_declinable(each) for each in own),
        any(_choice(each) for each in own),
        any(_denial(each) for each in own),
        any(_emptiness(each) for each in own),
    )


def _blocks(place: Node | None, laid: Composition) -> tuple[Node, ...]:
    """The block a rule stands in; for one that a `change` adds, also the definition that it changes."""
    if not isinstance(place, nodes.Change):
        return () if place is None else (place,)
    changed = (
        item for item in laid.items if isinstance(item, nodes.Define) and item.name.text == place.name.text
    )
    return (place, *changed)


def own_nodes(node: Node) -> Iterator[Node]:
    """A node and what is below it, up to the rules that have entries of their own."""
    if isinstance(node, tuple):
        for part in node:
            yield from own_nodes(part)
        return
    if not is_dataclass(node) or isinstance(node, type | Span):
        return
    yield node
    for field in fields(node):
        if field.name == "span" or (isinstance(node, nodes.Component) and field.name == "fields"):
            continue
        inner = getattr(node, field.name)
        for part in inner if isinstance(inner, tuple) else (inner,):
            if not isinstance(part, nodes.Rule):
                yield from own_nodes(part)


def _names(found: list[Node]) -> Iterator[str]:
    for each in found:
        if isinstance(each, nodes.Name):
            yield each.text


def _reach(names: frozenset[str], laid: Composition, itself: str) -> frozenset[str]:
    """The names, and those in every definition, procedure and kind that they lead to, but for the block `itself`."""
    blocks = _led_to(names, laid, itself)
    return names.union(*(_names(list(walk(block))) for block in blocks))


def _led_to(names: frozenset[str], laid: Composition, itself: str) -> list[Node]:
    """Every definition, procedure, action and kind that the names lead to, one by way of another."""
    blocks: dict[str, Node] = {}
    for item in laid.items:
        if isinstance(item, nodes.Define | nodes.Procedure | nodes.Action | nodes.Kind):
            blocks.setdefault(item.name.text, item)
    blocks.pop(itself, None)
    found: dict[str, Node] = {}
    waiting = sorted(names & blocks.keys())
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = blocks[name]
            waiting += [each for each in _names(list(walk(blocks[name]))) if each in blocks]
    return list(found.values())


def reached(entry: Entry, laid: Composition) -> list[Node]:
    """The block in which a rule stands, without the rules beside it, and every block that it leads to."""
    place = list(own_nodes(_blocks(entry.place, laid)))
    names = frozenset(_names([*own_nodes(entry.node), *place, *walk(entry.node)]))
    itself = getattr(getattr(entry.place, "name", None), "text", "")
    return [*place, *_led_to(names, laid, itself)]


def _literals(own: list[Node]) -> Iterator[int]:
    for each in own:
        if isinstance(each, nodes.Integer):
            yield each.value
        elif isinstance(each, nodes.Negative) and isinstance(each.operand, nodes.Integer):
            yield -each.operand.value
        elif isinstance(each, nodes.Players):
            yield from (each.low, each.high)


def _is(each: Node, op: str) -> bool:
    return isinstance(each, nodes.Compare) and each.op == op


def _comparisons(own: list[Node]) -> Iterator[Comparison]:
    for each in own:
        match each:
            case nodes.Compare() if each.op in INEQUALITIES:
                numbers = frozenset(_operands(each.right) or _operands(each.left))
                yield Comparison(each.op, numbers, _is_constant(each.right))
            case nodes.ValueStep() if each.op in ("at-least", "at-most"):
                yield Comparison(each.op, frozenset(_operands(each.value)), _is_constant(each.value))
            case nodes.NumberRange():
                yield Comparison("at-least", frozenset(_operands(each.low)))
                yield Comparison("at-most", frozenset(_operands(each.high)))
            case nodes.Offer() if each.how == "at most one of":
                yield Comparison("at-most", frozenset({"1"}))


def _is_constant(node: Node) -> bool:
    """A number, a name, or the sum or product of such: nothing that is counted in play."""
    match node:
        case nodes.Integer():
            return True
        case nodes.Place():
            bare = isinstance(node.path, nodes.Path) and not node.path.my
            return bare and not node.index and len(node.path.parts) == 1
        case nodes.Negative():
            return _is_constant(node.operand)
        case nodes.Binary():
            return _is_constant(node.left) and _is_constant(node.right)
    return False


def _operands(node: Node) -> set[str]:
    """The numbers that an expression names."""
    found = set()
    for each in walk(node):
        if isinstance(each, nodes.Integer):
            found |= {str(each.value), str(-each.value)}
        elif isinstance(each, nodes.Name):
            found.add(each.text)
    return found


def _declinable(each: Node) -> bool:
    if isinstance(each, nodes.Choose):
        return each.may
    return isinstance(each, nodes.Offer) and each.how != "one of"


def _choice(each: Node) -> bool:
    if isinstance(each, nodes.Choose):
        return not each.may
    return isinstance(each, nodes.Offer) and each.how == "one of"


def _denial(each: Node) -> bool:
    match each:
        case nodes.Compare():
            return each.op == "is-not"
        case nodes.Within() | nodes.Related() | nodes.OneOf():
            return each.negated
        case nodes.Not():
            return True
        case nodes.Fold():
            return each.op == "no"
    return False


def _emptiness(each: Node) -> bool:
    """What a sentence may tell with or without a denial: nothing there, zero, hidden."""
    match each:
        case nodes.Empty():
            return True
        case nodes.Integer():
            return each.value == 0
        case nodes.Name():
            return each.text == "nothing"
        case nodes.Zone():
            return each.view in ("hidden", "owner", "others", "top", "bottom")
        case nodes.Clear() | nodes.Rank():
            return True
    return False


# --- what shows a rule at work: scenarios that it refuses, and scenarios in which it lets pass or counts


@dataclass(frozen=True, slots=True)
class Examples:
    passing: tuple[str, ...]
    failing: tuple[str, ...]


def examples_of(entry: Entry, laid: Composition) -> Examples:
    """The scenarios of a rule set about one entry, as they are written."""
    scenarios = [item for item in laid.items if isinstance(item, nodes.Scenario)]
    failing = [each for each in scenarios if _refuses(each, entry.name)]
    passing = [each for each in scenarios if each not in failing and _shows(each, entry)]
    return Examples(tuple(map(printed, passing)), tuple(map(printed, failing)))


def _refuses(scenario: nodes.Scenario, rule: str) -> bool:
    return any(isinstance(fact, nodes.Refused) and fact.rule.text == rule for fact in scenario.facts)


def _shows(scenario: nodes.Scenario, entry: Entry) -> bool:
    """Is the action of a guard carried out, or the definition of a step asked for?"""
    if any(isinstance(fact, nodes.Refused) for fact in scenario.facts):
        return False
    place = entry.place if entry.place is not None else entry.node
    name = getattr(getattr(place, "name", None), "text", "")
    if isinstance(place, nodes.Action):
        return any(isinstance(fact, nodes.Act) and fact.action.text == name for fact in scenario.facts)
    return bool(name) and name in _asked(scenario)


def _asked(scenario: nodes.Scenario) -> Iterator[str]:
    for fact in scenario.facts:
        if isinstance(fact, nodes.Outcome):
            yield from (each.text for each in walk(fact.claim) if isinstance(each, nodes.Name))
        elif isinstance(fact, nodes.ActProcedure):
            yield fact.procedure.text
