"""What is printed on components, as tables by component; and which classes each belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.kernel.domain import NOTHING, Domain, Names, Number, Truth, values
from verifier.kernel.machine import Table
from verifier.model.from_surface.world import Field, World
from verifier.surface import nodes


@dataclass(slots=True)
class Line:
    """The values printed on one component, while the lines of its design are read."""

    item: nodes.Component
    fields: dict[str, tuple[Domain, tuple[int, ...]]]
    per: dict[str, tuple[Domain, dict[int, int]]]
    tags: set[str]
    words: tuple[str, ...]


def gather_fields(drafts: list[Line], world: World) -> None:
    """One table for each field, by component; words of their own become a kind named after the field."""
    designs = world.kinds["name"]
    assert isinstance(designs, Names)
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


def _joined(domains: list[Domain], name: str, world: World) -> Domain:
    numbers = [domain for domain in domains if isinstance(domain, Number)]
    if len(numbers) == len(domains):
        return Number(min(0, *(n.low for n in numbers)), max(0, *(n.high for n in numbers)))
    return domains[0]


def fields_to_tables(world: World) -> None:
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
