"""What there is, in the order in which one thing needs another; and what is declared twice."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.diagnostics import Label, Report, diagnostic
from verifier.model.from_surface.components import components
from verifier.model.from_surface.fields import fields_to_tables
from verifier.model.from_surface.kinds import classes, kinds
from verifier.model.from_surface.numbers import late_tables, numbers, tables
from verifier.model.from_surface.stores import dice, stores, zones
from verifier.model.from_surface.world import World
from verifier.surface import nodes


def declared(items: Sequence[nodes.Item], players: int, rounds_name: str, report: Report) -> World:
    """The world of a composed text. Mistakes are reported; what cannot be declared is left out."""
    world = World(players, report)
    _check_twice(items, report)
    numbers(items, world)
    kinds(items, world)
    tables(items, world)
    components(items, world)
    classes(items, world)
    fields_to_tables(world)
    dice(items, world)
    zones(items, world)
    stores(items, world)
    late_tables(items, world)
    return world


_NAMED = (
    nodes.Number,
    nodes.Kind,
    nodes.Zone,
    nodes.Store,
    nodes.Die,
    nodes.Action,
    nodes.Procedure,
    nodes.Define,
    nodes.Invariant,
    nodes.Witness,
    nodes.Measure,
    nodes.Scenario,
)

_SHARED = (nodes.Number, nodes.Kind, nodes.Zone, nodes.Store, nodes.Die, nodes.Define)


def _check_twice(items: Sequence[nodes.Item], report: Report) -> None:
    seen: dict[tuple[str, str], nodes.Name] = {}
    for item in items:
        if not isinstance(item, _NAMED):
            continue
        room = "name" if isinstance(item, _SHARED) else type(item).__name__
        key = (room, item.name.text)
        if key in seen:
            report.add(
                diagnostic(
                    "N201",
                    Label(item.name.span, "here again"),
                    Label(seen[key].span, "first here"),
                    name=item.name.text,
                )
            )
        seen.setdefault(key, item.name)
