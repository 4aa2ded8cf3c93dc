"""Every way through the rules from pause to pause: a machine in, places and the steps between them out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from verifier.analysis.simplify import FALSE, TRUE, Folding
from verifier.compare.ending.carry_out import TURN, Carrying, Change, Outcome, TooManyError
from verifier.compare.ending.facts import Facts, Holding, assumed, counted_zone, folded, is_held, start
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Labels
from verifier.kernel.visit import steps_within

MOST_PLACES = 3_000


@dataclass(frozen=True, slots=True)
class Place:
    """A block and what is known there."""

    label: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Way:
    """From one place to another: what it moves; `move` if a player has moved, `turn` if first in a turn.

    `raised` are counters that only ever grow: such a way is gone a bounded number of times.
    """

    start: Place
    end: Place
    change: Change
    move: bool
    turn: bool
    raised: frozenset[str]


@dataclass(slots=True)
class Ways:
    ways: list[Way] = field(default_factory=list)
    places: dict[Place, None] = field(default_factory=dict)


class Wayfinder:
    """Follows every way of one normal machine."""

    def __init__(self, machine: km.Machine) -> None:
        self.machine = machine
        self.folding = Folding(machine)
        self.counters = counters_of(machine)
        self.carrying = Carrying(machine, self.folding, self.counters)
        self.found = Ways()
        self.waiting: list[Place] = []

    def all(self, begin: Place | None = None) -> Ways:
        """Every way from the start on; `TooManyError` if there are too many to follow."""
        first = begin or Place(self.machine.start, start(self.machine))
        self._see(first)
        while self.waiting:
            if len(self.found.places) > MOST_PLACES:
                raise TooManyError
            self._from(self.waiting.pop())
        return self.found

    def _see(self, place: Place) -> None:
        if place not in self.found.places:
            self.found.places[place] = None
            self.waiting.append(place)

    def _go(self, start: Place, label: str, now: Outcome, move: bool) -> None:
        turn = move and TURN in now.facts.known
        end = Place(label, now.facts.having(TURN, None) if turn else now.facts)
        self._see(end)
        self.found.ways.append(Way(start, end, now.change, move, turn, now.raised))

    def _from(self, place: Place) -> None:
        block = self.machine.blocks[place.label]
        begun = Outcome(place.facts, {}, frozenset(), {})
        if isinstance(block.out, km.Decide) and not block.steps:
            self._decide(place, block.out, begun, move=True)
            return
        for now in self.carrying.steps(block.steps, begun):
            self._out(place, block.out, now, move=False)

    def _out(self, place: Place, out: km.Out, now: Outcome, move: bool) -> None:
        match out:
            case km.Goto(label):
                self._go(place, label, now, move)
            case km.Fork(test, then, otherwise):
                new = folded(self.folding, test, now.facts, now.sure)
                if isinstance(new, k.Const):
                    self._go(place, then if new.value else otherwise, now, move)
                    return
                for label, holds in ((then, True), (otherwise, False)):
                    self._go(place, label, replace(now, facts=assumed(new, holds, now.facts)), move)
            case km.Return(cell):
                domain = self.machine.cells[cell].domain
                assert isinstance(domain, Labels)
                known = now.facts.known.get(cell)
                labels = domain.members if known is None else domain.members[known : known + 1]
                for label in labels:
                    if label in self.machine.blocks:
                        self._go(place, label, now, move)
            case km.Decide():
                self._decide(place, out, now, move)
            case km.Final():
                pass
            case _:
                assert_never(out)

    def _decide(self, place: Place, out: km.Decide, now: Outcome, move: bool) -> None:
        """Every alternative, carried out to the end of its own block."""
        for taken in out.alternatives:
            chosen = self._chosen(taken, now)
            if chosen is None:
                continue
            block = self.machine.blocks[taken.to]
            for after in self.carrying.steps(block.steps, chosen):
                self._out(place, block.out, after, True)
        for label, is_move in ((out.stop, True), (out.vain, move)):
            if label is not None:
                self._go(place, label, now, is_move)

    def _chosen(self, taken: km.Alternative, now: Outcome) -> Outcome | None:
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
                    if where is not None and folded(self.folding, where, facts, sure) == FALSE:
                        return None
                case km.Let(local, value):
                    new = folded(self.folding, value, facts, sure)
                    sure -= {local}
                    if isinstance(new, k.End) and isinstance(new.zone, k.ZoneAt):
                        lying[local] = new.zone.family
                        if is_held(new, (*facts.full, *filled), self.carrying.possible):
                            sure |= {local}
                case km.Guard(_, when, require):
                    if any(folded(self.folding, each, facts, sure) != TRUE for each in when):
                        continue
                    for each in require:
                        new = folded(self.folding, each, facts, sure)
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
