"""Path facts: what guards, choices, tests and steps established before a block and nothing undid.

Control is followed from block to block. A truth that holds on one way and not on another is given up where they meet;
so is one that looks at something which steps may have changed. A procedure leaves alone what its blocks do not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import and_
from typing import assert_never

from verifier.analysis.dataflow import AbstractDomain, fixpoint
from verifier.analysis.possible_values import Reach
from verifier.analysis.procedures import Procedures
from verifier.analysis.regions import Region, Regions
from verifier.check.quantified.auxiliary_claims import BlockFacts, BlockTransfer, Facts, FactTable
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Things, Zones
from verifier.kernel.visit import bound_names, cells_read, free_locals, substituted


class PathFacts:
    """`at` gives the truths that hold wherever a block begins; names in them are the block's parameters."""

    def __init__(self, machine: km.Machine, reach: Reach) -> None:
        self.machine = machine
        self.regions = Regions(machine, reach)
        self.book = FactTable(self.regions)
        self._procedures = machine.analysis(Procedures)
        self._seats = _seats(machine)
        self._bodies: dict[str, Region] = {}
        self._passages: dict[str, BlockTransfer] = {}
        self._taken: dict[tuple[str, int], Facts] = {}
        self._moved: dict[tuple[str, int], int | None] = {}
        self._after: dict[str, Facts] = {}
        nothing: Facts = frozenset()
        self._at = fixpoint({machine.start: nothing}, AbstractDomain(and_, self._flow))

    def at(self, label: str) -> list[k.Expr]:
        return [self.book.truths[fact] for fact in self.numbers_at(label)]

    def numbers_at(self, label: str) -> list[int]:
        return sorted(self._at.get(label, ()))

    @property
    def reached(self) -> frozenset[str]:
        return frozenset(self._at)

    # --- from block to block

    def _flow(self, label: str, facts: Facts) -> Iterator[tuple[str, Facts]]:
        block = self.machine.blocks[label]
        passage = self._passage(block)
        kept = (self._kept(label, fact, passage) for fact in facts)
        after = passage.added | {fact for fact in kept if fact is not None}
        before = self._after.get(label)
        self._after[label] = after
        match block.out:
            case km.Goto(way):
                yield way, after
            case km.Fork(_, then, otherwise, _):
                yield then, after | passage.then
                yield otherwise, after | passage.otherwise
            case km.Decide(player, alternatives, stop, if_none):
                for place, taken in enumerate(alternatives):
                    yield taken.to, after | self._chosen(label, place, player, taken)
                yield from ((way, after) for way in (stop, if_none) if way is not None)
            case km.Return() | km.Final():
                pass
            case _:
                assert_never(block.out)
        if before != after:
            yield from self._come_back(label)

    def _come_back(self, label: str) -> Iterator[tuple[str, Facts]]:
        for cell, ends, places in self._procedures.returns(label, self._after):
            there = frozenset[int].intersection(*(self._after[end] for end in ends))
            changed = self._changed_within(cell)
            for place, caller in places:
                left = {fact for fact in self._after[caller] if not self.book.looks[fact].meets(changed)}
                yield place, there | left

    def _changed_within(self, cell: str) -> Region:
        if cell not in self._bodies:
            found = Region()
            for label in sorted(self._procedures.bodies[cell]):
                found |= self.regions.changed_by(label)
            self._bodies[cell] = found
        return self._bodies[cell]

    def _kept(self, label: str, fact: int, passage: BlockTransfer) -> int | None:
        """The truth as it reads after the block, unless the block may have undone it."""
        key = label, fact
        if key not in self._moved:
            undone = self.book.looks[fact].meets(passage.changed)
            self._moved[key] = None if undone else self._closed(fact, passage.homes)
        return self._moved[key]

    def _closed(self, fact: int, homes: Mapping[str, k.Expr]) -> int | None:
        """The truth with cells in the place of names; names end with their block."""
        names = self.book.names[fact]
        if not names:
            return fact
        if not names <= homes.keys():
            return None
        closed = substituted(self.book.truths[fact], homes)
        says_nothing = isinstance(closed, k.Compare) and closed.left == closed.right
        return None if says_nothing else self.book.number(closed)

    # --- what a block adds

    def _passage(self, block: km.Block) -> BlockTransfer:
        if block.label not in self._passages:
            walk = BlockFacts(
                dict(self.regions.parameters[block.label]), homes=dict(self._seats[block.label])
            )
            self._walk(block.steps, walk)
            then, otherwise = frozenset[int](), frozenset[int]()
            if isinstance(block.out, km.Fork):
                test = substituted(block.out.test, walk.alias)
                then = self._all_closed(map(self.book.number, _conjuncts(test)), walk.homes)
                otherwise = self._all_closed(map(self.book.number, _conjuncts(k.Not(test))), walk.homes)
            self._passages[block.label] = BlockTransfer(
                self._all_closed(walk.facts, walk.homes),
                then,
                otherwise,
                self.regions.changed_by(block.label),
                walk.homes,
            )
        return self._passages[block.label]

    def _all_closed(self, facts: Iterable[int], homes: Mapping[str, k.Expr]) -> Facts:
        closed = (self._closed(fact, homes) for fact in facts)
        return frozenset(fact for fact in closed if fact is not None)

    def _walk(self, steps: Iterable[km.Step], walk: BlockFacts) -> None:
        for step in steps:
            changed = self.regions.changed((step,), walk.known)
            self._undo(changed, walk)
            match step:
                case km.Let(local, value):
                    self._let(local, value, walk)
                case km.Write(cell, (), value, _):
                    self._write(cell, substituted(value, walk.alias), walk)
                case km.Put(thing, zone, _):
                    one, where = substituted(thing, walk.alias), substituted(zone, walk.alias)
                    self._add(k.Compare("=", k.ZoneOf(one), where), walk)
                case km.Branch(test, then, otherwise, _):
                    test = substituted(test, walk.alias)
                    other = walk.copy()
                    self._branch(test, then, walk)
                    self._branch(k.Not(test), otherwise, other)
                    walk.meet(other)
                case km.Each(local, _, inner):
                    self._forget({local, *_bound(inner)}, walk)
                case km.Times(_, _, inner):
                    self._forget(_bound(inner), walk)
                case km.Write() | km.Take() | km.Roll() | km.Shuffle():
                    pass
                case km.Mark():
                    pass
                case _:
                    assert_never(step)

    def _branch(self, test: k.Expr, steps: tuple[km.Step, ...], walk: BlockFacts) -> None:
        for part in _conjuncts(test):
            self._add(part, walk)
        self._walk(steps, walk)

    def _add(self, truth: k.Expr, walk: BlockFacts) -> None:
        walk.facts[self.book.number(truth)] = None

    def _undo(self, changed: Region, walk: BlockFacts) -> None:
        walk.facts = {fact: None for fact in walk.facts if not self.book.looks[fact].meets(changed)}
        walk.homes = {
            name: home for name, home in walk.homes.items() if changed.cells.isdisjoint(cells_read(home))
        }

    def _forget(self, names: Iterable[str], walk: BlockFacts) -> None:
        gone = frozenset(names)
        walk.facts = {fact: None for fact in walk.facts if self.book.names[fact].isdisjoint(gone)}
        walk.homes = {name: home for name, home in walk.homes.items() if name not in gone}
        walk.alias = {
            name: other
            for name, other in walk.alias.items()
            if name not in gone and free_locals(other).isdisjoint(gone)
        }

    def _let(self, local: str, value: k.Expr, walk: BlockFacts) -> None:
        value = substituted(value, walk.alias)
        self._forget((local,), walk)
        match value:
            case k.Local(name, _):
                if name != local:
                    walk.alias[local] = value
                return
            case k.End(_, _, zone, things, _):
                end = k.Local(local, things)
                nothing = k.Compare("=", end, k.Const(NOTHING, things))
                self._add(k.Logic("or", (nothing, k.Compare("=", k.ZoneOf(end), zone))), walk)
                return
        if local not in free_locals(value):
            self._add(k.Compare("=", k.Local(local, _ANY), value), walk)
            if isinstance(value, k.Const) or (isinstance(value, k.Read) and not value.index):
                walk.homes[local] = value

    def _write(self, cell: str, value: k.Expr, walk: BlockFacts) -> None:
        if self.machine.cells[cell].saturates or cell in cells_read(value):
            return
        if cell in self.regions.looked_at(value).cells:
            return
        held = k.Read(cell, ())
        self._add(k.Compare("=", held, value), walk)
        if isinstance(value, k.Local):
            walk.homes.setdefault(value.name, held)

    # --- what a player has chosen

    def _chosen(self, label: str, place: int, player: k.Expr, alternative: km.Alternative) -> Facts:
        """What allowed the alternative; the names are parameters of the block it leads to."""
        key = label, place
        if key not in self._taken:
            found: list[k.Expr] = [k.Compare("=", k.Local("me", _ANY), player)]
            # A cell outlasts a name.
            names: dict[str, k.Expr] = {"me": player} if isinstance(player, k.Read) else {}
            for part in alternative.prelude:
                match part:
                    case km.Let(local, value):
                        names[local] = substituted(value, names)
                    case km.Choice(local, source, where, _):
                        found += _member(local, substituted(source, names))
                        if where is not None:
                            found += _conjuncts(substituted(where, names))
                    case km.Guard(_, when, require):
                        unless = tuple(k.Not(substituted(one, names)) for one in when)
                        for truth in require:
                            demand = substituted(truth, names)
                            found += [k.Logic("or", (*unless, demand))] if unless else _conjuncts(demand)
                    case _:
                        assert_never(part)
            allowed = frozenset(self.machine.blocks[alternative.to].params)
            self._taken[key] = frozenset(
                self.book.number(truth) for truth in found if free_locals(truth) <= allowed
            )
        return self._taken[key]


