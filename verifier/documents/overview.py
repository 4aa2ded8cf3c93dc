"""The page of games and verdicts: what there is, and how much of it is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape

from verifier.documents.pen import Pen, escaped
from verifier.documents.rulebook import players, title_of
from verifier.documents.standing import ORDER
from verifier.documents.verdicts import Recorded
from verifier.documents.voice import LANGUAGES, Words

Titles = Mapping[str, str]


def overview(games: list[tuple[Pen, Titles]], words: Words) -> str:
    """One card for each game: its rulebook, its variants by their titles, a bar of verdicts."""
    tongues = " · ".join(
        f"**{name}**" if lang == words.lang else f"[{name}](../{lang}/index.md)"
        for lang, name in LANGUAGES.items()
    )
    cards = "\n".join(_game(pen, titles) for pen, titles in games)
    return (
        f"# {words('game.games')}\n\n{words('game.games-lede')}\n\n{tongues}\n\n"
        f'<div class="games" markdown="1">\n\n{cards}\n</div>\n\n{legend(words)}'
    )


def _game(pen: Pen, titles: Titles) -> str:
    name, w = pen.material.name, pen.words
    facts = f"{players(pen)} · {w.count('game.components', len(pen.material.program.game.things))}"
    rows = []
    for ruleset in [name, *(f"{name}+{each.name}" for each in pen.material.overlays if each.published)]:
        overlay = ruleset.partition("+")[2]
        label = escaped(titles[overlay] if overlay else title_of(pen))
        link = f"{name}/variants.md#overlay-{overlay}" if overlay else f"{name}/index.md"
        recorded = pen.material.record.rulesets.get(ruleset)
        shown = bar(recorded, w) if recorded is not None else f"*{w('game.no-verdicts')}*"
        rows.append(f"[{label}]({link})\n: {shown}\n")
    listed = "\n".join(rows)
    return (
        f'<div class="game" markdown="1">\n\n## [{escaped(title_of(pen))}]({name}/index.md) {{#{name}}}\n\n'
        f"{facts} · [{w('game.report')}](../report/{name}.md)\n\n{listed}\n</div>\n"
    )


def bar(recorded: Recorded, words: Words) -> str:
    """The verdicts of a rule set as a bar, each as wide as it is frequent."""
    counts: Counter[str] = recorded.counts()
    total = sum(counts.values())
    text = ", ".join(f"{counts[s]} {words(f'verdict.{s}')}" for s in ORDER if counts[s])
    pieces = "".join(
        f'<i class="{s}" style="flex: {counts[s]}" title="{counts[s]} {escape(words(f"verdict.{s}"))}"></i>'
        for s in ORDER
        if counts[s]
    )
    return f'<span class="verdicts" role="img" aria-label="{escape(text)}" data-all="{total}">{pieces}</span> {text}'


def legend(words: Words) -> str:
    return "\n".join(
        f'- <span class="verdict {s}">{words(f"verdict.{s}")}</span> {words(f"verdict.{s}-means")}'
        for s in ORDER
    )
