"""Is every component always in one zone? Read off the steps: each takes what lies there and puts what it took.

A step that takes a component says from where. That it lies there is plain if the step says `from where it lies`, or
if the component was found in that zone, by a choice, a walk or as its top, and nothing has moved it since. Whether
there is a component at all, and a zone to put it in, follows from how far values reach and from where cells were
written last. What is not plain is a doubt; without doubts nothing can be lost or copied in any play.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import assert_never

from verifier.backends.machine.extent import UNKNOWN, Extent, of_domain
from verifier.backends.reading.flow import Flow, Passed
from verifier.backends.reading.known import Known, is_steady
from verifier.backends.reading.values import Values, counted
from verifier.kernel.expression import Contents, End, Expr, Local, Read, Source, ZoneOf, ZonesOf
from verifier.kernel.graph import successors_without_pause
from verifier.kernel.machine import (
    Block,
    Branch,
    Choice,
    Decide,
    Each,
    Fork,
    Guard,
    Let,
    Machine,
    Mark,
    Put,
    Return,
    Roll,
    Shuffle,
    Step,
    Take,
    Times,
    Write,
)
from verifier.kernel.visit import free_locals, preorder, steps_within

# So often a loop is read while numbers in it still grow.
PATIENCE = 4


@dataclass(frozen=True, slots=True)
class Doubt:
    """A step of a block that is not plainly right, and why."""

    block: str
    why: str


def doubts(machine: Machine) -> list[Doubt]:
    """Every step that might lose or copy a component, as far as reading tells."""
    reader, flow = _Reader(machine), Flow(machine)
    while (block := flow.next()) is not None:
        flow.passed(block, reader.read(block, flow.cells[block.label]))
    found: list[Doubt] = []
    for block in flow.reached:
        reader.read(block, flow.cells[block.label])
        found += reader.doubts
    return list(dict.fromkeys(found))


def moves(machine: Machine) -> int:
    """How many steps put something somewhere."""
    return sum(
        isinstance(step, Put) for block in machine.blocks.values() for step in steps_within(block.steps)
    )


class _Reader:
    """Walks over the steps of one block after the other."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.values = Values(machine)
        self.doubts: list[Doubt] = []
        self._block = ""
        self._emptied: set[str] = set()
        self._written: set[str] = set()
        self._preludes: dict[str, list[tuple[Choice | Let | Guard, ...]]] = {}
        for block in machine.blocks.values():
            if isinstance(block.out, Decide):
                for alternative in block.out.alternatives:
                    self._preludes.setdefault(alternative.to, []).append(alternative.prelude)
        for label in _entered_without_a_choice(machine):
            self._preludes.pop(label, None)

    def read(self, block: Block, cells: dict[str, Extent]) -> Passed:
        """The steps of a block, given what is known of the cells where it begins."""
        self._block, self.doubts = block.label, []
        self._emptied, self._written = set(), set()
        known = self._at_the_start(block, cells)
        self._walk(block.steps, known)
        if known.held:
            self._doubt("what was taken is not put anywhere")
        if isinstance(block.out, Return) and not self.values.something(Read(block.out.cell, ()), known):
            self._doubt("goes back to where nobody called from")
        then, otherwise = known.copy(), known.copy()
        if isinstance(block.out, Fork):
            self.values.suppose(block.out.test, then)
            self.values.suppose_not(block.out.test, otherwise)
        return Passed(then.cells, otherwise.cells, known.cells, self._emptied, self._written)

    def _doubt(self, why: str) -> None:
        self.doubts.append(Doubt(self._block, why))

    def _at_the_start(self, block: Block, cells: dict[str, Extent]) -> Known:
        """What every way into the block has found out about what was chosen."""
        start = Known(dict(cells), dict(self.values.facts.parameters[block.label]))
        found: Known | None = None
        for prelude in self._preludes.get(block.label, ()):
            known = start.copy()
            for part in prelude:
                match part:
                    case Choice(local, source, where, _):
                        self._among(local, source, known, ())
                        if where is not None:
                            self.values.suppose(where, known)
                    case Guard(_, (), require):
                        for truth in require:
                            self.values.suppose(truth, known)
            found = known if found is None else found.met(known)
        if found is None:
            return start
        # Other names of the prelude are not handed on.
        strange = frozenset().union(*map(_bound, self._preludes[block.label])) - frozenset(block.params)
        for name in strange:
            found.name(name, None, UNKNOWN)
        return found

    # --- steps

    def _walk(self, steps: tuple[Step, ...], known: Known) -> None:
        for step in steps:
            match step:
                case Let(local, value):
                    self._let(local, value, known)
                case Write(cell, index, value, _):
                    self._write(cell, value, bool(index), known)
                case Roll(cell, _):
                    known.forget_cell(cell)
                    self._written.add(cell)
                case Take(thing, zone):
                    self._take(thing, zone, known)
                case Put(thing, zone, _):
                    self._put(thing, zone, known)
                case Branch(test, then, otherwise, _):
                    self._branch(test, then, otherwise, known)
                case Each(local, source, inner):
                    self._again(inner, known, local, source)
                case Times(often, _, inner):
                    self._times(often, inner, known)
                case Shuffle() | Mark():
                    pass
                case _:
                    assert_never(step)

    def _let(self, local: str, value: Expr, known: Known) -> None:
        extent = self.values.extent(value, known)
        if self.values.something(value, known):
            extent = extent.without_nothing()
        lies = isinstance(value, ZoneOf) and not self.values.may_be_held(known.said(value.thing), known)
        number = counted(value)
        name = known.name(local, value, extent)
        if isinstance(value, End):
            self._lies(name, value.zone, known)
        elif isinstance(value, ZoneOf) and lies:
            self._lies(value.thing, name, known)
        elif number is not None and self._is_all(*number, known):
            known.enough[known.said(number[0])] = name

    def _is_all(self, zone: Expr, things: frozenset[int], known: Known) -> bool:
        return self.values.lying_at(zone, known) <= things

    def _write(self, cell: str, value: Expr, one_of_many: bool, known: Known) -> None:
        something = self.values.something(value, known)
        said = known.said(value)
        known.forget_cell(cell)
        self._written.add(cell)
        if one_of_many:
            return
        if something:
            known.cells[cell] = of_domain(self.machine.cells[cell].domain)
        else:
            self._emptied.add(cell)
        if isinstance(said, Local) and not self.machine.cells[cell].saturates:
            known.kept[cell] = said

    def _lies(self, thing: Expr, zone: Expr, known: Known) -> None:
        one, where = known.said(thing), known.said(zone)
        if not is_steady(where):
            return
        # What lies in different zones is not the same.
        for other, place in known.lying.items():
            if not self.values.may_be(where, place, known):
                known.apart.add(frozenset((one, other)))
        known.lying[one] = where

    def _take(self, thing: Expr, zone: Expr, known: Known) -> None:
        one, where = known.said(thing), known.said(zone)
        if not is_steady(one):
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

    def _put(self, thing: Expr, zone: Expr, known: Known) -> None:
        one = known.said(thing)
        if one not in known.held:
            self._doubt(f"puts what was not taken: {thing}")
            return
        if not self.values.something(zone, known):
            self._doubt(f"puts something into what may be no zone: {zone}")
        known.held.remove(one)
        self._lies(thing, zone, known)

    def _branch(self, test: Expr, then: tuple[Step, ...], otherwise: tuple[Step, ...], known: Known) -> None:
        yes, no = known.copy(), known.copy()
        yes.extents = self.values.facts.given(test, yes.extents)
        self.values.suppose(test, yes)
        self.values.suppose_not(test, no)
        self._walk(then, yes)
        self._walk(otherwise, no)
        if yes.held != no.held:
            self._doubt("takes or puts something in one case and not in the other")
        _become(known, yes.met(no))

    def _times(self, often: Expr, inner: tuple[Step, ...], known: Known) -> None:
        """As often as a zone holds components, one of them can be taken each time."""
        match inner:
            case (Let(local, End(_, _, zone, things, None) as end), Take(Local(taken), origin), Put()) if (
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
        self, inner: tuple[Step, ...], known: Known, local: str = "", source: Source | None = None
    ) -> None:
        """Steps that are taken any number of times: what is known before each time is known after all."""
        head = known.copy()
        for time in count():
            inside, before = head.copy(), len(self.doubts)
            if source is not None:
                self._among(local, source, inside, inner)
            self._walk(inner, inside)
            if inside.held != head.held:
                self._doubt("takes or puts something each time")
                inside.held = list(head.held)
            after = head.met(inside)
            if after == head:
                break
            del self.doubts[before:]
            if time > PATIENCE:
                # A number that grows each time: how far, nobody knows.
                grown = {name for name, extent in after.extents.items() if extent != head.extents[name]}
                after.extents.update(dict.fromkeys(grown, UNKNOWN))
            head = after
        _become(known, head)

    def _among(self, local: str, source: Source, known: Known, steps: tuple[Step, ...]) -> None:
        """A name for a member of a source; these steps are taken with each member."""
        extent = self.values.members(source, known)
        name = known.name(local, None, extent)
        if not isinstance(source, Contents) or isinstance(source.zones, ZonesOf):
            return
        if _leaves_the_others(local, source.zones, steps):
            self._lies(name, source.zones, known)


