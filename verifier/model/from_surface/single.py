"""One thing picked out by what is said of it: `the player p where`, `card at 2 in`, `(my row of wine).points`."""

from __future__ import annotations

from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Number, Players
from verifier.model.from_surface.folds import FoldReader
from verifier.model.from_surface.scope import UNKNOWN, YES, Scope, Typed, number
from verifier.surface import nodes


class SingleReader(FoldReader):
    def the_one(self, node: nodes.TheOne, scope: Scope) -> Typed:
        """The first member that fits, in the order of the range; nothing where none does."""
        bind, word, domain = self.bind(node.range, scope)
        local = Typed(k.Local(bind.local, domain), domain)
        where = self.truth(node.where, scope.bound(word, local))
        if isinstance(domain, Players):
            return self.first_player(node, bind, where, scope)
        if node.start is not None:
            hint = "only players sit in a circle: leave out `from`"
            return self.wrong("T325", node.start.span, "nothing to begin with here", scope, hint)
        if isinstance(domain, Number):
            hint = "write `lowest over ...`, with a default"
            return self.wrong("T326", node.range.span, "a number cannot be nothing", scope, hint)
        nothing = k.Const(NOTHING, domain)
        return Typed(k.Fold("lowest", (bind,), where, local.expr, nothing), domain)

    def first_player(self, node: nodes.TheOne, bind: k.Bind, where: k.Expr, scope: Scope) -> Typed:
        """The first from the active player, or from the one named, going left."""
        seats = self.world.seats
        start: k.Expr = k.Read("active", ())
        if node.start is not None:
            start = self.expected(self.value(node.start, scope, seats), seats, node.start.span, scope).expr
        count = number(self.world.players).expr
        away = k.Arith("%", k.Arith("+", k.Arith("-", k.Local(bind.local, seats), start), count), count)
        around = k.Bind(bind.local, k.Values(seats))
        nearest = k.Fold("lowest", (around,), where, away, number(0).expr)
        found = k.Arith("%", k.Arith("+", start, nearest), count)
        fits = k.Fold("any", (around,), where, YES)
        return Typed(k.If(fits, found, k.Const(NOTHING, seats)), seats)

    def at_place(self, node: nodes.AtPlace, scope: Scope) -> Typed:
        """The component with so many below it, less one, if it is of the class."""
        head = nodes.Path(False, (node.name,), span=node.name.span)
        place = nodes.Range(head, None, node.place, span=node.span)
        found = self.end_of("bottom", place, None, scope)
        counted = Number(1, max(1, len(self.world.things)))
        which = self.expected(self.index(node.number, scope, counted), counted, node.number.span, scope)
        if not isinstance(found.expr, k.End):
            return UNKNOWN
        below = k.Position(k.Local(found.expr.local, found.expr.things))
        is_there = k.Compare("=", k.Arith("+", below, number(1).expr), which.expr)
        end = k.End("bottom", found.expr.local, found.expr.zone, found.expr.things, is_there)
        return Typed(end, found.domain)
