"""A name in, every place in the rules that has it out: for `explain`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import product
from typing import Any

from verifier.diagnostics import Rejected, Report
from verifier.kernel.domain import Names, Things, Truth, values
from verifier.kernel.machine import Table
from verifier.model.game import Game
from verifier.program import composition, program_of
from verifier.surface import nodes
from verifier.surface.files import files_below, game_folder, game_name, game_names, units_of
from verifier.surface.format import printed

# --- a name in, every place in the rules that has it out: for `explain`


# What a name may belong to, and what people call it.
SORTS: dict[type[Any], str] = {
    nodes.GuardRule: "rule",
    nodes.StepRule: "rule",
    nodes.ValueRule: "rule",
    nodes.EndRule: "rule",
    nodes.Action: "action",
    nodes.Procedure: "procedure",
    nodes.Define: "definition",
    nodes.Invariant: "invariant",
    nodes.Witness: "witness",
    nodes.Measure: "measure",
    nodes.Number: "number",
    nodes.Kind: "kind",
    nodes.Component: "component",
    nodes.Zone: "zone",
    nodes.Store: "amount or note",
    nodes.Die: "die",
    nodes.Phase: "phase",
    nodes.Scenario: "scenario",
}


Units = list[tuple[str, nodes.Unit]]


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing with a name: the game in whose folder it lies, the unit that has it, what it stands in."""

    game: str
    unit: nodes.Unit
    inside: str | None
    sort: str
    node: Any

    @property
    def text(self) -> str:
        return printed(self.node)


def shelf_units(ruleset: str | None) -> Units:
    """Every unit on the shelf with its game, or those of one rule set; mistakes raise `Rejected`."""
    if ruleset is not None:
        report = Report()
        laid = composition(ruleset, report)
        report.reject_errors()
        return [(ruleset, unit) for unit in (laid.units if laid is not None else ())]
    found = []
    for game in game_names():
        for path in files_below(game_folder(game)):
            found += [(game, unit) for unit in units_of(path, Report())]
    return found


def named(units: Units, name: str) -> list[NamedThing]:
    """Everything with this name."""
    return [
        NamedThing(game, unit, inside, SORTS[type(node)], node)
        for game, unit in units
        for inside, node in _walk(unit)
        if node.name.text == name
    ]


def names(units: Units) -> list[str]:
    return [node.name.text for _, unit in units for _, node in _walk(unit)]


def scenarios_about(units: Units, game: str, name: str) -> list[str]:
    """The scenarios of a game whose text has the name in it."""
    return [
        item.name.text
        for owner, unit in units
        for item in unit.items
        if owner == game and isinstance(item, nodes.Scenario) and word(name).search(item.span.text)
    ]


def word(name: str) -> re.Pattern[str]:
    """A name as a whole word, in a text whose words may have hyphens."""
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def _walk(node: Any, inside: str | None = None) -> Iterator[tuple[str | None, Any]]:
    """Every node with a name that people ask for, and the name of what it stands in."""
    if isinstance(node, tuple):
        for part in node:
            yield from _walk(part, inside)
        return
    if not is_dataclass(node) or isinstance(node, type | nodes.Name | nodes.Expr):
        return
    if type(node) in SORTS:
        yield inside, node
        inside = getattr(node, "name").text  # noqa: B009 - every node of a sort has a name
    for field in fields(node):
        if field.name != "span":
            yield from _walk(getattr(node, field.name), inside)


# --- a component by its name: what is printed on it, what it counts as, how often it is in the box


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
    return game if name == game_name(game) or header.sort == "game" else f"{game}+{name}"


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


# --- what a game's SOURCES.md says of a name: its lines, and its tables row by row, as one reads them aloud


def sources(game: str, name: str, component: bool = False) -> list[str]:
    """The lines of a game's SOURCES.md that speak of a name; of a component also as people write it there."""
    page = game_folder(game.split("+")[0]) / "SOURCES.md"
    if not page.is_file():
        return []
    lines = page.read_text(encoding="utf-8").splitlines()
    wanted = [word(name), *([word(name.replace("-", " ").title())] if component else [])]
    said = zip(lines, _read_aloud(lines), strict=True)
    return [words for line, words in said if words and any(each.search(line) for each in wanted)]


def _read_aloud(lines: Sequence[str]) -> Iterator[str]:
    """Each line without its signs; a row of a table with the heading of every cell, and headings themselves not."""
    above: list[str] = []
    headings: list[str] = []
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            headings = []
            yield line.strip().removeprefix("- ")
        elif not any(cell.strip("-:") for cell in cells):
            headings = above
            yield ""
        else:
            yield " · ".join(f"{of}: {cell}" for of, cell in zip(headings, cells, strict=False) if cell)
        above = cells
