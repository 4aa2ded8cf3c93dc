"""Noninterference over pairs of states: do legal moves depend only on what the player sees?

At the other pauses, states that look the same to the player who is to move must have the same legal moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import assert_never

from verifier.analysis.effects import Footprints, Look, state_reads
from verifier.engine import Engine, Move, State
from verifier.kernel import expression as k
from verifier.kernel.domain import NOTHING, Players, Things
from verifier.kernel.machine import Cell, Choice, Decide, Guard, Let, Machine, Put, Write
from verifier.kernel.visit import Node, operands, steps_within, substituted

DEEPEST = 12

Seen = frozenset[str]


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
        self.me: set[k.Expr] = set()

    def sees(self, decide: Decide) -> bool:
        self.me = {decide.player, k.Local("me", Players(self.machine.players))}
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

    def _sees(self, node: Node, seen: Seen, depth: int) -> bool:
        """`seen` are names of components that the player sees where they lie."""
        if depth > DEEPEST:
            return False
        found = state_reads(
            node, seen, _bound, lambda contents, known: self.footprints.counts_all(contents, {})
        )
        return all(self._is_seen(look, known, depth) for look, known in found)

    def _is_seen(self, look: Look, seen: Seen, depth: int) -> bool:
        match look:
            case k.Read(cell, index):
                return self._is_open_note(cell, index, seen)
            case k.ZoneOf(thing) | k.Position(thing):
                return isinstance(thing, k.Local) and thing.name in seen
            case k.Contents(zones, _):
                return self._open(zones)
            case k.End(end, _, zone, _, where):
                return (where is None and self._shows(zone, end)) or self._open(zone)
            case k.Fold():
                # How many lie in a zone is seen by all.
                return True
            case k.Call(definition, args):
                shape = self.machine.definitions[definition]
                names = {name: arg for (name, _), arg in zip(shape.params, args, strict=True)}
                inside = (substituted(part, names) for part in operands(shape))
                return all(self._sees(part, seen, depth + 1) for part in inside)
            case _:
                assert_never(look)

    def _is_open_note(self, name: str, index: tuple[k.Expr, ...], seen: Seen) -> bool:
        """A note is open to all, save for what it says about components that the player may not see."""
        cell = self.machine.cells[name]
        if name in (self.machine.shown_zones, self.machine.shown_things):
            return False
        if isinstance(cell.domain, Things) and not self._is_laid_open(name):
            return False
        if cell.view in ("owner", "others", "hidden") and not self._is_own_note(cell, index):
            return False
        return all(
            not isinstance(domain, Things) or (isinstance(part, k.Local) and part.name in seen)
            for domain, part in zip(cell.index, index, strict=True)
        )

    def _is_own_note(self, cell: Cell, index: tuple[k.Expr, ...]) -> bool:
        owners = [part for part, domain in zip(index, cell.index, strict=True) if isinstance(domain, Players)]
        return cell.view == "owner" and owners[0] in self.me

    def _is_laid_open(self, note: str) -> bool:
        """Is every component that the note is set to laid where all see it, in the same breath?"""
        for block in self.machine.blocks.values():
            steps = list(steps_within(block.steps))
            laid = {step.thing for step in steps if isinstance(step, Put) and self._is_in_the_open(step.zone)}
            noted = [step.value for step in steps if isinstance(step, Write) and step.cell == note]
            if any(value not in laid for value in noted if not _is_nothing(value)):
                return False
        return True

    def _is_in_the_open(self, zone: k.Expr) -> bool:
        families = self.footprints.families.of(zone, {})
        return all(self.machine.families[name].view in ("seen", "top") for name in families)

    def _open(self, zones: k.ZonesOf | k.Expr) -> bool:
        """Does the player see everything in these zones?"""
        for name in self.footprints.families.of(zones, {}):
            family = self.machine.families[name]
            if family.view == "seen":
                continue
            if family.view != "owner" or not isinstance(zones, k.ZoneAt | k.ZonesOf):
                return False
            owners = [
                part
                for part, (_, domain) in zip(zones.index, family.index, strict=True)
                if isinstance(domain, Players)
            ]
            if not owners or owners[0] not in self.me:
                return False
        return True

    def _shows(self, zone: k.Expr, end: str) -> bool:
        families = self.footprints.families.of(zone, {})
        return all(self.machine.families[name].view in (end, "seen") for name in families)


def _is_nothing(value: k.Expr) -> bool:
    return isinstance(value, k.Const) and value.value == NOTHING


def _bound(seen: Seen, local: str, source: k.Source | k.End) -> Seen:
    return seen | {local} if isinstance(source, k.Contents | k.End) else seen - {local}


class PairwiseNoninterference:
    """Looks at the pauses that are not open on the face of the rules. `pairs` are states that differ."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        machine, numbers = engine.machine, engine.layout.label_number
        open_labels = open_pauses(machine, engine.ranges.possible)
        self.doubtful = frozenset(
            numbers[label] for label in engine.layout.pauses if label not in open_labels
        )
        self.looks: dict[bytes, tuple[int, list[Move]]] = {}
        self.pairs: dict[int, tuple[int, int, int]] = {}

    def look(self, number: int, state: State, moves: list[Move]) -> None:
        """Compare a state with those that look the same; the first pair at each pause is kept."""
        if state.at not in self.doubtful or state.at in self.pairs:
            return
        player = self.engine.player(state)
        look = (state.at, player, self.engine.view(state, player), self._frames(state, player))
        key = blake2b(repr(look).encode(), digest_size=16).digest()
        first, known = self.looks.setdefault(key, (number, moves))
        if known != moves:
            self.pairs[state.at] = (player, first, number)

    def _frames(self, state: State, player: int) -> list[object]:
        """What is under way is known to all, save for components that the player does not see."""
        found: list[object] = []
        for name, cell in self.engine.machine.cells.items():
            if cell.life == "spilled":
                value = self.engine.get(state, name)
                hidden = isinstance(cell.domain, Things) and not self._sees(state, player, value)
                found.append("hidden" if hidden else value)
        return found

    def _sees(self, state: State, player: int, thing: int) -> bool:
        if thing == NOTHING:
            return True
        speech = self.engine.speech
        zone = self.engine.view(state, player)["zones"].get(speech.zone(state.where[thing]), {})
        return self.engine.machine.things[thing].name in zone.get("things", ())
