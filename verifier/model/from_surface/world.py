"""The world of a game: what was declared, before anything is read against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier.diagnostics import Label, Report, diagnostic, nearest
from verifier.kernel.domain import Domain, Names, Number, Players, Things, Zones
from verifier.kernel.machine import Cell, Family, Table, Thing
from verifier.model.game import Parameter
from verifier.source import Span
from verifier.surface import nodes

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth")

MOST_VALUES = 10_000

MOST_THINGS = 1_000

MOST_ZONES = 5_000


@dataclass(slots=True)
class Field:
    """What is printed on components: a table by component, several if some carry several numbers."""

    name: str
    domain: Domain
    per: Domain | None
    tables: tuple[str, ...]
    things: frozenset[int]


@dataclass(slots=True)
class World:
    players: int
    report: Report
    parameters: dict[str, Parameter] = field(default_factory=dict)
    kinds: dict[str, Domain] = field(default_factory=dict)
    members: dict[str, list[Names]] = field(default_factory=dict)
    classes: dict[str, Things] = field(default_factory=dict)
    things: list[Thing] = field(default_factory=list)
    designs: dict[str, list[int]] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    families: dict[str, Family] = field(default_factory=dict)
    zones: int = 0
    cells: dict[str, Cell] = field(default_factory=dict)
    dice: dict[str, tuple[int, ...]] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)

    @property
    def seats(self) -> Players:
        return Players(self.players)

    @property
    def all_things(self) -> Things:
        return Things("component", tuple(range(len(self.things))))

    @property
    def all_zones(self) -> Zones:
        return Zones("zone", tuple(range(self.zones)))

    def unknown(self, code: str, name: nodes.Name, known: Iterable[str], text: str) -> None:
        near = nearest(name.text, known)
        hint = f"did you mean `{near}`?" if near else None
        self.report.add(diagnostic(code, Label(name.span, text), hint=hint, name=name.text))


def whole(node: nodes.Name | nodes.Integer | None, world: World) -> int:
    """A number written out or by its name."""
    match node:
        case None:
            return 0
        case nodes.Integer(value, _):
            return value
        case nodes.Name(text, _):
            if text == "players":
                return world.players
            parameter = world.parameters.get(text)
            if parameter is None or parameter.value is None:
                world.unknown("N202", node, world.parameters, "this is not a named number")
                return 0
            return parameter.value


def checked_range(low: int, high: int, span: Span, world: World) -> Number:
    if high < low:
        world.report.add(diagnostic("T303", Label(span), low=low, high=high))
        return Number(low, low)
    if high - low > MOST_VALUES:
        world.report.add(diagnostic("T304", Label(span), count=high - low + 1, most=MOST_VALUES))
        return Number(low, low)
    return Number(low, high)
