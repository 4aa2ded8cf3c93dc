"""Many numbers in, what people want to know of them out: range, middle, a small picture."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median, pstdev
from typing import Any

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 24


def summary(numbers: Sequence[int]) -> dict[str, Any]:
    """A distribution as it stands in a document: `histogram` lists [from, to, how many]."""
    if not numbers:
        return {"count": 0}
    return {
        "count": len(numbers),
        "lowest": min(numbers),
        "highest": max(numbers),
        "mean": round(fmean(numbers), 3),
        "median": median(numbers),
        "deviation": round(pstdev(numbers), 3),
        "histogram": histogram(numbers),
    }


def histogram(numbers: Sequence[int]) -> list[list[int]]:
    """How many numbers fall into each of a few equal stretches."""
    low, high = min(numbers), max(numbers)
    width = max(1, -(-(high - low + 1) // WIDTH))
    counts = [0] * ((high - low) // width + 1)
    for number in numbers:
        counts[(number - low) // width] += 1
    return [[low + at * width, low + (at + 1) * width - 1, count] for at, count in enumerate(counts)]


def picture(numbers: Sequence[int]) -> str:
    """The histogram in one line."""
    counts = [count for _, _, count in histogram(numbers)]
    top = max(counts)
    return "".join(" " if not count else BARS[(count * (len(BARS) - 1)) // top] for count in counts)
