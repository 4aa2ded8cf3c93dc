"""The impact of overlays as a page that stands alone: a table of properties, and how plays change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from verifier.compare.impact import Impact
from verifier.compare.impact_told import told
from verifier.compare.properties import Row

BINS = 30
WIDTH, HEIGHT = 640, 120
COLOURS = ("#7f8c8d", "#2e86c1")
ROWS = {"broken": "#f5b7b1", "repaired": "#abebc6", "weaker": "#fad7a0", "stronger": "#d5f5e3"}
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; color: #222; }
table { border-collapse: collapse; }
td, th { text-align: left; vertical-align: top; padding: .25rem .8rem; border-bottom: 1px solid #ddd; }
pre { background: #f6f6f6; padding: .8rem; overflow-x: auto; }
svg text { font: 11px system-ui, sans-serif; }
"""


def page(found: Impact) -> str:
    """The page as HTML; it loads nothing from elsewhere."""
    title = f"{found.ruleset} beside {found.base}"
    before, after = found.simulated
    pictures = "\n".join(
        f"<h3>{name}</h3>\n{picture(ours, theirs)}"
        for name, ours, theirs in (
            ("moves in a play", before.lengths, after.lengths),
            ("scores", before.scores, after.scores),
        )
    )
    rows = "\n".join(_row(row) for row in found.rows)
    story = escape("\n".join(told(found)))
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{escape(title)}</title>
<style>{STYLE}</style>
<h1>{escape(title)}</h1>
<h2>Properties</h2>
<table>
<tr><th>property</th><th>{escape(found.base)}</th><th>{escape(found.ruleset)}</th><th>why</th></tr>
{rows}
</table>
<h2>Random plays: <span style="color:{COLOURS[0]}">{escape(found.base)}</span>,
<span style="color:{COLOURS[1]}">{escape(found.ruleset)}</span></h2>
{pictures}
<h2>The whole story</h2>
<pre>{story}</pre>
</html>
"""


def _row(row: Row) -> str:
    before = row.before.verdict if row.before is not None else "-"
    after = row.after.verdict if row.after is not None else "-"
    why = row.after.detail if row.after is not None else ""
    colour = f' style="background:{ROWS[row.change]}"' if row.change in ROWS else ""
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in (row.name, before, after, why))
    return f"<tr{colour}>{cells}</tr>"


def picture(before: Sequence[int], after: Sequence[int]) -> str:
    """Two histograms over one axis, as SVG."""
    everything = [*before, *after]
    if not everything:
        return "<p>no play ended</p>"
    low, high = min(everything), max(everything)
    step = max(1, -(-(high - low + 1) // BINS))
    inside = [*_bars(before, low, step, 0), *_bars(after, low, step, 1), *_axis(low, high)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT + 16}" role="img">\n'
        + "\n".join(inside)
        + "\n</svg>"
    )


def _bars(numbers: Sequence[int], low: int, step: int, side: int) -> Iterator[str]:
    counts = [0] * BINS
    for number in numbers:
        counts[min(BINS - 1, (number - low) // step)] += 1
    top = max(counts) or 1
    width = WIDTH / BINS / 2
    for place, count in enumerate(counts):
        if count:
            tall = HEIGHT * count / top
            x = WIDTH * place / BINS + side * width
            yield (
                f'<rect x="{x:.1f}" y="{HEIGHT - tall:.1f}" width="{width:.1f}" height="{tall:.1f}"'
                f' fill="{COLOURS[side]}"><title>{low + place * step}: {count}</title></rect>'
            )


def _axis(low: int, high: int) -> Iterator[str]:
    yield f'<text x="0" y="{HEIGHT + 13}">{low}</text>'
    yield f'<text x="{WIDTH}" y="{HEIGHT + 13}" text-anchor="end">{high}</text>'
