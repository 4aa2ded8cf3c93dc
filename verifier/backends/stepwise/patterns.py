"""Steps that the lowering writes for one word of the language, found again."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.kernel.expression import Bind, Const, Contents, End, Expr, Fold, Local, ZonesOf
from verifier.kernel.machine import Let, Put, Step, Take, Times


def swap_in(steps: Sequence[Step]) -> tuple[Expr, Expr] | None:
    """Two zones whose contents change places: as many as lie in each go to the other, from the bottom."""
    match steps:
        case [Let(first, one), Let(second, other), Times() as there, Times() as back, *_]:
            here, yonder = _counted(one), _counted(other)
            if here is None or yonder is None:
                return None
            if _emptied(there, first) == (here, yonder) and _emptied(back, second) == (yonder, here):
                return here, yonder
    return None


def _counted(expr: Expr) -> Expr | None:
    """The zone of which everything is counted."""
    match expr:
        case Fold("count", (Bind(_, Contents(zone, things)),), None, Const(1), None) if (
            not isinstance(zone, ZonesOf) and things.name == "component"
        ):
            return zone
    return None


def _emptied(times: Times, count: str) -> tuple[Expr, Expr] | None:
    match times:
        case Times(
            Local(often),
            _,
            (
                Let(local, End("bottom", _, zone, _, None)),
                Take(Local(taken), origin),
                Put(Local(laid), target, "top"),
            ),
        ) if often == count and local == taken == laid and origin == zone:
            return zone, target
    return None
