"""What is in the box, the numbers of the game, and where things lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.documents.cards import Face, Printed, faces, types
from verifier.documents.pen import Pen, escaped, section, table
from verifier.kernel.domain import Names
from verifier.model.game import Parameter
from verifier.surface import nodes

# More designs than this are told by their classes; the gallery shows each.
MANY = 14


def components(pen: Pen) -> str:
    w = pen.words
    found = faces(pen.material.program.game)
    designs = list(dict.fromkeys(face.design for face in found))
    groups = _by_type(pen, designs) if len(designs) > MANY else [(each, [each]) for each in designs]
    rows = []
    for group, members in groups:
        own = [face for face in found if face.design in members]
        count = sum(face.copies for face in own)
        what = _what(pen, own) if len(members) == 1 else w("component.designs", n=len(members))
        rows.append([escaped(pen.name(group, plural=count != 1)), what, w.number(count)])
    rows.append([f"**{w('component.all')}**", "", f"**{w.number(len(pen.material.program.game.things))}**"])
    heads = [w("component.component"), w("component.printed"), w("component.count")]
    return section(w("section.components"), "components", table(heads, rows, right=[2]))


def _by_type(pen: Pen, designs: list[str]) -> list[tuple[str, list[str]]]:
    """Designs grouped by what they are."""
    kinds = types(pen.material.program.composition.items)
    groups: dict[str, list[str]] = {}
    for design in designs:
        groups.setdefault(kinds.get(design, design), []).append(design)
    return list(groups.items())


def _what(pen: Pen, own: list[Face]) -> str:
    """The faces of one design: which colours, which values, how many of each."""
    parts = []
    for name in dict.fromkeys(name for face in own for name in face.fields if name not in pen.look.hidden):
        values = list(dict.fromkeys(_value(face.fields[name]) for face in own if name in face.fields))
        parts.append(pen.words("component.field", name=escaped(pen.name(name)), values=_listed(pen, values)))
    copies = {face.copies for face in own}
    if len(own) > 1 and len(copies) == 1 and copies != {1}:
        parts.append(pen.words("component.copies", n=copies.pop()))
    return pen.words.joined(parts)


def _value(value: Printed) -> str | int | tuple[tuple[str, str | int], ...]:
    return value if isinstance(value, str | int) else tuple(value.items())


def _listed(pen: Pen, values: Iterable[str | int | tuple[tuple[str, str | int], ...]]) -> str:
    values = list(values)
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == len(values) > 2 and sorted(numbers) == list(range(min(numbers), max(numbers) + 1)):
        return f"{min(numbers)}–{max(numbers)}"
    return ", ".join(_shown(pen, value) for value in values)


def _shown(pen: Pen, value: str | int | tuple[tuple[str, str | int], ...]) -> str:
    if isinstance(value, tuple):
        return ", ".join(f"{number} {escaped(pen.name(name))}" for name, number in value)
    if isinstance(value, int):
        return pen.words.number(value)
    dot = f'<span class="dot"{pen.look.tint(value)}></span>' if value in pen.look.tints else ""
    return f"{dot}{escaped(pen.name(value))}"


def numbers(pen: Pen) -> str:
    """Every named number with its value: the ones that a house rule would set."""
    w = pen.words
    rows = [
        [pen.say(f"number:{each.name}") or escaped(pen.name(each.name)), _number(pen, each), f"`{each.name}`"]
        for each in pen.material.program.game.parameters.values()
    ]
    heads = [w("component.number"), w("component.value"), w("glossary.rules")]
    return section(w("section.numbers"), "numbers", table(heads, rows))


def _number(pen: Pen, each: Parameter) -> str:
    if each.value is not None:
        return f"**{pen.words.number(each.value)}**"
    kind = pen.material.program.game.kinds.get(each.by or "")
    members = kind.members if isinstance(kind, Names) else None
    return pen.words.joined(
        f"{escaped(pen.name(members[key])) if members else key}:\N{NO-BREAK SPACE}{pen.words.number(value)}"
        for key, value in each.entries
    )


def places(pen: Pen) -> str:
    """The zones, each in a sentence."""
    zones = [item for item in pen.material.program.composition.items if isinstance(item, nodes.Zone)]
    return section(pen.words("section.places"), "places", "\n".join(_places(pen, zones)))


def _places(pen: Pen, zones: list[nodes.Zone]) -> Iterator[str]:
    for zone in zones:
        name = zone.name.text
        told = pen.say(f"zone:{name}") or f"`{_zone(zone)}`"
        yield "- " + pen.words("component.field", name=f"**{escaped(pen.title(name))}**", values=told)


def _zone(zone: nodes.Zone) -> str:
    per = "".join(f" per {each.text}" for each in zone.per)
    return f"{zone.shape}{per}, {zone.view or 'seen'}"
