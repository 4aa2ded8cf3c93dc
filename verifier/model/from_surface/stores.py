"""Where things lie and what is remembered: zones, dice, amounts and notes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Literal

from verifier.diagnostics import Label, Report, diagnostic
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Players, Truth, values
from verifier.kernel.machine import Cell, Family, Table
from verifier.model.from_surface.components import classes, components, domain_named, fields_to_tables, kinds
from verifier.model.from_surface.numbers import late_tables, numbers, tables
from verifier.model.from_surface.scope import MOST_ZONES, Declarations, checked_range, not_a_member, whole
from verifier.surface import nodes

# --- where things lie and what is remembered: zones, dice, amounts and notes


Life = Literal["turn", "round", "match"]


def dice(items: Sequence[nodes.Item], world: Declarations) -> None:
    for item in items:
        if not isinstance(item, nodes.Die):
            continue
        name = item.name.text
        world.spans[name] = item.name.span
        domain: Domain
        if item.low is not None and item.high is not None:
            domain = checked_range(item.low, item.high, item.span, world)
            faces = tuple(values(domain))
        else:
            words = tuple(dict.fromkeys(face.text for face in item.faces))
            domain = Names(name, words)
            faces = tuple(words.index(face.text) for face in item.faces)
            for word in words:
                world.members.setdefault(word, []).append(domain)
        world.dice[name] = faces
        world.cells[name] = Cell(name, (), domain, True, NOTHING, "round")


def _index_domain(name: nodes.Name, world: Declarations) -> Domain | None:
    if name.text == "player":
        return world.seats
    found = world.kinds.get(name.text) or world.classes.get(name.text)
    if found is None:
        world.unknown("N210", name, ["player", *world.kinds, *world.classes], "this is not a kind")
    return found


def zones(items: Sequence[nodes.Item], world: Declarations) -> None:
    written = [item for item in items if isinstance(item, nodes.Zone)]
    for item in written:
        domains = [(per.text, _index_domain(per, world)) for per in item.per]
        index = tuple((name, domain) for name, domain in domains if domain is not None)
        size = 1
        for _, domain in index:
            size *= len(values(domain))
        if world.zones + size > MOST_ZONES:
            world.report.add(diagnostic("T307", Label(item.span), most=MOST_ZONES))
            continue
        view = item.view or "seen"
        if view in ("owner", "others") and not any(name == "player" for name, _ in index):
            _without_owner(item, "write `per player`, or `seen`, or `hidden`", world)
        holds = whole(item.holds, world) if item.holds is not None else (1 if item.shape == "space" else None)
        world.families[item.name.text] = Family(
            item.name.text, item.shape, index, view, holds, world.zones, size
        )
        world.spans[item.name.text] = item.name.span
        world.zones += size
    if "box" not in world.families:
        world.families["box"] = Family("box", "set", (), "hidden", None, world.zones, 1)
        world.zones += 1
    _zone_tables(written, world)


def _zone_tables(written: list[nodes.Zone], world: Declarations) -> None:
    everywhere = world.all_zones
    names = dict.fromkeys(name for family in world.families.values() for name, _ in family.index)
    for name in names:
        column = [NOTHING] * world.zones
        domain: Domain = world.seats
        for family in world.families.values():
            if name not in (each for each, _ in family.index):
                continue
            domain = dict(family.index)[name]
            spot = [each for each, _ in family.index].index(name)
            for offset, combination in enumerate(product(*(values(d) for _, d in family.index))):
                column[family.base + offset] = combination[spot]
        world.tables[f"zone {name}"] = Table(f"zone {name}", (everywhere,), tuple(column), domain, NOTHING)
    in_play = {item.name.text for item in written if item.in_play}
    flags = [0] * world.zones
    numbers = [0] * world.zones
    for position, family in enumerate(world.families.values()):
        for zone in range(family.base, family.base + family.size):
            flags[zone] = int(family.name in in_play)
            numbers[zone] = position
    families = Names("zone family", tuple(world.families))
    world.tables["zone in-play"] = Table("zone in-play", (everywhere,), tuple(flags), Truth(), 0)
    world.tables["zone family"] = Table("zone family", (everywhere,), tuple(numbers), families, NOTHING)


def stores(items: Sequence[nodes.Item], world: Declarations) -> None:
    for item in items:
        if not isinstance(item, nodes.Store):
            continue
        name = item.name.text
        world.spans[name] = item.name.span
        index = tuple(d for d in (_index_domain(per, world) for per in item.per) if d is not None)
        domain = _store_domain(item, world)
        optional = item.sort == "note" and not isinstance(domain, Truth)
        starts = NOTHING if optional else 0
        if isinstance(domain, Number):
            starts = domain.low if not domain.low <= 0 <= domain.high else 0
        if item.starts is not None:
            starts = _start_value(item.starts, domain, world)
        life: Life = "turn" if item.until is not None and item.until.text == "turn" else "round"
        if item.until is not None and item.until.text not in ("turn", "round"):
            world.unknown(
                "N211", item.until, ["turn", "round"], "notes last until the turn or the round ends"
            )
        if item.kept or item.given:
            life = "match"
        if item.view in ("owner", "others") and not any(isinstance(one, Players) for one in index):
            _without_owner(item, "write `per player`, or `hidden`", world)
        world.cells[name] = Cell(
            name,
            index,
            domain,
            optional,
            starts,
            life,
            given=item.given,
            saturates=item.rest_lost,
            view=item.view or "seen",
        )


def _without_owner(item: nodes.Zone | nodes.Store, hint: str, world: Declarations) -> None:
    world.report.add(diagnostic("T308", Label(item.span), name=item.name.text, hint=hint))


def _store_domain(item: nodes.Store, world: Declarations) -> Domain:
    if item.sort == "amount":
        return checked_range(whole(item.low, world), whole(item.high, world), item.span, world)
    if not item.choices:
        return Truth()
    if len(item.choices) == 1:
        found = domain_named(item.choices[0], world)
        if found is None:
            known = ["player", *world.kinds, *world.classes, *world.families]
            world.unknown(
                "N212", item.choices[0], known, "a note holds a player, a kind, a component or a zone"
            )
            return Truth()
        return found
    own = Names(item.name.text, tuple(choice.text for choice in item.choices))
    world.kinds.setdefault(item.name.text, own)
    for word in own.members:
        world.members.setdefault(word, []).append(own)
    return own


def _start_value(expr: nodes.Expr, domain: Domain, world: Declarations) -> int:
    match expr:
        case nodes.Integer(value):
            found: int | None = value
        case nodes.Negative(nodes.Integer(value)):
            found = -value
        case nodes.Place(nodes.Path(False, (name,)), ()):
            if isinstance(domain, Names) and name.text in domain.members:
                found = domain.members.index(name.text)
            elif isinstance(domain, Names):
                world.report.add(not_a_member(name, domain.name, domain))
                return 0
            else:
                found = whole(name, world)
        case _:
            found = None
    if found is None or found not in values(domain):
        world.report.add(diagnostic("T309", Label(expr.span, "the initial value")))
        return values(domain)[0]
    return found


# --- what there is, in the order in which one thing needs another; and what is declared twice


def declared(items: Sequence[nodes.Item], players: int, rounds_name: str, report: Report) -> Declarations:
    """The world of a composed text. Mistakes are reported; what cannot be declared is left out."""
    world = Declarations(players, report)
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
