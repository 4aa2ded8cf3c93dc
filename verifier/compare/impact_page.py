"""The impact of overlays as a page that stands alone: a table of properties, and how plays change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from statistics import fmean

from verifier.compare.impact import Impact
from verifier.compare.impact_told import told
from verifier.compare.properties import Row

BINS = 30
WIDTH, HEIGHT = 640, 120
COLOURS = ("#7f8c8d", "#2e86c1")
ROWS = {"broken": "#f5b7b1", "repaired": "#abebc6", "weaker": "#fad7a0", "stronger": "#d5f5e3"}
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; }
td, th { text-align: left; vertical-align: top; padding: .25rem .8rem; border-bottom: 1px solid #ddd; }
pre { background: #f6f6f6; padding: .8rem; white-space: pre-wrap; }
summary { font-size: 1.25rem; font-weight: 600; margin: 1.2rem 0 .6rem; cursor: pointer; }
svg { display: block; }
svg text { font: 11px system-ui, sans-serif; }
"""


def page(found: Impact) -> str:
    """The page as HTML; it loads nothing from elsewhere. What changes comes first, the rest can be opened."""
    title = f"{found.ruleset} beside {found.base}" if found.ruleset != found.base else found.base
    changed = [row for row in found.rows if row.change != "same"]
    same = [row for row in found.rows if row.change == "same"]
    before, after = found.plays
    pictures = "\n".join(
        f"<h3>{name}</h3>\n<p>{_means(ours, theirs)}</p>\n{picture(ours, theirs)}"
        for name, ours, theirs in (
            ("moves in a play, at random", before.random.lengths, after.random.lengths),
            ("scores, at random", before.random.scores, after.random.scores),
            ("moves in a play, greedy players", before.greedy.lengths, after.greedy.lengths),
            ("scores, greedy players", before.greedy.scores, after.greedy.scores),
        )
    )
    story = escape("\n".join(told(found)))
    nothing = "" if changed else "<p>Every property stands as before.</p>"
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{escape(title)}</title>
<style>{STYLE}</style>
<h1>{escape(title)}</h1>
<h2>What changes</h2>
{nothing}{_table(found, changed)}
<pre>{story}</pre>
<h2>Random plays: <span style="color:{COLOURS[0]}">{escape(found.base)}</span>,
<span style="color:{COLOURS[1]}">{escape(found.ruleset)}</span></h2>
{pictures}
<details>
<summary>{len(same)} properties as before</summary>
{_table(found, same)}
</details>
</html>
"""


def _table(found: Impact, rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    heads = ("property", found.base, found.ruleset, "why")
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "\n".join(_row(row) for row in rows)
    return f"<table>\n<tr>{head}</tr>\n{body}\n</table>"


def _means(before: Sequence[int], after: Sequence[int]) -> str:
    said = [f"{fmean(each):.1f}" if each else "no play ended" for each in (before, after)]
    return f"on average {said[0]} before, {said[1]} now"


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
