"""Expressions of the kernel in a state as terms, node by node, as the plain interpreter reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from verifier.check.certificate.board import Board, zones_of
from verifier.check.certificate.names import WORKED_OUT, Names
from verifier.check.certificate.slots import Slots, Weights
from verifier.check.certificate.state import Env, State, cell_slot, zone_slot
from verifier.check.certificate.terms import (
    Term,
    all_of,
    any_of,
    arithmetic,
    case,
    comparison,
    equal,
    implied,
    is_known,
    is_truth,
    negation,
    number,
    same,
    total,
    truth,
)
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import NOTHING, Domain, Players, missing, values

# A possible member of a source: the value, when it is one, and the zone in which it then lies if only one is possible.
Member = tuple[int, Term, int | None]


class Reader(Slots):
    """Reads the expressions of one machine."""

    def __init__(self, board: Board, names: Names, start: State | None) -> None:
        super().__init__(board, names, start)
        self._weights: dict[object, tuple[Weights, object]] = {}
        # Of names for the end of a pile: a premise, when the pile is empty, and when each component lies in it.
        self._ends: dict[str, tuple[Term, Term, list[tuple[int, object]]]] = {}

    # --- expressions

    def value(self, expr: k.Expr, state: State, env: Env) -> Term:
        match expr:
            case k.Const(value, _):
                return value
            case k.Local(name, _):
                return env.values[name]
            case k.Read(cell, index):
                return self._read(cell, self.each(index, state, env), state)
            case k.Lookup(table, index):
                return self._lookup(table, self.each(index, state, env))
            case k.ZoneAt(family, index):
                return self._zone_at(family, self.each(index, state, env))
            case k.ZoneOf(thing):
                return self._zone_of(self.value(thing, state, env), state)
            case k.Position(thing):
                return self._position(self.value(thing, state, env), state)
            case k.Arith(op, left, right):
                return arithmetic(op, self.value(left, state, env), self.value(right, state, env))
            case k.Compare(op, k.Position(k.Local(left)), k.Position(k.Local(right))) if _together(
                env, left, right
            ):
                return self._above(op, env, left, right, state)
            case k.Compare(op, left, right):
                ours, theirs = self.value(left, state, env), self.value(right, state, env)
                if op in ("=", "!="):
                    found = self.is_same(ours, theirs)
                    return found if op == "=" else negation(found)
                return comparison(op, ours, theirs)
            case k.Not(operand):
                return negation(self.value(operand, state, env))
            case k.Logic(op, parts):
                found = (self.value(part, state, env) for part in parts)
                return all_of(found) if op == "and" else any_of(found)
            case k.If(test, then, otherwise):
                asked = truth(self.value(test, state, env))
                if is_known(asked):
                    return self.value(then if asked else otherwise, state, env)
                return case(asked, self.value(then, state, env), self.value(otherwise, state, env))
            case k.Fold():
                return self._fold(expr, state, env)
            case k.End():
                return self._end(expr, state, env)
            case k.Call(definition, args):
                return self._call(self.machine.definitions[definition], self.each(args, state, env), state)
            case _:
                assert_never(expr)

    def each(self, parts: tuple[k.Expr, ...], state: State, env: Env) -> list[Term]:
        return [self.value(part, state, env) for part in parts]

    def holds(self, parts: tuple[k.Expr, ...], state: State, env: Env) -> Term:
        return all_of(self.value(part, state, env) for part in parts)

    def _read(self, name: str, index: list[Term], state: State) -> Term:
        cell = self.machine.cells[name]
        found = missing(cell.domain)
        for point, hit in self.hits(cell.index, index):
            found = case(hit, self.slot(state, cell_slot(name, point)), found)
        return found

    def hits(self, domains: tuple[Domain, ...], index: list[Term]) -> Iterator[tuple[tuple[int, ...], Term]]:
        """Every index of a row that may be meant, and when it is; none if an index is outside its axis."""
        found: list[tuple[tuple[int, ...], Term]] = [((), True)]
        for domain, wanted in zip(domains, index, strict=True):
            wanted, axis = number(wanted), self.board.axis(domain)
            options = [each for each in self.options(wanted, axis) if each in axis]
            found = [
                ((*point, each), all_of((hit, equal(wanted, each))))
                for point, hit in found
                for each in options
            ]
        yield from ((point, hit) for point, hit in found if hit is not False)

    def _lookup(self, name: str, index: list[Term]) -> Term:
        table = self.machine.tables[name]
        axes = [self.board.axis(domain) for domain in table.index]
        found: Term = table.missing
        for point, hit in self.hits(table.index, index):
            place = 0
            for axis, value in zip(axes, point, strict=True):
                place = place * len(axis) + axis.index(value)
            found = case(hit, table.values[place], found)
        return found

    def _zone_at(self, name: str, index: list[Term]) -> Term:
        index = [number(each) for each in index]
        if all(map(is_known, index)):
            return self.board.zone_at.get((name, tuple(index)), NOTHING)
        found: Term = NOTHING
        for zone, hit in self._fitting(name, index):
            found = case(hit, zone, found)
        return found

    def _fitting(self, name: str, index: Sequence[Term | None]) -> Iterator[tuple[int, Term]]:
        """The zones of a family whose indexes may be these; `None` fits every index."""
        for zone in zones_of(self.machine.families[name]):
            own = self.board.index_of[zone]
            hit = all_of(
                equal(wanted, have) for wanted, have in zip(index, own, strict=True) if wanted is not None
            )
            if hit is not False:
                yield zone, hit

    def _zone_of(self, thing: Term, state: State) -> Term:
        found: Term = NOTHING
        for each in self.thing_options(thing):
            found = case(equal(thing, each), self.slot(state, zone_slot(each)), found)
        return found

    def _position(self, thing: Term, state: State) -> Term:
        """How many lie below it; nothing, and what is in the air, lies at the bottom."""
        found: Term = 0
        for each in self.thing_options(thing):
            found = case(equal(thing, each), self._position_of(each, state), found)
        return found

    def _position_of(self, thing: int, state: State) -> Term:
        zone = self.slot(state, zone_slot(thing))
        own = self.height(state, thing, zone)
        return total(
            all_of((self.lies_in(state, each, zone), comparison("<", self.height(state, each, zone), own)))
            for each in self.board.things
            if each != thing
        )

    def _above(self, op: str, env: Env, left: str, right: str, state: State) -> Term:
        """Places of two components of one zone compare as their heights do."""
        if env.values[left] == env.values[right]:
            return op in ("=", "<=", ">=")
        zone = env.homes[left]
        heights = [self.height(state, env.values[each], zone) for each in (left, right)]
        return comparison(op, heights[0], heights[1])

    def _call(self, definition: km.Definition, args: list[Term], state: State) -> Term:
        env = Env({name: arg for (name, _), arg in zip(definition.params, args, strict=True)})
        found = self.value(definition.start, state, env)
        for clause in definition.clauses:
            when = self.holds(clause.when, state, env)
            if when is False:
                continue
            by = self.value(clause.value, state, env)
            is_asked = clause.op == "require"
            stepped = all_of((found, by)) if is_asked else arithmetic(km.WORKED_OUT[clause.op], found, by)
            found = case(when, stepped, found)
        return found if is_truth(found) else self.names.short(definition.name, found, WORKED_OUT)

    # --- sources and folds

    def members(self, source: k.Source, state: State, env: Env) -> list[Member]:
        """Every value that may be a member, by rising number; the order in which players come is the caller's."""
        match source:
            case k.Values(domain, _):
                return [(value, True, None) for value in values(domain)]
            case k.ZonesOf(family, index):
                wanted = [None if part is None else self.value(part, state, env) for part in index]
                return [(zone, hit, None) for zone, hit in self._fitting(family, wanted)]
            case k.Contents(_, things):
                zones = self.zones(source, state, env)
                found = ((thing, *self.membership(thing, zones, state)) for thing in things.ids)
                return [member for member in found if member[1] is not False]
            case _:
                assert_never(source)

    def zones(self, source: k.Contents, state: State, env: Env) -> list[tuple[Term, Term]]:
        """The zones over which a source runs, each with its condition."""
        if isinstance(source.zones, k.ZonesOf):
            return [(zone, hit) for zone, hit, _ in self.members(source.zones, state, env)]
        return [(self.value(source.zones, state, env), True)]

    def membership(self, thing: int, zones: list[tuple[Term, Term]], state: State) -> tuple[Term, int | None]:
        """When a component lies in one of the zones, and in which one if only one is possible."""
        cases = [(zone, all_of((hit, self.lies_in(state, thing, zone)))) for zone, hit in zones]
        cases = [(zone, hit) for zone, hit in cases if hit is not False]
        home = cases[0][0] if len(cases) == 1 and is_known(cases[0][0]) else None
        return any_of(hit for _, hit in cases), home

    def rotated(self, source: k.Values, first: int) -> list[int]:
        """The values in their order; players begin with the first one, if somebody is."""
        if isinstance(source.domain, Players) and first != NOTHING:
            return [(first + step) % source.domain.count for step in range(source.domain.count)]
        return list(values(source.domain))

    def bindings(
        self, binds: tuple[k.Bind, ...], state: State, env: Env, hit: Term
    ) -> Iterator[tuple[Env, Term]]:
        if not binds:
            yield env, hit
            return
        for value, own, home in self.members(binds[0].source, state, env):
            inner = env.bound(binds[0].local, value, home)
            yield from self.bindings(binds[1:], state, inner, all_of((hit, own)))

    def _fold(self, expr: k.Fold, state: State, env: Env) -> Term:
        match expr:
            case k.Fold("count" | "sum", (k.Bind(local, k.Contents() as source),), where, body) if all(
                _is_printed(part, local, env) for part in (where, body) if part is not None
            ):
                weights = self._printed(expr, source, local, state, env)
                zones = self.zones(source, state, env)
                if all(hit is True and is_known(zone) for zone, hit in zones):
                    return self.weight_in_all(state, weights, [zone for zone, _ in zones])
                return total(case(hit, self.weight_in(state, weights, zone), 0) for zone, hit in zones)
        found = []
        for inner, hit in self.bindings(expr.binds, state, env, True):
            if hit is not False and expr.where is not None:
                hit = all_of((hit, self.value(expr.where, state, inner)))
            if hit is not False:
                found.append((hit, self.value(expr.body, state, inner)))
        match expr.op:
            case "every":
                return all_of(implied(hit, body) for hit, body in found)
            case "any":
                return any_of(all_of((hit, body)) for hit, body in found)
            case "count":
                return total(all_of((hit, body)) for hit, body in found)
            case "sum":
                return total(case(hit, number(body), 0) for hit, body in found)
            case "highest" | "lowest":
                empty = 0 if expr.default is None else self.value(expr.default, state, env)
                return _best(">" if expr.op == "highest" else "<", found, empty)
            case _:
                assert_never(expr.op)

    def _printed(self, expr: k.Fold, source: k.Contents, local: str, state: State, env: Env) -> Weights:
        """What each component counts, where that is printed on it."""
        outer = tuple(sorted((name, value) for name, value in env.values.items() if is_known(value)))
        key = id(expr), outer
        if key not in self._weights:
            found = [0] * len(self.board.things)
            for thing in source.things.ids:
                inner = env.bound(local, thing)
                if expr.where is None or truth(self.value(expr.where, state, inner)):
                    body = self.value(expr.body, state, inner)
                    found[thing] = int(truth(body)) if expr.op == "count" else int(number(body))
            self._weights[key] = tuple(found), expr
        return self._weights[key][0]

    # --- ends of piles

    def is_same(self, ours: Term, theirs: Term) -> Term:
        """Equality; that there is nothing at the end of a pile is said by a count."""
        if self.differ(ours, theirs):
            return False
        known = self._end_known(ours) if same(theirs, NOTHING) else None
        return equal(ours, theirs) if known is None else known[0]

    def some_end(self, thing: Term, lying: Iterable[tuple[int, Term]]) -> Term:
        """Is there something at the end of a pile, if this is that and it still holds just what lies there now?"""
        known = self._end_known(thing)
        unchanged = known is not None and [(one, _numbered(hit)) for one, hit in lying] == known[1]
        return negation(known[0]) if known is not None and unchanged else None

    def _end_known(self, term: Term) -> tuple[Term, list[tuple[int, object]]] | None:
        """When the end of a pile is nothing, and what else it may be, if what was told of this name holds here."""
        if is_known(term) or term.num_args() or term.decl().name() not in self._ends:
            return None
        premise, empty, lying = self._ends[term.decl().name()]
        return (empty, lying) if premise is True or same(premise, self.names.premise) else None

    def _end(self, expr: k.End, state: State, env: Env) -> Term:
        zone = self.value(expr.zone, state, env)
        home = zone if is_known(zone) else None
        found = []
        for thing in expr.things.ids:
            hit = self.lies_in(state, thing, zone)
            if hit is not False and expr.where is not None:
                hit = all_of((hit, self.value(expr.where, state, env.bound(expr.local, thing, home))))
            if hit is not False:
                found.append((thing, hit, self.height(state, thing, zone)))
        if not found:
            return NOTHING
        if all(hit is True and is_known(height) for _, hit, height in found):
            return sorted((height, thing) for thing, _, height in found)[-1 if expr.end == "top" else 0][1]
        empty: Term = None
        if expr.where is None:
            # Whether there is one is a question of counting, where counts are at hand.
            weights = tuple(int(thing in expr.things.ids) for thing in self.board.things)
            empty = equal(self.weight_in(state, weights, zone), 0)
            if empty is True:
                return NOTHING

        def make() -> Term:
            nothing = [] if empty is False else [NOTHING]
            name = self.names.number("end", [*nothing, *(thing for thing, _, _ in found)])
            edge = self.names.number("height")
            self.names.tell(name, _end_facts(expr.end, name, edge, found))
            if empty is not None:
                self.names.tell(name, [case(empty, name == NOTHING, name != NOTHING)])
                lying = [(thing, _numbered(hit)) for thing, hit, _ in found]
                self._ends[name.decl().name()] = self.names.premise, empty, lying
            return name

        key = (
            expr.end,
            _numbered(empty),
            tuple((thing, *map(_numbered, (hit, height))) for thing, hit, height in found),
        )
        return self.names.kept(key, make, (found, empty))


