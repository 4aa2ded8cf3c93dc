"""A component by its name: what is printed on it, what it counts as, how often it is in the box."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from verifier.diagnostics import Rejected
from verifier.kernel.domain import Names, Things, Truth, values
from verifier.kernel.machine import Table
from verifier.model.game import Game
from verifier.program import program_of
from verifier.surface import nodes

FIELD, CLASS = "its ", "is "
# Every component is one; and its name is what was asked for.
PLAIN = {"component"}


@dataclass(frozen=True, slots=True)
class Card:
    """A component of a rule set: the names of its copies, what it counts as, what is printed on it."""

    ruleset: str
    design: str
    names: tuple[str, ...]
    classes: tuple[str, ...]
    fields: dict[str, Any]


def card(what: str, ruleset: str) -> Card | None:
    """The component with this name or design in a rule set; of a design with many faces, the design alone."""
    try:
        found = program_of(ruleset).game
    except Rejected:
        return None
    alike = [number for number, thing in enumerate(found.things) if what in (thing.name, thing.design)]
    if not alike:
        return None
    twins = {found.things[number].twin for number in alike}
    copies = [number for number, thing in enumerate(found.things) if thing.twin in twins]
    # What all of them share: of a single card everything, of a design with fifty faces what does not differ.
    printed = [_fields(found, number) for number in copies]
    shared = {
        name: value for name, value in printed[0].items() if all(value == each.get(name) for each in printed)
    }
    return Card(
        ruleset,
        found.things[copies[0]].design,
        tuple(found.things[number].name for number in copies),
        tuple(
            name.removeprefix(CLASS)
            for name, table in found.tables.items()
            if _is_class(name, table) and all(table.values[number] for number in copies)
        ),
        shared,
    )


def ruleset_of(game: str, unit: nodes.Unit) -> str:
    """The smallest rule set that has a unit in it."""
    header = unit.header
    name = header.of[0].text if header.sort == "part" else header.name.text
    return game if name == game or header.sort == "game" else f"{game}+{name}"


def _is_class(name: str, table: Table) -> bool:
    return (
        name.startswith(CLASS) and isinstance(table.domain, Truth) and name.removeprefix(CLASS) not in PLAIN
    )


def _fields(game: Game, number: int) -> dict[str, Any]:
    """What is printed on a component: a value, or one for each member of a kind."""
    found: dict[str, Any] = {}
    for name, table in game.tables.items():
        if not name.startswith(FIELD) or name == f"{FIELD}name" or not isinstance(table.index[0], Things):
            continue
        entries: dict[str, Any] = {}
        size = len(table.values) // len(game.things)
        kinds = list(product(*(values(domain) for domain in table.index[1:])))
        for place, index in enumerate(kinds[:size]):
            value = table.values[number * size + place]
            if value != table.missing:
                words = [_word(domain, each) for domain, each in zip(table.index[1:], index, strict=True)]
                entries[" ".join(map(str, words))] = _word(table.domain, value)
        if entries:
            found[name.removeprefix(FIELD)] = entries.get("", entries)
    return found


def _word(domain: Any, value: int) -> str | int:
    return domain.members[value] if isinstance(domain, Names) else value
