"""Ownership analysis: each step takes a component from where it is and puts what it took.

A step that takes a component says from where. That it lies there is plain if the step says `from where it lies`, or
if the component was found in that zone, by a choice, a walk or as its top, and nothing has moved it since. Whether
there is a component at all, and a zone to put it in, follows from how far values reach and from where cells were
written last. What is not plain is a doubt; without doubts nothing can be lost or copied in any play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import assert_never

from verifier.analysis.conservation_domain import AbstractState, AbstractValues, counted_contents, joined
from verifier.analysis.dataflow import AbstractDomain, fixpoint
from verifier.analysis.effects import reads_zones
from verifier.analysis.interval_domain import UNKNOWN, Interval, domain_interval
from verifier.analysis.procedures import Procedures
from verifier.kernel import machine as km
from verifier.kernel.expression import Contents, End, Expr, Local, Read, Source, ZoneOf, ZonesOf
from verifier.kernel.graph import successors_without_pause
from verifier.kernel.visit import cells_read, free_locals, steps_within

Cells = dict[str, Interval]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A step of a block that is not plainly right, and why."""

    block: str
    why: str


@dataclass(frozen=True, slots=True)
class _Passed:
    """A block has been read: what is known on both ways out of a fork, and at its end.

    `written` are the cells that it wrote, `emptied` those that may hold nothing since.
    """

    then: Cells
    otherwise: Cells
    after: Cells
    emptied: set[str]
    written: set[str]


def conservation_doubts(machine: km.Machine) -> list[Doubt]:
    """Every step that might lose or copy a component, as far as reading tells."""
    reader = _Reader(machine, AbstractValues(machine))
    # What comes with a play is something.
    given = {name: domain_interval(cell.domain) for name, cell in machine.cells.items() if cell.given}
    cells = fixpoint({machine.start: given}, AbstractDomain(joined, reader.flow))
    found: list[Doubt] = []
    for label, block in machine.blocks.items():
        if label in cells:
            reader.read(block, cells[label])
            found += reader.doubts
    return list(dict.fromkeys(found))


def number_of_puts(machine: km.Machine) -> int:
    """How many steps put something somewhere."""
    return sum(
        isinstance(step, km.Put) for block in machine.blocks.values() for step in steps_within(block.steps)
    )


