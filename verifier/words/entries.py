"""What needs words: a composed rule set in, one entry for everything that people are told of, out.

An entry belongs to the unit that wrote its rule: a sentence about a rule that a house rule replaces is the
house rule's own, and everything that it leaves alone keeps the sentence of the game.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.files import game_name, spec_folder
from verifier.surface.format import printed
from verifier.surface.index import is_claim, rules_in

Node = Any

# Labels are names of things, a few words without a full stop; all other entries are sentences.
LABELS = frozenset({"title", "number", "amount", "note", "die"})
# Claims are for people who check a game; players never read them.
CLAIMS = frozenset({"invariant", "witness", "measure", "may-loop", "accept"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to put into words: `key` is its context in the catalogue, `text` its rule in the rules' own words."""

    key: str
    sort: str
    name: str
    unit: str
    folder: Path
    text: str
    node: Node
    # Where it stands: the rules of one action or definition, in their order, with the entry among them.
    place: Node | None
    span: Span

    @property
    def is_label(self) -> bool:
        return self.sort in LABELS

    @property
    def id(self) -> str:
        """The context without the unit: `rule:ascending`."""
        return self.key.rpartition("/")[2]


def entries_of(laid: Composition) -> dict[str, Entry]:
    """Every entry of a rule set by its id; where two units say something of one id, the later one's."""
    found: dict[str, Entry] = {}
    by_file: dict[str, list[nodes.Unit]] = {}
    for unit in laid.units:
        by_file.setdefault(unit.span.path, []).append(unit)
    for item in laid.items:
        for sort, name, node, place in _of_item(item):
            entry = _entry(by_file, sort, name, node, place)
            if entry is None:
                continue
            before = found.get(entry.id)
            if before is not None and before.unit == entry.unit and before.text != entry.text:
                entry = _joined(before, entry)
            found[entry.id] = entry
    for unit in laid.units:
        for entry in _of_unit(unit):
            found.setdefault(entry.key, entry)
    return found


# --- whose words


def folder_of(path: str) -> Path:
    """The folder whose catalogue speaks of a file: the game's, or else the one it lies in."""
    return _folder(path, os.getcwd())


@lru_cache(maxsize=4_000)
def _folder(path: str, here: str) -> Path:
    # Paths are told from where people stand, so the same path may be another file elsewhere.
    resolved, shelf = Path(here, path).resolve(), spec_folder().resolve()
    if resolved.is_relative_to(shelf):
        return shelf / resolved.relative_to(shelf).parts[0]
    # Somebody's own game has its overlays in folders below it, as ours have.
    above = (folder for folder in resolved.parents if (folder / "game.rules").is_file())
    return next(above, resolved.parent)


def unit_name(unit: nodes.Unit) -> str:
    """What its sentences are filed under: a part of one unit is filed with that unit."""
    header = unit.header
    return header.of[0].text if header.sort == "part" and len(header.of) == 1 else header.name.text


def key_of(unit: str, folder: Path, local: str) -> str:
    """The context in the catalogue: an overlay's name stands before what it says itself."""
    is_game = unit == folder.name or unit == game_name(str(folder))
    return local if is_game else f"{unit}/{local}"


def _entry(
    by_file: Mapping[str, list[nodes.Unit]], sort: str, name: str, node: Node, place: Node | None
) -> Entry | None:
    # A number that an overlay sets keeps the name it was given below.
    named = getattr(node, "name", None)
    span = named.span if isinstance(named, nodes.Name) else node.span
    beside = by_file.get(span.path, ())
    unit = next((each for each in beside if each.span.start <= span.start < each.span.end), None)
    if unit is None or unit.header.sort == "instance":
        return None
    folder, owner = folder_of(span.path), unit_name(unit)
    local = f"{sort}:{name}" if name else sort
    return Entry(key_of(owner, folder, local), sort, name, owner, folder, _text(node), node, place, span)


