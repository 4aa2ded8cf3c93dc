"""The rulebook of a game in one language: from the box to the index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from verifier.kernel.domain import Names, Players, Zones
from verifier.languages import language
from verifier.model.game import Parameter
from verifier.pages.board_picture import board_picture
from verifier.pages.cards import Face, Printed, faces, printed_fields, types
from verifier.pages.material import Example
from verifier.pages.pen import Pen, capital, escaped, fenced, section, table
from verifier.pages.rules import (
    actions,
    definition,
    ending,
    events,
    items,
    notions,
    permalink,
    setup,
    standing_chips,
    turn,
)
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.surface.versions import version_of
from verifier.trace.scoring import Step, Worth

# --- what is in the box, the numbers of the game, and where things lie


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
        pen.words(
            "component.field",
            name=escaped(pen.name(members[key])) if members else key,
            values=pen.words.number(value),
        ).replace(": ", ":\N{NO-BREAK SPACE}")
        for key, value in each.entries
    )


def places(pen: Pen) -> str:
    """The zones, each in a sentence."""
    zones = [item for item in pen.material.program.composition.items if isinstance(item, nodes.Zone)]
    return section(pen.words("section.places"), "places", "\n".join(_places(pen, zones)), board_picture(pen))


def _places(pen: Pen, zones: list[nodes.Zone]) -> Iterator[str]:
    for zone in zones:
        name = zone.name.text
        told = pen.say(f"zone:{name}") or f"`{_zone(zone)}`"
        yield "- " + pen.words("component.field", name=f"**{escaped(pen.title(name))}**", values=told)


def _zone(zone: nodes.Zone) -> str:
    per = "".join(f" per {each.text}" for each in zone.per)
    return f"{zone.shape}{per}, {zone.view or 'seen'}"


# --- how a score comes about: the rules in their order, and an example that the machine has worked out


def scoring(pen: Pen) -> str:
    order = list(reversed(pen.material.scoring))
    defined = {each.name.text: each for each in items(pen, nodes.Define)}
    parts = [definition(pen, defined[name]) for name in order if name in defined]
    return section(pen.words("section.scoring"), "scoring", *parts, worked(pen))


def worked(pen: Pen) -> str:
    """The worked example: every step of every part with the cards it counts."""
    example = pen.material.example
    if example is None:
        return ""
    w = pen.words
    lede = w("scoring.lede", name=example.scenario)
    body = "".join(_Sum(pen, example).worth(worth) for worth in example.worths)
    return section(
        w("section.example"), "worked-example", f"{lede}\n", f'<div class="sum">{body}</div>\n', level=3
    )


class _Sum:
    def __init__(self, pen: Pen, example: Example) -> None:
        self.pen, self.example = pen, example

    def worth(self, worth: Worth) -> str:
        """Inner parts first, as one would reckon; then the steps, with what each made of the value."""
        pen = self.pen
        inner = "".join(self.worth(each) for step in worth.steps for each in step.inside)
        rows = "".join(self._row(step) for step in worth.steps if step.before != step.after)
        # A glossary counts single points; a heading has its own words.
        name = pen.voice.own_word(f"field:{worth.definition}") or pen.name(worth.definition)
        head = f"{escape(capital(name))}{self._of(worth)}"
        cards = self._cards(worth)
        value = pen.words.number(worth.value)
        return (
            f'{inner}<section class="worth"><h4><span>{head}</span><b>{value}</b></h4>{cards}'
            f"<table>{rows}</table></section>"
        )

    def _row(self, step: Step) -> str:
        pen = self.pen
        told = pen.voice.sentence(f"rule:{step.rule}") or step.rule.replace("-", " ")
        change = step.after - step.before
        sign = "+" if change > 0 else ""
        return (
            f'<tr><td><a href="#rule-{step.rule}">{escape(told)}</a></td>'
            f"<td>{sign}{pen.words.number(change)}</td><td>= {pen.words.number(step.after)}</td></tr>"
        )

    def _of(self, worth: Worth) -> str:
        """What a definition is worked out for, unless it is the player."""
        words = []
        for kind, arg in self._args(worth):
            if isinstance(kind, Zones):
                words += self._zone(arg)
        return f" <small>{escape(', '.join(words))}</small>" if words else ""

    def _args(self, worth: Worth) -> Iterator[tuple[object, int]]:
        params = self.example.engine.machine.definitions[worth.definition].params
        yield from zip((domain for _, domain in params), worth.args, strict=False)

    def _zone(self, zone: int) -> list[str]:
        layout = self.example.engine.layout
        family = layout.family_of[zone]
        found = []
        for (_, domain), value in zip(family.index, layout.zone_index(zone), strict=True):
            members = getattr(domain, "members", None)
            if members is not None:
                found.append(self.pen.name(members[value]))
            elif not isinstance(domain, Players):
                found.append(str(value))
        return found

    def _cards(self, worth: Worth) -> str:
        """The components that lie where a part of the score looks."""
        zones = [arg for kind, arg in self._args(worth) if isinstance(kind, Zones)]
        shown = [self._card(thing) for zone in zones for thing in self.example.state.zones[zone]]
        return f'<p class="cards">{"".join(shown)}</p>' if shown else ""

    def _card(self, thing: int) -> str:
        game, pen = self.pen.material.program.game, self.pen
        fields = printed_fields(game, thing)
        tint = next(
            (pen.look.tint(v) for v in fields.values() if isinstance(v, str) and v in pen.look.tints), ""
        )
        number = next((v for v in fields.values() if isinstance(v, int)), None)
        text = str(number) if number is not None else pen.name(game.things[thing].design)
        kind = "face" if number is not None else "face word"
        return f'<span class="{kind}"{tint}>{escape(text)}</span>'


# --- the back of a rulebook: what always holds, the words, and the index of rules


def claims(pen: Pen) -> str:
    """Invariants and what must be possible, each with its verdict."""
    holds = "\n".join(_claim(pen, each, "invariant") for each in items(pen, nodes.Invariant))
    possible = "\n".join(_claim(pen, each, "witness") for each in items(pen, nodes.Witness))
    return section(pen.words("section.holds"), "holds", holds) + section(
        pen.words("section.possible"), "possible", possible
    )


def _claim(pen: Pen, each: nodes.Invariant | nodes.Witness, sort: str) -> str:
    name = each.name.text
    row = pen.known.verdicts.get(name)
    status, anchor = (row.status, f"property-{name}") if row is not None else ("none", "")
    chip = pen.chip(status, pen.report(anchor))
    sentence = pen.say(f"{sort}:{name}")
    code = fenced(printed(each))
    body = f"{sentence}\n\n{pen.folded(code)}" if sentence else code
    shown = pen.played(row.play, "rule.see-play") if row is not None else ""
    body = f"{body}\n{shown}\n" if shown else body
    return (
        f'<div class="rule claim"{pen.anchor(f"{sort}-{name}")} data-version="{version_of(each)}" markdown="1">\n\n'
        f'<div class="about" markdown="1">`{name}` {permalink(pen, f"{sort}-{name}", each)} {chip}</div>\n\n'
        f"{body}\n</div>\n"
    )


def glossary(pen: Pen, terms: Mapping[str, tuple[str, str]]) -> str:
    """The words of the game in this language, with the name that the rules use."""
    w = pen.words
    rows = [
        [escaped(capital(one)), escaped(other) if other != one else "", f"`{name}`"]
        for name, (one, other) in sorted(terms.items(), key=lambda each: each[1][0].casefold())
    ]
    heads = [w("glossary.term"), w("glossary.many"), w("glossary.rules")]
    return section(w("section.glossary"), "glossary", table(heads, rows))


def index(pen: Pen) -> str:
    """Every rule by its id, with its place on the page and in the text."""
    w = pen.words
    heads = [w("rule.id"), w("rule.kind"), w("rule.where"), w("rule.status")]
    return section(w("section.index"), "index", table(heads, _index(pen)))


def _index(pen: Pen) -> Iterator[list[str]]:
    for id, rule in sorted(pen.material.program.game.rules.items()):
        place = f"rule-{id}"
        link = f"#{place}" if place in pen.used or pen.booklet else f"cards.md#{place}"
        yield [
            f"[`{id}`]({link})",
            pen.words(f"rule.{rule.sort}"),
            f"`{rule.place}`",
            standing_chips(pen, id),
        ]


# --- the rulebook of a game in one language: from the box to the index


Terms = Mapping[str, tuple[str, str]]


def title_of(pen: Pen) -> str:
    return pen.voice.sentence("title") or pen.material.program.game.title or pen.material.name


def rulebook(pen: Pen, terms: Terms, pages: list[str]) -> str:
    """The page; `pages` are the other pages of the game that there are."""
    head = f"# {escaped(title_of(pen))}\n\n{lede(pen)}\n\n{_links(pen, pages)}\n"
    return head + body(pen, terms)


def body(pen: Pen, terms: Terms) -> str:
    """Everything below the title."""
    return "\n".join(
        part
        for part in (
            components(pen),
            places(pen),
            setup(pen),
            turn(pen),
            actions(pen),
            events(pen),
            scoring(pen),
            ending(pen),
            notions(pen, pen.material.scoring),
            numbers(pen),
            "" if pen.booklet else claims(pen),
            glossary(pen, terms),
            "" if pen.booklet else index(pen),
        )
        if part
    )


def lede(pen: Pen) -> str:
    """How many play, how much there is, how much of it is known."""
    w, material = pen.words, pen.material
    facts = [
        players(pen),
        w.count("game.components", len(material.program.game.things)),
        w.count("game.rules", len(material.program.game.rules)),
    ]
    chips = pen.chips(pen.known.verdicts.values(), "")
    return (
        f'<p class="lede">{" · ".join(facts)}</p>\n\n<div class="about" markdown="1">{chips}</div>\n\n'
        f"{w('game.about')}"
    )


def players(pen: Pen) -> str:
    counts = pen.material.program.counts
    low, high = counts.start, counts.stop - 1
    if low == high:
        return pen.words("game.players", n=low)
    return pen.words("game.players-range", low=low, high=high)


def _links(pen: Pen, pages: list[str]) -> str:
    own = [f"[{pen.words(f'game.{page}')}]({page}.md)" for page in pages]
    own.append(f"[{pen.words('game.report')}]({pen.report()})")
    tongues = [
        f"**{language(lang).name}**"
        if lang == pen.lang
        else f"[{language(lang).name}](../../{lang}/{pen.material.name}/index.md)"
        for lang in pen.languages
    ]
    return f'<div class="links" markdown="1">\n\n{" · ".join(own)}\n\n{" · ".join(tongues)}\n\n</div>\n'
