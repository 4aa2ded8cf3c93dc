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


def content_policy(*scripts: str) -> str:
    """What a page without a server allows itself: its own style, and the scripts given, by their digests."""
    digests = [b64encode(sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = " ".join(f"'sha256-{each}'" for each in digests) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def html_page(title: str, style: str, body: str) -> str:
    """A page that loads nothing from elsewhere and runs nothing."""
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{content_policy()}">
<title>{escape(title)}</title>
<style>{style}</style>
<h1>{escape(title)}</h1>
{body}</html>
"""