def _leaves_the_others(local: str, zone: Expr, steps: tuple[Step, ...]) -> bool:
    """Do these steps move nothing but this member, and leave the zone as it is named?"""
    names = {local}
    for step in steps_within(steps):
        match step:
            case Let(other, Local(name, _)) if name in names:
                names.add(other)
            case Let(other, _) | Each(other, _, _) if other in names or other in free_locals(zone):
                return False
            case Take(Local(name, _), _) if name in names:
                pass
            case Take():
                return False
            case Write(cell, _, _, _) | Roll(cell, _):
                if any(isinstance(part, Read) and part.cell == cell for part in preorder(zone)):
                    return False
    return True


def _entered_without_a_choice(machine: Machine) -> frozenset[str]:
    """Blocks that control also comes to by other ways than an alternative."""
    found = {machine.start}
    for block in machine.blocks.values():
        found.update(successors_without_pause(block.out, machine.cells))
        if isinstance(block.out, Decide) and block.out.stop is not None:
            found.add(block.out.stop)
    return frozenset(found)


def _bound(prelude: tuple[Choice | Let | Guard, ...]) -> frozenset[str]:
    return frozenset(part.local for part in prelude if isinstance(part, Choice | Let))


def _become(known: Known, other: Known) -> None:
    for name in Known.__slots__:
        setattr(known, name, getattr(other, name))
