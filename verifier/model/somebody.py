"""What may be nothing, and nobody to the left of nobody.

The left neighbour is worked out by counting seats, and nobody is no seat: where a player may be nobody, the neighbour
and the opponent are nobody too. Wherever the player counted from is surely somebody (whoever acts, the member of a
loop, what was chosen) nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import takewhile
from typing import Any, assert_never

from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Domain, Number, Players, Things, Truth, Zones
from verifier.kernel.visit import mapped, preorder
from verifier.model import game as g
from verifier.model import steps as m
from verifier.source import Span

# What stands in a game and says something that may count seats.
PLACES = (
    "definitions", "setup_once", "setup", "phases", "actions", "procedures", "texts", "hooks", "starter",
    "later_starter", "winner", "score", "ends", "claims", "measures", "scenarios",
)  # fmt: skip


def with_nobody(game: g.Game) -> g.Game:
    """The game in which whoever is beside nobody is nobody; the game itself if that never matters."""
    somebody = Somebody(game)
    if not any(somebody.counts_from_nobody(node, owner) for owner, node in somebody.nodes):
        return game
    return replace(game, **{name: somebody.settled(getattr(game, name), "") for name in PLACES})


class Somebody:
    """Which values may be nothing. `doubtful`: in whose text which names may stand for nothing."""

    def __init__(self, game: g.Game) -> None:
        self.game = game
        self.nodes = [node for name in PLACES for node in _nodes(getattr(game, name), "")]
        # Only in the head of an action does a name that stands for nothing leave nothing out.
        self.in_heads = {
            (action.name, step.name)
            for action in game.actions.values()
            for step in takewhile(lambda step: isinstance(step, m.Let | m.Choose | m.Guard), action.steps)
            if isinstance(step, m.Let)
        }
        self.doubtful: frozenset[tuple[str, str]] = frozenset()
        passing = [
            (node, owner) for owner, node in self.nodes if isinstance(node, m.Do | m.Offered | k.Call | m.Let)
        ]
        while True:
            found = self.doubtful.union(*(self._passed_on(node, owner) for node, owner in passing))
            if found == self.doubtful:
                break
            self.doubtful = found

    def _passed_on(self, node: Any, owner: str) -> frozenset[tuple[str, str]]:
        """The names that may stand for nothing because of this node."""
        match node:
            case m.Do(name, args):
                params, there = [param.name for param in self.game.procedures[name].params], name
            case m.Offered(name, args):
                params, there = [param.name for param in self.game.actions[name].params], name
            case k.Call(name, args):
                params, there = [param for param, _ in self.game.definitions[name].params], name
            case m.Let(name, value) if (owner, name) in self.in_heads:
                params, there, args = [name], owner, (value,)
            case _:
                return frozenset()
        pairs = zip(params, args, strict=True)
        return frozenset((there, param) for param, arg in pairs if self.may_be_nothing(arg, owner))

    def may_be_nothing(self, expr: k.Expr, owner: str) -> bool:
        """May an expression give nothing? A number and a yes or no are never nothing."""
        match expr:
            case k.Const(value, domain):
                return value == NOTHING and not _is_counted(domain)
            case k.Local(name, domain):
                return not _is_counted(domain) and (owner, name) in self.doubtful
            case k.Read(cell, index):
                shape = self.game.cells[cell]
                unset = shape.optional and not shape.given
                return not _is_counted(shape.domain) and (unset or self._any_nothing(index, owner))
            case k.Lookup(table, index):
                found = self.game.tables[table]
                missing = self._leaves_out(found.values, index) or self._any_nothing(index, owner)
                return not _is_counted(found.domain) and missing
            case k.Call(name, _):
                return self.may_be_nothing(self.game.definitions[name].start, name)
            case k.If(_, then, otherwise):
                return self.may_be_nothing(then, owner) or self.may_be_nothing(otherwise, owner)
            case k.Arith():
                counted = self._counted_from(expr)
                return counted is not None and self.may_be_nothing(counted, owner)
            case k.ZoneAt(_, index):
                return self._any_nothing(index, owner)
            case k.ZoneOf(thing):
                return self.may_be_nothing(thing, owner)
            case k.End():
                return True
            case k.Fold(default=default):
                return default is not None and self.may_be_nothing(default, owner)
            case k.Position() | k.Compare() | k.Not() | k.Logic():
                return False
            case _:
                assert_never(expr)

    def _any_nothing(self, parts: tuple[k.Expr, ...], owner: str) -> bool:
        return any(self.may_be_nothing(part, owner) for part in parts)

    def _leaves_out(self, values: tuple[int, ...], index: tuple[k.Expr, ...]) -> bool:
        match index:
            case (k.Local(_, Things(_, ids) | Zones(_, ids)),):
                return any(values[number] == NOTHING for number in ids)
            case _:
                return NOTHING in values

    def _counted_from(self, expr: k.Arith) -> k.Expr | None:
        """The player whose neighbour or opponent this is."""
        match expr:
            case k.Arith("%", k.Arith("+", player, k.Const(1)), k.Const(count)) if count == self.game.players:
                return player if self._is_player(player) else None
            case k.Arith("-", k.Const(1), player):
                return player if self._is_player(player) else None
            case _:
                return None

    def _is_player(self, expr: k.Expr) -> bool:
        return isinstance(self._domain(expr), Players)

    def _domain(self, expr: k.Expr) -> Domain | None:
        match expr:
            case k.Const(_, domain) | k.Local(_, domain):
                return domain
            case k.Read(cell, _):
                return self.game.cells[cell].domain
            case k.Lookup(table, _):
                return self.game.tables[table].domain
            case k.Call(name, _):
                return self.game.definitions[name].domain
            case k.If(_, then, _):
                return self._domain(then)
            case k.Arith():
                return Players(self.game.players) if self._counted_from(expr) is not None else None
            case (
                k.ZoneAt()
                | k.ZoneOf()
                | k.Position()
                | k.End()
                | k.Compare()
                | k.Not()
                | k.Logic()
                | k.Fold()
            ):
                return None
            case _:
                assert_never(expr)

    # --- rewriting

    def counts_from_nobody(self, node: Any, owner: str) -> bool:
        if not isinstance(node, k.Arith):
            return False
        player = self._counted_from(node)
        return player is not None and self.may_be_nothing(player, owner)

    def settled(self, value: Any, owner: str) -> Any:
        """The same with every such neighbour asked for only where there is somebody."""
        match value:
            case tuple():
                return tuple(self.settled(part, owner) for part in value)
            case dict():
                return {name: self.settled(part, _owner(name, part)) for name, part in value.items()}
            case _ if isinstance(value, k.Expr | k.Source):
                return mapped(value, lambda node: self._beside(node, owner))
            case _ if is_dataclass(value) and not isinstance(value, type):
                inside = {field.name: getattr(value, field.name) for field in fields(value)}
                return replace(value, **{name: self.settled(part, owner) for name, part in inside.items()})
            case _:
                return value

    def _beside(self, node: Any, owner: str) -> k.Expr | None:
        if not self.counts_from_nobody(node, owner):
            return None
        player = self._counted_from(node)
        assert player is not None
        seats = Players(self.game.players)
        inner = mapped(player, lambda part: self._beside(part, owner))
        counted = (
            replace(node, left=replace(node.left, left=inner))
            if node.op == "%"
            else replace(node, right=inner)
        )
        there = k.Compare("!=", inner, k.Const(NOTHING, seats))
        return k.If(there, counted, k.Const(NOTHING, seats))


def _is_counted(domain: Domain) -> bool:
    return isinstance(domain, Number | Truth)


def _owner(name: Any, part: Any) -> str:
    """In whose text a part stands: a definition, an action, a procedure, a text, or what a hook hangs on."""
    if isinstance(part, g.Procedure):
        return part.name
    return name if isinstance(name, str) else str(name[-1])


def _nodes(value: Any, owner: str) -> Iterator[tuple[str, Any]]:
    """Everything that stands in a part of a game, in any order: steps, what is offered, expressions to the last."""
    # Without a call for each node: whole games are walked.
    waiting = [(value, owner)]
    while waiting:
        value, owner = waiting.pop()
        sort = value.__class__
        if sort in _NOTHING_BELOW:
            continue
        if isinstance(value, tuple):
            waiting += [(part, owner) for part in value]
        elif isinstance(value, dict):
            waiting += [(part, _owner(name, part)) for name, part in value.items()]
        elif _is_expression(sort):
            for node in preorder(value):
                yield owner, node
        elif (names := _field_names(sort)) is not None:
            yield owner, value
            waiting += [(getattr(value, name), owner) for name in names]


# Most of what fields hold.
_NOTHING_BELOW = {str, int, bool, type(None), Span}


@cache
def _is_expression(sort: type) -> bool:
    return issubclass(sort, k.Expr | k.Source)


@cache
def _field_names(sort: type) -> tuple[str, ...] | None:
    return tuple(field.name for field in fields(sort)) if is_dataclass(sort) else None
