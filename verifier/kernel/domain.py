"""The finite sets that values come from. Every value is an int; `NOTHING` stands for no player, card, ..."""

from __future__ import annotations

from dataclasses import dataclass

NOTHING = -1


@dataclass(frozen=True, slots=True)
class Truth:
    """0 is no, 1 is yes."""


@dataclass(frozen=True, slots=True)
class Number:
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Names:
    """A kind or the faces of a die: the value is the position of the name."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Players:
    count: int


@dataclass(frozen=True, slots=True)
class Things:
    """A class of components: cards, tiles, figures, by their numbers in `Machine.things`, in rising order."""

    name: str
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Zones:
    """Zone instances, by their numbers: a family's instances are `base .. base + size - 1`."""

    name: str
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Labels:
    """Where a procedure returns to: the value is the position of the label."""

    members: tuple[str, ...]


Domain = Truth | Number | Names | Players | Things | Zones | Labels


def values(domain: Domain) -> range | tuple[int, ...]:
    """Every value of a domain, in order, `NOTHING` left out."""
    match domain:
        case Truth():
            return range(2)
        case Number(low, high):
            return range(low, high + 1)
        case Names(_, members) | Labels(members):
            return range(len(members))
        case Players(count):
            return range(count)
        case Things(_, ids) | Zones(_, ids):
            return ids


def bounds(domain: Domain) -> tuple[int, int]:
    """The least and the greatest value."""
    all_values = values(domain)
    return (all_values[0], all_values[-1]) if all_values else (NOTHING, NOTHING)


def missing(domain: Domain) -> int:
    """What reading through nothing gives."""
    return 0 if isinstance(domain, Number | Truth) else NOTHING
