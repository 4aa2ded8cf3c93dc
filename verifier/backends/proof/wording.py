"""A state that the solver found, in words: where things lie and what the cells say, as far as it matters."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.terms import Term
from verifier.kernel.domain import NOTHING, Names, Things, Truth

MOST_LINES = 24


def told(encoding: Encoding, state: Mapping[Term, int]) -> tuple[str, ...]:
    """The part of a state that was looked at, one line for each zone and cell."""
    lines = [*_zones(encoding, state), *_cells(encoding, state)]
    more = len(lines) - MOST_LINES
    return tuple(lines[:MOST_LINES]) + ((f"and {more} more",) if more > 0 else ())


def _zones(encoding: Encoding, state: Mapping[Term, int]) -> list[str]:
    piles: dict[int, list[tuple[int, str]]] = {}
    for (zone, thing), variable in encoding.inside.items():
        if state.get(variable):
            spot = state.get(encoding.spot[thing], 0) if thing in encoding.spot else 0
            piles.setdefault(zone, []).append((spot, encoding.machine.things[thing].name))
    found = []
    for zone, pile in sorted(piles.items()):
        names = ", ".join(name for _, name in sorted(pile))
        size = state.get(encoding.sizes[zone])
        count = "" if size is None or size == len(pile) else f" ({size} in all)"
        found.append(f"{encoding.zone_name(zone)}: {names}{count}")
    return found


def _cells(encoding: Encoding, state: Mapping[Term, int]) -> list[str]:
    found = []
    for (name, _), variable in encoding.cells.items():
        value = state.get(variable)
        if value is not None:
            found.append(f"{variable.payload}: {_value(encoding, name, value)}")
    return found


def _value(encoding: Encoding, name: str, value: int) -> str:
    domain = encoding.machine.cells[name].domain
    if isinstance(domain, Truth):
        return "yes" if value else "no"
    if isinstance(domain, Things | Names) and value == NOTHING:
        return "nothing"
    if isinstance(domain, Things):
        return encoding.machine.things[value].name
    return domain.members[value] if isinstance(domain, Names) else str(value)
