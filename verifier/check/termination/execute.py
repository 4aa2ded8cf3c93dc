"""Abstract execution: a machine in, its control points and the edges between them out.

A place is a block with what is known there. A way says what it moves, counted by family of zones: how many components
at least and at most come to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from verifier.analysis.constants import saturated
from verifier.analysis.dataflow import AbstractDomain, fixpoint
from verifier.analysis.ranges import ranges_of
from verifier.analysis.simplify import FALSE, SOMETHING, TRUE, Folding
from verifier.check.termination.facts import (
    Facts,
    Holding,
    assumed,
    counted_zone,
    expression_folded,
    initial_facts,
    is_closed,
    is_held,
)
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Labels, values
from verifier.kernel.visit import cells_written, steps_within

MOST_OUTCOMES = 64
MOST_PLACES = 3_000
START_OF_TURN = "start of turn"
# Known while a turn has begun and nobody has moved in it: no cell has a name of blanks.
TURN = " "

Change = Mapping[str, tuple[int, int]]
Lying = Mapping[str, str]
"""Of names that stand for components: the family of the zone in which each lies, as far as it is known."""


class TooManyError(Exception):
    """More ways than anybody wants to follow: nothing is said then."""


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """What is known behind some steps, what they moved, and which counters they raised."""

    facts: Facts
    lying: Lying
    sure: frozenset[str]
    change: Change
    raised: frozenset[str] = frozenset()
    # What the steps just before have brought to one family, wherever it lay.
    brought: tuple[str, frozenset[int]] = ("", frozenset())

    def moved(self, family: str, by: int) -> StepOutcome:
        low, high = self.change.get(family, (0, 0))
        return replace(self, change={**self.change, family: (low + by, high + by)})


class StepExecution:
    """Carries out the steps of one machine."""

    def __init__(self, machine: km.Machine, folding: Folding, counters: frozenset[str]) -> None:
        self.machine = machine
        self.folding = folding
        self.counters = counters
        lying = ranges_of(machine).possible
        self.possible = {
            name: frozenset().union(*(lying[family.base + place] for place in range(family.size)))
            for name, family in machine.families.items()
        }

    def steps(self, steps: tuple[km.Step, ...], begun: StepOutcome) -> list[StepOutcome]:
        found = [begun]
        for step in steps:
            found = [after for before in found for after in self.step(step, before)]
            if len(found) > MOST_OUTCOMES:
                raise TooManyError
        return found

    def step(self, step: km.Step, now: StepOutcome) -> list[StepOutcome]:
        match step:
            case km.Let(local, value):
                return [self._let(local, value, now)]
            case km.Write(cell, index, value):
                return [self._write(cell, index, value, now)]
            case km.Roll(cell, _):
                return [replace(now, facts=now.facts.having(cell, None))]
            case km.Take(thing, zone):
                return [self._take(thing, zone, now)]
            case km.Put(thing, zone, _):
                return [self._put(thing, zone, now)]
            case km.Branch(test, then, otherwise):
                return self._branch(test, then, otherwise, now)
            case km.Each(local, source, inner):
                return [self._each(local, source, inner, now)]
            case km.Times(count, most, inner):
                times = expression_folded(self.folding, count, now.facts, now.sure)
                low, high = (times.value, times.value) if isinstance(times, k.Const) else (0, most)
                return [self._repeated(inner, now, low, high)]
            case km.Mark(moment):
                begins = moment == START_OF_TURN
                return [replace(now, facts=now.facts.having(TURN, 1)) if begins else now]
            case km.Shuffle():
                return [now]
            case _:
                assert_never(step)

    def _let(self, local: str, value: k.Expr, now: StepOutcome) -> StepOutcome:
        new = expression_folded(self.folding, value, now.facts, now.sure)
        lying = {name: family for name, family in now.lying.items() if name != local}
        sure = now.sure - {local}
        if isinstance(new, k.End) and isinstance(new.zone, k.ZoneAt):
            lying[local] = new.zone.family
            if self.is_there(new, now):
                sure |= {local}
        if isinstance(new, k.Local):
            sure = sure | {local} if new.name in now.sure else sure
            lying |= {local: now.lying[new.name]} if new.name in now.lying else {}
        return replace(now, lying=lying, sure=sure)

    def is_there(self, end: k.End, now: StepOutcome) -> bool:
        """Does an end of a zone surely hold a component?"""
        return now.facts.holds(end, self.possible)

    def _write(self, cell: str, index: tuple[k.Expr, ...], value: k.Expr, now: StepOutcome) -> StepOutcome:
        if index:
            return now
        new = expression_folded(self.folding, value, now.facts, now.sure)
        known = saturated(self.machine.cells[cell], new.value) if isinstance(new, k.Const) else None
        if isinstance(new, k.Local) and new.name in now.sure:
            known = SOMETHING
        raised = now.raised | {cell} if cell in self.counters else now.raised
        return replace(now, facts=now.facts.having(cell, known), raised=raised)

    def _take(self, thing: k.Expr, zone: k.Expr, now: StepOutcome) -> StepOutcome:
        family = self.family(zone, now)
        # Another name may stand for the same component.
        own = thing.name if isinstance(thing, k.Local) else ""
        now = replace(now, lying=_left(now.lying, {family}, own))
        if family is not None:
            return replace(now.moved(family, -1), facts=now.facts.emptier(family))
        # From wherever it lies.
        change = dict(now.change)
        for name in self.machine.families:
            low, high = change.get(name, (0, 0))
            change[name] = (low - 1, high)
        return replace(now, change=change, facts=replace(now.facts, full=frozenset()))

    def _put(self, thing: k.Expr, zone: k.Expr, now: StepOutcome) -> StepOutcome:
        family = self.family(zone, now)
        if family is None:
            raise TooManyError
        lying = {**now.lying, thing.name: family} if isinstance(thing, k.Local) else now.lying
        facts = now.facts.filled((zone, self.machine.all_things)) if is_closed(zone) else now.facts
        return replace(now.moved(family, 1), lying=lying, facts=facts)

    def family(self, zone: k.Expr, now: StepOutcome) -> str | None:
        """The family of a zone, if it is known."""
        match zone:
            case k.ZoneAt(family, _):
                return family
            case k.ZoneOf(k.Local(name, _)):
                return now.lying.get(name)
            case _:
                return None

    def _branch(
        self, test: k.Expr, then: tuple[km.Step, ...], otherwise: tuple[km.Step, ...], now: StepOutcome
    ) -> list[StepOutcome]:
        new = expression_folded(self.folding, test, now.facts, now.sure)
        if isinstance(new, k.Const):
            return self.steps(then if new.value else otherwise, now)
        yes = self._where(new, True, now)
        no = self._where(new, False, now)
        return [*self.steps(then, yes), *self.steps(otherwise, no)]

    def _where(self, test: k.Expr, holds: bool, now: StepOutcome) -> StepOutcome:
        sure = now.sure
        match test:
            case k.Compare("=" | "!=" as op, k.Local(name, _), k.Const(value, _)) if value == NOTHING:
                sure = sure | {name} if (op == "!=") == holds else sure
        return replace(now, facts=assumed(test, holds, now.facts), sure=sure)

    def _each(
        self, local: str, source: k.Source, inner: tuple[km.Step, ...], now: StepOutcome
    ) -> StepOutcome:
        lying = dict(now.lying)
        lying.pop(local, None)
        match source:
            case k.Values(domain, _):
                low = high = len(values(domain))
            case k.ZonesOf(family, _):
                low, high = 0, self.machine.families[family].size
            case k.Contents(zones, things):
                low, high = 0, len(things.ids)
                if isinstance(zones, k.ZoneAt | k.ZonesOf):
                    lying[local] = zones.family
            case _:
                assert_never(source)
        inside = replace(now, lying=lying, sure=now.sure | {local})
        after = self._repeated(inner, inside, low, high, local)
        lying_still = {name: family for name, family in after.lying.items() if name in now.lying}
        return replace(after, lying=lying_still, sure=now.sure)

    def _repeated(
        self, inner: tuple[km.Step, ...], now: StepOutcome, low: int, high: int, member: str = ""
    ) -> StepOutcome:
        """Steps that are carried out so many times: what they move, at least and at most.

        The `member` of a loop is another one each time: only other names may stand for what was moved before.
        """
        takes = [step for step in steps_within(inner) if isinstance(step, km.Take)]
        others = {self.family(take.zone, now) for take in takes if not _is_named(take.thing, member)}
        lying = _left(now.lying, {self.family(take.zone, now) for take in takes}, member)
        now = replace(now, lying=_left(lying, others))
        changed = cells_written(inner)
        facts = now.facts
        for cell in changed:
            facts = facts.having(cell, None)
        facts = replace(facts, full=frozenset())
        once = self.steps(inner, replace(now, facts=facts, change={}))
        change = dict(now.change)
        for family in {family for each in once for family in each.change}:
            least = min(each.change.get(family, (0, 0))[0] for each in once)
            most = max(each.change.get(family, (0, 0))[1] for each in once)
            before = change.get(family, (0, 0))
            change[family] = (
                before[0] + min(least * low, least * high),
                before[1] + max(most * low, most * high),
            )
        # A counter is raised only if it is each time, and there is a first time.
        raised = frozenset[str].intersection(*(each.raised for each in once)) if low >= 1 else frozenset()
        return replace(now, facts=facts, change=change, raised=now.raised | raised)


def _is_named(thing: k.Expr, name: str) -> bool:
    return isinstance(thing, k.Local) and thing.name == name


def _left(lying: Lying, taken_from: set[str | None], own: str = "") -> Lying:
    """Where components surely lie still after something was taken; of its `own` name that is known."""
    if None in taken_from:
        return {name: family for name, family in lying.items() if name == own}
    return {name: family for name, family in lying.items() if name == own or family not in taken_from}


# --- control points and edges


@dataclass(frozen=True, slots=True)
class ControlPoint:
    """A block and what is known there."""

    label: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class FlowEdge:
    """From one place to another: what it moves; `move` if a player has moved, `turn` if first in a turn.

    `raised` are counters that only ever grow: such a way is gone a bounded number of times.
    """

    start: ControlPoint
    end: ControlPoint
    change: Change
    move: bool
    turn: bool
    raised: frozenset[str]


@dataclass(frozen=True, slots=True)
class FlowGraph:
    ways: list[FlowEdge]
    places: tuple[ControlPoint, ...]


class FlowGraphBuilder:
    """Follows every way of one normal machine."""

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self.folding = Folding(machine)
        self.counters = counters_of(machine)
        self.carrying = StepExecution(machine, self.folding, self.counters)

    def all(self) -> FlowGraph:
        """Every way from the start on; `TooManyError` if there are too many to follow."""
        ways: list[FlowEdge] = []
        first = ControlPoint(self.machine.start, initial_facts(self.machine))
        seen = {first}

        def flow(place: ControlPoint, _: None) -> Iterator[tuple[ControlPoint, None]]:
            if len(seen) > MOST_PLACES:
                raise TooManyError
            for way in self._from(place):
                ways.append(way)
                seen.add(way.end)
                yield way.end, None

        # What is known at a place is part of it, so nothing is ever joined.
        known: AbstractDomain[ControlPoint, None] = AbstractDomain(lambda _, __: None, flow)
        return FlowGraph(ways, tuple(fixpoint({first: None}, known, last_first=True)))

    def _way(self, start: ControlPoint, label: str, now: StepOutcome, move: bool) -> FlowEdge:
        turn = move and TURN in now.facts.known
        end = ControlPoint(label, now.facts.having(TURN, None) if turn else now.facts)
        return FlowEdge(start, end, now.change, move, turn, now.raised)

    def _from(self, place: ControlPoint) -> Iterator[FlowEdge]:
        block = self.machine.blocks[place.label]
        begun = StepOutcome(place.facts, {}, frozenset(), {})
        if isinstance(block.out, km.Decide) and not block.steps:
            yield from self._decide(place, block.out, begun, move=True)
            return
        for now in self.carrying.steps(block.steps, begun):
            yield from self._out(place, block.out, now, move=False)

    def _out(self, place: ControlPoint, out: km.Out, now: StepOutcome, move: bool) -> Iterator[FlowEdge]:
        match out:
            case km.Goto(label):
                yield self._way(place, label, now, move)
            case km.Fork(test, then, otherwise):
                new = expression_folded(self.folding, test, now.facts, now.sure)
                if isinstance(new, k.Const):
                    yield self._way(place, then if new.value else otherwise, now, move)
                    return
                for label, holds in ((then, True), (otherwise, False)):
                    yield self._way(place, label, replace(now, facts=assumed(new, holds, now.facts)), move)
            case km.Return(cell):
                domain = self.machine.cells[cell].domain
                assert isinstance(domain, Labels)
                known = now.facts.known.get(cell)
                labels = domain.members if known is None else domain.members[known : known + 1]
                for label in labels:
                    if label in self.machine.blocks:
                        yield self._way(place, label, now, move)
            case km.Decide():
                yield from self._decide(place, out, now, move)
            case km.Final():
                pass
            case _:
                assert_never(out)

    def _decide(
        self, place: ControlPoint, out: km.Decide, now: StepOutcome, move: bool
    ) -> Iterator[FlowEdge]:
        """Every alternative, carried out to the end of its own block."""
        for taken in out.alternatives:
            chosen = self._chosen(taken, now)
            if chosen is None:
                continue
            block = self.machine.blocks[taken.to]
            for after in self.carrying.steps(block.steps, chosen):
                yield from self._out(place, block.out, after, True)
        for label, is_move in ((out.stop, True), (out.if_none, move)):
            if label is not None:
                yield self._way(place, label, now, is_move)

    def _chosen(self, taken: km.Alternative, now: StepOutcome) -> StepOutcome | None:
        """What is known once an alternative is taken; `None` if it never is."""
        lying, sure, facts = dict(now.lying), now.sure | {"me"}, now.facts
        filled: list[Holding] = []
        for part in taken.prelude:
            match part:
                case km.Choice(local, source, where, _):
                    match source:
                        case k.Contents(k.ZoneAt(family, _) | k.ZonesOf(family, _), _):
                            lying[local] = family
                    sure |= {local}
                    if where is not None and expression_folded(self.folding, where, facts, sure) == FALSE:
                        return None
                case km.Let(local, value):
                    new = expression_folded(self.folding, value, facts, sure)
                    sure -= {local}
                    if isinstance(new, k.End) and isinstance(new.zone, k.ZoneAt):
                        lying[local] = new.zone.family
                        if is_held(new, (*facts.full, *filled), self.carrying.possible):
                            sure |= {local}
                case km.Guard(_, when, require):
                    if any(expression_folded(self.folding, each, facts, sure) != TRUE for each in when):
                        continue
                    for each in require:
                        new = expression_folded(self.folding, each, facts, sure)
                        if new == FALSE:
                            return None
                        holding = counted_zone(new, True)
                        filled += [holding] if holding is not None else []
                        facts = assumed(new, True, facts)
                case _:
                    assert_never(part)
        return replace(now, lying=lying, sure=sure, facts=facts)


def counters_of(machine: km.Machine) -> frozenset[str]:
    """Cells without an index that are only ever raised: they grow at most as often as their range allows."""
    steps = [node for block in machine.blocks.values() for node in steps_within(block.steps)]
    writes = [node for node in steps if isinstance(node, km.Write)]
    others = {node.cell for node in writes if not _raises(node)}
    others |= {node.cell for node in steps if isinstance(node, km.Roll)}
    found = {node.cell for node in writes} - others
    cells = {name: machine.cells[name] for name in found}
    # One that saturates is raised at its bound for ever.
    return frozenset(name for name, cell in cells.items() if not (cell.index or cell.given or cell.saturates))


def _raises(write: km.Write) -> bool:
    match write.value:
        case k.Arith("+", k.Read(cell, ()), k.Const(by)) | k.Arith("+", k.Const(by), k.Read(cell, ())):
            return cell == write.cell and by > 0
        case _:
            return False
