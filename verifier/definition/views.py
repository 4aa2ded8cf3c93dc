"""Views: what a player sees. Everybody sees how many components lie in each zone, and what is stored for all.

What is stored `hidden` nobody sees, `seen by owner` only the player that it is stored for, `seen by others` all but
that one.
Of a component that is stored a player knows which one it is only by seeing it where it lies.
"""

from __future__ import annotations

from typing import Any

from verifier.definition.position import Position
from verifier.definition.values import NOTHING
from verifier.kernel.domain import Domain, Names, Number, Players, Things, Truth, Zones


def view(at: Position, player: int) -> dict[str, Any]:
    """Of each zone the number of components and the names of those seen, from bottom to top; and every store."""
    zones = {}
    for zone, pile in enumerate(at.zones):
        if zone != at.box:
            seen = seen_in(zone, at, player)
            count: dict[str, Any] = {"count": len(pile)}
            zones[said(Zones("", ()), zone, at)] = count if seen is None else {**count, "things": seen}
    known = {*at.zones[at.box]}.union(
        *(_seen_things(zone, at, player) or () for zone in range(len(at.zones)))
    )
    stored = {
        name: _stored(name, at, player, known)
        for name, cell in at.game.cells.items()
        if cell.view != "hidden"
    }
    return {"zones": zones, "cells": stored}


def seen_in(zone: int, at: Position, player: int) -> list[str] | None:
    """The components that a player sees in a zone; none at all if the zone shows nothing of them."""
    seen = _seen_things(zone, at, player)
    return None if seen is None else [at.game.things[thing].name for thing in seen]


def _seen_things(zone: int, at: Position, player: int) -> list[int] | None:
    pile, family = at.zones[zone], at.family_of[zone]
    owners = [
        i
        for (_, domain), i in zip(family.index, at.index_of[zone], strict=True)
        if isinstance(domain, Players)
    ]
    whole = (
        family.view == "seen"
        or (family.view == "owner" and owners[:1] == [player])
        or (family.view == "others" and owners[:1] != [player])
        or (zone, player) in at.shown_zones
    )
    ends = {"top": pile[-1:], "bottom": pile[:1]}.get(family.view)
    seen = [thing for thing in pile if whole or thing in (ends or ()) or (thing, player) in at.shown_things]
    return seen if whole or seen or ends is not None else None


def _stored(name: str, at: Position, player: int, known: set[int]) -> Any:
    cell = at.game.cells[name]

    def unseen(domain: Domain, one: int) -> bool:
        return isinstance(domain, Things) and one != NOTHING and one not in known

    def told(index: tuple[int, ...]) -> Any:
        one = at.read(name, index)
        return "hidden" if unseen(cell.domain, one) else said(cell.domain, one, at)

    if not cell.index:
        return told(())
    found = {}
    for index in at.indexes(cell):
        parts = list(zip(cell.index, index, strict=True))
        owners = [one for domain, one in parts if isinstance(domain, Players)]
        if (cell.view == "owner" and owners[0] != player) or (cell.view == "others" and owners[0] == player):
            continue
        if not any(unseen(domain, one) for domain, one in parts):
            found[" ".join(str(said(domain, one, at)) for domain, one in parts)] = told(index)
    return found


def said(domain: Domain, one: int, at: Position) -> str | int | bool | None:
    """A value as people write it."""
    match domain:
        case Number():
            return one
        case Truth():
            return bool(one)
        case _ if one == NOTHING:
            return None
        case Names(_, words):
            return words[one]
        case Players():
            return one
        case Things():
            return at.game.things[one].name
        case Zones():
            name, index = at.family_of[one].name, at.index_of[one]
            words_of = [
                str(said(each, i, at)) for (_, each), i in zip(at.family_of[one].index, index, strict=True)
            ]
            return f"{name} of {' '.join(words_of)}" if words_of else name
        case _:
            raise AssertionError(domain)
