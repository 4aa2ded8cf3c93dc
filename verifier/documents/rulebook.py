"""The rulebook of a game in one language: from the box to the index."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.documents.components import components, numbers, places
from verifier.documents.pen import Pen, escaped
from verifier.documents.playing import actions, ending, events, notions, setup, turn
from verifier.documents.reference import claims, glossary, index
from verifier.documents.scoring import scoring
from verifier.documents.voice import LANGUAGES

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
            claims(pen),
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
        f"**{name}**" if lang == pen.lang else f"[{name}](../../{lang}/{pen.material.name}/index.md)"
        for lang, name in LANGUAGES.items()
    ]
    return f'<div class="links" markdown="1">\n\n{" · ".join(own)}\n\n{" · ".join(tongues)}\n\n</div>\n'
