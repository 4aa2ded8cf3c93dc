"""Steps carried out on what is known: facts in, every outcome with what it moves out.

What is moved is counted by family of zones: how many components at least and at most come to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from verifier.analysis.constants import kept
from verifier.analysis.ranges import ranges_of
from verifier.analysis.simplify import SOMETHING, Folding
from verifier.compare.ending.facts import Facts, assumed, closed, folded
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, values
from verifier.kernel.visit import cells_written

MOST_OUTCOMES = 64
START_OF_TURN = "start of turn"
# Known while a turn has begun and nobody has moved in it: no cell has a name of blanks.
TURN = " "

Change = Mapping[str, tuple[int, int]]
Lying = Mapping[str, str]
"""Of names that stand for components: the family of the zone in which each lies, as far as it is known."""


class TooManyError(Exception):
    """More ways than anybody wants to follow: nothing is said then."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is known behind some steps, what they moved, and which counters they raised."""

    facts: Facts
    lying: Lying
    sure: frozenset[str]
    change: Change
    raised: frozenset[str] = frozenset()
    # What the steps just before have brought to one family, wherever it lay.
    brought: tuple[str, frozenset[int]] = ("", frozenset())

    def moved(self, family: str, by: int) -> Outcome:
        low, high = self.change.get(family, (0, 0))
        return replace(self, change={**self.change, family: (low + by, high + by)})


class Carrying:
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

    def steps(self, steps: tuple[km.Step, ...], begun: Outcome) -> list[Outcome]:
        found = [begun]
        for step in steps:
            found = [after for before in found for after in self.step(step, before)]
            if len(found) > MOST_OUTCOMES:
                raise TooManyError
        return found

    def step(self, step: km.Step, now: Outcome) -> list[Outcome]:
        match step:
            case km.Let(local, value):
                return [self._let(local, value, now)]
            case km.Write(cell, index, value):
                return [self._write(cell, index, value, now)]
            case km.Roll(cell, _):
                return [replace(now, facts=now.facts.having(cell, None))]
            case km.Take(_, zone):
                return [self._take(zone, now)]
            case km.Put(thing, zone, _):
                return [self._put(thing, zone, now)]
            case km.Branch(test, then, otherwise):
                return self._branch(test, then, otherwise, now)
            case km.Each(local, source, inner):
                return [self._each(local, source, inner, now)]
            case km.Times(count, most, inner):
                times = folded(self.folding, count, now.facts, now.sure)
                low, high = (times.value, times.value) if isinstance(times, k.Const) else (0, most)
                return [self._repeated(inner, now, low, high)]
            case km.Mark(moment):
                begins = moment == START_OF_TURN
                return [replace(now, facts=now.facts.having(TURN, 1)) if begins else now]
            case km.Shuffle():
                return [now]
            case _:
                assert_never(step)

    def _let(self, local: str, value: k.Expr, now: Outcome) -> Outcome:
        new = folded(self.folding, value, now.facts, now.sure)
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

    def is_there(self, end: k.End, now: Outcome) -> bool:
        """Does an end of a zone surely hold a component?"""
        return now.facts.holds(end, self.possible)

    def _write(self, cell: str, index: tuple[k.Expr, ...], value: k.Expr, now: Outcome) -> Outcome:
        if index:
            return now
        new = folded(self.folding, value, now.facts, now.sure)
        known = kept(self.machine.cells[cell], new.value) if isinstance(new, k.Const) else None
        if isinstance(new, k.Local) and new.name in now.sure:
            known = SOMETHING
        raised = now.raised | {cell} if cell in self.counters else now.raised
        return replace(now, facts=now.facts.having(cell, known), raised=raised)

    def _take(self, zone: k.Expr, now: Outcome) -> Outcome:
        family = self.family(zone, now)
        if family is not None:
            return replace(now.moved(family, -1), facts=now.facts.emptier(family))
        # From wherever it lies.
        change = dict(now.change)
        for name in self.machine.families:
            low, high = change.get(name, (0, 0))
            change[name] = (low - 1, high)
        return replace(now, change=change, facts=replace(now.facts, full=frozenset()))

    def _put(self, thing: k.Expr, zone: k.Expr, now: Outcome) -> Outcome:
        family = self.family(zone, now)
        if family is None:
            raise TooManyError
        lying = {**now.lying, thing.name: family} if isinstance(thing, k.Local) else now.lying
        facts = now.facts.filled((zone, self.machine.all_things)) if closed(zone) else now.facts
        return replace(now.moved(family, 1), lying=lying, facts=facts)

    def family(self, zone: k.Expr, now: Outcome) -> str | None:
        """The family of a zone, if it is known."""
        match zone:
            case k.ZoneAt(family, _):
                return family
            case k.ZoneOf(k.Local(name, _)):
                return now.lying.get(name)
            case _:
                return None

    def _branch(
        self, test: k.Expr, then: tuple[km.Step, ...], otherwise: tuple[km.Step, ...], now: Outcome
    ) -> list[Outcome]:
        new = folded(self.folding, test, now.facts, now.sure)
        if isinstance(new, k.Const):
            return self.steps(then if new.value else otherwise, now)
        yes = self._where(new, True, now)
        no = self._where(new, False, now)
        return [*self.steps(then, yes), *self.steps(otherwise, no)]

    def _where(self, test: k.Expr, holds: bool, now: Outcome) -> Outcome:
        sure = now.sure
        match test:
            case k.Compare("=" | "!=" as op, k.Local(name, _), k.Const(value, _)) if value == NOTHING:
                sure = sure | {name} if (op == "!=") == holds else sure
        return replace(now, facts=assumed(test, holds, now.facts), sure=sure)

    def _each(self, local: str, source: k.Source, inner: tuple[km.Step, ...], now: Outcome) -> Outcome:
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
        return replace(self._repeated(inner, inside, low, high), lying=now.lying, sure=now.sure)

    def _repeated(self, inner: tuple[km.Step, ...], now: Outcome, low: int, high: int) -> Outcome:
        """Steps that are carried out so many times: what they move, at least and at most."""
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
        raised = now.raised.union(*(each.raised for each in once))
        return replace(now, facts=facts, change=change, raised=raised)