_ANY = Things("component", ())


def _seats(machine: km.Machine) -> dict[str, dict[str, k.Expr]]:
    """For each block the cell that says who has taken the way there, if it is always the same."""
    found: dict[str, set[k.Expr]] = {label: set() for label in machine.blocks}
    for block in machine.blocks.values():
        if isinstance(block.out, km.Decide):
            for alternative in block.out.alternatives:
                found[alternative.to].add(block.out.player)
    alone = {label: next(iter(players)) for label, players in found.items() if len(players) == 1}
    return {
        label: {"me": alone[label]} if isinstance(alone.get(label), k.Read) else {}
        for label in machine.blocks
    }


def _member(local: str, source: k.Source) -> list[k.Expr]:
    """A name stands for a member of a source."""
    match source:
        case k.Contents(zones, things) if not isinstance(zones, k.ZonesOf):
            return [k.Compare("=", k.ZoneOf(k.Local(local, things)), zones)]
        case k.Contents(zones, things) if isinstance(zones, k.ZonesOf):
            lies: k.Expr = k.ZoneOf(k.Local(local, things))
            return [_among(lies, zones, "zone of " + local)]
        case k.ZonesOf(family, _):
            return [_among(k.Local(local, Zones(family, ())), source, "one " + local)]
        case k.Values() | k.Contents():
            return []
        case _:
            assert_never(source)


def _among(zone: k.Expr, source: k.ZonesOf, name: str) -> k.Expr:
    one = k.Local(name, Zones(source.family, ()))
    return k.Fold("any", (k.Bind(name, source),), None, k.Compare("=", one, zone))


def _conjuncts(truth: k.Expr) -> list[k.Expr]:
    """The parts of a truth that all hold."""
    match truth:
        case k.Logic("and", parts):
            return [one for part in parts for one in _conjuncts(part)]
        case k.Not(k.Logic("or", parts)):
            return [one for part in parts for one in _conjuncts(k.Not(part))]
        case k.Not(k.Not(inner)):
            return _conjuncts(inner)
        case _:
            return [truth]


def _bound(steps: Iterable[km.Step]) -> frozenset[str]:
    """The names that steps bind."""
    return frozenset(bound_names(steps))
