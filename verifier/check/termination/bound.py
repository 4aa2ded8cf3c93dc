"""A bound on the length of every play, proved by a ranking function over the zones of components."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import lcm

import z3

from verifier.analysis.normal_form import normal_machine
from verifier.check.termination.execute import (
    Change,
    ControlPoint,
    FlowEdge,
    FlowGraph,
    FlowGraphBuilder,
    StepExecution,
    StepOutcome,
    TooManyError,
)
from verifier.check.termination.facts import Facts, expression_folded, initial_facts
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Names, Players, Things, bounds, values

MILLISECONDS = 5_000
MOST_TIMES = 300

Counts = Mapping[str, tuple[int, int]]


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
        return f"at most {turns}{self.moves} moves{each}; ranking function: {falls}"


def bound_of(machine: km.Machine) -> Bound | None:
    """The bound of a machine as it was compiled, or nothing if none was found: that proves nothing."""
    try:
        return _Bounding(normal_machine(machine, marks=True)).bound()
    except TooManyError:
        return None


class _Bounding:
    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self.finder = FlowGraphBuilder(machine)
        self.caps = {name: len(self.finder.carrying.possible[name]) for name in machine.families}

    def bound(self) -> Bound | None:
        found = self.finder.all()
        inside = [way for way in found.ways if not way.raised]
        first = self._first(found)
        dealt = self._dealt(found)
        # Between two moves play may go round as well, and ask nobody: then each way of the circle has to fall, too.
        silent = ways_round([way for way in inside if not way.move])
        moves = best_ranking(
            inside, lambda way: way.move or id(way) in silent, found.places, first, dealt, self.caps
        )
        if moves is None:
            return None
        turns = best_ranking(inside, lambda way: way.turn, found.places, first, dealt, self.caps)
        shown = turns or moves
        most = None if turns is None else turns.most
        return Bound(moves.most, most, self._segments(found), _whole(shown.weights.items()))

    def _segments(self, found: FlowGraph) -> int:
        """Into how many stretches the ways that raise a counter cut a play."""
        raised = {cell for way in found.ways for cell in way.raised}
        cells = [self.machine.cells[cell] for cell in raised]
        return 1 + sum(bounds(cell.domain)[1] - cell.starts for cell in cells)

    def _starts(self, found: FlowGraph) -> list[tuple[str, Facts]]:
        later = {(way.end.label, way.end.facts) for way in found.ways if way.raised}
        return [(self.machine.start, initial_facts(self.machine)), *sorted(later, key=repr)]

    def _first(self, found: FlowGraph) -> list[ControlPoint]:
        """The places that can be reached from where a stretch begins before anybody has moved."""
        seen = {ControlPoint(label, facts) for label, facts in self._starts(found)}
        waiting = list(seen)
        onward: dict[ControlPoint, list[FlowEdge]] = {}
        for way in found.ways:
            onward.setdefault(way.start, []).append(way)
        while waiting:
            for way in onward.get(waiting.pop(), []):
                if not way.move and not way.raised and way.end not in seen:
                    seen.add(way.end)
                    waiting.append(way.end)
        pauses = {label for label, block in self.machine.blocks.items() if isinstance(block.out, km.Decide)}
        return [place for place in seen if place.label in pauses]

    def _dealt(self, found: FlowGraph) -> Counts:
        """How many components lie where at the first pause of a stretch."""
        dealing = SetupExecution(self.machine, self.finder.folding, self.finder.counters)
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


def ways_round(ways: Iterable[FlowEdge]) -> frozenset[int]:
    """Those that lie on a circle or between two, by their identity: the others are gone once at most."""
    left = list(ways)
    while True:
        ends, starts = {way.end for way in left}, {way.start for way in left}
        kept = [way for way in left if way.start in ends and way.end in starts]
        if len(kept) == len(left):
            return frozenset(map(id, kept))
        left = kept


# --- a ranking function


@dataclass(frozen=True, slots=True)
class Ranking:
    """The most that can be counted from the first pause on, and what a component weighs in each family."""

    most: int
    weights: Mapping[str, Fraction]


def best_ranking(
    ways: Iterable[FlowEdge],
    counts: Callable[[FlowEdge], bool],
    places: Iterable[ControlPoint],
    first: Iterable[ControlPoint],
    dealt: Counts,
    caps: Mapping[str, int],
) -> Ranking | None:
    """The measure with the lowest start, or nothing if there is none."""
    solver = z3.Optimize()
    solver.set(timeout=MILLISECONDS)
    weight = {family: z3.Real(f"weight {family}") for family in caps}
    # Few terms of a weight and very many uses: each is built once.
    most = cache(lambda family, interval: _most(weight[family], interval))
    least = cache(lambda family, interval: _least(weight[family], interval))
    number = {place: z3.Real(f"place {at}") for at, place in enumerate(places)}
    for way in ways:
        change = [most(family, interval) for family, interval in way.change.items() if family in weight]
        rise = z3.Sum([*change, number[way.end] - number[way.start]])
        solver.add(rise <= (-1 if counts(way) else 0))
    for place, value in number.items():
        held = {zone.family for zone, _ in place.facts.full if isinstance(zone, k.ZoneAt)}
        lowest = [least(family, (int(family in held), cap)) for family, cap in caps.items()]
        solver.add(z3.Sum([value, *lowest]) >= 0)
    start = z3.Real("start")
    for place in first:
        solver.add(start >= z3.Sum([number[place], *(most(family, dealt[family]) for family in caps)]))
    solver.minimize(start)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    return Ranking(
        int(_value(model, start) // 1), {family: _value(model, each) for family, each in weight.items()}
    )


def _most(weight: z3.ArithRef, interval: tuple[int, int]) -> z3.ArithRef:
    low, high = interval
    return weight * low if low == high else z3.If(weight >= 0, weight * high, weight * low)


def _least(weight: z3.ArithRef, interval: tuple[int, int]) -> z3.ArithRef:
    low, high = interval
    return weight * low if low == high else z3.If(weight >= 0, weight * low, weight * high)


def _value(model: z3.ModelRef, term: z3.ArithRef) -> Fraction:
    found = model.eval(term, model_completion=True)
    return Fraction(found.numerator_as_long(), found.denominator_as_long())


# --- the set-up


class SetupExecution(StepExecution):
    """Carries out the set-up; the `change` of an outcome is how many there are, not how many more."""

    def dealt(self, label: str, facts: Facts) -> Change:
        """How many components may lie in each family when a player is first asked from a block on."""
        whole = len(self.machine.things)
        anywhere = {name: (0, min(whole, len(self.possible[name]))) for name in self.machine.families}
        found: list[Change] = []
        waiting = [(label, StepOutcome(facts, {}, frozenset(), anywhere))]
        for _ in range(MOST_TIMES):
            if not waiting:
                break
            here, now = waiting.pop()
            block = self.machine.blocks[here]
            for after in self.steps(block.steps, now):
                match block.out:
                    case km.Goto(to):
                        waiting.append((to, after))
                    case km.Fork(test, then, otherwise):
                        new = expression_folded(self.folding, test, after.facts, after.sure)
                        to = then if isinstance(new, k.Const) and new.value else otherwise
                        if not isinstance(new, k.Const):
                            waiting.append((then, after))
                        waiting.append((to, after))
                    case km.Decide():
                        found.append(after.change)
                    case km.Final():
                        pass
                    case _:
                        raise TooManyError
        if waiting or not found:
            raise TooManyError
        return {
            name: (min(each[name][0] for each in found), max(each[name][1] for each in found))
            for name in self.machine.families
        }

    def is_there(self, end: k.End, now: StepOutcome) -> bool:
        if super().is_there(end, now):
            return True
        zone = end.zone
        alone = isinstance(zone, k.ZoneAt) and self.machine.families[zone.family].size == 1
        if not alone or end.where is not None or not isinstance(zone, k.ZoneAt):
            return False
        every = self.possible[zone.family] <= frozenset(end.things.ids)
        return every and now.change.get(zone.family, (0, 0))[0] >= 1

    def step(self, step: km.Step, now: StepOutcome) -> list[StepOutcome]:
        match step:
            case km.Each(local, k.Values(Things(_, ids)), (km.Take(), km.Put(k.Local(name, _), zone, _))) if (
                name == local and isinstance(zone, k.ZoneAt) and not zone.index
            ):
                return [self._gathered(frozenset(ids), zone.family, now)]
        now = replace(now, brought=("", frozenset()))
        match step:
            case km.Each(local, k.Values(Players() | Names() as domain), inner):
                return self._times(inner, replace(now, sure=now.sure | {local}), len(values(domain)))
        if isinstance(step, km.Times):
            times = expression_folded(self.folding, step.count, now.facts, now.sure)
            if isinstance(times, k.Const) and times.value <= MOST_TIMES:
                return self._times(step.steps, now, times.value)
        return super().step(step, now)

    def _times(self, inner: tuple[km.Step, ...], now: StepOutcome, times: int) -> list[StepOutcome]:
        found = [now]
        for _ in range(times):
            found = self._merged([after for before in found for after in self.steps(inner, before)])
        return found

    def _merged(self, outcomes: list[StepOutcome]) -> list[StepOutcome]:
        return list({(each.facts, tuple(each.change.items())): each for each in outcomes}.values())

    def _gathered(self, ids: frozenset[int], family: str, now: StepOutcome) -> StepOutcome:
        """Some components, wherever they lie, are brought to one place."""
        there = ids | (now.brought[1] if now.brought[0] == family else frozenset())
        whole = len(self.machine.things)
        change = {}
        for name, (low, high) in now.change.items():
            if name == family:
                change[name] = (len(there), whole)
            else:
                rest = len(self.possible[name] - there)
                change[name] = (max(0, low - len(ids)), min(high, rest))
        if len(there) == whole:
            change[family] = (whole, whole)
        facts = replace(now.facts, full=frozenset())
        return replace(now, lying={}, change=change, facts=facts, brought=(family, there))
