"""Names and expressions while a game is lowered: what a name stands for here, and what domain a value has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Domain, Names, Number, Players, Things, Truth, Zones
from verifier.kernel.visit import preorder, substituted
from verifier.lower.pauses import Pauses
from verifier.model.game import Game
from verifier.model.somebody import Somebody
from verifier.model.types import joined

# The numbers of what is worked out: how far they reach is found later, where it is worth it.
UNBOUNDED = Number(-1_000_000, 1_000_000)


@dataclass(frozen=True, slots=True)
class Env:
    """What the author's names stand for here; `sources`: where a chosen component is known to lie."""

    names: Mapping[str, k.Expr]
    sources: Mapping[str, k.Expr] = field(default_factory=dict)

    def bound(self, name: str, expr: k.Expr) -> Env:
        kept = {n: zone for n, zone in self.sources.items() if n != name}
        return Env({**self.names, name: expr}, kept)

    def forgetting(self, name: str) -> Env:
        return Env(self.names, {n: zone for n, zone in self.sources.items() if n != name})


def conjunction(parts: Sequence[k.Expr]) -> k.Expr:
    return parts[0] if len(parts) == 1 else k.Logic("and", tuple(parts))


class Naming(Pauses):
    """Shared by all lowering: substitution, fresh names, domains."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.taken: set[str] = set()
        # Names and cells of parameters, and names in the heads of actions, that may stand for nothing.
        self.doubted: set[str] = set()
        # Cells that nobody may read and that are written all the same: a value outside their numbers is a fault.
        self.asserted: set[str] = set()
        self.seats = Players(game.players)
        self.all_things = Things("component", tuple(range(len(game.things))))
        self.somebody = Somebody(game)
        self.tables = dict(game.tables)
        self.cells = dict(game.cells)
        self.unordered = frozenset(name for name, family in game.families.items() if family.shape == "set")

    # --- names and expressions

    def fresh(self, origin: str, name: str) -> str:
        stem = f"{origin}/{name}"
        local, count = stem, 2
        while local in self.taken:
            local, count = f"{stem} {count}", count + 1
        self.taken.add(local)
        return local

    def fresh_cell(self, name: str) -> str:
        cell, count = name, 2
        while cell in self.cells:
            cell, count = f"{name} {count}", count + 1
        return cell

    def frame(self, name: str, domain: Domain) -> str:
        """A cell that holds what a suspended block still needs."""
        cell = self.fresh_cell(name)
        starts = domain.low if isinstance(domain, Number) else 0 if isinstance(domain, Truth) else NOTHING
        self.cells[cell] = km.Cell(
            cell, (), domain, not isinstance(domain, Number | Truth), starts, "spilled"
        )
        return cell

    def put_in(self, expr: k.Expr, env: Env) -> k.Expr:
        found: k.Expr = substituted(expr, env.names)
        return found

    def source_in(self, source: k.Source, env: Env) -> k.Source:
        found: k.Source = substituted(source, env.names)
        return found

    def domain(self, expr: k.Expr) -> Domain:
        """The domain of what an expression gives; numbers only as far as they are known."""
        match expr:
            case k.Const(_, domain) | k.Local(_, domain):
                return domain
            case k.Read(cell, index):
                return self._or_missing(self.cells[cell].domain, 0, index, self.cells[cell].index)
            case k.Lookup(name, index):
                table = self.tables[name]
                return self._or_missing(table.domain, table.missing, index, table.index)
            case k.ZoneAt(name, _):
                family = self.game.families[name]
                return Zones(name, tuple(range(family.base, family.base + family.size)))
            case k.ZoneOf(_):
                return Zones("zone", tuple(range(self.game.zones)))
            case k.End(_, _, _, things, _):
                return things
            case k.If(_, then, otherwise):
                return joined(self.domain(then), self.domain(otherwise)) or self.domain(then)
            case k.Call(name, _):
                found = self.game.definitions[name].domain
                # It may have been worked out from nothing, or with numbers that lead out of a table.
                return UNBOUNDED if isinstance(found, Number) else found
            case k.Arith("%", _, k.Const(count, _)) if count == self.game.players:
                return self.seats
            case k.Arith("-", k.Const(1, _), right) if isinstance(self.domain(right), Players):
                return self.seats
            case k.Fold("lowest", _, _, k.Local(_, Players() | Things() | Names() | Zones() as domain), _):
                return domain
            case k.Position() | k.Arith() | k.Compare() | k.Not() | k.Logic() | k.Fold():
                return UNBOUNDED
            case _:
                assert_never(expr)

    def _or_missing(
        self, domain: Domain, missing: int, index: Sequence[k.Expr], axes: Sequence[Domain]
    ) -> Domain:
        """The domain of what is read at an index; where that may be none, what is read then is a number too."""
        if not isinstance(domain, Number) or all(map(self.is_on_axis, index, axes)):
            return domain
        return Number(min(domain.low, missing), max(domain.high, missing))

    def is_on_axis(self, expr: k.Expr, axis: Domain) -> bool:
        """Is what an index stands for surely something, and a number of the axis?"""
        if not isinstance(axis, Number):
            return not self.may_be_nothing(expr)
        return self.fits(expr, axis)

    def fits(self, expr: k.Expr, numbers: Number) -> bool:
        """Are these numbers all that the expression can give?"""
        found = self.domain(expr)
        return isinstance(found, Number) and numbers.low <= found.low and found.high <= numbers.high

    def may_be_nothing(self, expr: k.Expr) -> bool:
        match expr:
            case k.End():
                return True
            case k.Read(cell, index):
                unset = self.cells[cell].optional and self.cells[cell].life != "spilled"
                missing = unset or cell in self.doubted or self.any_nothing(index)
                return missing and not isinstance(self.cells[cell].domain, Number | Truth)
            case k.Lookup(table, index):
                found = self.tables[table]
                return found.missing == NOTHING and (NOTHING in found.values or self.any_nothing(index))
            case k.Call(name, _):
                return isinstance(self.game.definitions[name].domain, Things | Players | Zones)
            case k.If(_, then, otherwise):
                return self.may_be_nothing(then) or self.may_be_nothing(otherwise)
            case k.Const(value, domain):
                return value == NOTHING and not isinstance(domain, Number)
            case k.Fold("lowest", _, _, _, k.Const(_, Things() | Names() | Zones())):
                return True
            case k.Local(name, domain):
                return name in self.doubted and not isinstance(domain, Number | Truth)
            case k.ZoneAt(_, index):
                return self.any_nothing(index)
            case k.ZoneOf(thing):
                return self.may_be_nothing(thing)
            case k.Position() | k.Arith() | k.Compare() | k.Not() | k.Logic() | k.Fold():
                return False
            case _:
                assert_never(expr)

    def any_nothing(self, parts: Sequence[k.Expr]) -> bool:
        return any(self.may_be_nothing(part) for part in parts)

    def doubt(self, name: str, value: k.Expr) -> None:
        """A name, or a cell, stands for a value that may be nothing."""
        if self.may_be_nothing(value):
            self.doubted.add(name)

    def something(self, expr: k.Expr) -> k.Expr:
        return k.Compare("!=", expr, k.Const(NOTHING, self.all_things))

    def member_domain(self, source: k.Source) -> Domain:
        match source:
            case k.Values(domain, _):
                return domain
            case k.Contents(_, things):
                return things
            case k.ZonesOf(name, _):
                family = self.game.families[name]
                return Zones(name, tuple(range(family.base, family.base + family.size)))
            case _:
                assert_never(source)

    def stays(self, zone: k.Expr) -> bool:
        """Does this name the same zone whatever happens to the state?"""
        changing = (k.Read, k.ZoneOf, k.Position, k.End, k.Fold, k.Call)
        return not any(isinstance(part, changing) for part in preorder(zone))
