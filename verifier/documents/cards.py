"""What is printed on components: designs with their faces, their classes and how many copies the box holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from verifier.kernel.domain import NOTHING, Domain, Names, Players, Things, Truth, values
from verifier.kernel.machine import Table
from verifier.model.game import Game
from verifier.surface import nodes

FIELD, CLASS = "its ", "is "
Printed = str | int | Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Face:
    """Components that look the same: how many there are, what is printed on them, what they count as."""

    design: str
    copies: int
    fields: Mapping[str, Printed]
    classes: tuple[str, ...]
    first: int


def faces(game: Game) -> list[Face]:
    """Every different component of a game, in the order of the text.

    Copies that differ in a mere yes or no (a sign that sorts them for a variant) share a face.
    """
    found: dict[tuple[str, str], list[int]] = {}
    shown = {}
    for number, thing in enumerate(game.things):
        fields = printed_fields(game, number)
        key = thing.design, repr(sorted(fields.items(), key=lambda field: field[0]))
        found.setdefault(key, []).append(number)
        shown[key] = fields
    return [
        Face(design, len(numbers), shown[design, key], tuple(classes_of(game, numbers)), numbers[0])
        for (design, key), numbers in found.items()
    ]


def types(items: Iterable[nodes.Item]) -> dict[str, str]:
    """What each design is: the class its text names first, else the first kind that lists it, else itself."""
    items = list(items)
    found: dict[str, str] = {}
    for item in items:
        if isinstance(item, nodes.Component):
            tags = [field.name.text for field in item.fields if isinstance(field, nodes.Tag)]
            found.setdefault(item.name.text, tags[0] if tags else "")
    for item in items:
        for name in item.names if isinstance(item, nodes.Kind) else ():
            if found.get(name.text) == "" and isinstance(item, nodes.Kind):
                found[name.text] = item.name.text
    return {design: kind or design for design, kind in found.items()}


def classes_of(game: Game, numbers: list[int]) -> Iterator[str]:
    """What all of these components count as, widest class first."""
    for name, things in sorted(game.classes.items(), key=lambda each: -len(each[1].ids)):
        if name != "component" and set(numbers) <= set(things.ids):
            yield name


def printed_fields(game: Game, number: int) -> dict[str, Printed]:
    """What is printed on a component: a value, or one for each member of a kind."""
    found: dict[str, Printed] = {}
    for name, table in game.tables.items():
        if not name.startswith(FIELD) or name == f"{FIELD}name" or not isinstance(table.index[0], Things):
            continue
        # Whose figure it is, is no print: each player has one.
        entries = _entries(game, table, number) if not isinstance(table.domain, Players) else {}
        if entries:
            found[name.removeprefix(FIELD)] = entries.get("", entries)
    return found


def _entries(game: Game, table: Table, number: int) -> dict[str, Any]:
    size = len(table.values) // len(game.things)
    entries: dict[str, Any] = {}
    for place, index in enumerate(product(*(values(domain) for domain in table.index[1:]))):
        value = table.values[number * size + place]
        if (
            place < size
            and not isinstance(table.domain, Truth)
            and (
                value != table.missing
                or (value != NOTHING and size == 1 and _has(game, table, game.things[number].design))
            )
        ):
            words = [_word(domain, each) for domain, each in zip(table.index[1:], index, strict=True)]
            entries[" ".join(map(str, words))] = _word(table.domain, value)
    return entries


def _has(game: Game, table: Table, design: str) -> bool:
    """Do components of this design bear the field? Then a value that elsewhere means none is a value here."""
    return any(
        value != table.missing and thing.design == design
        for thing, value in zip(game.things, table.values, strict=True)
    )


def _word(domain: Domain, value: int) -> str | int:
    return domain.members[value] if isinstance(domain, Names) and 0 <= value < len(domain.members) else value
