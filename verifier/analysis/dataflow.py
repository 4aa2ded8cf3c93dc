"""The worklist algorithm over the graph of blocks: an abstract domain in, its fixpoint out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)
"""A place in the graph, such as the label of a block."""
S = TypeVar("S")
"""What is known at a place."""

# So often a place is told something new before its domain widens what is known there.
PATIENCE = 5


@dataclass(frozen=True, slots=True)
class AbstractDomain(Generic[P, S]):
    """What an analysis knows of a place and how that spreads.

    `flow` carries what is known at a place along each way out of it; an analysis against the course of play names the
    places before it. `join` is what holds where two ways meet: the same again, or weaker than both. `widen` stands in
    for it where joins could go on for ever.
    """

    join: Callable[[S, S], S]
    flow: Callable[[P, S], Iterable[tuple[P, S]]]
    widen: Callable[[S, S], S] | None = None


def fixpoint(start: Mapping[P, S], domain: AbstractDomain[P, S], last_first: bool = False) -> dict[P, S]:
    """What is known at every place that can be reached, once nothing changes any more.

    Places wait in the order in which they were told something new, the last one first if wished: what a domain
    numbers as it goes, and the order of the answer, depend on it.
    """
    found = dict(start)
    waiting = dict.fromkeys(found)
    told = Counter[P]()
    while waiting:
        place = next(reversed(waiting) if last_first else iter(waiting))
        del waiting[place]
        for target, new in domain.flow(place, found[place]):
            if target in found:
                told[target] += 1
                join = domain.join if domain.widen is None or told[target] <= PATIENCE else domain.widen
                new = join(found[target], new)
                if new == found[target]:
                    continue
            found[target] = new
            if last_first:
                waiting.pop(target, None)
            waiting[target] = None
    return found
