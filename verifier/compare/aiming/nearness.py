"""Which zones lie near to which: moves that were seen in, how many a component is away from a zone out."""

from __future__ import annotations

from collections.abc import Collection, Sequence

# A zone from which nothing was seen to go anywhere.
FAR = 5


class Nearness:
    """Distances to a few zones, as components were seen to move."""

    def __init__(self, targets: Collection[int]) -> None:
        self._before: dict[int, set[int]] = {}
        self._steps: dict[int, dict[int, int]] = {target: {target: 0} for target in targets}

    def learn(self, before: Sequence[int], after: Sequence[int]) -> None:
        """A move was made: what lay where, and where it lies now."""
        known = True
        for one, other in zip(before, after, strict=True):
            if one != other and one not in self._before.setdefault(other, set()):
                self._before[other].add(one)
                known = False
        if not known:
            self._steps = {target: self._around(target) for target in self._steps}

    def steps(self, zone: int, target: int) -> int:
        """How many moves from a zone to one of the targets."""
        return self._steps[target].get(zone, FAR)

    def _around(self, target: int) -> dict[int, int]:
        found = {target: 0}
        rim = [target]
        while rim:
            rim = [
                zone
                for each in dict.fromkeys(rim)
                for zone in self._before.get(each, ())
                if found.setdefault(zone, min(FAR, found[each] + 1)) == found[each] + 1
            ]
        return found
