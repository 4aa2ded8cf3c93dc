"""A state of the machine as terms, and the path on which it was reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from verifier.check.certificate.board import Point
from verifier.check.certificate.terms import Term

# ("zone", component, ()): where it lies, nothing while it is in the air. ("height", component, ()): what orders the
# components of a zone; only which of two heights is greater means anything. ("cell", name, index): a value.
Slot = tuple[str, int | str, Point]


def zone_slot(thing: int) -> Slot:
    return "zone", thing, ()


def height_slot(thing: int) -> Slot:
    return "height", thing, ()


def cell_slot(cell: str, point: Point) -> Slot:
    return "cell", cell, point


@dataclass(frozen=True, slots=True)
class Env:
    """Locals. `homes` are the zones in which components lie wherever the local is read at all."""

    values: Mapping[str, Term] = field(default_factory=dict)
    homes: Mapping[str, int] = field(default_factory=dict)

    def bound(self, local: str, value: Term, home: int | None = None) -> Env:
        homes = {name: zone for name, zone in self.homes.items() if name != local}
        return Env({**self.values, local: value}, homes if home is None else {**homes, local: home})


@dataclass(frozen=True, slots=True)
class Moved:
    """When `when` holds, one of these components came to its zone (`sign` 1) or left it (-1).

    Each case is a component, the zone, and whether it is this one: exactly one of them is.
    """

    sign: int
    cases: tuple[tuple[int, Term, Term], ...]
    when: Term = True


@dataclass(frozen=True, slots=True)
class State:
    """What each slot holds now.

    `moved` is what came and went since components were last counted: each where `counted` says that it lay, or (`None`)
    at the cutpoint. `highest` and `lowest` bound every height. `visited` are the blocks since the cutpoint.
    """

    slots: Mapping[Slot, Term]
    highest: Term
    lowest: Term
    moved: tuple[Moved, ...] = ()
    counted: tuple[int | None, ...] = ()
    path: tuple[Term, ...] = ()
    env: Env = Env()
    visited: tuple[str, ...] = ()

    def with_slots(self, changed: Mapping[Slot, Term]) -> State:
        return replace(self, slots={**self.slots, **changed})

    def assuming(self, *facts: Term) -> State:
        new = tuple(fact for fact in facts if fact is not True)
        return replace(self, path=(*self.path, *new)) if new else self

    def binding(self, local: str, value: Term) -> State:
        return replace(self, env=self.env.bound(local, value))
