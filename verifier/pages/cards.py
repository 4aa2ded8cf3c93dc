"""What is printed on components: designs with their faces, their classes and how many copies the box holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import product
from typing import Any

from verifier.kernel.domain import NOTHING, Domain, Names, Players, Things, Truth, values
from verifier.kernel.machine import Table
from verifier.model.game import Game
from verifier.pages.pen import Pen, capital, escaped, fenced, section
from verifier.pages.rules import standing_chips
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.format import printed
from verifier.surface.index import rules_in

# --- what is printed on components: designs with their faces, their classes and how many copies the box holds


FIELD, CLASS = "its ", "is "
Printed = str | int | Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Face:
    """Components that look the same: how many there are, what is printed on them, what they count as."""

    design: str
    copies: int
    fields: Mapping[str, Printed]
    classes: tuple[str, ...]
    first: int


def faces(game: Game) -> list[Face]:
    """Every different component of a game, in the order of the text.

    Copies that differ in a mere yes or no (a sign that sorts them for a variant) share a face.
    """
    found: dict[tuple[str, str], list[int]] = {}
    shown = {}
    for number, thing in enumerate(game.things):
        fields = printed_fields(game, number)
        key = thing.design, repr(sorted(fields.items(), key=lambda field: field[0]))
        found.setdefault(key, []).append(number)
        shown[key] = fields
    return [
        Face(design, len(numbers), shown[design, key], tuple(classes_of(game, numbers)), numbers[0])
        for (design, key), numbers in found.items()
    ]


def types(items: Iterable[nodes.Item]) -> dict[str, str]:
    """What each design is: the class its text names first, else the first kind that lists it, else itself."""
    items = list(items)
    found: dict[str, str] = {}
    for item in items:
        if isinstance(item, nodes.Component):
            tags = [field.name.text for field in item.fields if isinstance(field, nodes.Tag)]
            found.setdefault(item.name.text, tags[0] if tags else "")
    for item in items:
        for name in item.names if isinstance(item, nodes.Kind) else ():
            if found.get(name.text) == "" and isinstance(item, nodes.Kind):
                found[name.text] = item.name.text
    return {design: kind or design for design, kind in found.items()}


def classes_of(game: Game, numbers: list[int]) -> Iterator[str]:
    """What all of these components count as, widest class first."""
    for name, things in sorted(game.classes.items(), key=lambda each: -len(each[1].ids)):
        if name != "component" and set(numbers) <= set(things.ids):
            yield name


def printed_fields(game: Game, number: int) -> dict[str, Printed]:
    """What is printed on a component: a value, or one for each member of a kind."""
    found: dict[str, Printed] = {}
    for name, table in game.tables.items():
        if not name.startswith(FIELD) or name == f"{FIELD}name" or not isinstance(table.index[0], Things):
            continue
        # Whose figure it is, is no print: each player has one.
        entries = _entries(game, table, number) if not isinstance(table.domain, Players) else {}
        if entries:
            found[name.removeprefix(FIELD)] = entries.get("", entries)
    return found


def _entries(game: Game, table: Table, number: int) -> dict[str, Any]:
    size = len(table.values) // len(game.things)
    entries: dict[str, Any] = {}
    for place, index in enumerate(product(*(values(domain) for domain in table.index[1:]))):
        value = table.values[number * size + place]
        if (
            place < size
            and not isinstance(table.domain, Truth)
            and (
                value != table.missing
                or (value != NOTHING and size == 1 and _has(game, table, game.things[number].design))
            )
        ):
            words = [_word(domain, each) for domain, each in zip(table.index[1:], index, strict=True)]
            entries[" ".join(map(str, words))] = _word(table.domain, value)
    return entries


def _has(game: Game, table: Table, design: str) -> bool:
    """Do components of this design bear the field? Then a value that elsewhere means none is a value here."""
    return any(
        value != table.missing and thing.design == design
        for thing, value in zip(game.things, table.values, strict=True)
    )


def _word(domain: Domain, value: int) -> str | int:
    return domain.members[value] if isinstance(domain, Names) and 0 <= value < len(domain.members) else value


# --- the cards, drawn: name, cost, symbols, effect. For any game whose components have something printed on them


@dataclass(frozen=True, slots=True)
class Box:
    """The cards that a rule set brings, in its own voice: `pen` speaks of the rule set they belong to."""

    pen: Pen
    title: str
    anchor: str
    game: Game
    laid: Composition
    new: tuple[Face, ...]


def new_faces(game: Game, before: Mapping[str, int]) -> tuple[Face, ...]:
    """The faces of a rule set whose design an earlier one does not have."""
    return tuple(face for face in faces(game) if face.design not in before)


def has_gallery(game: Game) -> bool:
    return any(face.fields for face in faces(game))


def gallery(boxes: list[Box]) -> str:
    """One section for each box, one group for each class of cards."""
    parts = []
    for box in boxes:
        kinds = types(box.laid.items)
        groups = [
            _group(box, kind, [face for face in box.new if kinds[face.design] == kind])
            for kind in dict.fromkeys(kinds[face.design] for face in box.new)
        ]
        parts.append(section(escaped(box.title), box.anchor, *groups))
    return "\n".join(parts)


def _group(box: Box, kind: str, own: list[Face]) -> str:
    title = capital(box.pen.name(kind, plural=True))
    small = all(_is_plain(box, face) for face in own)
    cards = "\n".join(_small(box, face) if small else _card(box, face, kind) for face in own)
    layout = "gallery small" if small else "gallery"
    anchor = f"{box.anchor}-{kind}"
    return section(escaped(title), anchor, f'<div class="{layout}" markdown="1">\n{cards}\n</div>\n', level=3)


def _is_plain(box: Box, face: Face) -> bool:
    """Nothing but a colour and a number: no cost and no text."""
    node = _node(box, face)
    return (
        len(face.fields) <= 3
        and not any(isinstance(v, Mapping) for v in face.fields.values())
        and not (node is not None and node.lines)
    )


def _node(box: Box, face: Face) -> nodes.Component | None:
    """Where the text of a design stands: the last of its lines carries it."""
    found = [
        item for item in box.laid.items if isinstance(item, nodes.Component) and item.name.text == face.design
    ]
    return next((item for item in reversed(found) if item.lines), found[-1] if found else None)


def _small(box: Box, face: Face) -> str:
    pen = box.pen
    tint = next(
        (pen.look.tint(v) for v in face.fields.values() if isinstance(v, str) and v in pen.look.tints), ""
    )
    number = next((v for v in face.fields.values() if isinstance(v, int)), None)
    head = str(number) if number is not None else pen.name(face.design)
    rest = [pen.name(v) for v in face.fields.values() if isinstance(v, str)]
    rest += [
        f"{pen.name(k)} {v}" for k, v in list(face.fields.items())[1:] if isinstance(v, int) and v != number
    ]
    copies = f"<i>{pen.words('gallery.copies', n=face.copies)}</i>" if face.copies > 1 else ""
    return (
        f'<div class="mini"{tint}><b{"" if number is not None else " class=word"}>{escape(head)}</b>'
        f"<span>{escape(', '.join(rest))}</span>{copies}</div>"
    )


def _card(box: Box, face: Face, kind: str) -> str:
    pen, w = box.pen, box.pen.words
    name = capital(pen.name(face.design))
    costs = {k: v for k, v in face.fields.items() if isinstance(v, Mapping)}
    signs = {k: v for k, v in face.fields.items() if isinstance(v, int)}
    words = {k: v for k, v in face.fields.items() if isinstance(v, str) and k not in pen.look.hidden}
    tinted = [*words.values(), *face.classes[::-1]]
    tint = next((pen.look.tint(each) for each in tinted if each in pen.look.tints), "")
    cost = "".join(_cost(pen, value) for value in costs.values())
    symbols = "".join(_sign(pen, key, value) for key, value in signs.items())
    tags = ", ".join(
        w("component.field", name=pen.name(key), values=pen.name(value)) for key, value in words.items()
    )
    copies = w("gallery.copies", n=face.copies)
    anchor = pen.anchor(f"card-{face.design}")
    text = _text(box, face)
    return (
        f'<div class="card"{anchor}{tint} markdown="1">\n'
        f'<div class="head"><b>{escape(name)}</b><span class="cost">{cost}</span></div>\n'
        f'<div class="kind">{escape(pen.name(kind)) if kind != face.design else ""}</div>\n'
        f'<div class="signs">{symbols}</div>\n\n'
        f'<div class="effect" markdown="1">\n\n{text}\n\n</div>\n'
        f'<div class="foot"><span>{escape(tags)}</span><span>{copies}</span></div>\n</div>\n'
    )


def _cost(pen: Pen, value: Printed) -> str:
    if not isinstance(value, Mapping):
        return ""
    return "".join(
        f'<span class="good">{pen.look.symbol(name, pen.name(name)) * int(count)}</span>'
        if name in pen.look.symbols and isinstance(count, int)
        else f'<span class="good">{count} {escape(pen.name(name))}</span>'
        for name, count in value.items()
    )


def _sign(pen: Pen, key: str, value: Printed) -> str:
    if key in pen.look.symbols and isinstance(value, int) and 0 < value <= 6:
        return f'<span class="sign">{pen.look.symbol(key, f"{pen.name(key)} {value}") * value}</span>'
    return f'<span class="sign">{escape(pen.name(key))} <b>{value}</b></span>'


def _text(box: Box, face: Face) -> str:
    """What a card does: its sentence, or its rules one by one, or its own text."""
    node, pen = _node(box, face), box.pen
    if node is None or not node.lines:
        return ""
    whole = pen.say(f"{node.sort}:{face.design}")
    lines = list(_rules(pen, node))
    if whole is None and not lines:
        code = "\n".join(printed(line) for line in node.lines)
        return fenced(code)
    code = "\n".join(printed(line).rstrip() for line in node.lines)
    return "\n\n".join([*([whole] if whole else []), *lines, pen.folded(fenced(code))])


def _rules(pen: Pen, node: nodes.Component) -> Iterator[str]:
    for rule in rules_in(node):
        id = rule.name.text
        sentence = pen.say(f"rule:{id}")
        anchor = pen.anchor(f"rule-{id}")
        about = f'<span{anchor} class="about" markdown="1">`{id}` {standing_chips(pen, id)}</span>'
        yield f"{sentence or ''} {about}".strip()
