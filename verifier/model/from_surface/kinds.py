"""Kinds: names, ranges of numbers, and classes of components."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.diagnostics import Label, diagnostic
from verifier.kernel.domain import Domain, Names, Things, Zones
from verifier.model.from_surface.world import World, checked_range, whole
from verifier.surface import nodes


def kinds(items: Sequence[nodes.Item], world: World) -> None:
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


def classes(items: Sequence[nodes.Item], world: World) -> None:
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
