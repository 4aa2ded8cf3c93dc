"""A name in, every place in the rules that has it out: for `explain`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from verifier.diagnostics import Report
from verifier.program import composition
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.surface.shelf import files_below, game_names, spec_folder, units_of

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
class Found:
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
        for path in files_below(spec_folder() / game):
            found += [(game, unit) for unit in units_of(path, Report())]
    return found


def named(units: Units, name: str) -> list[Found]:
    """Everything with this name."""
    return [
        Found(game, unit, inside, SORTS[type(node)], node)
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
