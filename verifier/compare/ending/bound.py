"""A bound on the length of every play, proved by a measure over where the components lie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from verifier.analysis.normal_form import normal
from verifier.compare.ending.carry_out import TooManyError
from verifier.compare.ending.dealing import Dealing
from verifier.compare.ending.facts import Facts, start
from verifier.compare.ending.ranking import Counts, ranking
from verifier.compare.ending.ways import Place, Way, Wayfinder, Ways
from verifier.kernel import machine as km
from verifier.kernel.domain import bounds


@dataclass(frozen=True, slots=True)
class Bound:
    """No play of the machine has more moves or turns; `measure` is what falls, as (weight, family)."""

    moves: int
    turns: int | None
    rounds: int
    measure: tuple[tuple[int, str], ...]

    @property
    def words(self) -> str:
        parts = [name if weight == 1 else f"{weight} x {name}" for weight, name in self.measure]
        falls = " + ".join(parts) or "the place in the rules"
        turns = f"{self.turns} turns, " if self.turns is not None else ""
        each = f" in each of {self.rounds} rounds" if self.rounds > 1 else ""
        return f"at most {turns}{self.moves} moves{each}; what falls is {falls}"


def bound_of(machine: km.Machine) -> Bound | None:
    """The bound of a machine as it was compiled, or nothing if none was found: that proves nothing."""
    try:
        return _Bounding(normal(machine, marks=True)).bound()
    except TooManyError:
        return None


class _Bounding:
    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self.finder = Wayfinder(machine)
        self.caps = {name: len(self.finder.carrying.possible[name]) for name in machine.families}

    def bound(self) -> Bound | None:
        found = self.finder.all()
        inside = [way for way in found.ways if not way.raised]
        first = self._first(found)
        dealt = self._dealt(found)
        moves = ranking(inside, lambda way: way.move, found.places, first, dealt, self.caps)
        if moves is None:
            return None
        turns = ranking(inside, lambda way: way.turn, found.places, first, dealt, self.caps)
        shown = turns or moves
        most = None if turns is None else turns.most
        return Bound(moves.most, most, self._segments(found), _whole(shown.weights.items()))

    def _segments(self, found: Ways) -> int:
        """Into how many stretches the ways that raise a counter cut a play."""
        raised = {cell for way in found.ways for cell in way.raised}
        cells = [self.machine.cells[cell] for cell in raised]
        return 1 + sum(bounds(cell.domain)[1] - cell.starts for cell in cells)

    def _starts(self, found: Ways) -> list[tuple[str, Facts]]:
        later = {(way.end.label, way.end.facts) for way in found.ways if way.raised}
        return [(self.machine.start, start(self.machine)), *sorted(later, key=repr)]

    def _first(self, found: Ways) -> list[Place]:
        """The places that can be reached from where a stretch begins before anybody has moved."""
        seen = {Place(label, facts) for label, facts in self._starts(found)}
        waiting = list(seen)
        onward: dict[Place, list[Way]] = {}
        for way in found.ways:
            onward.setdefault(way.start, []).append(way)
        while waiting:
            for way in onward.get(waiting.pop(), []):
                if not way.move and not way.raised and way.end not in seen:
                    seen.add(way.end)
                    waiting.append(way.end)
        pauses = {label for label, block in self.machine.blocks.items() if isinstance(block.out, km.Decide)}
        return [place for place in seen if place.label in pauses]

    def _dealt(self, found: Ways) -> Counts:
        """How many components lie where at the first pause of a stretch."""
        dealing = Dealing(self.machine, self.finder.folding, self.finder.counters)
        try:
            each = [dealing.dealt(label, facts) for label, facts in self._starts(found)]
        except TooManyError:
            return {name: (0, cap) for name, cap in self.caps.items()}
        return {
            name: (min(one[name][0] for one in each), max(one[name][1] for one in each)) for name in self.caps
        }


def _whole(weights: Iterable[tuple[str, Fraction]]) -> tuple[tuple[int, str], ...]:
    """The weights as whole numbers, those of nothing left out."""
    some = [(name, weight) for name, weight in weights if weight]
    scale = lcm(*(weight.denominator for _, weight in some)) if some else 1
    return tuple((int(weight * scale), name) for name, weight in some)
