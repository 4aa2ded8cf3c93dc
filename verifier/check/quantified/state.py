"""Symbolic states for quantified proofs: unknowns with their axioms, tables, and the state as functions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import assert_never

import z3

from verifier.analysis.regions import Region
from verifier.check.induction.solver import OutOfWorkError
from verifier.check.quantified.fold_terms import Value, among, as_truth, both, chosen, equal, is_plain
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Truth, Zones
from verifier.kernel.layout import Axis, Layout
from verifier.kernel.machine import Family, Machine

# --- unknowns and their axioms


# How many steps of the solver take about as long as reading one expression.
READING = 100


class UnreadableError(Exception):
    """An expression asks about an order, or the like, of each of many members."""


def identity(value: Value) -> tuple[type, int]:
    """What tells a value from all others, for as long as both are held."""
    return (type(value), int(value)) if is_plain(value) else (object, value.get_id())


At = Callable[[Value], Value]


class Unknowns:
    """`laws` are the truths about unknowns that were made on the way.

    What was worked out on the way is remembered for as long as these laws are noted: after k branches a world would
    be read 2 ** k times. `work` counts what is read, and what a solver says that it did.
    """

    def __init__(self, most_work: int) -> None:
        self.most_work = most_work
        self.work = 0
        self.laws: list[Value] = []
        self._known: dict[Hashable, tuple[Value, tuple[Value, ...]]] = {}
        self._made = 0
        self._quantifiers = 0

    def spend(self, work: int = 1) -> None:
        """Counts work done; no more is done when the limit is reached."""
        self.work += work
        if self.work > self.most_work:
            raise OutOfWorkError(f"{self.most_work:,} steps")

    def unknown(self, name: str) -> Value:
        """Something that the rules do not tell; under a quantifier it might be another thing for each member."""
        if self.is_quantifying:
            raise UnreadableError(name)
        return self.named(name)

    def named(self, name: str) -> Value:
        return z3.Int(f"{name} #{self.next()}")

    def maybe(self, name: str) -> Value:
        """Something that may be so or not."""
        return z3.Bool(f"{name} #{self.next()}")

    def next(self) -> int:
        self._made += 1
        return self._made

    def function(self, name: str) -> z3.FuncDeclRef:
        """A function of whole numbers of which nothing is known."""
        return z3.Function(f"{name} #{self.next()}", z3.IntSort(), z3.IntSort())

    @contextmanager
    def noting(self) -> Iterator[list[Value]]:
        """The laws that are needed for what is read meanwhile."""
        outer, known = self.laws, self._known
        self.laws, self._known = [], {}
        try:
            yield self.laws
        finally:
            self.laws, self._known = outer, known

    def once(self, of: Hashable, about: tuple[Value, ...], work_out: Callable[[], Value]) -> Value:
        """What is worked out about some values, one time for these laws."""
        key = of, self.is_quantifying, tuple(map(identity, about))
        if key not in self._known:
            self.spend(READING)
            # The values are held too: the number of a term that nobody holds is used again.
            self._known[key] = work_out(), about
        return self._known[key][0]

    def remembering(self, work_out: At) -> At:
        """The same function, each of its values worked out once."""
        return lambda one: self.once(work_out, (one,), lambda: work_out(one))

    @contextmanager
    def quantifying(self) -> Iterator[None]:
        """While something is said of every member."""
        self._quantifiers += 1
        try:
            yield
        finally:
            self._quantifiers -= 1

    @property
    def is_quantifying(self) -> bool:
        return self._quantifiers > 0


# --- tables at an unknown index


# A table of more different entries than these is a function with a law.
FEW_ENTRIES = 16


class Tables:
    """The tables and families of one machine."""

    def __init__(self, machine: Machine, layout: Layout, unknowns: Unknowns) -> None:
        self.machine = machine
        self.layout = layout
        self.unknowns = unknowns
        self._indexes: dict[str, tuple[list[z3.FuncDeclRef], Value]] = {}
        self._of_zones: dict[str, Mapping[str, int] | None] = {}
        self._printed: dict[tuple[tuple[int, ...], int, int], tuple[z3.FuncDeclRef, Value]] = {}

    def place(self, axes: tuple[Axis, ...], index: list[Value]) -> tuple[Value, Value]:
        """Whether the index lies on the axes, and its place among all, row by row."""
        fits, place = [], 0
        for axis, value in zip(axes, index, strict=True):
            if axis.places is not None:
                fits.append(among(value, axis.places))
                at: Value = 0
                for one, where in axis.places.items():
                    at = chosen(equal(value, one), where, at)
            else:
                at = value - axis.offset
                fits.append(both((at >= 0, at < axis.size)))
            place = place * axis.size + at
        return both(fits), place

    def lookup(self, name: str, index: list[Value]) -> Value:
        table = self.machine.tables[name]
        axes = self.layout.table_axes(name)
        if name not in self._of_zones:
            self._of_zones[name] = self._as_indexes(name)
        families = self._of_zones[name]
        if families is not None and not is_plain(index[0]):
            found: Value = NOTHING
            for family, axis in families.items():
                base, size = self.machine.families[family].base, self.machine.families[family].size
                inside = both((index[0] >= base, index[0] < base + size))
                found = chosen(inside, self.index_of(family, axis, index[0]), found)
            return found
        found = self._entries(table.values, axes, index, table.missing)
        return as_truth(found) if isinstance(table.domain, Truth) else found

    def _entries(
        self, entries: tuple[int, ...], axes: tuple[Axis, ...], index: list[Value], missing: int
    ) -> Value:
        """The entry at an index: for each value of the last index, the ranges of the first ones."""
        if not axes:
            return entries[0]
        axis, value = axes[-1], index[-1]
        if len(axes) > 1:
            found: Value = missing
            for place in range(axis.size):
                column = self._entries(entries[place :: axis.size], axes[:-1], index[:-1], missing)
                found = chosen(equal(value, place + axis.offset), column, found)
            return found
        if is_plain(value):
            place = value - axis.offset
            return entries[place] if 0 <= place < axis.size else missing
        by_entry: dict[int, list[int]] = {}
        for place, entry in enumerate(entries):
            by_entry.setdefault(entry, []).append(place + axis.offset)
        if len(by_entry) > FEW_ENTRIES:
            return self._one_of_many(entries, axis.offset, by_entry, missing, value)
        found = missing
        for entry, places in by_entry.items():
            if entry != missing:
                found = chosen(among(value, places), entry, found)
        return found

    def _one_of_many(
        self,
        entries: tuple[int, ...],
        offset: int,
        by_entry: Mapping[int, list[int]],
        missing: int,
        value: Value,
    ) -> Value:
        """A function of its own: most often it matters only whether two entries are the same."""
        key = entries, offset, missing
        if key not in self._printed:
            entry, one = self.unknowns.function("printed"), z3.Int("i")
            cases = [z3.And(among(one, places), entry(one) == what) for what, places in by_entry.items()]
            beyond = z3.Or(one < offset, one >= offset + len(entries))
            cases.append(z3.And(beyond, entry(one) == missing))
            self._printed[key] = entry, z3.ForAll([one], z3.Or(cases), patterns=[entry(one)])
        entry, law = self._printed[key]
        self.unknowns.laws.append(law)
        return entry(value)

    def zone_at(self, name: str, index: list[Value]) -> Value:
        family = self.machine.families[name]
        fits, place = self.place(self.layout.family_axes(family), index)
        return chosen(fits, family.base + place, NOTHING)

    def index_of(self, name: str, axis: int, zone: Value) -> Value:
        """An index of a zone that is known to belong to a family."""
        family = self.machine.families[name]
        if is_plain(zone):
            inside = family.base <= zone < family.base + family.size
            return self.layout.zone_index(zone)[axis] if inside else NOTHING
        axes = self.layout.family_axes(family)
        if any(one.places is not None for one in axes):
            every = [self.layout.zone_index(family.base + place)[axis] for place in range(family.size)]
            return self._entries(tuple(every), (Axis(family.base, family.size),), [zone], NOTHING)
        if name not in self._indexes:
            self._indexes[name] = self._decomposed(family, axes)
        indexes, law = self._indexes[name]
        self.unknowns.laws.append(law)
        return indexes[axis](zone) + axes[axis].offset

    def _decomposed(self, family: Family, axes: tuple[Axis, ...]) -> tuple[list[z3.FuncDeclRef], Value]:
        """The indexes of a zone as functions, and how its number is made of them."""
        zone, place, limits = z3.Int("z"), 0, []
        found = [self.unknowns.function(f"{name} of {family.name}") for name, _ in family.index]
        for axis, index in zip(axes, found, strict=True):
            place = place * axis.size + index(zone)
            limits += [index(zone) >= 0, index(zone) < axis.size]
        inside = z3.And(zone >= family.base, zone < family.base + family.size)
        law = z3.Implies(inside, z3.And(zone == family.base + place, *limits))
        return found, z3.ForAll([zone], law, patterns=[index(zone) for index in found])

    def _as_indexes(self, name: str) -> Mapping[str, int] | None:
        """The families whose zones a table gives an index of, and which; `None` if it says something else."""
        table = self.machine.tables[name]
        if len(table.index) != 1 or not isinstance(table.index[0], Zones) or table.missing != NOTHING:
            return None
        found: dict[str, int] = {}
        for family in self.machine.families.values():
            entries = table.values[family.base : family.base + family.size]
            if all(entry == NOTHING for entry in entries):
                continue
            for axis in range(len(family.index)):
                every = [self.layout.zone_index(family.base + place)[axis] for place in range(family.size)]
                if tuple(every) == entries:
                    found[family.name] = axis
                    break
            else:
                return None
        return found


# --- the state as functions to Z3 terms


def changed_at(place: Value, new: Value, before: At, unknowns: Unknowns) -> At:
    """The same function but for one place."""
    return unknowns.remembering(lambda one: chosen(equal(one, place), new, before(one)))


@dataclass(frozen=True, slots=True)
class ComponentMoved:
    """One component lies elsewhere."""

    thing: Value


@dataclass(frozen=True, slots=True)
class CellWritten:
    """One cell, or one place of it, holds something else."""

    cell: str
    index: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Branched:
    """One of two ways was taken."""

    test: Value
    then: World
    otherwise: World


@dataclass(frozen=True, slots=True)
class Havoc:
    """Much may have changed, but nothing outside this footprint."""

    changed: Region


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """`lies` gives the zone of a component, `sizes` how many lie in a zone, `rows` what a cell holds at a place.

    The first world has none `before`.
    """

    number: int
    lies: At
    sizes: At
    cells: Mapping[str, Value]
    rows: Mapping[str, At]
    before: World | None = None
    how: ComponentMoved | CellWritten | Branched | Havoc | None = None


def gives_truth(expr: k.Expr, machine: Machine) -> bool:
    """Is it yes or no that an expression gives?"""
    match expr:
        case k.Const(_, domain) | k.Local(_, domain):
            return isinstance(domain, Truth)
        case k.Read(cell, _):
            return isinstance(machine.cells[cell].domain, Truth)
        case k.Lookup(table, _):
            return isinstance(machine.tables[table].domain, Truth)
        case k.Call(definition, _):
            return isinstance(machine.definitions[definition].domain, Truth)
        case k.If(_, then, _):
            return gives_truth(then, machine)
        case k.Fold(op):
            return op in ("any", "every")
        case k.Not() | k.Logic() | k.Compare():
            return True
        case k.ZoneAt() | k.ZoneOf() | k.Position() | k.End() | k.Arith():
            return False
        case _:
            assert_never(expr)
