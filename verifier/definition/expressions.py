"""Expressions: what each gives in a position, by recursion. Nothing is changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from verifier.definition.position import Index, Position
from verifier.definition.values import NOTHING, arithmetic, comparison, is_counted, members
from verifier.kernel import expression as k
from verifier.kernel.domain import Players
from verifier.kernel.machine import Clause
from verifier.model.game import Game

Names = Mapping[str, int]


def value(expr: k.Expr, names: Names, at: Position) -> int:
    """What an expression gives, with what its names stand for."""
    match expr:
        case k.Local(name, _):
            return names[name]
        case k.Const(number, _):
            return number
        case k.Lookup(table, index):
            return printed(table, values(index, names, at), at)
        case k.Compare(op, left, right):
            return int(comparison(op, value(left, names, at), value(right, names, at)))
        case k.Read(cell, index):
            return at.read(cell, values(index, names, at))
        case k.Logic("and", parts):
            return int(all(value(part, names, at) for part in parts))
        case k.Logic(_, parts):
            return int(any(value(part, names, at) for part in parts))
        case k.Not(operand):
            return int(not value(operand, names, at))
        case k.Call(definition, args):
            return worked_out(definition, values(args, names, at), at)
        case k.Fold():
            return folded(expr, names, at)
        case k.ZoneOf(thing):
            found = value(thing, names, at)
            return NOTHING if found == NOTHING else at.where[found]
        case k.ZoneAt(family, index):
            return at.number_of.get((family, values(index, names, at)), NOTHING)
        case k.Position(thing):
            found = value(thing, names, at)
            return 0 if found == NOTHING else at.zones[at.where[found]].index(found)
        case k.Arith(op, left, right):
            return arithmetic(op, value(left, names, at), value(right, names, at))
        case k.If(test, then, otherwise):
            return value(then if value(test, names, at) else otherwise, names, at)
        case k.End():
            return at_the_end(expr, names, at)
        case _:
            assert_never(expr)


def values(parts: Sequence[k.Expr], names: Names, at: Position) -> Index:
    return tuple(value(part, names, at) for part in parts)


def holds(truths: Sequence[k.Expr], names: Names, at: Position) -> bool:
    return all(value(truth, names, at) for truth in truths)


def printed(table: str, index: Index, at: Position) -> int:
    """An entry of a table; what is asked of nothing, or of what the table does not have, is missing."""
    shape = at.game.tables[table]
    if not at.fits(index, shape.index):
        return shape.missing
    place = 0
    for one, domain in zip(index, shape.index, strict=True):
        axis = at.axis(domain)
        place = place * len(axis) + axis.index(one)
    return shape.values[place]


def worked_out(definition: str, args: Index, at: Position) -> int:
    """A definition: its start, changed by each rule that applies, in order."""
    if (definition, args) not in at.known:
        shape = at.game.definitions[definition]
        names = dict(zip((name for name, _ in shape.params), args, strict=True))
        found = value(shape.start, names, at)
        for clause in shape.clauses:
            if holds(clause.when, names, at):
                found = changed(found, clause, value(clause.value, names, at))
        at.known[definition, args] = found
    return at.known[definition, args]


def changed(before: int, clause: Clause, by: int) -> int:
    match clause.op:
        case "add":
            return before + by
        case "subtract":
            return before - by
        case "multiply":
            return before * by
        case "at-least":
            return max(before, by)
        case "at-most":
            return min(before, by)
        case "require":
            return int(bool(before and by))
        case _:
            assert_never(clause.op)


# --- what an expression ranges over


def ranged(source: k.Source, names: Names, at: Position) -> list[int]:
    """The members of a source in order: players begin with the one named first, a pile or row is listed as it lies.

    Components that lie in no order come by number, in however many zones they lie.
    """
    match source:
        case k.Values(domain, first):
            found = list(members(domain))
            start = NOTHING if first is None else value(first, names, at)
            return found[start:] + found[:start] if isinstance(domain, Players) and start > 0 else found
        case k.ZonesOf(family, index):
            wanted = [None if part is None else value(part, names, at) for part in index]
            shape = at.game.families[family]
            return [
                zone
                for zone in range(shape.base, shape.base + shape.size)
                if all(w is None or w == i for w, i in zip(wanted, at.index_of[zone], strict=True))
            ]
        case k.Contents(zones, things):
            found_in = ranged(zones, names, at) if isinstance(zones, k.ZonesOf) else [value(zones, names, at)]
            lying = [thing for zone in found_in if zone != NOTHING for thing in at.zones[zone]]
            found = [thing for thing in lying if thing in things.ids]
            return found if all(at.is_ordered(zone) for zone in found_in) else sorted(found)
        case _:
            assert_never(source)


def bound(binds: Sequence[k.Bind], where: k.Expr | None, names: Names, at: Position) -> Iterator[Names]:
    """Every way to give the names of the binders a member each, so that `where` holds."""
    if binds:
        for member in ranged(binds[0].source, names, at):
            yield from bound(binds[1:], where, {**names, binds[0].local: member}, at)
    elif where is None or value(where, names, at):
        yield names


def folded(fold: k.Fold, names: Names, at: Position) -> int:
    found = (value(fold.body, inner, at) for inner in bound(fold.binds, fold.where, names, at))
    match fold.op:
        case "every":
            return int(all(found))
        case "any":
            return int(any(found))
        case "count":
            return sum(1 for body in found if body)
        case "sum":
            return sum(found)
        case "highest" | "lowest":
            bodies = list(found)
            if not bodies:
                return 0 if fold.default is None else value(fold.default, names, at)
            return max(bodies) if fold.op == "highest" else min(bodies)
        case _:
            assert_never(fold.op)


def at_the_end(end: k.End, names: Names, at: Position) -> int:
    """The topmost or lowest component of a class in a zone that fits, or nothing."""
    zone = value(end.zone, names, at)
    pile = [] if zone == NOTHING else at.zones[zone]
    for thing in reversed(pile) if end.end == "top" else pile:
        if thing in end.things.ids and (
            end.where is None or value(end.where, {**names, end.local: thing}, at)
        ):
            return thing
    return NOTHING


# --- what an expression is, whatever the position


def counts(expr: k.Expr, game: Game) -> bool:
    """Does it give a number, or yes or no? Only other values can be nothing."""
    match expr:
        case k.Const(_, domain) | k.Local(_, domain):
            return is_counted(domain)
        case k.Read(cell, _):
            return is_counted(game.cells[cell].domain)
        case k.Lookup(table, _):
            return is_counted(game.tables[table].domain)
        case k.Call(definition, _):
            return is_counted(game.definitions[definition].domain)
        case k.If(_, then, otherwise):
            return counts(then, game) and counts(otherwise, game)
        case k.Fold(_, _, _, body, k.Const(_, domain)) if not is_counted(domain):
            # The first member that fits is none of them where none fits.
            return counts(body, game)
        case k.ZoneAt() | k.ZoneOf() | k.End():
            return False
        case k.Position() | k.Arith() | k.Compare() | k.Not() | k.Logic() | k.Fold():
            return True
        case _:
            assert_never(expr)