class _Reader:
    """Walks over the steps of one block after the other."""

    def __init__(self, machine: km.Machine, values: AbstractValues) -> None:
        self.machine = machine
        self.values = values
        self.doubts: list[Doubt] = []
        self._block = ""
        self._emptied: set[str] = set()
        self._written: set[str] = set()
        self._passed: dict[str, _Passed] = {}
        self._procedures = machine.analysis(Procedures)
        self._preludes: dict[str, list[tuple[km.Choice | km.Let | km.Guard, ...]]] = {}
        for block in machine.blocks.values():
            if isinstance(block.out, km.Decide):
                for alternative in block.out.alternatives:
                    self._preludes.setdefault(alternative.to, []).append(alternative.prelude)
        for label in _entered_without_a_choice(machine):
            self._preludes.pop(label, None)

    # --- from block to block

    def flow(self, label: str, cells: Cells) -> Iterator[tuple[str, Cells]]:
        """What cells surely hold on each way out of a block, and where procedures come back to."""
        block = self.machine.blocks[label]
        before, found = self._passed.get(label), self.read(block, cells)
        self._passed[label] = found
        match block.out:
            case km.Fork(_, then, otherwise, _):
                yield then, found.then
                yield otherwise, found.otherwise
            case km.Goto() | km.Decide() | km.Final():
                yield from ((way, found.after) for way in self._procedures.ways[label])
            case km.Return():
                pass
            case _:
                assert_never(block.out)
        if before != found:
            yield from self._come_back(label)

    def _come_back(self, label: str) -> Iterator[tuple[str, Cells]]:
        """What is known where a procedure comes back to: what it says itself, and what it leaves alone."""
        for cell, ends, places in self._procedures.returns(label, self._passed):
            there = reduce(joined, (self._passed[end].after for end in ends))
            body = [self._passed[inside] for inside in self._procedures.bodies[cell] & self._passed.keys()]
            emptied = frozenset().union(*(each.emptied for each in body))
            written = frozenset().union(*(each.written for each in body))
            for place, caller in places:
                kept = {}
                for name, interval in self._passed[caller].after.items():
                    if name not in written:
                        kept[name] = interval
                    elif name not in emptied and interval.something:
                        kept[name] = domain_interval(self.machine.cells[name].domain)
                yield place, {**there, **kept}

    def read(self, block: km.Block, cells: Cells) -> _Passed:
        """The steps of a block, given what is known of the cells where it begins."""
        self._block, self.doubts = block.label, []
        self._emptied, self._written = set(), set()
        known = self._at_the_start(block, cells)
        self._walk(block.steps, known)
        if known.held:
            self._doubt("what was taken is not put anywhere")
        if isinstance(block.out, km.Return) and not self.values.something(Read(block.out.cell, ()), known):
            self._doubt("returns to a place without a call")
        then, otherwise = known.copy(), known.copy()
        if isinstance(block.out, km.Fork):
            self.values.suppose(block.out.test, then)
            self.values.suppose_not(block.out.test, otherwise)
        return _Passed(then.cells, otherwise.cells, known.cells, self._emptied, self._written)

    def _doubt(self, why: str) -> None:
        self.doubts.append(Doubt(self._block, why))

    def _at_the_start(self, block: km.Block, cells: Cells) -> AbstractState:
        """What every way into the block has found out about what was chosen."""
        start = AbstractState(dict(cells), dict(self.values.ranges.parameters[block.label]))
        found: AbstractState | None = None
        for prelude in self._preludes.get(block.label, ()):
            known = start.copy()
            for part in prelude:
                match part:
                    case km.Choice(local, source, where, _):
                        self._among(local, source, known, ())
                        if where is not None:
                            self.values.suppose(where, known)
                    case km.Guard(_, (), require):
                        for truth in require:
                            self.values.suppose(truth, known)
                    case km.Guard() | km.Let():
                        pass
                    case _:
                        assert_never(part)
            found = known if found is None else found.met(known)
        if found is None:
            return start
        # Other names of the prelude are not handed on.
        strange = frozenset().union(*map(_bound, self._preludes[block.label])) - frozenset(block.params)
        for name in strange:
            found.name(name, None, UNKNOWN)
        return found

    # --- steps

    def _walk(self, steps: tuple[km.Step, ...], known: AbstractState) -> None:
        for step in steps:
            match step:
                case km.Let(local, value):
                    self._let(local, value, known)
                case km.Write(cell, index, value, _):
                    self._write(cell, value, bool(index), known)
                case km.Roll(cell, _):
                    known.forget_cell(cell)
                    self._written.add(cell)
                case km.Take(thing, zone):
                    self._take(thing, zone, known)
                case km.Put(thing, zone, _):
                    self._put(thing, zone, known)
                case km.Branch(test, then, otherwise, _):
                    self._branch(test, then, otherwise, known)
                case km.Each(local, source, inner):
                    self._again(inner, known, local, source)
                case km.Times(often, _, inner):
                    self._times(often, inner, known)
                case km.Shuffle() | km.Mark():
                    pass
                case _:
                    assert_never(step)

    def _let(self, local: str, value: Expr, known: AbstractState) -> None:
        interval = self.values.interval(value, known)
        if self.values.something(value, known):
            interval = interval.without_nothing()
        lies = isinstance(value, ZoneOf) and not self.values.may_be_held(known.said(value.thing), known)
        number = counted_contents(value)
        name = known.name(local, value, interval)
        if isinstance(value, End):
            self._lies(name, value.zone, known)
        elif isinstance(value, ZoneOf) and lies:
            self._lies(value.thing, name, known)
        elif number is not None and self._is_all(*number, known):
            known.enough[known.said(number[0])] = name

    def _is_all(self, zone: Expr, things: frozenset[int], known: AbstractState) -> bool:
        return self.values.lying_at(zone, known) <= things

    def _write(self, cell: str, value: Expr, one_of_many: bool, known: AbstractState) -> None:
        something = self.values.something(value, known)
        said = known.said(value)
        known.forget_cell(cell)
        self._written.add(cell)
        if one_of_many:
            return
        if something:
            known.cells[cell] = domain_interval(self.machine.cells[cell].domain)
        else:
            self._emptied.add(cell)
        if isinstance(said, Local) and not self.machine.cells[cell].saturates:
            known.kept[cell] = said

    def _lies(self, thing: Expr, zone: Expr, known: AbstractState) -> None:
        one, where = known.said(thing), known.said(zone)
        if reads_zones(where):
            return
        # What lies in different zones is not the same.
        for other, place in known.lying.items():
            if not self.values.may_be(where, place, known):
                known.apart.add(frozenset((one, other)))
        known.lying[one] = where

    def _take(self, thing: Expr, zone: Expr, known: AbstractState) -> None:
        one, where = known.said(thing), known.said(zone)
        if reads_zones(one):
            self._doubt(f"takes {thing}")
        elif not self.values.something(thing, known):
            self._doubt(f"takes what may be nothing: {thing}")
        elif self.values.may_be_held(one, known):
            self._doubt(f"takes what may be taken already: {thing}")
        elif where != ZoneOf(one) and known.lying.get(one) != where:
            self._doubt(f"takes what may lie elsewhere: {thing}")
        known.lying = {
            other: place for other, place in known.lying.items() if not self.values.may_be(one, other, known)
        }
        known.filled = {
            other: things
            for other, things in known.filled.items()
            if not self.values.may_be(where, other, known)
        }
        known.enough = {
            other: count
            for other, count in known.enough.items()
            if not self.values.may_be(where, other, known)
        }
        known.held.append(one)

    def _put(self, thing: Expr, zone: Expr, known: AbstractState) -> None:
        one = known.said(thing)
        if one not in known.held:
            self._doubt(f"puts what was not taken: {thing}")
            return
        if not self.values.something(zone, known):
            self._doubt(f"puts something into what may be no zone: {zone}")
        known.held.remove(one)
        self._lies(thing, zone, known)

    def _branch(
        self, test: Expr, then: tuple[km.Step, ...], otherwise: tuple[km.Step, ...], known: AbstractState
    ) -> None:
        yes, no = known.copy(), known.copy()
        yes.intervals = self.values.ranges.given(test, yes.intervals)
        self.values.suppose(test, yes)
        self.values.suppose_not(test, no)
        self._walk(then, yes)
        self._walk(otherwise, no)
        if yes.held != no.held:
            self._doubt("takes or puts something in one case and not in the other")
        _become(known, yes.met(no))

    def _times(self, often: Expr, inner: tuple[km.Step, ...], known: AbstractState) -> None:
        """As often as a zone holds components, one of them can be taken each time."""
        match inner:
            case (
                km.Let(local, End(_, _, zone, things, None) as end),
                km.Take(Local(taken), origin),
                km.Put(),
            ) if (
                local == taken
                and origin == zone
                and known.enough.get(known.said(zone)) == known.said(often)
                and self._is_all(zone, frozenset(things.ids), known)
            ):
                where = known.said(zone)
                each = known.copy()
                each.filled[where] = frozenset(things.ids)
                self._let(local, end, each)
                self._walk(inner[1:], each)
                kept = {
                    other: many
                    for other, many in known.enough.items()
                    if not self.values.may_be(where, other, known)
                }
                _become(known, known.met(each))
                known.enough = kept
            case _:
                self._again(inner, known)

    def _again(
        self, inner: tuple[km.Step, ...], known: AbstractState, local: str = "", source: Source | None = None
    ) -> None:
        """Steps that are taken any number of times: what is known before each time is known after all."""
        before = len(self.doubts)

        def once(_: str, head: AbstractState) -> list[tuple[str, AbstractState]]:
            # Only the last time counts: by then nothing is taken for granted that another time may undo.
            del self.doubts[before:]
            inside = head.copy()
            if source is not None:
                self._among(local, source, inside, inner)
            self._walk(inner, inside)
            if inside.held != head.held:
                self._doubt("takes or puts something each time")
            return [("", inside)]

        _become(known, fixpoint({"": known.copy()}, AbstractDomain(AbstractState.met, once, _met_far))[""])

    def _among(self, local: str, source: Source, known: AbstractState, steps: tuple[km.Step, ...]) -> None:
        """A name for a member of a source; these steps are taken with each member."""
        interval = self.values.members(source, known)
        name = known.name(local, None, interval)
        if not isinstance(source, Contents) or isinstance(source.zones, ZonesOf):
            return
        if _leaves_the_others(local, source.zones, steps):
            self._lies(name, source.zones, known)


