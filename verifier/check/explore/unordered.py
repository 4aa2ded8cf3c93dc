"""Which hidden piles can be kept as sets: nobody knows their order, so chance can decide it at each draw.

A pile qualifies if nothing but draws reads its order, and if chance has put it in order before each draw: it
was shuffled after the last component came to it, or it was dealt, unseen, from a pile that was. Whatever can
be drawn from such a set could have been drawn from the pile, and the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import or_
from typing import assert_never

from verifier.analysis.dataflow import AbstractDomain, fixpoint
from verifier.analysis.effects import Families, FamilyNames, reads_zones
from verifier.analysis.ranges import Ranges, ranges_of
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING
from verifier.kernel.graph import reachable_from, successors
from verifier.kernel.visit import (
    Operand,
    operands,
    operands_outside_blocks,
    own_operands,
    steps_within,
)


def unordered_piles(machine: km.Machine) -> frozenset[str]:
    """The families whose piles may be kept as sets."""
    ranges = ranges_of(machine)
    hidden = {
        name
        for name, family in machine.families.items()
        if family.shape == "pile" and family.view == "hidden"
    }
    candidates = frozenset(hidden) - _shown(machine)
    while candidates:
        refused = _Judge(machine, ranges, candidates).refused()
        if not refused:
            break
        candidates -= refused
    return candidates


def _shown(machine: km.Machine) -> FamilyNames:
    """The families that somebody may be shown."""
    families = Families(machine)
    if machine.shown_things is not None:
        return families.everywhere
    found: set[str] = set()
    for block in machine.blocks.values():
        for step in steps_within(block.steps):
            if isinstance(step, km.Write) and step.cell == machine.shown_zones and step.index:
                found |= families.of(step.index[0], {})
    return frozenset(found)


class _Judge:
    def __init__(self, machine: km.Machine, ranges: Ranges, candidates: FamilyNames) -> None:
        self.machine = machine
        self.families = Families(machine)
        self.candidates = candidates
        self.wrong: set[str] = set()
        self.inside = {
            name: frozenset().union(
                *(ranges.possible[zone] for zone in range(family.base, family.base + family.size))
            )
            for name, family in machine.families.items()
            if name in candidates
        }
        self.dealt = {name for name in candidates if self._is_dealt(name)}

    def refused(self) -> FamilyNames:
        """The candidates whose order somebody reads, or knows."""
        self._ends_elsewhere()
        self._follow()
        return frozenset(self.wrong)

    # --- whoever reads an order without drawing

    def _ends_elsewhere(self) -> None:
        for node in self._nodes():
            for families, _ in self.families.orders_read(node):
                self.wrong |= families & self.candidates

    def _nodes(self) -> Iterator[Operand]:
        """Every expression, save for draws: those are followed along the course of play."""
        yield from operands_outside_blocks(self.machine)
        for block in self.machine.blocks.values():
            yield from operands(block.out)
            for step in steps_within(block.steps):
                if isinstance(step, km.Let) and isinstance(step.value, k.End) and step.value.where is None:
                    yield step.value.zone
                else:
                    yield from own_operands(step)

    # --- the course of play: is a pile in a random order whenever something is drawn?

    def _follow(self) -> None:
        """`known` piles have an order that somebody could know; follow them from block to block."""

        def flow(label: str, known: FamilyNames) -> Iterator[tuple[str, FamilyNames]]:
            block, after = self.machine.blocks[label], set(known)
            self._steps(block.steps, after, block)
            return ((way, frozenset(after)) for way in successors(block.out, self.machine.cells))

        nothing: FamilyNames = frozenset()
        fixpoint(dict.fromkeys(self.machine.blocks, nothing), AbstractDomain(or_, flow))

    def _steps(self, steps: Sequence[km.Step], known: set[str], block: km.Block | None) -> None:
        for number, step in enumerate(steps):
            match step:
                case km.Let(local, k.End() as end):
                    self._draw(local, end, steps[number + 1 :], known, block)
                case km.Put(_, zone, _):
                    known |= (self.families.of(zone, {}) & self.candidates) - self.dealt
                case km.Shuffle(k.ZoneAt(family, ())):
                    known.discard(family)
                case km.Branch(_, then, otherwise, _):
                    other = set(known)
                    self._steps(then, known, None)
                    self._steps(otherwise, other, None)
                    known |= other
                case km.Each(_, _, inner) | km.Times(_, _, inner):
                    for _ in range(2):
                        once = set(known)
                        self._steps(inner, once, None)
                        known |= once
                case km.Let() | km.Write() | km.Take() | km.Shuffle() | km.Roll() | km.Mark():
                    pass
                case _:
                    assert_never(step)

    def _draw(
        self, local: str, end: k.End, rest: Sequence[km.Step], known: set[str], block: km.Block | None
    ) -> None:
        families = self.families.of(end.zone, {})
        drawn_from = families & self.candidates
        if not drawn_from:
            return
        whole = all(self.inside[family] <= frozenset(end.things.ids) for family in drawn_from)
        if not (families <= self.candidates and whole and self._leaves(local, end, rest, block)):
            self.wrong |= drawn_from
        self.wrong |= drawn_from & known

    def _leaves(self, local: str, end: k.End, rest: Sequence[km.Step], block: km.Block | None) -> bool:
        """Does the component that was drawn leave its pile before anything else happens?"""
        names: set[k.Expr] = {k.Local(local, end.things)}
        for step in rest:
            match step:
                case km.Write(cell, (), k.Local(name, _)) if name == local:
                    names.add(k.Read(cell, ()))
                case km.Take(thing, zone):
                    return _same(thing, names) and _from(zone, end.zone, names)
                case km.Branch(test, then, (), _) if _is_something(test, names):
                    return self._leaves_first(then, end, names)
                case (
                    km.Let()
                    | km.Write()
                    | km.Put()
                    | km.Branch()
                    | km.Each()
                    | km.Times()
                    | km.Shuffle()
                    | km.Roll()
                    | km.Mark()
                ):
                    return False
                case _:
                    assert_never(step)
        if block is None or not isinstance(block.out, km.Fork) or not _is_something(block.out.test, names):
            return False
        return self._leaves_first(self.machine.blocks[block.out.then].steps, end, names)

    def _leaves_first(self, steps: Sequence[km.Step], end: k.End, names: set[k.Expr]) -> bool:
        if not steps or not isinstance(steps[0], km.Take):
            return False
        return _same(steps[0].thing, names) and _from(steps[0].zone, end.zone, names)

    # --- piles dealt from another

    def _is_dealt(self, family: str) -> bool:
        """Is everything in these piles dealt, once, from one pile that was just shuffled?"""
        filled = [
            block
            for block in self.machine.blocks.values()
            if any(family in self.families.of(put.zone, {}) for put in _puts(block.steps))
        ]
        if len(filled) != 1 or filled[0].label in reachable_from([filled[0].label], self.machine):
            return False
        rest: Sequence[km.Step] | None = None
        source: k.Expr | None = None
        for number, step in enumerate(filled[0].steps):
            if isinstance(step, km.Shuffle):
                rest, source = filled[0].steps[number + 1 :], step.zone
            elif any(family in self.families.of(put.zone, {}) for put in _puts((step,))):
                break
        if rest is None or not isinstance(source, k.ZoneAt) or source.index:
            return False
        last = max(
            (
                number
                for number, step in enumerate(rest)
                if any(family in self.families.of(put.zone, {}) for put in _puts((step,)))
            ),
            default=-1,
        )
        return (
            last >= 0
            and source.family in self.candidates
            and source.family != family
            and _only_deals(rest[: last + 1], source)
        )


def _puts(steps: Sequence[km.Step]) -> Iterator[km.Put]:
    return (step for step in steps_within(steps) if isinstance(step, km.Put))


def _only_deals(steps: Sequence[km.Step], source: k.Expr) -> bool:
    """Do the steps only deal from one pile, without a look at what is dealt?"""
    rest = list(steps)
    while rest:
        step = rest.pop(0)
        match step:
            case km.Let(local, k.End(_, _, zone, _, None)) if zone == source and rest:
                names: set[k.Expr] = (
                    {k.Local(local, step.value.things)} if isinstance(step.value, k.End) else set()
                )
                if not _is_deal(rest.pop(0), source, names):
                    return False
            case km.Each(_, k.Values(), inner) | km.Times(_, _, inner):
                if any(reads_zones(node) for node in own_operands(step)) or not _only_deals(inner, source):
                    return False
            case km.Write() | km.Let() | km.Mark():
                if any(reads_zones(node) for node in own_operands(step)):
                    return False
            case km.Take() | km.Put() | km.Branch() | km.Each() | km.Shuffle() | km.Roll():
                return False
            case _:
                assert_never(step)
    return True


def _is_deal(step: km.Step, source: k.Expr, names: set[k.Expr]) -> bool:
    match step:
        case km.Branch(test, (km.Take(taken, zone), km.Put(put, _, _)), (), _):
            same = _same(taken, names) and _same(put, names)
            return same and _is_something(test, names) and _from(zone, source, names)
        case _:
            return False


def _same(thing: k.Expr, names: set[k.Expr]) -> bool:
    if isinstance(thing, k.Local):
        return any(isinstance(name, k.Local) and name.name == thing.name for name in names)
    return thing in names


def _from(zone: k.Expr, pile: k.Expr, names: set[k.Expr]) -> bool:
    return zone == pile or (isinstance(zone, k.ZoneOf) and _same(zone.thing, names))


def _is_something(test: k.Expr, names: set[k.Expr]) -> bool:
    match test:
        case k.Compare("!=", left, k.Const(value, _)):
            return value == NOTHING and _same(left, names)
        case _:
            return False
