"""Components: every card, tile and figure with its name and what is printed on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from verifier.diagnostics import Label, diagnostic
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Players, Things, Truth, Zones, values
from verifier.kernel.machine import Table, Thing
from verifier.model.from_surface.scope import (
    MOST_THINGS,
    SEATS,
    Declarations,
    Field,
    checked_range,
    not_a_member,
    whole,
)
from verifier.model.types import called
from verifier.source import Span
from verifier.surface import nodes
from verifier.surface.rewrite import without_spans

# --- what is printed on components, as tables by component; and which classes each belongs to


@dataclass(slots=True)
class Line:
    """The values printed on one component, while the lines of its design are read."""

    item: nodes.Component
    fields: dict[str, tuple[Domain, tuple[int, ...]]]
    per: dict[str, tuple[Domain, dict[int, int]]]
    tags: set[str]
    words: tuple[str, ...]


def gather_fields(drafts: list[Line], world: Declarations) -> None:
    """One table for each field, by component; words of their own become a kind named after the field."""
    designs = world.kinds["name"]
    assert isinstance(designs, Names)
    _one_sort_each(drafts, world)
    names = dict.fromkeys(name for draft in drafts for name in draft.fields)
    for name in names:
        having = {number: draft.fields[name] for number, draft in enumerate(drafts) if name in draft.fields}
        domains = {id(domain): domain for domain, _ in having.values()}
        slots = max(len(numbers) for _, numbers in having.values())
        own = [
            domain for domain in domains.values() if isinstance(domain, Names) and domain.name.startswith("?")
        ]
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
        flat: list[int] = []
        for draft in drafts:
            found = draft.per.get(name, (kind, {}))[1]
            flat.extend(found.get(member, 0) for member in values(kind))
        domain = Number(0, max(flat, default=0))
        world.tables[f"its {name}"] = Table(f"its {name}", (kind,), tuple(flat), domain, 0)
        having_per = frozenset(number for number, draft in enumerate(drafts) if name in draft.per)
        world.fields[name] = Field(name, domain, kind, (f"its {name}",), having_per)


def _one_sort_each(drafts: list[Line], world: Declarations) -> None:
    """What is printed under one name is of one sort: numbers, or words of one kind. The rest is told, and left out."""
    first: dict[str, tuple[str, Line]] = {}
    told: set[tuple[int, str]] = set()
    for draft in drafts:
        for name in (*draft.fields, *draft.per):
            sort = _sort_of(draft, name)
            known, where = first.setdefault(name, (sort, draft))
            if sort == known:
                continue
            draft.fields.pop(name, None)
            draft.per.pop(name, None)
            if (id(draft.item), name) not in told:
                told.add((id(draft.item), name))
                labels = [
                    Label(_printed(each.item, name), f"this is {of}")
                    for each, of in ((draft, sort), (where, known))
                ]
                hint = "give one of them a name of its own"
                world.report.add(diagnostic("T328", *labels, hint=hint, name=name))


def _sort_of(draft: Line, name: str) -> str:
    if name in draft.per:
        return "a price by kind"
    domain = draft.fields[name][0]
    return "a word" if isinstance(domain, Names) and domain.name.startswith("?") else called(domain)


def _printed(item: nodes.Component, name: str) -> Span:
    """Where a line says what is printed under a name."""
    return next(field.span for field in item.fields if _field_name(field).removeprefix("each ") == name)


def _joined(domains: list[Domain], name: str, world: Declarations) -> Domain:
    numbers = [domain for domain in domains if isinstance(domain, Number)]
    if len(numbers) == len(domains):
        return Number(min(0, *(n.low for n in numbers)), max(0, *(n.high for n in numbers)))
    return domains[0]


def fields_to_tables(world: Declarations) -> None:
    """Completes the tables by component now that all components are numbered, and adds the classes."""
    everything = world.all_things
    for name, table in list(world.tables.items()):
        if name.startswith("its "):
            world.tables[name] = Table(
                name, (everything, *table.index), table.values, table.domain, table.missing
            )
    designs = world.kinds["name"]
    assert isinstance(designs, Names)
    column = tuple(designs.members.index(thing.design) for thing in world.things)
    world.tables["its name"] = Table("its name", (everything,), column, designs, NOTHING)
    world.fields.setdefault("name", Field("name", designs, None, ("its name",), frozenset(everything.ids)))
    for name, things in world.classes.items():
        held = set(things.ids)
        flags = tuple(int(number in held) for number in everything.ids)
        world.tables[f"is {name}"] = Table(f"is {name}", (everything,), flags, Truth(), 0)


# --- components: every card, tile and figure with its name and what is printed on it


def components(items: Sequence[nodes.Item], world: Declarations) -> None:
    drafts: list[Line] = []
    tags: dict[str, list[int]] = {}
    telling = _telling(items)
    for item in items:
        if isinstance(item, nodes.Component):
            # A design of which there is no copy (yet) is known all the same.
            world.designs.setdefault(item.name.text, [])
            for tag in (*(line.name.text for line in item.fields if isinstance(line, nodes.Tag)), item.sort):
                tags.setdefault(tag, [])
            drafts.extend(_copies(item, telling.get(item.name.text), world))
            if len(drafts) > MOST_THINGS:
                world.report.add(diagnostic("T306", Label(item.span), most=MOST_THINGS))
                return
    taken: dict[str, int] = {}
    twins: dict[Any, int] = {}
    world.kinds.setdefault("name", Names("name", tuple(world.designs)))
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
        world.designs[draft.item.name.text].append(len(world.things))
        world.things.append(Thing(name, draft.item.name.text, twin))
    gather_fields(drafts, world)
    for design in world.designs:
        world.classes[design] = Things(design, tuple(world.designs[design]))
    for number, draft in enumerate(drafts):
        for tag in sorted({*draft.tags, draft.item.sort}):
            tags[tag].append(number)
    for tag, ids in tags.items():
        if tag not in world.designs:
            world.classes[tag] = Things(tag, tuple(ids))
    for sort in ("card", "tile", "figure"):
        world.classes.setdefault(sort, Things(sort, ()))
    world.classes.setdefault("component", world.all_things)


def _telling(items: Sequence[nodes.Item]) -> dict[str, str]:
    """The one number by which the lines of a design differ: it belongs into the names, as one of a range does."""
    lines: dict[str, list[dict[str, nodes.Field]]] = {}
    for item in items:
        if isinstance(item, nodes.Component):
            fields = {_field_name(field): field for field in item.fields if _field_name(field) != "copies"}
            lines.setdefault(item.name.text, []).append(fields)
    found: dict[str, str] = {}
    for design, several in lines.items():
        names = dict.fromkeys(name for fields in several for name in fields)
        unlike = [name for name in names if len({_as_said(fields.get(name)) for fields in several}) > 1]
        if len(unlike) == 1 and all(_is_number(fields.get(unlike[0])) for fields in several):
            found[design] = unlike[0]
    return found


def _field_name(field: nodes.Field) -> str:
    return f"each {field.kind.text}" if isinstance(field, nodes.ForEach) else field.name.text


def _as_said(field: nodes.Field | None) -> Any:
    return None if field is None else without_spans(field)


def _is_number(field: nodes.Field | None) -> bool:
    match field:
        case nodes.FieldRange():
            return True
        case nodes.FieldNumbers(_, numbers):
            return len(numbers) == 1
        case _:
            return False


def _copies(item: nodes.Component, telling: str | None, world: Declarations) -> Iterable[Line]:
    each: list[tuple[str, Domain]] = []
    ranges: list[tuple[str, Domain]] = []
    fixed: dict[str, tuple[Domain, tuple[int, ...]]] = {}
    per: dict[str, tuple[Domain, dict[int, int]]] = {}
    tags: set[str] = set()
    copies = 1
    for line in item.fields:
        match line:
            case nodes.ForEach(kind):
                domain = world.seats if kind.text == "player" else world.kinds.get(kind.text)
                if domain is None:
                    world.unknown("N207", kind, ["player", *world.kinds], "this is not a kind")
                    continue
                (ranges if isinstance(domain, Number) else each).append((kind.text, domain))
            case nodes.FieldRange(name, low, high, span=span):
                ranges.append((name.text, checked_range(low, high, span, world)))
            case nodes.FieldNumbers(name, numbers):
                if name.text == "copies":
                    copies = numbers[0]
                elif name.text == telling:
                    ranges.append((telling, Number(numbers[0], numbers[0])))
                else:
                    fixed[name.text] = (Number(min(0, *numbers), max(0, *numbers)), numbers)
            case nodes.FieldName(name, value, span=span):
                if name.text == "copies":
                    copies = whole(value, world)
                elif value.text in world.parameters:
                    number = whole(value, world)
                    fixed[name.text] = (Number(min(0, number), max(0, number)), (number,))
                else:
                    fixed[name.text] = _named_field(name.text, value, world)
            case nodes.FieldPer(name, pairs):
                found = _per_field(name, pairs, world)
                if found is not None:
                    per[name.text] = found
            case nodes.Tag(name):
                tags.add(name.text)
    if not 0 <= copies <= MOST_THINGS:
        world.report.add(diagnostic("T306", Label(item.span), most=MOST_THINGS))
        return
    for combination in product(*(values(domain) for _, domain in (*each, *ranges))):
        chosen = dict(zip((axis for axis, _ in (*each, *ranges)), combination, strict=True))
        printed = dict(fixed)
        for axis, domain in (*each, *ranges):
            printed[axis] = (domain, (chosen[axis],))
        words = [_word(chosen[axis], domain) for axis, domain in each]
        if not each and [axis for axis, _ in ranges] == [telling]:
            words.append(item.name.text)
        words += [str(chosen[axis]) for axis, _ in ranges] or [item.name.text]
        for _ in range(copies):
            yield Line(item, printed, per, tags, tuple(words))


def _word(value: int, domain: Domain) -> str:
    match domain:
        case Names(_, members):
            return members[value]
        case Players():
            return SEATS[value]
        case _:
            return str(value)


def _named_field(field_name: str, value: nodes.Name, world: Declarations) -> tuple[Domain, tuple[int, ...]]:
    """A field whose value is a word: a member of a kind, the name of a design, or a word of its own."""
    kinds = world.members.get(value.text, [])
    named_so = world.kinds.get(field_name)
    if isinstance(named_so, Names) and value.text not in named_so.members:
        world.report.add(not_a_member(value, field_name, named_so))
        return named_so, (0,)
    named = [kind for kind in kinds if kind.name == field_name] or kinds
    if named:
        return named[0], (named[0].members.index(value.text),)
    return Names(f"?{field_name}", (value.text,)), (0,)


def _per_field(
    name: nodes.Name, pairs: tuple[tuple[nodes.Name, int], ...], world: Declarations
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


# --- kinds: names, ranges of numbers, and classes of components


def kinds(items: Sequence[nodes.Item], world: Declarations) -> None:
    component_words = _component_words(items)
    for item in items:
        if not isinstance(item, nodes.Kind):
            continue
        name = item.name.text
        world.spans[name] = item.name.span
        if item.low is not None:
            world.kinds[name] = checked_range(item.low, whole(item.high, world), item.span, world)
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
        for item in (item for item in items if isinstance(item, nodes.Kind)):
            if item.name.text not in words and any(member.text in words for member in item.names):
                words.add(item.name.text)
                grown = True
    return words


def classes(items: Sequence[nodes.Item], world: Declarations) -> None:
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


def domain_named(name: nodes.Name, world: Declarations) -> Domain | None:
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
