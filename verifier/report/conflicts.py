"""What overlays do to each other, in words, and as a page that stands alone: the matrix, and every reason below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Any

from verifier.compare.conflicts import KINDS, Conflicts, Kind, OverlayFinding, OverlayJudgement
from verifier.compare.diff import diff
from verifier.diagnostics import Diagnostic, all_as_text, as_json, count_of
from verifier.report.diff import diff_in_words
from verifier.report.reader import IN_ENGLISH, PageReader
from verifier.report.text import html_page

# Diagnostics as text.
Texts = Callable[[Iterable[Diagnostic]], str]
SIGNS: dict[Kind, str] = {
    "contradictory": "X",
    "order matters": "o",
    "underspecified": "?",
    "needs": "n",
    "idle": "i",
    "fine": ".",
}
CELL = 22
# So wide are the lines of the table in the terminal, where that can be.
WIDTH = 80
COLOURS: dict[Kind, str] = {
    "contradictory": "#c0392b",
    "order matters": "#e67e22",
    "underspecified": "#f1c40f",
    "needs": "#2e86c1",
    "idle": "#a6acaf",
    "fine": "#dff0d8",
}
STYLE = """
svg rect { stroke: #fff; }
svg .sign { fill: #fff; font-weight: 600; }
td:nth-child(2) { white-space: nowrap; }
.key { display: inline-block; width: .9em; height: .9em; margin: 0 .4em 0 0; vertical-align: -.1em; }
p .key { margin-left: 1em; }
"""


def conflicts_in_words(found: Conflicts) -> Iterator[str]:
    """The whole answer, line by line."""
    yield from matrix(found)
    yield ""
    yield counted_noun(found)
    for kind in KINDS[:-1]:
        lines = list(_of_kind(found, kind))
        if lines:
            yield ""
            yield f"{kind}:"
            yield from lines
    if found.threes:
        yield ""
        yield "three at a time:"
        yield from (f"  {' + '.join(each.overlays)}: {_reasons(each)}" for each in found.threes)
    if found.pairs:
        yield ""
        yield "`--why A B` shows more about a pair"


def matrix(found: Conflicts) -> Iterator[str]:
    """A row for each overlay, a column for each before it; many columns stand closer, so that the lines stay short."""
    names = found.overlays
    width = max(map(len, names), default=0)
    kinds = {frozenset(each.overlays): each.kind for each in found.pairs}
    apart = next((each for each in (3, 2) if 5 + width + each * (len(names) - 1) <= WIDTH), 1)
    for row, name in enumerate(names):
        signs = [SIGNS[kinds[frozenset((name, other))]] for other in names[:row]]
        yield f"{row + 1:>3} {name:<{width}} {''.join(f'{sign:>{apart}}' for sign in signs)}".rstrip()
    numbers = [str(column + 1) for column in range(len(names) - 1)]
    digits = max(map(len, numbers), default=0)
    # Where a number is wider than its column its digits stand below each other.
    heads = (
        [numbers]
        if digits < apart
        else [[f"{each:>{digits}}"[at] for each in numbers] for at in range(digits)]
    )
    for head in heads:
        yield f"    {'':<{width}} {''.join(f'{each:>{apart}}' for each in head)}".rstrip()


def counted_noun(found: Conflicts) -> str:
    kinds = [each.kind for each in found.pairs]
    said = [f"{kinds.count(kind)} {kind} ({SIGNS[kind]})" for kind in KINDS if kind in kinds]
    tables = f", with {found.players[0]} to {found.players[-1]} players" if len(found.players) > 1 else ""
    return f"{count_of(len(kinds), 'pair')}{tables}: {'; '.join(said)}"


def _of_kind(found: Conflicts, kind: Kind) -> Iterator[str]:
    """The pairs of a kind; what is said of an overlay beside many others is said once."""
    beside: dict[str, list[str]] = {}
    for each in found.pairs:
        if each.kind != kind:
            continue
        for finding in each.findings:
            if finding.always is not None:
                other = next(name for name in each.overlays if name != finding.always)
                beside.setdefault(finding.text, []).append(other)
        if any(finding.always is None for finding in each.findings):
            yield f"  {' + '.join(each.overlays)}: {_reasons(each)}"
    for text, others in beside.items():
        count = f"{len(others)} others" if len(others) > 3 else ", ".join(others)
        yield f"  {text} (next to {count})"


def _reasons(judgement: OverlayJudgement) -> str:
    return "; ".join(dict.fromkeys(finding.text for finding in judgement.findings))


def pair_in_words(judgement: OverlayJudgement, texts: Texts = all_as_text) -> Iterator[str]:
    """All that can be said of one pair."""
    yield f"{' + '.join(judgement.overlays)}: {judgement.kind}"
    for finding in judgement.findings:
        yield from _finding(finding, texts)
    if not judgement.findings:
        yield "  = either order gives the same game, and both change it"


def pair_and_orders_in_words(
    found: Conflicts, game: str, pair: tuple[str, str], texts: Texts = all_as_text
) -> Iterator[str]:
    """All that can be said of the only pair, and how its two orders differ; names as they were asked for."""
    judgement = found.pairs[0]
    yield from pair_in_words(judgement, texts)
    shown = [each for each in judgement.findings if each.kind == "order matters" and not each.diagnostics]
    if shown:
        first, second = pair
        yield "\nthe two orders:"
        orders = diff(f"{game}+{first}+{second}", f"{game}+{second}+{first}", shown[0].players)
        yield from (f"  {line}".rstrip() for line in diff_in_words(orders))


def conflicts_as_json(
    found: Conflicts, seconds: float, near: Callable[[Diagnostic], Diagnostic]
) -> dict[str, Any]:
    """The document of `rulewright conflicts`; `near` brings diagnostics to their reader."""
    kinds = [each.kind for each in found.pairs]

    def entry(each: OverlayJudgement) -> dict[str, Any]:
        findings = [
            {
                "kind": finding.kind,
                "text": finding.text,
                "rules": list(finding.rules),
                "diagnostics": [as_json(near(each)) for each in finding.diagnostics],
            }
            for finding in each.findings
        ]
        return {"overlays": list(each.overlays), "verdict": each.kind, "findings": findings}

    return {
        "game": found.game,
        "overlays": list(found.overlays),
        "players": list(found.players),
        "counts": {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)},
        "pairs": [entry(each) for each in found.pairs],
        "triples": [entry(each) for each in found.threes],
        "seconds": round(seconds, 3),
    }


def _finding(finding: OverlayFinding, texts: Texts) -> Iterator[str]:
    yield f"  = {finding.kind}: {finding.text}"
    if finding.rules:
        yield f"    about: {', '.join(finding.rules)}"
    if finding.diagnostics:
        yield ""
        yield from texts(finding.diagnostics).splitlines()


def conflicts_page(found: Conflicts, reader: PageReader = IN_ENGLISH) -> str:
    """The page as HTML; it loads nothing from elsewhere."""
    title = reader("report.conflicts", game=found.game)
    keys = "".join(
        f'<span class="key" style="background:{COLOURS[kind]}"></span>{escape(reader.line(kind))}'
        for kind in KINDS
    )
    rows = "\n".join(_page_rows(found, reader))
    heads = "".join(
        f"<th>{escape(reader(f'report.{each}'))}</th>" for each in ("overlays", "judgement", "why")
    )
    body = f"""\
<p>{escape(reader.line(counted_noun(found)))}</p>
<p>{keys}</p>
{conflicts_svg(found, reader)}
<div class="wide"><table>
<tr>{heads}</tr>
{rows}
</table></div>
"""
    return html_page(title, STYLE, body, reader.lang)


def conflicts_svg(found: Conflicts, reader: PageReader) -> str:
    """The matrix as SVG: a square for each pair, its reason as a title."""
    names = found.overlays
    margin = 8 * max(map(len, names), default=0) + 10
    side = margin + CELL * len(names)
    inside = "\n".join([*_labels(names, margin), *_squares(found, margin, reader)])
    size = f'width="{side}" height="{side}" viewBox="0 0 {side} {side}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n{inside}\n</svg>'


def _labels(names: tuple[str, ...], margin: int) -> Iterator[str]:
    for number, name in enumerate(names):
        middle = margin + CELL * number + CELL * 2 // 3
        yield f'<text x="{margin - 6}" y="{middle}" text-anchor="end">{escape(name)}</text>'
        yield f'<text transform="translate({middle},{margin - 6}) rotate(-90)">{escape(name)}</text>'


def _squares(found: Conflicts, margin: int, reader: PageReader) -> Iterator[str]:
    place = {name: margin + CELL * number for number, name in enumerate(found.overlays)}
    for each in found.pairs:
        first, second = each.overlays
        title = escape(f"{first} + {second}: {reader.line(each.kind)}. {reader.line(_reasons(each))}")
        for x, y in ((place[first], place[second]), (place[second], place[first])):
            yield (
                f'<g><rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{COLOURS[each.kind]}"/>'
                f"{_sign(each.kind, x, y)}<title>{title}</title></g>"
            )


def _sign(kind: Kind, x: int, y: int) -> str:
    """The sign of the table in the terminal, for whoever does not tell the colours apart."""
    if kind == "fine":
        return ""
    middle = f'x="{x + CELL // 2}" y="{y + CELL * 2 // 3}" text-anchor="middle"'
    return f'<text class="sign" {middle}>{SIGNS[kind]}</text>'


def _page_rows(found: Conflicts, reader: PageReader) -> Iterator[str]:
    """Everything that is not fine, the gravest first; what is said of one overlay beside any other is said once."""
    told = [each for each in (*found.pairs, *found.threes) if each.kind != "fine"]
    said: set[str] = set()
    for each in sorted(told, key=lambda each: KINDS.index(each.kind)):
        always = [finding for finding in each.findings if finding.always is not None]
        if len(always) == len(each.findings) and always:
            for finding in always:
                if finding.text not in said:
                    said.add(finding.text)
                    yield _page_row(
                        reader("report.any-other", name=finding.always), each.kind, finding.text, reader
                    )
        else:
            yield _page_row(" + ".join(each.overlays), each.kind, _reasons(each), reader)


def _page_row(names: str, kind: Kind, why: str, reader: PageReader) -> str:
    key = f'<span class="key" style="background:{COLOURS[kind]}"></span>'
    reason = re.sub("`([^`]*)`", r"<code>\1</code>", escape(reader.line(why)))
    return f"<tr><td>{escape(names)}</td><td>{key}{escape(reader.line(kind))}</td><td>{reason}</td></tr>"
