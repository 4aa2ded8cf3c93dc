"""How a score comes about: the rules in their order, and an example that the machine has worked out."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from verifier.documents.cards import printed_fields
from verifier.documents.material import Example
from verifier.documents.pen import Pen, capital, section
from verifier.documents.playing import definition, items
from verifier.kernel.domain import Players, Zones
from verifier.surface import nodes
from verifier.trace.scoring import Step, Worth


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
        head = f"{escape(capital(pen.name(worth.definition)))}{self._of(worth)}"
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
