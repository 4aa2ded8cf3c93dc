"""The back of a rulebook: what always holds, the words, and the index of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verifier.documents.pen import Pen, capital, escaped, fenced, section, table
from verifier.documents.playing import items
from verifier.documents.rules import standing_chips
from verifier.surface import nodes
from verifier.surface.format import printed


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
    return (
        f'<div class="rule claim"{pen.anchor(f"{sort}-{name}")} markdown="1">\n\n'
        f'<div class="about" markdown="1">`{name}` {chip}</div>\n\n{body}\n</div>\n'
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
