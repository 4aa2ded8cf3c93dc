"""House rules side by side: which of them can be played together, or with a variant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from verifier.surface.files import Overlay

HOUSE = "house-rule"


def pairs_of(overlays: Iterable[Overlay]) -> Iterator[tuple[str, str]]:
    """Every pair of overlays of which one is a house rule; a variant stands before what is laid over it."""
    played = [each for each in overlays if each.published or each.sort == HOUSE]
    played.sort(key=lambda each: each.sort == HOUSE)
    for first, second in combinations(played, 2):
        if second.sort == HOUSE:
            yield first.name, second.name
