"""What a player sees of a state: of each zone its contents or their number, and every cell but private ones.

A note about a component says which one only to those who see the component where it lies.
"""

from __future__ import annotations

from typing import Any

from verifier.engine.interpret import Interpreter
from verifier.engine.notation import Notation
from verifier.engine.state import State
from verifier.kernel.domain import NOTHING, Domain, Number, Players, Things, Zones, values
from verifier.kernel.machine import Cell, Family, Machine

# What is said of a component that is written down and not seen.
HIDDEN = "hidden"


def player_view(state: State, player: int, read: Interpreter, speech: Notation) -> dict[str, Any]:
    """`{"zones": {zone: {"count", "things"?}}, "cells": {name: value, or {index: value}}}`.

    `things` lists what is seen from bottom to top; a pile of which one end is seen shows that one alone.
    """
    machine = read.machine
    open_things = {
        zone: seen_in_zone(state, zone, player, read) for zone in range(machine.zones) if zone != machine.box
    }
    zones = {
        speech.zone(zone): _zone(state, zone, player, read, speech, found)
        for zone, found in open_things.items()
    }
    hidden = {machine.shown_zones, machine.shown_things}
    seen = frozenset(state.zones[machine.box]).union(*open_things.values())
    cells = {
        name: _cell(state, cell, player, read, speech, seen)
        for name, cell in machine.cells.items()
        if cell.life != "spilled" and cell.view != "hidden" and name not in hidden
    }
    return {"zones": zones, "cells": cells}


def without_empty(view: dict[str, Any], machine: Machine) -> dict[str, Any]:
    """A view without zones that hold nothing, numbers that are 0, and what is no or nothing."""
    cells: dict[str, Any] = {}
    for name, value in view["cells"].items():
        empty = _empty_values(machine.cells[name])
        if isinstance(value, dict):
            kept = {index: each for index, each in value.items() if each not in empty}
            if kept:
                cells[name] = kept
        elif value not in empty:
            cells[name] = value
    return {"zones": {name: zone for name, zone in view["zones"].items() if zone["count"]}, "cells": cells}


def _empty_values(cell: Cell) -> tuple[int | None, ...]:
    """What counts as empty in a cell: the first seat is 0 and somebody, and a number that may be nothing is then -1."""
    if isinstance(cell.domain, Players):
        return (None,)
    return (NOTHING,) if isinstance(cell.domain, Number) and cell.optional else (None, 0)


def _zone(
    state: State, zone: int, player: int, read: Interpreter, speech: Notation, open_things: list[int]
) -> dict[str, Any]:
    things, family = state.zones[zone], read.layout.family_of[zone]
    partly = family.view not in ("top", "bottom")
    if not open_things and partly and not sees_all(state, zone, family, player, read):
        return {"count": len(things)}
    return {"count": len(things), "things": [speech.things[thing].name for thing in open_things]}


def seen_in_zone(state: State, zone: int, player: int, read: Interpreter) -> list[int]:
    """The components in a zone that the player sees, from the bottom up."""
    things, family = state.zones[zone], read.layout.family_of[zone]
    if sees_all(state, zone, family, player, read):
        return things
    ends = {"top": things[-1:], "bottom": things[:1]}.get(family.view, [])
    return [thing for thing in things if thing in ends or _shown(state, "thing", thing, player, read)]


def seen_things(state: State, player: int, read: Interpreter) -> frozenset[int]:
    """Every component that the player sees where it lies; what lies in the box is known to all."""
    return frozenset(
        thing
        for zone in range(read.machine.zones)
        for thing in (
            state.zones[zone] if zone == read.machine.box else seen_in_zone(state, zone, player, read)
        )
    )


def sees_all(state: State, zone: int, family: Family, player: int, read: Interpreter) -> bool:
    """Does the player see everything in a zone?"""
    if family.view == "seen" or _shown(state, "zone", zone, player, read):
        return True
    if family.view not in ("owner", "others"):
        return False
    index = zip(family.index, read.layout.zone_index(zone), strict=True)
    owner = next((value for (_, domain), value in index if isinstance(domain, Players)), None)
    return owner is not None and (owner == player) == (family.view == "owner")


def _shown(state: State, what: str, number: int, player: int, read: Interpreter) -> bool:
    """Has the player been shown this zone or component? The cell says so by index, by value, or both."""
    name = read.machine.shown_zones if what == "zone" else read.machine.shown_things
    if name is None:
        return False
    cell = read.machine.cells[name]
    index = tuple(number if isinstance(domain, Things | Zones) else player for domain in cell.index)
    value = read.read(name, index, state)
    if isinstance(cell.domain, Players):
        return value == player
    if isinstance(cell.domain, Things | Zones):
        return value == number
    return bool(value)


def _cell(
    state: State, cell: Cell, player: int, read: Interpreter, speech: Notation, seen: frozenset[int]
) -> Any:
    def said(index: tuple[int, ...]) -> Any:
        value = read.read(cell.name, index, state)
        return HIDDEN if is_hidden(cell.domain, value, seen) else speech.value(cell.domain, value)

    if not cell.index:
        return said(())
    found: dict[str, Any] = {}
    for index in _indexes(cell):
        if not sees_entry(cell, index, player):
            continue
        if any(is_hidden(*each, seen) for each in zip(cell.index, index, strict=True)):
            continue
        found[speech.index(cell, index)] = said(index)
    return found


def sees_entry(cell: Cell, index: tuple[int, ...], player: int) -> bool:
    """Does the player see what a cell holds at an index?"""
    if cell.view not in ("owner", "others"):
        return cell.view != "hidden"
    owner = next(
        value for domain, value in zip(cell.index, index, strict=True) if isinstance(domain, Players)
    )
    return (owner == player) == (cell.view == "owner")


def is_hidden(domain: Domain, value: int, seen: frozenset[int]) -> bool:
    """Is this a component that is not among those seen?"""
    return isinstance(domain, Things) and value != NOTHING and value not in seen


def _indexes(cell: Cell) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for domain in cell.index:
        found = [(*start, value) for start in found for value in values(domain)]
    return found
