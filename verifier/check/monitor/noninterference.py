"""Noninterference by swapping two unseen components: does anything change that a player is shown, told or allowed?

The state in which two components have changed places, in every zone and every note, looks the same to a player who
sees neither. Then the legal moves must be the same, the refusals of a wish, and what the player sees; and after the
same move, what the player sees must be the same again, unless one of the two was shown by it, or something was told
that the rules declare to be `told`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from verifier.check.monitor.coverage import is_looked_at
from verifier.engine import Engine, Move, State
from verifier.engine.engine import unwatched
from verifier.engine.view import seen_things
from verifier.kernel.domain import Things
from verifier.kernel.layout import flat
from verifier.kernel.machine import Choice
from verifier.runtime import FINAL, STOP, Fault
from verifier.trace.drive import Monitor
from verifier.trace.peeks import same_refusals, told_on_purpose
from verifier.trace.policies.habit import NoChanceError, NoChanceOracle
from verifier.trace.record import Run
from verifier.trace.trace import Trace

# Two components that no player can tell apart from outside, at most so many pairs in one state.
PAIRS = 4
# In so many states it is asked, and so many findings are enough to validate one.
STATES = 2_000
# What takes longer is asked in one of so many: views, refusals, and what a move tells.
SELDOM = 5
FINDINGS = 16
# So many wishes for one action are asked about.
WISHES = 4

What = Literal["legal moves", "reasons of a refusal", "view", "view after a move"]


@dataclass(frozen=True, slots=True)
class Peek:
    """A play to a state in which two components matter to a player who sees neither, and in what."""

    way: Trace
    pair: tuple[int, int]
    player: int
    what: What


class SwapNoninterference(Monitor):
    """Looks for a state in which swapping two unseen components makes a difference to a player."""

    def __init__(self, engine: Engine, seed: int = 1) -> None:
        self.engine = engine
        self.chance = random.Random(seed)
        self.states = 0
        self.findings: list[Peek] = []
        self._here: list[tuple[State, State, tuple[int, int], int]] = []

    def pause(self, run: Run) -> bool:
        self._here = []
        if is_looked_at(run) and self.states < STATES and len(self.findings) < FINDINGS:
            found = self.found(run.state)
            if found is not None:
                self.findings.append(Peek(run.trace(), *found))
        return False

    def chosen(self, run: Run, move: Move) -> None:
        """The same move on both sides: nobody may be told a difference."""
        for state, twin, pair, player in (*self._here, *self._secretly(run.state, move)):
            if self._is_told(state, twin, pair, player, move):
                way = run.trace()
                moved = Trace(way.given, way.shuffles, way.rolls, (*way.moves, move))
                self.findings.append(Peek(moved, pair, player, "view after a move"))
                return

    def _secretly(self, state: State, move: Move) -> Iterator[tuple[State, State, tuple[int, int], int]]:
        """What another player would hear, had something else been chosen that this player does not see."""
        if not self._here or move[0] == STOP:
            return
        taken = self.engine.decide(state).alternatives[move[0]]
        choices = [part for part in taken.prelude if isinstance(part, Choice)]
        named = {
            value
            for choice, value in zip(choices, move[1:], strict=True)
            if isinstance(self.engine.speech.domain(choice.source), Things)
        }
        player = self.chance.randrange(self.engine.machine.players)
        unseen = self._unseen(state, player)
        for one in sorted(named & {*unseen}):
            others = [other for other in unseen if self._may_swap(state, one, other)]
            if player != self.engine.player(state) and others:
                pair = (one, self.chance.choice(others))
                yield state.copy(), swapped(self.engine, state, *pair), pair, player

    def found(self, state: State) -> tuple[tuple[int, int], int, What] | None:
        """Two components that somebody cannot see and that make a difference to that player all the same."""
        mover = self.engine.player(state)
        thorough = self.states % SELDOM == 0
        unseen = self._unseen(state, mover)
        if len(unseen) >= 2:
            self.states += 1
            legal = self.engine.legal(state)
            for number in range(PAIRS):
                pair = self._pair(state, unseen)
                if pair is None:
                    continue
                twin = swapped(self.engine, state, *pair)
                if legal != self.engine.legal(twin):
                    return pair, mover, "legal moves"
                if thorough and number == 0:
                    what = self._difference(state, twin, mover)
                    if what is not None:
                        return pair, mover, what
                    self._here.append((state.copy(), twin, pair, mover))
        return self._found_beside(state, mover) if thorough else None

    def _found_beside(self, state: State, mover: int) -> tuple[tuple[int, int], int, What] | None:
        """The same for somebody who looks on."""
        player = self.chance.randrange(self.engine.machine.players)
        pair = self._pair(state, self._unseen(state, player)) if player != mover else None
        if pair is None:
            return None
        twin = swapped(self.engine, state, *pair)
        if self.engine.view(state, player) != self.engine.view(twin, player):
            return pair, player, "view"
        self._here.append((state.copy(), twin, pair, player))
        return None

    def _pair(self, state: State, unseen: list[int]) -> tuple[int, int] | None:
        if len(unseen) < 2:
            return None
        one, other = self.chance.sample(unseen, 2)
        return (one, other) if self._may_swap(state, one, other) else None

    def _difference(self, state: State, twin: State, player: int) -> What | None:
        if self.engine.view(state, player) != self.engine.view(twin, player):
            return "view"
        return (
            None
            if same_refusals(self.engine, state, twin, player, WISHES, self.chance)
            else "reasons of a refusal"
        )

    def _is_told(self, state: State, twin: State, pair: tuple[int, int], player: int, move: Move) -> bool:
        """Does the move, made on both sides, show a difference though neither component is shown?"""
        engine = self.engine
        here, there = state.copy(), twin.copy()
        renamed = self._renamed(state, move, pair)
        # Nobody else looks on.
        here.watch = there.watch = unwatched
        try:
            engine.step(here, move, NoChanceOracle())
            engine.step(there, renamed, NoChanceOracle())
        except (Fault, NoChanceError):
            return False
        if FINAL in (here.at, there.at) or (renamed != move and self._is_under_way(here)):
            return False
        for each in (here, there):
            if seen_things(each, player, engine.read) & set(pair):
                return False
        if told_on_purpose(engine, here) != told_on_purpose(engine, there):
            return False
        return bool(engine.view(here, player) != engine.view(there, player))

    def _is_under_way(self, state: State) -> bool:
        """Is somebody asked in the middle of an action? What was chosen for it may still be shown."""
        return any(
            self.engine.get(state, name) != cell.starts
            for name, cell in self.engine.machine.cells.items()
            if cell.life == "spilled" and not cell.index
        )

    def _renamed(self, state: State, move: Move, pair: tuple[int, int]) -> Move:
        if move[0] == STOP:
            return move
        taken = self.engine.decide(state).alternatives[move[0]]
        choices = [part for part in taken.prelude if isinstance(part, Choice)]
        swap = dict(zip(pair, reversed(pair), strict=True))
        named = [
            swap.get(value, value) if isinstance(self.engine.speech.domain(choice.source), Things) else value
            for choice, value in zip(choices, move[1:], strict=True)
        ]
        return (move[0], *named)

    def _may_swap(self, state: State, one: int, other: int) -> bool:
        here, there = state.where[one], state.where[other]
        possible = self.engine.ranges.possible
        things = self.engine.machine.things
        return things[one].twin != things[other].twin and one in possible[there] and other in possible[here]

    def _unseen(self, state: State, player: int) -> list[int]:
        seen = seen_things(state, player, self.engine.read)
        return [thing for thing in range(len(self.engine.machine.things)) if thing not in seen]


def swapped(engine: Engine, state: State, one: int, other: int) -> State:
    """A copy of the state in which two components have changed places, in zones and in notes."""
    twin = engine.copy(state)
    here, there = twin.where[one], twin.where[other]
    at, then = twin.zones[here].index(one), twin.zones[there].index(other)
    twin.zones[here][at], twin.zones[there][then] = other, one
    twin.where[one], twin.where[other] = there, here
    for zone in (here, there):
        if zone in engine.runner.unordered:
            twin.zones[zone].sort()
    swap = {one: other, other: one}
    for name, cell in engine.machine.cells.items():
        slot = engine.layout.slots[name]
        held = getattr(twin, slot)
        if isinstance(cell.domain, Things):
            held = [swap.get(each, each) for each in held] if cell.index else swap.get(held, held)
            setattr(twin, slot, held)
        if any(isinstance(domain, Things) for domain in cell.index):
            _swap_rows(engine, name, held, swap)
    return twin


def _swap_rows(engine: Engine, name: str, held: list[int], swap: dict[int, int]) -> None:
    """What is written of the one component is now written of the other."""
    cell = engine.machine.cells[name]
    axes, rows = engine.layout.cell_axes(cell), engine.layout.rows_of_things(name)
    about = {place: index for thing in swap for place, index in rows.get(thing, ())}
    old = held[:]
    for place, index in sorted(about.items()):
        moved = [
            swap.get(value, value) if isinstance(domain, Things) else value
            for value, domain in zip(index, cell.index, strict=True)
        ]
        to = flat(axes, moved)
        if to >= 0:
            held[to] = old[place]
