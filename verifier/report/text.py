"""What several reports are made of: entries of documents, stories cut in the middle, small pictures, pages."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from typing import Any

BARS = "▁▂▃▄▅▆▇█"
BARS_WIDE = 24


def picked(thing: object, names: str) -> dict[str, Any]:
    """The attributes with these names, as a document holds them: in this order, tuples as lists."""
    found = {name: getattr(thing, name) for name in names.split()}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def shortened(lines: Sequence[str], most: int, between: str) -> list[str]:
    """Lines that are too many, by their beginning and their end."""
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most // 2], between, *lines[-most // 2 :]]


def clipped(text: str, width: int) -> str:
    """The text in so many letters: what is too long ends in an ellipsis."""
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}…"


# A play of so many moves is told whole; the last moves of a longer one are always told.
WHOLE, LAST = 12, 2


def folded(story: Sequence[str], matters: Sequence[int], most: int) -> list[tuple[int, str]]:
    """A play by the moves that matter and its end, each with its number; a fold by the number 0.

    Where nobody can tell what matters, or too much does, by its last moves.
    """
    kept: Sequence[int] = range(1, len(story) + 1)
    if matters and len(story) > WHOLE:
        kept = sorted({*matters, *kept[-LAST:]})
    told: list[tuple[int, str]] = []
    before = 0
    for number in kept[-most:]:
        skipped = number - before - 1
        if skipped:
            told.append((0, _skipped(skipped, earlier=not told)))
        told.append((number, story[number - 1]))
        before = number
    return told


def _skipped(count: int, earlier: bool) -> str:
    if count == 1:
        return "... 1 move"
    return f"... {count} earlier moves" if earlier else f"... {count} moves"


def stretch(low: int, high: int, bins: int = BARS_WIDE) -> int:
    """How many whole numbers share a bin, if so many bins hold them all."""
    return max(1, -(-(high - low + 1) // bins))


def counted(numbers: Sequence[int], low: int, step: int, bins: int) -> list[int]:
    """How many numbers fall into each of a few equal stretches."""
    counts = [0] * bins
    for number in numbers:
        counts[(number - low) // step] += 1
    return counts


def bars(counts: Sequence[int]) -> str:
    """A letter for each number, the higher the more."""
    top = max(counts)
    return "".join(" " if not count else BARS[(count * (len(BARS) - 1)) // top] for count in counts)


# The look that pages which stand alone share with the report of `verify`.
STYLE = """
:root {
  color-scheme: light dark;
  --ink: #1d2430; --quiet: #667085; --paper: #fbfaf7; --sheet: #fff; --line: #e3dfd6; --soft: #f1eee7;
  --good: #dcf2e4; --better: #ecf8f0; --bad: #fbdedb; --open: #fcedc7;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8e6e1; --quiet: #a2a9b4; --paper: #15181d; --sheet: #1d2127; --line: #343a43; --soft: #262b32;
    --good: #173526; --better: #1b2b22; --bad: #471b18; --open: #40310f;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 1.5rem 1.2rem 4rem; background: var(--paper); color: var(--ink); }
h1 { font-size: 1.6rem; margin: 0; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 0.6rem; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .3rem .8rem; border-top: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 500; font-size: 0.85rem; }
pre { background: var(--soft); padding: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 0.4rem; }
svg { display: block; max-width: 100%; }
svg text { font: 11px system-ui, sans-serif; fill: var(--ink); }
"""


def content_policy(*scripts: str) -> str:
    """What a page without a server allows itself: its own style, and the scripts given, by their digests."""
    digests = [b64encode(sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = " ".join(f"'sha256-{each}'" for each in digests) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def html_page(title: str, style: str, body: str, lang: str) -> str:
    """A page that loads nothing from elsewhere and runs nothing."""
    return f"""<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{content_policy()}">
<title>{escape(title)}</title>
<style>{STYLE}{style}</style>
<h1>{escape(title)}</h1>
{body}</html>
"""
