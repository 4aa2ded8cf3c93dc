"""What two machines offer at one pause, alternative by alternative."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.compare.weaving.sites import conjunction
from verifier.compare.weaving.steps import ApartError
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.kernel.domain import Truth
from verifier.kernel.visit import substituted

Prelude = tuple[km.Choice | km.Let | km.Guard, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """One action as each side offers it; the choices of both stand for each other one by one."""

    first: km.Alternative
    second: km.Alternative

    @property
    def names(self) -> dict[str, str]:
        """What the first calls each choice of the second."""
        pairs = zip(_choices(self.first), _choices(self.second), strict=True)
        return {"me": "me", **{theirs.local: mine.local for mine, theirs in pairs}}


Offers = tuple[Offer, ...]


def offers_of(first: km.Decide, second: km.Decide) -> Offers:
    """The alternatives of two pauses in pairs, in the order of the first."""
    waiting = list(second.alternatives)
    found = []
    for mine in first.alternatives:
        theirs = next((each for each in waiting if each.action == mine.action), None)
        if theirs is None:
            raise ApartError(f"only one of them offers `{mine.action}`")
        waiting.remove(theirs)
        _check_choices(mine, theirs)
        found.append(Offer(mine, theirs))
    if waiting:
        raise ApartError(f"only one of them offers `{waiting[0].action}`")
    return tuple(found)


def _check_choices(mine: km.Alternative, theirs: km.Alternative) -> None:
    names = [choice.local for choice in _choices(mine)]
    others = [choice.local for choice in _choices(theirs)]
    if len(names) != len(others) or (names != others and sorted(names) == sorted(others)):
        raise ApartError(f"one chooses otherwise for `{mine.action}`")


def _choices(taken: km.Alternative) -> list[km.Choice]:
    return [part for part in taken.prelude if isinstance(part, km.Choice)]


def something_offered(alternatives: tuple[km.Alternative, ...], player: k.Expr) -> k.Expr:
    """Is any alternative legal for this player?"""
    ways = [substituted(_offered(each.prelude), {"me": player}) for each in alternatives]
    return k.Logic("or", tuple(ways))


def _offered(prelude: Prelude) -> k.Expr:
    if not prelude:
        return k.Const(1, Truth())
    rest = _offered(prelude[1:])
    match prelude[0]:
        case km.Let(local, value):
            found: k.Expr = substituted(rest, {local: value})
            return found
        case km.Guard(_, when, require):
            allowed = k.Logic("or", (k.Not(conjunction(when)), conjunction(require)))
            return k.Logic("and", (allowed, rest))
        case km.Choice(local, source, where, _):
            return k.Fold("any", (k.Bind(local, source),), where, rest)
