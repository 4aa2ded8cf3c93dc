"""Moving components: one, several from the top, two for each other, all of two zones; and shuffling."""

from __future__ import annotations

from verifier.definition.position import Chance, Impossible, Position
from verifier.definition.values import NOTHING


def move(thing: int, zone: int, end: str, at: Position) -> None:
    """From wherever it lies to one end of a zone. Nothing is moved where there is nothing."""
    if thing == NOTHING:
        return
    at.take(thing)
    at.put(thing, zone, end)


def deal(count: int, source: int, zone: int, end: str, at: Position) -> None:
    """So many from the top of a zone, one after the other; when it is empty, no more."""
    for _ in range(count):
        if source == NOTHING or not at.zones[source]:
            return
        move(at.zones[source][-1], zone, end, at)


def swap_components(one: int, other: int, at: Position) -> None:
    """Each comes to lie on top of where the other lay. It takes two."""
    if NOTHING in (one, other) or one == other:
        raise Impossible("conservation", "swap")
    here, there = at.where[one], at.where[other]
    at.take(one)
    at.take(other)
    at.put(one, there)
    at.put(other, here)


def swap_zones(one: int, other: int, at: Position) -> None:
    """All that lies in one comes to lie in the other, in the same order."""
    if one in (NOTHING, other) or other == NOTHING:
        return
    here, there = at.zones[one][:], at.zones[other][:]
    for things, zone in ((here, other), (there, one)):
        for thing in things:
            move(thing, zone, "top", at)


def shuffle(zone: int, chance: Chance, at: Position) -> None:
    """What lies in no order has none to lose."""
    if zone != NOTHING and at.family_of[zone].shape != "set":
        at.rearrange(zone, chance.shuffled(zone, at.zones[zone]))
