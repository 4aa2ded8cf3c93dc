"""Components: every card, tile and figure with its name and what is printed on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from verifier.diagnostics import Label, diagnostic
from verifier.kernel.domain import Domain, Names, Number, Players, Things, values
from verifier.kernel.machine import Thing
from verifier.model.from_surface.fields import Line, gather_fields
from verifier.model.from_surface.world import MOST_THINGS, SEATS, World, checked_range, whole
from verifier.surface import nodes


def components(items: Sequence[nodes.Item], world: World) -> None:
    drafts: list[Line] = []
    tags: dict[str, list[int]] = {}
    for item in items:
        if isinstance(item, nodes.Component):
            # A design of which there is no copy (yet) is known all the same.
            world.designs.setdefault(item.name.text, [])
            for tag in (*(line.name.text for line in item.fields if isinstance(line, nodes.Tag)), item.sort):
                tags.setdefault(tag, [])
            drafts.extend(_copies(item, world))
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


def _copies(item: nodes.Component, world: World) -> Iterable[Line]:
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
                ranges.append((name.text, checked_range(low, high, span, world)))
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
        chosen = dict(zip((axis for axis, _ in (*each, *ranges)), combination, strict=True))
        printed = dict(fixed)
        for axis, domain in (*each, *ranges):
            printed[axis] = (domain, (chosen[axis],))
        words = [_word(chosen[axis], domain) for axis, domain in each]
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
