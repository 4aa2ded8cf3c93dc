"""A key of a state in which copies are interchangeable: they are renamed in the order in which they lie."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

# Of each cell: its slot, is it a row, (entries per component, times repeated) of each of its axes of
# components, does it hold components.
Keyed = tuple[str, bool, tuple[tuple[int, int], ...], bool]


def twin_key(state: Any, twins: Sequence[int], sets: Sequence[bool], keyed: Sequence[Keyed]) -> Hashable:
    """States with equal keys differ at most in which copy is which."""
    new = _renamed(state, twins, sets, keyed)
    zones = tuple(
        tuple(sorted(new[thing] for thing in zone)) if is_set else tuple([new[thing] for thing in zone])
        for zone, is_set in zip(state.zones, sets, strict=True)
    )
    return (state.at, zones, *(_cell_key(getattr(state, cell[0]), cell, new) for cell in keyed))


def _renamed(state: Any, twins: Sequence[int], sets: Sequence[bool], keyed: Sequence[Keyed]) -> list[int]:
    """The new number of each component, and of nothing: the first copy met gets the lowest of the group."""
    numbers: dict[int, list[int]] = {}
    for thing in range(len(twins) - 1, -1, -1):
        numbers.setdefault(twins[thing], []).append(thing)
    telling = [cell for cell in keyed if cell[2] or cell[3]]
    new = [-1] * (len(twins) + 1)
    for zone, is_set in zip(state.zones, sets, strict=True):
        # Copies in a set lie in no order: what is noted of them tells them apart.
        order = sorted(zone, key=lambda thing: _noted(state, thing, telling)) if is_set and telling else zone
        for thing in order:
            new[thing] = numbers[twins[thing]].pop()
    return new


def _noted(state: Any, thing: int, telling: Sequence[Keyed]) -> list[Any]:
    found: list[Any] = []
    for slot, is_row, axes, holds in telling:
        cell = getattr(state, slot)
        if is_row:
            for inner, outer in axes:
                whole = (len(cell) - 1) // outer
                found += [
                    cell[start + thing * inner : start + (thing + 1) * inner]
                    for start in range(0, whole * outer, whole)
                ]
        elif holds:
            found.append(cell == thing)
    return found


def _cell_key(cell: Any, shape: Keyed, new: list[int]) -> Hashable:
    _, is_row, axes, holds = shape
    if not is_row:
        return new[cell] if holds else int(cell)
    row = list(cell)
    for inner, outer in axes:
        old, whole = row[:], (len(row) - 1) // outer
        for start in range(0, whole * outer, whole):
            for thing, number in enumerate(new[:-1]):
                if thing != number:
                    here = start + number * inner
                    row[here : here + inner] = old[start + thing * inner : start + (thing + 1) * inner]
    return tuple([new[entry] for entry in row]) if holds else tuple(row)
