"""What a player sees of a state: of each zone its contents or their number, and every open cell."""

from __future__ import annotations

from typing import Any

from verifier.engine.interpret import Interpreter
from verifier.engine.notation import Notation
from verifier.engine.state import State
from verifier.kernel.domain import Players, Things, Zones, values
from verifier.kernel.machine import Cell, Family


def player_view(state: State, player: int, read: Interpreter, speech: Notation) -> dict[str, Any]:
    """`{"zones": {zone: {"count", "things"?}}, "cells": {name: value, or {index: value}}}`.

    `things` lists what is seen from bottom to top; a pile of which one end is seen shows that one alone.
    """
    machine = read.machine
    zones = {
        speech.zone(zone): _zone(state, zone, player, read, speech)
        for zone in range(machine.zones)
        if zone != machine.box
    }
    hidden = {machine.shown_zones, machine.shown_things}
    cells = {
        name: _cell(state, cell, read, speech)
        for name, cell in machine.cells.items()
        if cell.life != "spilled" and name not in hidden
    }
    return {"zones": zones, "cells": cells}


def _zone(state: State, zone: int, player: int, read: Interpreter, speech: Notation) -> dict[str, Any]:
    things = state.zones[zone]
    family = read.layout.family_of[zone]
    if sees_all(state, zone, family, player, read):
        open_things = things
    else:
        ends = {"top": things[-1:], "bottom": things[:1]}.get(family.view, [])
        open_things = [
            thing for thing in things if thing in ends or _shown(state, "thing", thing, player, read)
        ]
        if not open_things and family.view not in ("top", "bottom"):
            return {"count": len(things)}
    return {"count": len(things), "things": [speech.things[thing].name for thing in open_things]}


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


def _cell(state: State, cell: Cell, read: Interpreter, speech: Notation) -> Any:
    if not cell.index:
        return speech.value(cell.domain, read.read(cell.name, (), state))
    found: dict[str, Any] = {}
    for index in _indexes(cell):
        words = " ".join(
            str(speech.value(domain, value)) for domain, value in zip(cell.index, index, strict=True)
        )
        found[words] = speech.value(cell.domain, read.read(cell.name, index, state))
    return found


def _indexes(cell: Cell) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for domain in cell.index:
        found = [(*start, value) for start in found for value in values(domain)]
    return found
