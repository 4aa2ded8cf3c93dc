"""The report of a game: every rule set, every number of players, every property, and what each rule rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from verifier.check.certified import checked_properties, is_proof
from verifier.languages import ENGLISH, language
from verifier.model.game import Game
from verifier.pages.material import Material
from verifier.pages.pen import PageWords, Pen, RuleSetVerdicts, escaped, page_words, section, table
from verifier.pages.rulebook import players, title_of
from verifier.pages.rules import LIVES
from verifier.pages.support import ORDER
from verifier.pages.verdicts import Recorded, RecordRow
from verifier.program import Subject
from verifier.source import Span
from verifier.surface.files import known_as, spec_folder
from verifier.verdict.properties import HEALTH

# --- the report of a game: every rule set, every number of players, every property, and what each rule rests on


MEANING = """\
| verdict | meaning |
| --- | --- |
| <span class="verdict proved">proved</span> | at full size, for every reachable position |
| <span class="verdict exhausted">exhausted</span> | in every position of a small instance, which is named |
| <span class="verdict tested">tested</span> | in a number of plays of the full game |
| <span class="verdict known">acknowledged</span> | a play shows that it fails, and the rules say why it may |
| <span class="verdict refuted">refuted</span> | a play shows that it fails |
| <span class="verdict unknown">unknown</span> | not decided, and why |
"""


def report(material: Material, title: str, known: list[tuple[RuleSetVerdicts, Game]]) -> str:
    """One page of Markdown, in the language of the tool; the game itself comes first in `known`."""
    rulesets = material.record.rulesets
    stale = "Nothing is recorded for the current rules; run `rulewright docs verdicts`.\n"
    return "\n".join(
        [
            f"# {escaped(title)}: report\n",
            "The results of `rulewright verify` for exactly these rules. "
            f"`rulewright verify {material.ruleset}` reproduces them.\n",
            MEANING,
            *([] if rulesets else [stale]),
            *(_ruleset(name, material) for name in rulesets),
            _by_rule(known),
        ]
    )


def _called(row: RecordRow) -> str:
    """The verdict by the name that it has in the terminal too."""
    return page_words(ENGLISH)[f"verdict.{row.status}"]


def _ruleset(name: str, material: Material) -> str:
    recorded = material.record.rulesets[name]
    parts = []
    for count, rows in sorted(recorded.players.items()):
        head = f"{count} players\n{{: .count }}\n" if len(recorded.players) > 1 else ""
        own = name == material.ruleset and count == min(recorded.players)
        parts += [
            head,
            # On a narrow screen its rows are blocks.
            '<div class="verdict-rows" markdown="1">\n',
            table(["property", "verdict", "how", "result"], _rows(rows, own, _checked(name, count))),
            "</div>\n",
            _stories(rows, material.name),
        ]
    known = known_as(name)
    return section(f"`{known}`", f"ruleset-{known.replace('+', '-')}", *parts)


def _checked(ruleset: str, players: int) -> frozenset[str]:
    """The properties whose certificate the checker accepted for these very rules."""
    return checked_properties(Subject(ruleset, players))


def _rows(rows: tuple[RecordRow, ...], own: bool, checked: frozenset[str]) -> Iterator[list[str]]:
    for row in rows:
        anchor = f'<span id="property-{row.property}"></span>' if own else ""
        means = f"<br><small>{HEALTH[row.property]}</small>" if row.property in HEALTH else ""
        known = f"<br><small>acknowledged: {escaped(row.acknowledged)}</small>" if row.acknowledged else ""
        yield [
            f"{anchor}`{row.property}`{means}",
            f'<span class="verdict {row.status}">{_called(row)}{_unchecked(row, checked)}</span>',
            escaped(row.method),
            f"{_detail(row.detail)}{known}",
        ]


def _unchecked(row: RecordRow, checked: frozenset[str]) -> str:
    """A proof that only its prover vouches for says so."""
    return ", unchecked" if is_proof(row) and row.property not in checked else ""


def _detail(text: str) -> str:
    """As it was told; names in backticks stay names."""
    text = language(ENGLISH).counted(text)
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escaped(text)
    return "`".join(part if number % 2 else escaped(part) for number, part in enumerate(parts))


def _stories(rows: tuple[RecordRow, ...], game: str) -> str:
    """A play beneath each refutation, to be read here or opened on the page on which the game is played."""
    return "\n".join(
        f'<details class="formal" markdown="1"><summary>A play that shows <code>{row.property}</code> fail'
        f"</summary>\n\n"
        + "\n".join(f"{number}. {escaped(line)}" for number, line in enumerate(row.story, 1))
        + _opened(row, game)
        + "\n\n</details>\n"
        for row in rows
        if row.story
    )


def _opened(row: RecordRow, game: str) -> str:
    if row.play is None:
        return ""
    page = f"../{ENGLISH}/{game}/play.html{escape(row.play)}"
    return f'\n\n<a class="play-it" href="{page}">Open this play on the table</a>'


def _by_rule(known: list[tuple[RuleSetVerdicts, Game]]) -> str:
    lede = (
        "For each rule: the claims about what it decides, with the verdict that holds for every number of players, and "
        "the examples that test it. A rule that a variant adds is listed for that variant.\n"
    )
    told: dict[str, str] = {}
    for each, game in known:
        for id in sorted(game.rules):
            if id not in told:
                told[id] = _rule(id, each, game, own=each is known[0][0])
    return section("Rule by rule", "rules", lede, *(told[id] for id in sorted(told)))


def _rule(id: str, known: RuleSetVerdicts, game: Game, own: bool) -> str:
    standing = known.standings[id]
    ruleset = known_as(known.ruleset)
    lines = [] if own else [f"- in `{ruleset}`"]
    for name in (*standing.claims, LIVES):
        row = known.verdicts.get(name)
        if row is not None:
            anchor = f"property-{name}" if own else f"ruleset-{ruleset.replace('+', '-')}"
            lines.append(f'- <span class="verdict {row.status}">{_called(row)}</span> [`{name}`](#{anchor})')
    if standing.examples:
        lines.append("- examples: " + ", ".join(f"`{name}`" for name in standing.examples))
    lines.append(f"- text: `{_place(game.rules[id].span)}`")
    return section(f"`{id}`", f"rule-{id}", "\n".join(lines) + "\n", level=3)


def _place(span: Span) -> str:
    """Where a rule is written, from the shelf of games on."""
    path, shelf = Path(span.path).resolve(), spec_folder().resolve()
    shown = path.relative_to(shelf.parent) if path.is_relative_to(shelf) else Path(path.name)
    return f"{shown.as_posix()}:{span.line}"


# --- the page of games and verdicts: what there is, and how much of it is known


Titles = Mapping[str, str]


def overview(games: list[tuple[Pen, Titles]], words: PageWords, languages: Iterable[str]) -> str:
    """One card for each game: its rulebook, its variants by their titles, a bar of verdicts."""
    tongues = " · ".join(
        f"**{language(lang).name}**" if lang == words.lang else f"[{language(lang).name}](../{lang}/index.md)"
        for lang in languages
    )
    cards = "\n".join(_game(pen, titles) for pen, titles in games)
    return (
        f"# {words('game.games')}\n\n{words('game.games-lede')}\n\n{tongues}\n\n"
        f'<div class="games" markdown="1">\n\n{cards}\n</div>\n\n{legend(words)}'
    )


def _game(pen: Pen, titles: Titles) -> str:
    name, game, w = pen.material.name, pen.material.ruleset, pen.words
    facts = f"{players(pen)} · {w.count('game.components', len(pen.material.program.game.things))}"
    rows = []
    for ruleset in [game, *(f"{game}+{each.name}" for each in pen.material.overlays if each.published)]:
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


def bar(recorded: Recorded, words: PageWords) -> str:
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


def legend(words: PageWords) -> str:
    return "\n".join(
        f'- <span class="verdict {s}">{words(f"verdict.{s}")}</span> {words(f"verdict.{s}-means")}'
        for s in ORDER
    )
