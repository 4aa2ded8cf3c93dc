"""Equivariance: does a renaming map expressions and steps onto themselves? An error says where it does not.

Two things are asked of every expression: that renaming its constants gives the same expression again, and
that it treats what is renamed as names only: nothing is added to a colour, no player is less than another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from verifier.analysis.effects import Families
from verifier.analysis.renaming import Renaming, moved_places, same_renamed
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Names, Players, Things, Zones
from verifier.kernel.layout import Layout

PLAIN = "plain"
NEUTRAL = "nothing"
Sorts = Mapping[str, str]


class AsymmetricError(Exception):
    """The renaming does not map the rules onto themselves; the text says where."""


class ExpressionEquivariance:
    """Checks expressions of one machine against one renaming."""

    def __init__(self, layout: Layout, by: Renaming, unordered: frozenset[str]) -> None:
        self.layout = layout
        self.machine = layout.machine
        self.by = by
        self.families = Families(layout.machine)
        shapes = {name: family.shape for name, family in self.machine.families.items()}
        # A set lies in the order of its numbers, which a renaming changes.
        self.sets = frozenset(name for name, shape in shapes.items() if shape == "set")
        self.unordered = self.sets | unordered
        self.rotates = _is_rotation(by.players)
        self._zone = PLAIN if by.zones == tuple(range(len(by.zones))) else "zone"
        self._thing = PLAIN if by.things == tuple(range(len(by.things))) else "thing"
        # What has been checked and is the same when renamed. An expression is kept, so that its number stays its own.
        self._tables: set[str] = set()
        self._definitions: set[str] = set()
        self._alike: dict[int, k.Expr | k.Source] = {}

    def check(self, expr: k.Expr, known: Sorts) -> str:
        """The sort of an outermost expression; raises `AsymmetricError`."""
        self._same(expr)
        return self.sort(expr, known)

    def check_source(self, source: k.Source, known: Sorts) -> str:
        """The sort of the members of an outermost source; raises `AsymmetricError`."""
        self._same(source)
        return self.members(source, known)

    def _same(self, node: k.Expr | k.Source) -> None:
        if id(node) in self._alike:
            return
        if not same_renamed(node, self.by):
            raise AsymmetricError(f"a constant is renamed in {node}")
        if self._thing != PLAIN:
            for families, part in self.families.orders_read(node):
                if families & self.sets:
                    raise AsymmetricError(f"a set has no order: {part}")
        self._alike[id(node)] = node

    def of_domain(self, domain: Domain) -> str:
        """How values of a domain are renamed: not at all, or as what."""
        order = self.by.order(domain)
        if order is None or order == tuple(range(len(order))):
            return PLAIN
        match domain:
            case Names(name, _):
                return f"kind {name}"
            case Players():
                return "player"
            case Things():
                return "thing"
            case Zones():
                return "zone"
            case _:
                return PLAIN

    def sort(self, expr: k.Expr, known: Sorts) -> str:
        match expr:
            case k.Const(value, domain):
                return NEUTRAL if value == NOTHING else self.of_domain(domain)
            case k.Local(name, domain):
                return known[name] if name in known else self.of_domain(domain)
            case k.Read(cell, index):
                shape = self.machine.cells[cell]
                self._index(index, shape.index, known)
                return self.of_domain(shape.domain)
            case k.Lookup(table, index):
                self._table(table)
                self._index(index, self.machine.tables[table].index, known)
                return self.of_domain(self.machine.tables[table].domain)
            case k.ZoneAt(family, index):
                self._index(index, [domain for _, domain in self.machine.families[family].index], known)
                return self._zone
            case k.ZoneOf(thing):
                self.must(self.sort(thing, known), self._thing, expr)
                return self._zone
            case k.Position(thing):
                self.must(self.sort(thing, known), self._thing, expr)
                return PLAIN
            case k.Arith():
                return self._arith(expr, known)
            case k.Compare(op, left, right):
                one, other = self.sort(left, known), self.sort(right, known)
                if op in ("=", "!="):
                    self.must(one, other, expr)
                else:
                    self._plain((one, other), expr)
                return PLAIN
            case k.Not(operand):
                self._plain((self.sort(operand, known),), expr)
                return PLAIN
            case k.Logic(_, parts):
                self._plain([self.sort(part, known) for part in parts], expr)
                return PLAIN
            case k.If(test, then, otherwise):
                self._plain((self.sort(test, known),), expr)
                return self.must(self.sort(then, known), self.sort(otherwise, known), expr)
            case k.Fold():
                return self._fold(expr, known)
            case k.End(_, local, zone, things, where):
                self.must(self.sort(zone, known), self._zone, expr)
                if where is not None:
                    inner = {**known, local: self.of_domain(things)}
                    self._plain((self.sort(where, inner),), expr)
                return self.of_domain(things)
            case k.Call(definition, args):
                self._definition(definition)
                shape_ = self.machine.definitions[definition]
                self._index(args, [domain for _, domain in shape_.params], known)
                return self.of_domain(shape_.domain)
            case _:
                assert_never(expr)

    def members(self, source: k.Source, known: Sorts) -> str:
        """The sort of the members of a source."""
        match source:
            case k.Values(domain, first):
                if first is not None:
                    self.must(self.sort(first, known), self.of_domain(domain), source)
                return self.of_domain(domain)
            case k.ZonesOf(family, index):
                for part, (_, domain) in zip(index, self.machine.families[family].index, strict=True):
                    if part is not None:
                        self.must(self.sort(part, known), self.of_domain(domain), source)
                return self._zone
            case k.Contents(zones, things):
                of = self.members(zones, known) if isinstance(zones, k.ZonesOf) else self.sort(zones, known)
                self.must(of, self._zone, source)
                return self.of_domain(things)
            case _:
                assert_never(source)

    # --- parts

    def must(self, one: str, other: str, where: object) -> str:
        if one != other and NEUTRAL not in (one, other):
            raise AsymmetricError(f"{one} meets {other} in {where}")
        return one if other == NEUTRAL else other

    def _plain(self, sorts: Iterable[str], where: object) -> None:
        for sort in sorts:
            self.must(sort, PLAIN, where)

    def _index(self, index: Iterable[k.Expr], domains: Iterable[Domain], known: Sorts) -> None:
        for part, domain in zip(index, domains, strict=True):
            self.must(self.sort(part, known), self.of_domain(domain), part)

    def _arith(self, expr: k.Arith, known: Sorts) -> str:
        match expr:
            case k.Arith("%", k.Arith("+", seat, step), k.Const(seats, _)) if seats == self.machine.players:
                # So many seats further on: the same for everybody if the renaming turns the table.
                if self.sort(seat, known) == "player" and self.rotates:
                    self._plain((self.sort(step, known),), expr)
                    return "player"
            case k.Arith("-", k.Const(1, _), seat) if self.machine.players == 2:
                # The other of two players.
                if self.sort(seat, known) == "player":
                    return "player"
        self._plain((self.sort(expr.left, known), self.sort(expr.right, known)), expr)
        return PLAIN

    def _fold(self, fold: k.Fold, known: Sorts) -> str:
        inner = dict(known)
        for bind in fold.binds:
            inner[bind.local] = self.members(bind.source, inner)
        parts = [part for part in (fold.where, fold.body) if part is not None]
        self._plain([self.sort(part, inner) for part in parts], fold)
        if fold.default is not None:
            self._plain((self.sort(fold.default, known),), fold)
        return PLAIN

    def _table(self, name: str) -> None:
        if name in self._tables:
            return
        table = self.machine.tables[name]
        places = moved_places(self.layout, table.index, self.by)
        for old, new in enumerate(places):
            if table.values[new] != self.by.value(table.domain, table.values[old]):
                raise AsymmetricError(f"the table {name} is not the same when renamed")
        self._tables.add(name)

    def _definition(self, name: str) -> None:
        if name in self._definitions:
            return
        shape = self.machine.definitions[name]
        known = {param: self.of_domain(domain) for param, domain in shape.params}
        result = self.of_domain(shape.domain)
        self.must(self.check(shape.start, known), result, name)
        for clause in shape.clauses:
            self._plain([self.check(part, known) for part in clause.when], name)
            self._plain((self.check(clause.value, known), result), name)
        self._definitions.add(name)


def _is_rotation(order: tuple[int, ...]) -> bool:
    size = len(order)
    return all(order[seat] == (order[0] + seat) % size for seat in range(size))
