"""What an overlay edits, and where that stands: a unit and the rules below it in, places and edits out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.compose import Composition

_RULES = (nodes.GuardRule, nodes.StepRule, nodes.ValueRule, nodes.EndRule)
_SAID = {
    "starter": "who starts",
    "turn": "the course of a turn",
    "end": "when a round ends",
    "setup": "the set-up",
    "winner": "who wins",
}


@dataclass(frozen=True, slots=True)
class Place:
    """What an edit is about: a definition, an action, who starts, the turn, the end, the set-up, ..."""

    sort: str
    name: str = ""

    @property
    def words(self) -> str:
        if self.sort in _SAID:
            return _SAID[self.sort]
        return f"`{self.name}`" if self.name else self.sort


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: its place, the rule or thing it touches, and where it is written."""

    place: Place
    what: str
    span: Span


def edits_of(unit: nodes.Unit, below: Composition) -> list[Edit]:
    """Every edit of an overlay. New things, of which nobody below knows, are no edits."""
    homes = dict(_homes(below.items))
    actions = {item.name.text for item in below.items if isinstance(item, nodes.Action)}
    found: list[Edit] = []
    for item in unit.items:
        match item:
            case nodes.SetOption(name):
                found.append(Edit(Place("number", name.text), name.text, item.span))
            case nodes.Remove(sort, name):
                found.append(Edit(homes.get(name.text, Place(sort.text, name.text)), name.text, item.span))
            case nodes.Replace(inner):
                found += _replaced(inner, homes, item.span)
            case nodes.Change(name, rules):
                place = Place("action" if name.text in actions else "definition", name.text)
                found += [Edit(place, rule.name.text, rule.span) for rule in rules]
            case nodes.End(rules):
                found += [Edit(Place("end"), rule.name.text, rule.span) for rule in rules]
            case nodes.Setup():
                found.append(Edit(Place("setup"), "setup", item.span))
            case _:
                pass
    return found


def _replaced(item: Any, homes: dict[str, Place], span: Span) -> Iterator[Edit]:
    match item:
        case nodes.Starter(later):
            yield Edit(Place("starter"), "later starter" if later else "starter", span)
        case nodes.Turn():
            yield Edit(Place("turn"), "turn", span)
        case nodes.Phase(name):
            yield Edit(Place("turn"), name.text, span)
        case nodes.Setup():
            yield Edit(Place("setup"), "setup", span)
        case nodes.Winner():
            yield Edit(Place("winner"), "winner", span)
        case nodes.Define(name):
            yield Edit(Place("definition", name.text), name.text, span)
        case _ if isinstance(item, _RULES):
            yield Edit(homes.get(item.name.text, Place("rule", item.name.text)), item.name.text, span)
        case _:
            named = getattr(item, "name", None)
            word = named.text if isinstance(named, nodes.Name) else ""
            yield Edit(Place(type(item).__name__.lower(), word), word, span)


def _homes(items: tuple[nodes.Item, ...]) -> Iterator[tuple[str, Place]]:
    """Of every rule the place it stands in."""
    for item in items:
        match item:
            case nodes.Define(name) | nodes.Change(name):
                place = Place("definition", name.text)
            case nodes.End():
                place = Place("end")
            case nodes.Action(name) | nodes.Procedure(name):
                place = Place(type(item).__name__.lower(), name.text)
            case _:
                continue
        yield from ((rule, place) for rule in _rules(item))


def _rules(node: Any) -> Iterator[str]:
    if isinstance(node, tuple):
        for part in node:
            yield from _rules(part)
    elif is_dataclass(node) and not isinstance(node, Span):
        if isinstance(node, _RULES):
            yield node.name.text
        for field in fields(node):
            value = getattr(node, field.name)
            if isinstance(value, tuple):
                yield from _rules(value)
