"""Which name of one machine stands for which of the other: two machines in, an alignment out.

Names that agree are taken at their word, and so is what somebody wrote down; what is left is matched by what the rules
say of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from verifier.compare.canonical.colours import Colours
from verifier.compare.canonical.tokens import Entity
from verifier.diagnostics import Label, Report, diagnostic, did_you_mean
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Domain, Names, Things, Zones, values
from verifier.source import Source, Span

SORTS = ("kind", "table", "family", "cell", "definition", "action")
_LINE = re.compile(r"^\s*(?P<here>[^\s=#]+)\s*=\s*(?P<there>[^\s=#]+)\s*(#.*)?$")


@dataclass(frozen=True, slots=True)
class Alignment:
    """From the names and numbers of the first machine to those of the second; not all have a partner."""

    names: Mapping[Entity, str]
    members: Mapping[str, tuple[int | None, ...]]
    things: tuple[int | None, ...]
    zones: tuple[int | None, ...]

    def value(self, domain: Domain, value: int) -> int | None:
        """A value of the first machine as the second writes it; `None` if it has no such value."""
        if value == NOTHING:
            return value
        match domain:
            case Names(name, _):
                return self.members[name][value] if name in self.members else None
            case Things():
                return self.things[value]
            case Zones():
                return self.zones[value]
            case _:
                return value

    def partner(self, sort: str, name: str) -> str | None:
        return self.names.get((sort, name))

    def turned(self, second: km.Machine) -> Alignment:
        """The same from the second machine to the first."""
        names = {(sort, there): here for (sort, here), there in self.names.items()}
        kinds = kinds_of(second)
        members = {
            self.names["kind", kind]: _turned(places, len(kinds[self.names["kind", kind]]))
            for kind, places in self.members.items()
        }
        return Alignment(
            names, members, _turned(self.things, len(second.things)), _turned(self.zones, second.zones)
        )

    def renamed(self, first: km.Machine, second: km.Machine) -> list[tuple[str, str, str]]:
        """What is called otherwise on the two sides: (sort, here, there)."""
        found = [(sort, here, there) for (sort, here), there in self.names.items() if here != there]
        theirs = kinds_of(second)
        for kind, members in kinds_of(first).items():
            partner = self.names.get(("kind", kind))
            if partner is None or kind not in self.members:
                continue
            for here, place in zip(members, self.members[kind], strict=True):
                if place is not None and theirs[partner][place] != here:
                    found.append((kind, here, theirs[partner][place]))
        return [each for each in found if each[0] != "table"]


def aligned(first: km.Machine, second: km.Machine, given: Mapping[str, str] | None = None) -> Alignment:
    """The alignment of two machines; `given` says which names of the first are which of the second."""
    said = given or {}
    names: dict[Entity, str] = {}
    colours = Colours(first), Colours(second)
    for sort in SORTS:
        ours, theirs = _named(first, sort), _named(second, sort)
        for name in ours:
            wished = said.get(name, name)
            if wished in theirs:
                names[sort, name] = wished
        taken = {there for (of, _), there in names.items() if of == sort}
        left = [name for name in ours if (sort, name) not in names and name not in said]
        free = [name for name in theirs if name not in taken]
        names.update({(sort, a): b for a, b in _matched(sort, left, free, colours)})
    members = _members(first, second, names, said)
    things = _things(first, second, names, members, said)
    found = Alignment(names, members, things, ())
    return Alignment(names, members, things, _zones(first, second, found))


def _named(machine: km.Machine, sort: str) -> list[str]:
    match sort:
        case "kind":
            return list(kinds_of(machine))
        case "table":
            return list(machine.tables)
        case "family":
            return list(machine.families)
        case "cell":
            return list(machine.cells)
        case "definition":
            return list(machine.definitions)
        case _:
            return actions_of(machine)


def actions_of(machine: km.Machine) -> list[str]:
    """Every action that is offered somewhere."""
    outs = [block.out for block in machine.blocks.values()]
    taken = [each.action for out in outs if isinstance(out, km.Decide) for each in out.alternatives]
    return list(dict.fromkeys(taken))


def kinds_of(machine: km.Machine) -> dict[str, tuple[str, ...]]:
    """Every kind that something is of or is counted by, with its members."""
    domains: list[Domain] = []
    for family in machine.families.values():
        domains += [domain for _, domain in family.index]
    for cell in machine.cells.values():
        domains += [*cell.index, cell.domain]
    for table in machine.tables.values():
        domains += [*table.index, table.domain]
    return {domain.name: domain.members for domain in domains if isinstance(domain, Names)}


def _matched(
    sort: str, ours: list[str], theirs: list[str], colours: tuple[Colours, Colours]
) -> Iterable[tuple[str, str]]:
    """Names that agree in what is said of them, the closest agreement first."""
    mine, free = list(ours), list(theirs)
    for depth in reversed(range(Colours.DEPTH + 1)):
        groups = [colours[side].grouped(sort, names, depth) for side, names in ((0, mine), (1, free))]
        for colour, here in groups[0].items():
            there = groups[1].get(colour, [])
            # What only shares its sort with others is matched if there is no choice.
            if len(here) == len(there) and (depth or len(here) == 1):
                for pair in zip(here, there, strict=True):
                    yield pair
                    mine.remove(pair[0])
                    free.remove(pair[1])


def _members(
    first: km.Machine, second: km.Machine, names: Mapping[Entity, str], said: Mapping[str, str]
) -> dict[str, tuple[int | None, ...]]:
    found = {}
    theirs = kinds_of(second)
    for kind, members in kinds_of(first).items():
        partner = names.get(("kind", kind))
        if partner is None:
            continue
        there = theirs[partner]
        wishes = [said.get(member, member) for member in members]
        places: list[int | None] = [there.index(wish) if wish in there else None for wish in wishes]
        free = [place for place in range(len(there)) if place not in places]
        for number, place in enumerate(places):
            if place is None and free and members[number] not in said:
                places[number] = free.pop(0)
        found[kind] = tuple(places)
    return found


def _things(
    first: km.Machine,
    second: km.Machine,
    names: Mapping[Entity, str],
    members: Mapping[str, tuple[int | None, ...]],
    said: Mapping[str, str],
) -> tuple[int | None, ...]:
    """Components with the same print, in order."""
    tables = [
        (table, second.tables[names["table", name]])
        for name, table in first.tables.items()
        if ("table", name) in names and len(table.index) == 1 and isinstance(table.index[0], Things)
    ]
    there: dict[tuple[object, ...], list[int]] = {}
    for number in range(len(second.things)):
        there.setdefault(tuple(other.values[number] for _, other in tables), []).append(number)
    by_name = {thing.name: number for number, thing in enumerate(second.things)}
    found: list[int | None] = []
    for number, thing in enumerate(first.things):
        alike = there.get(tuple(_print(table, number, members) for table, _ in tables), [])
        named = by_name.get(said.get(thing.name, thing.name))
        chosen = named if named in alike else alike[0] if alike else None
        if chosen is not None:
            alike.remove(chosen)
        found.append(chosen)
    taken = set(found)
    for number, thing in enumerate(first.things):
        # The same name with another print: a component that an edition has changed.
        named = by_name.get(thing.name)
        if found[number] is None and named not in taken:
            found[number] = named
    return tuple(found)


def _print(table: km.Table, thing: int, members: Mapping[str, tuple[int | None, ...]]) -> int | None:
    value = table.values[thing]
    if isinstance(table.domain, Names) and value != NOTHING:
        places = members.get(table.domain.name)
        return places[value] if places is not None else None
    return value


def _zones(first: km.Machine, second: km.Machine, found: Alignment) -> tuple[int | None, ...]:
    zones: list[int | None] = [None] * first.zones
    for name, family in first.families.items():
        partner = found.partner("family", name)
        if partner is None:
            continue
        other = second.families[partner]
        for place in range(family.size):
            index = _index(family, place)
            there = [
                found.value(domain, value) for (_, domain), value in zip(family.index, index, strict=True)
            ]
            zones[family.base + place] = _zone(other, there)
    return tuple(zones)


def _index(family: km.Family, place: int) -> list[int]:
    found = []
    for _, domain in reversed(family.index):
        members = values(domain)
        place, here = divmod(place, len(members))
        found.append(members[here])
    return found[::-1]


def _zone(family: km.Family, index: list[int | None]) -> int | None:
    if len(index) != len(family.index):
        return None
    place = 0
    for (_, domain), value in zip(family.index, index, strict=True):
        members = list(values(domain))
        if value not in members:
            return None
        place = place * len(members) + members.index(value)
    return family.base + place


def _turned(partners: tuple[int | None, ...], count: int) -> tuple[int | None, ...]:
    known = {there: here for here, there in enumerate(partners) if there is not None}
    return tuple(known.get(number) for number in range(count))


Pairs = Mapping[str, tuple[str, Span]]


def pairs_in(source: Source) -> Pairs:
    """The pairs of a text with one `name = other name` to a line; anything else raises `Rejected`."""
    report = Report()
    found: dict[str, tuple[str, Span]] = {}
    start = 0
    for line in source.text.split("\n"):
        span = source.span(start, start + len(line))
        start += len(line) + 1
        if not line.split("#")[0].strip():
            continue
        pair = _LINE.match(line)
        if pair is None:
            hint = "a line is `name = name`: one of the first rule set, one of the second"
            report.add(diagnostic("D601", Label(span), hint=hint))
        elif pair["here"] in found:
            first = Label(found[pair["here"]][1], "first here")
            report.add(diagnostic("D602", Label(span, "here again"), first, name=pair["here"]))
        else:
            found[pair["here"]] = pair["there"], span
    report.reject_errors()
    return found


def aligned_names(pairs: Pairs, first: km.Machine, second: km.Machine) -> dict[str, str]:
    """The pairs as names; a name that its side does not have raises `Rejected`."""
    report = Report()
    sides = _names(first), _names(second)
    for here, (there, span) in pairs.items():
        for name, known in ((here, sides[0]), (there, sides[1])):
            if name not in known:
                hint = did_you_mean(name, known)
                report.add(diagnostic("D603", Label(span), hint=hint, name=name))
    report.reject_errors()
    return {here: there for here, (there, _) in pairs.items()}


def _names(machine: km.Machine) -> set[str]:
    kinds = kinds_of(machine)
    found = {*machine.cells, *machine.families, *machine.definitions, *kinds, *actions_of(machine)}
    found |= {member for members in kinds.values() for member in members}
    return found | {thing.name for thing in machine.things} | {thing.design for thing in machine.things}