def _leaves_the_others(local: str, zone: Expr, steps: tuple[km.Step, ...]) -> bool:
    """Do these steps move nothing but this member, and leave the zone as it is named?"""
    names = {local}
    for step in steps_within(steps):
        match step:
            case km.Let(other, Local(name, _)) if name in names:
                names.add(other)
            case km.Let(other, _) | km.Each(other, _, _) if other in names or other in free_locals(zone):
                return False
            case km.Take(Local(name, _), _) if name in names:
                pass
            case km.Take():
                return False
            case km.Write(cell, _, _, _) | km.Roll(cell, _):
                if cell in cells_read(zone):
                    return False
            case km.Let() | km.Put() | km.Branch() | km.Each() | km.Times() | km.Shuffle() | km.Mark():
                pass
            case _:
                assert_never(step)
    return True


def _entered_without_a_choice(machine: km.Machine) -> frozenset[str]:
    """Blocks that control also comes to by other ways than an alternative."""
    found = {machine.start}
    for block in machine.blocks.values():
        found.update(successors_without_pause(block.out, machine.cells))
        if isinstance(block.out, km.Decide) and block.out.stop is not None:
            found.add(block.out.stop)
    return frozenset(found)


def _bound(prelude: tuple[km.Choice | km.Let | km.Guard, ...]) -> frozenset[str]:
    return frozenset(part.local for part in prelude if isinstance(part, km.Choice | km.Let))


def _met_far(head: AbstractState, inside: AbstractState) -> AbstractState:
    """What is known after many times; of a number that grows each time, nobody knows how far."""
    after = head.met(inside)
    grown = {name for name, interval in after.intervals.items() if interval != head.intervals[name]}
    after.intervals.update(dict.fromkeys(grown, UNKNOWN))
    return after


def _become(known: AbstractState, other: AbstractState) -> None:
    for name in AbstractState.__slots__:
        setattr(known, name, getattr(other, name))
