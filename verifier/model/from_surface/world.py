"""What there is: kinds, numbers, components, zones, amounts, notes and dice, declared before anything is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from verifier.diagnostics import Label, Report, diagnostic, nearest
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Players, Things, Truth, Zones, values
from verifier.kernel.machine import Cell, Family, Table, Thing
from verifier.model.game import Parameter
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
    spans: dict[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> Players:
        return Players(self.players)

    @property
    def all_things(self) -> Things:
        return Things("component", tuple(range(len(self.things))))

    @property
    def all_zones(self) -> Zones:
        return Zones("zone", tuple(range(self.zones)))

    def unknown(self, code: str, name: nodes.Name, known: Iterable[str], text: str, **more: str) -> None:
        near = nearest(name.text, known)
        hint = f"did you mean `{near}`?" if near else None
        self.report.add(diagnostic(code, Label(name.span, text), hint=hint, name=name.text, **more))


def declared(items: Sequence[nodes.Item], players: int, rounds_name: str, report: Report) -> World:
    """The world of a composed text. Mistakes are reported; what cannot be declared is left out."""
    world = World(players, report)
    _check_twice(items, report)
    _numbers(items, world)
    _kinds(items, world)
    _tables(items, world)
    _components(items, world)
    _classes(items, world)
    _fields_to_tables(world)
    _dice(items, world)
    _zones(items, world)
    _stores(items, world)
    _late_tables(items, world)
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


# --- numbers


def _numbers(items: Sequence[nodes.Item], world: World) -> None:
    written = {item.name.text: item for item in items if isinstance(item, nodes.Number) and item.by is None}
    under_way: list[str] = []

    def value_of(name: nodes.Name) -> int:
        if name.text == "players":
            return world.players
        if name.text in world.parameters:
            return world.parameters[name.text].value or 0
        item = written.get(name.text)
        if item is None or item.value is None:
            world.unknown("N202", name, [*written, "players"], "this is not a named number")
            return 0
        if name.text in under_way:
            circle = ", ".join(f"`{each}`" for each in under_way[under_way.index(name.text) :])
            world.report.add(diagnostic("N203", Label(name.span, f"by way of {circle}"), name=name.text))
            return 0
        under_way.append(name.text)
        value = worked_out(item.value)
        under_way.pop()
        world.parameters[name.text] = Parameter(name.text, value, (), None, item.span)
        return value

    def worked_out(expr: nodes.Expr) -> int:
        match expr:
            case nodes.Integer(value, _):
                return value
            case nodes.Place(nodes.Path(False, (name,), _), (), _):
                return value_of(name)
            case nodes.Negative(operand, _):
                return -worked_out(operand)
            case nodes.Binary(op, left, right, _):
                a, b = worked_out(left), worked_out(right)
                return {"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0}[op]
            case _:
                world.report.add(
                    diagnostic("T301", Label(expr.span, "this is only known during play"), hint="use numbers and named numbers")
                )
                return 0

    for item in written.values():
        value_of(item.name)
        if not -1_000_000 <= (world.parameters[item.name.text].value or 0) <= 1_000_000:
            world.report.add(diagnostic("T302", Label(item.span), name=item.name.text))


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


def _range(low: int, high: int, span: Any, world: World) -> Number:
    if high < low:
        world.report.add(diagnostic("T303", Label(span), low=low, high=high))
        return Number(low, low)
    if high - low > MOST_VALUES:
        world.report.add(diagnostic("T304", Label(span), count=high - low + 1, most=MOST_VALUES))
        return Number(low, low)
    return Number(low, high)


# --- kinds


def _kinds(items: Sequence[nodes.Item], world: World) -> None:
    component_words = _component_words(items)
    for item in items:
        if not isinstance(item, nodes.Kind):
            continue
        name = item.name.text
        world.spans[name] = item.name.span
        if item.low is not None:
            world.kinds[name] = _range(item.low, whole(item.high, world), item.span, world)
            continue
        if any(member.text in component_words for member in item.names):
            continue  # a class of components
        members = tuple(member.text for member in item.names)
        for position, member in enumerate(item.names):
            if member.text in members[:position]:
                world.report.add(diagnostic("N204", Label(member.span), name=member.text, kind=name))
        kind = Names(name, tuple(dict.fromkeys(members)))
        world.kinds[name] = kind
        for text in kind.members:
            world.members.setdefault(text, []).append(kind)


def _component_words(items: Sequence[nodes.Item]) -> set[str]:
    """Names of designs, tags on components, and kinds made of these."""
    words = {item.name.text for item in items if isinstance(item, nodes.Component)}
    for item in items:
        if isinstance(item, nodes.Component):
            words |= {line.name.text for line in item.fields if isinstance(line, nodes.Tag)}
    grown = True
    while grown:
        grown = False
        for item in items:
            if isinstance(item, nodes.Kind) and item.name.text not in words:
                if any(member.text in words for member in item.names):
                    words.add(item.name.text)
                    grown = True
    return words


def domain_named(name: nodes.Name, world: World) -> Domain | None:
    """The domain that a type name stands for: player, a kind, a class, a zone family, a die, an amount."""
    text = name.text
    if text == "player":
        return world.seats
    if text in world.kinds:
        return world.kinds[text]
    if text in world.classes:
        return world.classes[text]
    if text in world.families:
        family = world.families[text]
        return Zones(text, tuple(range(family.base, family.base + family.size)))
    if text in world.cells:
        return world.cells[text].domain
    return None


# --- tables of numbers


def _tables(items: Sequence[nodes.Item], world: World) -> None:
    for item in items:
        if isinstance(item, nodes.Number) and item.by is not None and item.by.text == "players":
            _constant_by_players(item, world)


def _constant_by_players(item: nodes.Number, world: World) -> None:
    keys = Number(1, len(SEATS))
    entries = _entries(item, keys, world)
    span = item.span
    world.parameters[item.name.text] = Parameter(item.name.text, None, tuple(sorted(entries.items())), "players", span)
    world.tables[item.name.text] = _table(item.name.text, keys, entries, _values_domain(item, entries, world))


def _late_tables(items: Sequence[nodes.Item], world: World) -> None:
    """Tables by a kind or an amount, once these are known."""
    for item in items:
        if not isinstance(item, nodes.Number) or item.by is None or item.by.text == "players":
            continue
        keys = domain_named(item.by, world)
        if keys is None:
            known = [*world.kinds, *world.cells, "players"]
            world.unknown("N205", item.by, known, "this is no kind and no amount")
            continue
        entries = _entries(item, keys, world)
        name = item.name.text
        world.parameters[name] = Parameter(name, None, tuple(sorted(entries.items())), item.by.text, item.span)
        world.tables[name] = _table(name, keys, entries, _values_domain(item, entries, world))


def _entries(item: nodes.Number, keys: Domain, world: World) -> dict[int, int]:
    found: dict[int, int] = {}
    allowed = set(values(keys))
    for entry in item.entries:
        key = _key(entry.key, keys, world)
        if key is None or key not in allowed:
            if key is not None and item.by is not None and item.by.text == "players":
                continue
            text = entry.key.text if isinstance(entry.key, nodes.Name) else str(entry.key.value)
            by = item.by.text if item.by else ""
            world.report.add(diagnostic("N206", Label(entry.key.span), name=text, kind=by))
            continue
        value = _entry_value(entry, world)
        for other in sorted(allowed) if entry.or_more else (key,):
            if other >= key:
                found[other] = value
    missing = sorted(allowed - set(found))
    if missing and not (item.by is not None and item.by.text == "players" and world.players in found):
        world.report.add(
            diagnostic("T305", Label(item.span), name=item.name.text, missing=_key_text(missing[0], keys))
        )
    return found


def _key_text(key: int, keys: Domain) -> str:
    return keys.members[key] if isinstance(keys, Names) else str(key)


def _key(key: nodes.Name | nodes.Integer, keys: Domain, world: World) -> int | None:
    if isinstance(key, nodes.Integer):
        return key.value
    if isinstance(keys, Names) and key.text in keys.members:
        return keys.members.index(key.text)
    return None


def _entry_value(entry: nodes.Entry, world: World) -> int:
    if isinstance(entry.value, nodes.Name) and entry.value.text not in world.parameters:
        kinds = world.members.get(entry.value.text)
        if kinds:
            return kinds[0].members.index(entry.value.text)
    return whole(entry.value, world)


def _values_domain(item: nodes.Number, entries: dict[int, int], world: World) -> Domain:
    for entry in item.entries:
        if isinstance(entry.value, nodes.Name) and entry.value.text not in world.parameters:
            kinds = world.members.get(entry.value.text)
            if kinds:
                return kinds[0]
    found = list(entries.values()) or [0]
    return Number(min(0, *found), max(0, *found))


def _table(name: str, keys: Domain, entries: dict[int, int], domain: Domain) -> Table:
    missing = 0 if isinstance(domain, Number | Truth) else NOTHING
    return Table(name, (keys,), tuple(entries.get(key, missing) for key in values(keys)), domain, missing)


# --- components


@dataclass(slots=True)
class _Line:
    """The values printed on one component, while the lines of its design are read."""

    item: nodes.Component
    fields: dict[str, tuple[Domain, tuple[int, ...]]]
    per: dict[str, tuple[Domain, dict[int, int]]]
    tags: set[str]
    words: tuple[str, ...]


def _components(items: Sequence[nodes.Item], world: World) -> None:
    drafts: list[_Line] = []
    for item in items:
        if isinstance(item, nodes.Component):
            drafts.extend(_copies(item, world))
            if len(drafts) > MOST_THINGS:
                world.report.add(diagnostic("T306", Label(item.span), most=MOST_THINGS))
                return
    taken: dict[str, int] = {}
    twins: dict[Any, int] = {}
    world.kinds.setdefault("name", Names("name", tuple(dict.fromkeys(d.item.name.text for d in drafts))))
    for draft in drafts:
        stem = "-".join(draft.words)
        taken[stem] = taken.get(stem, 0) + 1
        name = stem if taken[stem] == 1 else f"{stem}-{taken[stem]}"
        shape = (
            draft.item.name.text,
            tuple(sorted((key, value[1]) for key, value in draft.fields.items())),
            tuple(sorted((key, tuple(sorted(value[1].items()))) for key, value in draft.per.items())),
            tuple(sorted(draft.tags)),
        )
        twin = twins.setdefault(shape, len(twins))
        world.designs.setdefault(draft.item.name.text, []).append(len(world.things))
        world.things.append(Thing(name, draft.item.name.text, twin))
    _gather_fields(drafts, world)
    for design in world.designs:
        world.classes[design] = Things(design, tuple(world.designs[design]))
    tags: dict[str, list[int]] = {}
    for number, draft in enumerate(drafts):
        for tag in sorted({*draft.tags, draft.item.sort}):
            tags.setdefault(tag, []).append(number)
    for tag, ids in tags.items():
        if tag not in world.designs:
            world.classes[tag] = Things(tag, tuple(ids))
    for sort in ("card", "tile", "figure"):
        world.classes.setdefault(sort, Things(sort, ()))
    world.classes.setdefault("component", world.all_things)


def _copies(item: nodes.Component, world: World) -> Iterable[_Line]:
    each: list[tuple[str, Domain]] = []
    ranges: list[tuple[str, Domain]] = []
    fixed: dict[str, tuple[Domain, tuple[int, ...]]] = {}
    per: dict[str, tuple[Domain, dict[int, int]]] = {}
    tags: set[str] = set()
    copies = 1
    for line in item.fields:
        match line:
            case nodes.ForEach(kind, _):
                domain = world.seats if kind.text == "player" else world.kinds.get(kind.text)
                if domain is None:
                    world.unknown("N207", kind, ["player", *world.kinds], "this is not a kind")
                    continue
                (ranges if isinstance(domain, Number) else each).append((kind.text, domain))
            case nodes.FieldRange(name, low, high, span):
                ranges.append((name.text, _range(low, high, span, world)))
            case nodes.FieldNumbers(name, numbers, _):
                if name.text == "copies":
                    copies = numbers[0]
                else:
                    fixed[name.text] = (Number(min(0, *numbers), max(0, *numbers)), numbers)
            case nodes.FieldName(name, value, span):
                if name.text == "copies":
                    copies = whole(value, world)
                elif value.text in world.parameters:
                    number = whole(value, world)
                    fixed[name.text] = (Number(min(0, number), max(0, number)), (number,))
                else:
                    fixed[name.text] = _named_field(name.text, value, item, world)
            case nodes.FieldPer(name, pairs, _):
                found = _per_field(name, pairs, world)
                if found is not None:
                    per[name.text] = found
            case nodes.Tag(name, _):
                tags.add(name.text)
    if not 0 <= copies <= MOST_THINGS:
        world.report.add(diagnostic("T306", Label(item.span), most=MOST_THINGS))
        return
    for combination in product(*(values(domain) for _, domain in (*each, *ranges))):
        chosen = dict(zip((name for name, _ in (*each, *ranges)), combination, strict=True))
        printed = dict(fixed)
        for name, domain in (*each, *ranges):
            printed[name] = (domain, (chosen[name],))
        words = [_word(chosen[name], domain) for name, domain in each]
        words += [str(chosen[name]) for name, _ in ranges] or [item.name.text]
        for _ in range(copies):
            yield _Line(item, printed, per, tags, tuple(words))


def _word(value: int, domain: Domain) -> str:
    match domain:
        case Names(_, members):
            return members[value]
        case Players():
            return SEATS[value]
        case _:
            return str(value)


def _named_field(
    field_name: str, value: nodes.Name, item: nodes.Component, world: World
) -> tuple[Domain, tuple[int, ...]]:
    """A field whose value is a word: a member of a kind, the name of a design, or a word of its own."""
    kinds = world.members.get(value.text, [])
    named = [kind for kind in kinds if kind.name == field_name] or kinds
    if named:
        return named[0], (named[0].members.index(value.text),)
    return Names(f"?{field_name}", (value.text,)), (0,)


def _per_field(
    name: nodes.Name, pairs: tuple[tuple[nodes.Name, int], ...], world: World
) -> tuple[Domain, dict[int, int]] | None:
    kinds = world.members.get(pairs[0][0].text, [])
    if not kinds:
        world.unknown("N208", pairs[0][0], world.members, "this belongs to no kind")
        return None
    kind = kinds[0]
    found: dict[int, int] = {}
    for member, number in pairs:
        if member.text not in kind.members:
            world.unknown("N208", member, kind.members, f"this is not a {kind.name}")
            continue
        found[kind.members.index(member.text)] = number
    return kind, found


def _gather_fields(drafts: list[_Line], world: World) -> None:
    """One table for each field, by component; words of their own become a kind named after the field."""
    designs = world.kinds["name"]
    assert isinstance(designs, Names)
    names = dict.fromkeys(name for draft in drafts for name in draft.fields)
    for name in names:
        having = {number: draft.fields[name] for number, draft in enumerate(drafts) if name in draft.fields}
        domains = {id(domain): domain for domain, _ in having.values()}
        slots = max(len(numbers) for _, numbers in having.values())
        own = [domain for domain in domains.values() if isinstance(domain, Names) and domain.name.startswith("?")]
        domain: Domain
        if own:
            words = tuple(dict.fromkeys(word for each in own for word in each.members))
            design_field = all(word in designs.members for word in words)
            domain = designs if design_field else Names(name, words)
            if not design_field:
                for word in words:
                    world.members.setdefault(word, []).append(domain)
            translate = {
                number: tuple(domain.members.index(d.members[v]) for v in numbers if isinstance(d, Names))
                for number, (d, numbers) in having.items()
            }
        else:
            domain = _joined([d for d, _ in having.values()], name, world)
            translate = {number: numbers for number, (_, numbers) in having.items()}
        missing = 0 if isinstance(domain, Number) and slots == 1 else NOTHING
        tables = []
        for slot in range(slots):
            table_name = name if slot == 0 else f"{name} {slot + 1}"
            column = tuple(
                translate[number][slot] if number in translate and slot < len(translate[number]) else missing
                for number in range(len(drafts))
            )
            world.tables[f"its {table_name}"] = Table(f"its {table_name}", (), column, domain, missing)
            tables.append(f"its {table_name}")
        world.fields[name] = Field(name, domain, None, tuple(tables), frozenset(having))
    for name in dict.fromkeys(name for draft in drafts for name in draft.per):
        kind = next(draft.per[name][0] for draft in drafts if name in draft.per)
        flat = []
        for draft in drafts:
            found = draft.per.get(name, (kind, {}))[1]
            flat.extend(found.get(member, 0) for member in values(kind))
        domain = Number(0, max(flat, default=0))
        world.tables[f"its {name}"] = Table(f"its {name}", (kind,), tuple(flat), domain, 0)
        having_per = frozenset(number for number, draft in enumerate(drafts) if name in draft.per)
        world.fields[name] = Field(name, domain, kind, (f"its {name}",), having_per)


def _joined(domains: list[Domain], name: str, world: World) -> Domain:
    numbers = [domain for domain in domains if isinstance(domain, Number)]
    if len(numbers) == len(domains):
        return Number(min(0, *(n.low for n in numbers)), max(0, *(n.high for n in numbers)))
    return domains[0]


def _fields_to_tables(world: World) -> None:
    """Completes the tables by component now that all components are numbered, and adds the classes."""
    everything = world.all_things
    for name, table in list(world.tables.items()):
        if name.startswith("its "):
            world.tables[name] = Table(name, (everything, *table.index), table.values, table.domain, table.missing)
    designs = world.kinds["name"]
    assert isinstance(designs, Names)
    column = tuple(designs.members.index(thing.design) for thing in world.things)
    world.tables["its name"] = Table("its name", (everything,), column, designs, NOTHING)
    world.fields.setdefault("name", Field("name", designs, None, ("its name",), frozenset(everything.ids)))
    for name, things in world.classes.items():
        held = set(things.ids)
        flags = tuple(int(number in held) for number in everything.ids)
        world.tables[f"is {name}"] = Table(f"is {name}", (everything,), flags, Truth(), 0)


def _classes(items: Sequence[nodes.Item], world: World) -> None:
    """Kinds that are made of designs, tags and other such kinds."""
    waiting = [item for item in items if isinstance(item, nodes.Kind) and item.name.text not in world.kinds]
    while waiting:
        ready = [item for item in waiting if all(_is_ready(member, waiting) for member in item.names)]
        if not ready:
            for item in waiting:
                world.report.add(diagnostic("N209", Label(item.span), name=item.name.text))
            return
        for item in ready:
            ids: set[int] = set(world.classes.get(item.name.text, Things("", ())).ids)
            for member in item.names:
                if member.text in world.classes:
                    ids |= set(world.classes[member.text].ids)
            world.classes[item.name.text] = Things(item.name.text, tuple(sorted(ids)))
            waiting.remove(item)


def _is_ready(member: nodes.Name, waiting: list[nodes.Kind]) -> bool:
    return all(member.text != other.name.text for other in waiting)


# --- dice, zones, stores


def _dice(items: Sequence[nodes.Item], world: World) -> None:
    for item in items:
        if not isinstance(item, nodes.Die):
            continue
        name = item.name.text
        world.spans[name] = item.name.span
        domain: Domain
        if item.low is not None and item.high is not None:
            domain = _range(item.low, item.high, item.span, world)
            faces = tuple(values(domain))
        else:
            words = tuple(dict.fromkeys(face.text for face in item.faces))
            domain = Names(name, words)
            faces = tuple(words.index(face.text) for face in item.faces)
            for word in words:
                world.members.setdefault(word, []).append(domain)
        world.dice[name] = faces
        world.cells[name] = Cell(name, (), domain, True, NOTHING, "round")


def _index_domain(name: nodes.Name, world: World) -> Domain | None:
    if name.text == "player":
        return world.seats
    found = world.kinds.get(name.text) or world.classes.get(name.text)
    if found is None:
        world.unknown("N210", name, ["player", *world.kinds, *world.classes], "this is not a kind")
    return found


def _zones(items: Sequence[nodes.Item], world: World) -> None:
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
        if view == "owner" and not any(name == "player" for name, _ in index):
            world.report.add(
                diagnostic("T308", Label(item.span), name=item.name.text, hint="write `per player`, or `seen`, or `hidden`")
            )
        holds = whole(item.holds, world) if item.holds is not None else (1 if item.shape == "space" else None)
        world.families[item.name.text] = Family(item.name.text, item.shape, index, view, holds, world.zones, size)
        world.spans[item.name.text] = item.name.span
        world.zones += size
    if "box" not in world.families:
        world.families["box"] = Family("box", "set", (), "hidden", None, world.zones, 1)
        world.zones += 1
    _zone_tables(written, world)


def _zone_tables(written: list[nodes.Zone], world: World) -> None:
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


def _stores(items: Sequence[nodes.Item], world: World) -> None:
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
        life = "turn" if item.until is not None and item.until.text == "turn" else "round"
        if item.until is not None and item.until.text not in ("turn", "round"):
            world.unknown("N211", item.until, ["turn", "round"], "notes last until the turn or the round ends")
        if item.kept or item.given:
            life = "match"
        world.cells[name] = Cell(
            name, index, domain, optional, starts, life, given=item.given, saturates=item.rest_lost
        )


def _store_domain(item: nodes.Store, world: World) -> Domain:
    if item.sort == "amount":
        return _range(whole(item.low, world), whole(item.high, world), item.span, world)
    if not item.choices:
        return Truth()
    if len(item.choices) == 1:
        found = domain_named(item.choices[0], world)
        if found is None:
            known = ["player", *world.kinds, *world.classes, *world.families]
            world.unknown("N212", item.choices[0], known, "a note remembers a player, a kind, a component or a zone")
            return Truth()
        return found
    own = Names(item.name.text, tuple(choice.text for choice in item.choices))
    world.kinds.setdefault(item.name.text, own)
    for word in own.members:
        world.members.setdefault(word, []).append(own)
    return own


def _start_value(expr: nodes.Expr, domain: Domain, world: World) -> int:
    match expr:
        case nodes.Integer(value, _):
            found: int | None = value
        case nodes.Negative(nodes.Integer(value, _), _):
            found = -value
        case nodes.Place(nodes.Path(False, (name,), _), (), _):
            if isinstance(domain, Names) and name.text in domain.members:
                found = domain.members.index(name.text)
            else:
                found = whole(name, world)
        case _:
            found = None
    if found is None or found not in values(domain):
        world.report.add(diagnostic("T309", Label(expr.span, "the value it starts with")))
        return values(domain)[0]
    return found
