"""Pauses at which a player's choices depend, on the face of the rules, only on what that player sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from verifier.backends.search.footprints import Footprints
from verifier.kernel.domain import Players
from verifier.kernel.expression import (
    Bind,
    Call,
    Const,
    Contents,
    End,
    Expr,
    Fold,
    Local,
    Position,
    Read,
    Source,
    ZoneAt,
    ZoneOf,
    ZonesOf,
)
from verifier.kernel.machine import Choice, Decide, Guard, Let, Machine
from verifier.kernel.visit import children, substituted

DEEPEST = 12


def open_pauses(machine: Machine, holding: Mapping[int, frozenset[int]]) -> frozenset[str]:
    """The labels of pauses that need no further look; `holding` says what may lie in each zone."""
    eye = _Eye(machine, holding)
    return frozenset(
        label
        for label, block in machine.blocks.items()
        if isinstance(block.out, Decide) and eye.sees(block.out)
    )


class _Eye:
    """What a player sees for sure: open zones, the own hand, the open end of a pile, how many lie where."""

    def __init__(self, machine: Machine, holding: Mapping[int, frozenset[int]]) -> None:
        self.machine = machine
        self.footprints = Footprints(machine, holding)
        self.me: set[Expr] = set()

    def sees(self, decide: Decide) -> bool:
        self.me = {decide.player, Local("me", Players(self.machine.players))}
        if not self._sees(decide.player, frozenset(), 0):
            return False
        return all(self._prelude(alternative.prelude) for alternative in decide.alternatives)

    def _prelude(self, prelude: tuple[Choice | Let | Guard, ...]) -> bool:
        seen: frozenset[str] = frozenset()
        for part in prelude:
            match part:
                case Let(local, value):
                    if not self._sees(value, seen, 0):
                        return False
                    seen |= {local}
                case Choice(local, source, where, _):
                    if not self._sees(source, seen, 0):
                        return False
                    seen |= {local}
                    if where is not None and not self._sees(where, seen, 0):
                        return False
                case Guard(_, when, require):
                    if not all(self._sees(truth, seen, 0) for truth in (*when, *require)):
                        return False
                case _:
                    assert_never(part)
        return True

    def _sees(self, node: Expr | Source | Bind, seen: frozenset[str], depth: int) -> bool:
        """`seen` are names of components that the player sees where they lie."""
        if depth > DEEPEST:
            return False
        match node:
            case Read(cell, index):
                hidden = cell in (self.machine.shown_zones, self.machine.shown_things)
                return not hidden and all(self._sees(part, seen, depth) for part in index)
            case ZoneOf(thing) | Position(thing):
                return isinstance(thing, Local) and thing.name in seen
            case Contents(zones, _):
                return self._open(zones) and self._sees(zones, seen, depth)
            case End(end, local, zone, _, where):
                if where is not None and not self._sees(where, seen | {local}, depth):
                    return False
                open_end = where is None and self._shows(zone, end)
                return (open_end or self._open(zone)) and self._sees(zone, seen, depth)
            case Fold():
                return self._fold(node, seen, depth)
            case Call(definition, args):
                shape = self.machine.definitions[definition]
                names = {name: arg for (name, _), arg in zip(shape.params, args, strict=True)}
                inside = (shape.start, *(part for rung in shape.rungs for part in (*rung.when, rung.value)))
                return all(self._sees(substituted(part, names), seen, depth + 1) for part in inside)
            case _:
                return all(self._sees(part, seen, depth) for part in children(node))

    def _fold(self, fold: Fold, seen: frozenset[str], depth: int) -> bool:
        match fold:
            case Fold("count" | "any", (Bind(_, Contents(zones, things)),), None, Const(), None):
                families = self.footprints.places.of(zones, {})
                holding = self.footprints.holding
                if all(holding[family] <= frozenset(things.ids) for family in families):
                    return self._sees(zones, seen, depth)
        for bind in fold.binds:
            if not self._sees(bind.source, seen, depth):
                return False
            seen = seen | {bind.local} if isinstance(bind.source, Contents) else seen - {bind.local}
        inner = (fold.where, fold.body, fold.default)
        return all(self._sees(part, seen, depth) for part in inner if part is not None)

    def _open(self, zones: ZonesOf | Expr) -> bool:
        """Does the player see everything in these zones?"""
        for name in self.footprints.places.of(zones, {}):
            family = self.machine.families[name]
            if family.view == "seen":
                continue
            if family.view != "owner" or not isinstance(zones, ZoneAt | ZonesOf):
                return False
            owners = [
                part
                for part, (_, domain) in zip(zones.index, family.index, strict=True)
                if isinstance(domain, Players)
            ]
            if not owners or owners[0] not in self.me:
                return False
        return True

    def _shows(self, zone: Expr, end: str) -> bool:
        families = self.footprints.places.of(zone, {})
        return all(self.machine.families[name].view in (end, "seen") for name in families)
