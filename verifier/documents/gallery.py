"""The cards, drawn: name, cost, symbols, effect. For any game whose components have something printed on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from verifier.documents.cards import Face, Printed, faces, types
from verifier.documents.pen import Pen, capital, escaped, fenced, section
from verifier.documents.rules import standing_chips
from verifier.model.game import Game
from verifier.surface import nodes
from verifier.surface.compose import Composition
from verifier.surface.format import printed
from verifier.surface.index import rules_in


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
