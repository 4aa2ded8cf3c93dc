"""The matrix of overlays as a page that stands alone: a picture, and every reason below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from verifier.compare.conflicts import KINDS, Conflicts, Judgement, Kind
from verifier.compare.conflicts_told import SIGNS, counted

CELL = 22
COLOURS: dict[Kind, str] = {
    "contradictory": "#c0392b",
    "order matters": "#e67e22",
    "underspecified": "#f1c40f",
    "needs": "#2e86c1",
    "idle": "#a6acaf",
    "fine": "#dff0d8",
}
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; color: #222; }
svg text { font: 12px system-ui, sans-serif; }
svg rect { stroke: #fff; }
svg .sign { fill: #fff; font-weight: 600; }
table { border-collapse: collapse; margin-top: 1.5rem; }
td, th { text-align: left; vertical-align: top; padding: .3rem .8rem; border-bottom: 1px solid #ddd; }
td:nth-child(2) { white-space: nowrap; }
.key { display: inline-block; width: .9em; height: .9em; margin: 0 .4em 0 0; vertical-align: -.1em; }
p .key { margin-left: 1em; }
"""


def page(found: Conflicts) -> str:
    """The page as HTML; it loads nothing from elsewhere."""
    title = f"{found.game}: what its overlays do to each other"
    keys = "".join(
        f'<span class="key" style="background:{COLOURS[kind]}"></span>{escape(kind)}' for kind in KINDS
    )
    rows = "\n".join(_rows(found))
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{escape(title)}</title>
<style>{STYLE}</style>
<h1>{escape(title)}</h1>
<p>{escape(counted(found))}</p>
<p>{keys}</p>
{picture(found)}
<table>
<tr><th>overlays</th><th>judgement</th><th>why</th></tr>
{rows}
</table>
</html>
"""


def picture(found: Conflicts) -> str:
    """The matrix as SVG: a square for each pair, its reason as a title."""
    names = found.overlays
    margin = 8 * max(map(len, names), default=0) + 10
    side = margin + CELL * len(names)
    inside = "\n".join([*_labels(names, margin), *_squares(found, margin)])
    size = f'width="{side}" height="{side}" viewBox="0 0 {side} {side}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n{inside}\n</svg>'


def _labels(names: tuple[str, ...], margin: int) -> Iterator[str]:
    for number, name in enumerate(names):
        middle = margin + CELL * number + CELL * 2 // 3
        yield f'<text x="{margin - 6}" y="{middle}" text-anchor="end">{escape(name)}</text>'
        yield f'<text transform="translate({middle},{margin - 6}) rotate(-90)">{escape(name)}</text>'


def _squares(found: Conflicts, margin: int) -> Iterator[str]:
    place = {name: margin + CELL * number for number, name in enumerate(found.overlays)}
    for each in found.pairs:
        first, second = each.overlays
        title = escape(f"{first} + {second}: {each.kind}. {_reasons(each)}")
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


def _rows(found: Conflicts) -> Iterator[str]:
    """Everything that is not fine, the gravest first; what is said of one overlay beside any other is said once."""
    told = [each for each in (*found.pairs, *found.threes) if each.kind != "fine"]
    said: set[str] = set()
    for each in sorted(told, key=lambda each: KINDS.index(each.kind)):
        always = [finding for finding in each.findings if finding.always is not None]
        if len(always) == len(each.findings) and always:
            for finding in always:
                if finding.text not in said:
                    said.add(finding.text)
                    yield _line(f"{finding.always} + any other", each.kind, finding.text)
        else:
            yield _line(" + ".join(each.overlays), each.kind, _reasons(each))


def _line(names: str, kind: Kind, why: str) -> str:
    key = f'<span class="key" style="background:{COLOURS[kind]}"></span>'
    reason = re.sub("`([^`]*)`", r"<code>\1</code>", escape(why))
    return f"<tr><td>{escape(names)}</td><td>{key}{escape(kind)}</td><td>{reason}</td></tr>"


def _reasons(each: Judgement) -> str:
    return "; ".join(dict.fromkeys(finding.text for finding in each.findings))
