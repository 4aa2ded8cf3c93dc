"""Who starts and who wins: rankings as expressions."""

from __future__ import annotations

from verifier.kernel import expression as k
from verifier.kernel.domain import Number
from verifier.kernel.machine import Rank
from verifier.kernel.visit import substituted
from verifier.model.from_surface.expressions import YES, Expressions, number
from verifier.model.from_surface.scope import Scope, Typed
from verifier.surface import nodes


def ranking(ranks: tuple[nodes.Rank, ...], reader: Expressions) -> tuple[Rank, ...]:
    """The lines of a ranking over the local `p`; `shared` ends it."""
    seats = reader.world.seats
    p = Typed(k.Local("p", seats), seats)
    scope = Scope({}, None)
    found: list[Rank] = []
    for rank in ranks:
        if rank.best is not None and rank.name is not None:
            value = reader.property(p, rank.name, scope)
            if isinstance(value, Typed):
                reader.expected(value, Number(0, 0), rank.name.span, scope)
                found.append(Rank(rank.best, value.expr))
            continue
        assert rank.place is not None
        if rank.place.path.parts[-1].text == "shared":
            break
        holder = reader.expected(reader.value(rank.place, scope, seats), seats, rank.span, scope)
        found.append(Rank("holder", k.Compare("=", p.expr, holder.expr)))
    return tuple(found)


def first_of(ranks: tuple[Rank, ...], reader: Expressions) -> k.Expr:
    """The one player whom a ranking puts first; where it leaves a tie, the first seat among them."""
    seats = reader.world.seats
    tied: tuple[k.Expr, ...] = ()
    for rank in ranks:
        tied = (*tied, _leads(rank, tied, reader))
    every = k.Logic("and", tied) if len(tied) > 1 else tied[0] if tied else YES
    p = k.Local("p", seats)
    return k.Fold("lowest", (k.Bind("p", k.Values(seats)),), every, p, number(0).expr)


def _leads(rank: Rank, tied: tuple[k.Expr, ...], reader: Expressions) -> k.Expr:
    """That `p` is best by this line among those still tied; a holder not among them changes nothing."""
    seats = reader.world.seats
    q = k.Local("q", seats)
    rivals = tuple(substituted(test, {"p": q}) for test in tied)
    among = k.Logic("and", rivals) if len(rivals) > 1 else rivals[0] if rivals else None
    bind = (k.Bind("q", k.Values(seats)),)
    other = substituted(rank.value, {"p": q})
    if rank.op == "holder":
        return k.Logic("or", (rank.value, k.Not(k.Fold("any", bind, among, other))))
    better = k.Compare(">=" if rank.op == "highest" else "<=", rank.value, other)
    return k.Fold("every", bind, among, better)