def _joined(first: Entry, second: Entry) -> Entry:
    """Two blocks of one unit about one thing are told together."""
    if second.text in first.text:
        return first
    both = (*(first.node if isinstance(first.node, tuple) else (first.node,)), second.node)
    return Entry(
        first.key, first.sort, first.name, first.unit, first.folder, f"{first.text}\n{second.text}", both,
        first.place, first.span,
    )  # fmt: skip


# --- what there is to say


def _of_item(item: Node) -> Iterator[tuple[str, str, Node, Node | None]]:
    match item:
        case nodes.Title() | nodes.Rounds() | nodes.Winner():
            yield _word(item), "", item, None
        case (
            nodes.Number() | nodes.Zone() | nodes.Die() | nodes.Action() | nodes.Procedure() | nodes.Define()
        ):
            yield _word(item), item.name.text, item, None
        case nodes.Invariant() | nodes.Witness() | nodes.Measure():
            yield _word(item), item.name.text, item, None
        case nodes.MayLoop():
            yield "may-loop", item.name.text, item, None
        case nodes.Store() | nodes.Component(lines=(_, *_)):
            yield item.sort, item.name.text, item, None
        case nodes.Setup():
            yield "setup-once" if item.once else "setup", "", item, None
        case nodes.Starter():
            yield "later-starter" if item.later else "starter", "", item, None
        case nodes.Turn():
            yield from (("phase", phase.name.text, phase, item) for phase in item.phases)
        case nodes.Also():
            yield "also", added_to_phase(item), item, None
        case nodes.Hook():
            yield item.when, printed(item.path), item, None
        case nodes.Accept():
            about = f"{item.property.text}:{printed(item.subject)}" if item.subject else item.property.text
            yield "accept", about, item, None
    for rule in rules_in(item):
        yield "rule", rule.name.text, rule, item


def added_to_phase(also: nodes.Also) -> str:
    """`act+remove-card`: the phase, and what it offers besides."""
    return "+".join((also.phase.text, *(each.action.text for each in also.offered)))


def _word(item: Node) -> str:
    return type(item).__name__.lower()


def _of_unit(unit: nodes.Unit) -> Iterator[Entry]:
    """An overlay has a title and a line on what it changes."""
    header = unit.header
    if header.sort not in ("variant", "house-rule", "edition"):
        return
    folder, name = folder_of(unit.span.path), header.name.text
    if name == folder.name:
        return
    text = "\n".join([f"{header.sort} {name}", *_edits(unit.items)])
    for sort in ("title", "about"):
        shown = f"{header.sort} {name}" if sort == "title" else text
        key = key_of(name, folder, sort)
        told = tuple(item for item in unit.items if not is_claim(item))
        yield Entry(key, sort, "", name, folder, shown, told, None, header.span)


def _edits(items: Iterable[Node]) -> Iterator[str]:
    for item in items:
        if not is_claim(item):
            first, *rest = (_text(item) if isinstance(item, nodes.Number) else printed(item)).splitlines()
            # One line says it all, or the rules inside have sentences of their own.
            yield first
            yield from (f"  {line.strip()}" for line in rest if line.strip().startswith("rule "))


# --- the rule in the rules' own words


def _text(node: Node) -> str:
    if isinstance(node, nodes.Number):
        by = f" by {node.by.text}" if node.by else ""
        return f"number {node.name.text}{by}"
    lines = [line.rstrip() for line in printed(node).splitlines()]
    if isinstance(node, nodes.Component):
        lines[0] = f"{node.sort} {node.name.text}"
    return "\n".join(_without_rule_bodies(lines))


def _without_rule_bodies(lines: list[str]) -> Iterator[str]:
    """Of a rule inside a block only its name: it has an entry of its own."""
    deeper = None
    for number, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        if deeper is not None and depth > deeper:
            continue
        deeper = depth if number and line.lstrip().startswith("rule ") else None
        yield line
