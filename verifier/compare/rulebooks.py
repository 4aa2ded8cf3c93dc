"""Two rulebooks line by line: what each says under the same name, and what only one of them says.

Texts that differ in nothing but names that stand for each other say the same. Claims, scenarios and titles
are no rules and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from verifier.compare.vocabulary import Key, declared, learned, partner, same, words_of
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.format import printed

_SORTS: dict[type, str] = {
    nodes.Number: "number",
    nodes.Kind: "kind",
    nodes.Zone: "zone",
    nodes.Die: "die",
    nodes.Action: "action",
    nodes.Procedure: "procedure",
    nodes.Define: "define",
    nodes.Change: "change",
    nodes.Setup: "setup",
    nodes.Rounds: "rounds",
    nodes.Winner: "winner",
    nodes.Turn: "turn",
    nodes.Players: "players",
    nodes.End: "end",
    nodes.Hook: "hook",
}
_RULES = (nodes.GuardRule, nodes.StepRule, nodes.ValueRule, nodes.EndRule)


@dataclass(frozen=True, slots=True)
class Said:
    """What a rulebook says under a name, and where."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class LineDiffers:
    """A number, kind, zone, rule or other line that the two rulebooks do not share."""

    sort: str
    name: str
    first: Said | None
    second: Said | None


def lines_of(items: tuple[nodes.Item, ...]) -> dict[Key, Said]:
    """Every rule by its id, and around them every other line of the rulebook by its sort and name."""
    found: dict[Key, Said] = {}
    for item in items:
        key = _key(item)
        if key is None:
            continue
        for each, said in ((key, Said(_outline(item), item.span)), *_rules(item)):
            before = found.get(each)
            # Hooks, changes and end conditions may come from several places: together they are one line.
            found[each] = said if before is None else Said(f"{before.text}\n{said.text}", before.span)
    return found


def _key(item: nodes.Item) -> Key | None:
    match item:
        case nodes.Component(sort, name):
            return sort, name.text
        case nodes.Store(sort, name):
            return sort, name.text
        case nodes.Starter(later):
            return "starter", "later" if later else ""
        case nodes.Hook(when, path):
            return when, printed(path)
        case nodes.Setup(once):
            return "setup", "once" if once else ""
        case _:
            word = _SORTS.get(type(item))
            named = getattr(item, "name", None)
            return (word, named.text if isinstance(named, nodes.Name) else "") if word else None


def _rules(node: Any) -> Iterator[tuple[Key, Said]]:
    """Every rule with a name anywhere below a node."""
    if isinstance(node, tuple):
        for part in node:
            yield from _rules(part)
    elif is_dataclass(node) and not isinstance(node, Span):
        if isinstance(node, _RULES):
            yield ("rule", node.name.text), Said(_outline(node), node.span)
        for field in fields(node):
            value = getattr(node, field.name)
            if isinstance(value, tuple):
                yield from _rules(value)


def _outline(node: Any) -> str:
    """The text of a node; of the rules inside it the names alone, for they are lines of their own."""
    kept: list[str] = []
    inside: int | None = None
    for number, line in enumerate(printed(node).splitlines()):
        depth = len(line) - len(line.lstrip())
        if inside is not None and depth > inside:
            continue
        opens = number > 0 and line.lstrip().startswith("rule ")
        inside = depth if opens else None
        kept.append(line)
    return "\n".join(kept)


def compared(
    first: tuple[nodes.Item, ...], second: tuple[nodes.Item, ...], renamed: Mapping[str, str]
) -> list[LineDiffers]:
    """The lines in which two rulebooks differ, in the order of the first."""
    ours, others = lines_of(first), lines_of(second)
    mine = {key: said.text for key, said in ours.items()}
    theirs = {key: said.text for key, said in others.items()}
    words = learned(mine, theirs, renamed, (declared(first), declared(second)))
    partners = {key: partner(key, theirs, words) for key in ours}
    taken = set(partners.values())
    found = []
    for key, said in ours.items():
        there = partners[key]
        other = others[there] if there is not None else None
        if other is None or not same(key[0], said.text, other.text, words):
            found.append(LineDiffers(*key, said, other))
    found += [LineDiffers(*key, None, said) for key, said in others.items() if key not in taken]
    return _folded(found)


def _folded(found: list[LineDiffers]) -> list[LineDiffers]:
    """A definition that only one side has, and only to say another line shorter, is told with that line."""
    helpers = {
        line.name: said
        for line in found
        if line.sort == "define" and (line.first is None) != (line.second is None)
        for said in (line.first or line.second,)
        if said is not None and "\n" not in said.text
    }
    used = {
        name
        for name in helpers
        for line in found
        for said in (line.first, line.second)
        if said is not None and line.name != name and name in words_of(said.text)
    }
    kept = []
    for line in found:
        if line.sort == "define" and line.name in used:
            continue
        mine, theirs = _explained(line.first, helpers), _explained(line.second, helpers)
        kept.append(LineDiffers(line.sort, line.name, mine, theirs))
    return kept


def _explained(said: Said | None, helpers: Mapping[str, Said]) -> Said | None:
    if said is None:
        return None
    words = words_of(said.text)
    extra = [helper.text for name, helper in helpers.items() if name in words and helper.text != said.text]
    return Said("\n".join([said.text, *extra]), said.span)