def _end_facts(end: str, name: Term, edge: Term, found: list[tuple[int, Term, Term]]) -> Iterator[Term]:
    """The one that is meant lies there, and all others lie below (or above) it; heights in a zone differ."""
    for thing, hit, height in found:
        yield implied(name == thing, hit)
        yield implied(name == thing, equal(edge, height))
        beyond = comparison("<" if end == "top" else ">", height, edge)
        yield any_of((negation(hit), name == thing, all_of((name != NOTHING, beyond))))


def _numbered(term: Term) -> object:
    return (term,) if term is None or is_known(term) else term.get_id()


def _best(op: str, found: list[tuple[Term, Term]], empty: Term) -> Term:
    some: Term = False
    best: Term = 0
    for hit, body in found:
        better = any_of((negation(some), comparison(op, body, best)))
        best = case(all_of((hit, better)), number(body), best)
        some = any_of((some, hit))
    return case(some, best, empty)


def _together(env: Env, left: str, right: str) -> bool:
    """Do both locals stand for known components of one zone wherever they are read?"""
    return left in env.homes and env.homes[left] == env.homes.get(right)


def _is_printed(expr: k.Expr, local: str, env: Env) -> bool:
    """Is this the same in every state, once the component is known?"""
    match expr:
        case k.Const():
            return True
        case k.Local(name, _):
            return name == local or is_known(env.values[name])
        case k.Lookup(_, parts) | k.Logic(_, parts):
            return all(_is_printed(part, local, env) for part in parts)
        case k.Arith(_, left, right) | k.Compare(_, left, right):
            return _is_printed(left, local, env) and _is_printed(right, local, env)
        case k.Not(operand):
            return _is_printed(operand, local, env)
        case k.Read() | k.ZoneAt() | k.ZoneOf() | k.Position() | k.If() | k.Fold() | k.End() | k.Call():
            return False
        case _:
            assert_never(expr)
