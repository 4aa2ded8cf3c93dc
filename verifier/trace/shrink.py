"""Shrinking: a trace that shows something in, a shorter one that shows the same out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from verifier.engine import Engine, Move, State
from verifier.engine.engine import unwatched
from verifier.runtime import FINAL, Fault, Seeded
from verifier.trace.drive import Driver
from verifier.trace.moves import MoveNotation
from verifier.trace.policies.uniform import at_random, random_given
from verifier.trace.record import Recorder, Run
from verifier.trace.trace import Trace, WrittenTrace

DEAD_END = "no-dead-end"
# So many steps are taken again for one shorter play, and so many for a lucky one.
MOST_STEPS = 100_000
MOST_LUCKY_STEPS = 20_000
# Moves that are left out together in the end.
SMALL = (12, 8, 6, 4, 3, 2, 1)


Swap = tuple[int, int, int]
"""A pause, an action that was taken there, and another one, by their numbers."""


def shrunk(engine: Engine, trace: Trace, name: str) -> WrittenTrace:
    """A short play that breaks or meets `name`: a claim, `bounds`, `conservation` or `no-dead-end`."""
    shrinker = _Shrinker(engine, name)
    before, engine.watch = engine.watch, shrinker.look
    try:
        found = shrinker.shortest(trace)
    finally:
        engine.watch = before
    return played(engine, found)


def played(engine: Engine, trace: Trace) -> WrittenTrace:
    """The play as it is written, with what chance gave in it; its last step may break the rules."""
    before, engine.watch = engine.watch, unwatched
    recorder = Recorder(MoveNotation(engine), engine.machine.name, _Lenient(trace), trace.given)
    try:
        recorder.begin()
        for move in trace.moves:
            recorder.step(move)
    except Fault:
        # That is what the play shows.
        pass
    finally:
        engine.watch = before
    return recorder.written()


class _Shown(Exception):  # noqa: N818 - no error: the play shows what it should
    """The claim was found broken or met."""


class _Lenient:
    """Chance as it was, as far as it fits; plain where it does not."""

    def __init__(self, trace: Trace) -> None:
        self.shuffles = list(trace.shuffles)
        self.rolls: dict[str, list[int]] = {}
        for die, face in trace.rolls:
            self.rolls.setdefault(die, []).append(face)
        self.piles: set[int] = set()

    def shuffle(self, zone: int, pile: list[int]) -> None:
        self.piles.add(zone)
        wished = self.shuffles.pop(0) if self.shuffles else ()
        pile[:] = wished[::-1] if sorted(wished) == sorted(pile) else sorted(pile)

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        wished = self.rolls.get(cell)
        face = wished.pop(0) if wished else faces[0]
        return face if face in faces else faces[0]

    def draw(self, zone: int, pile: list[int]) -> int:
        return pile[-1]


class _Shrinker:
    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self.name = name
        self.claim = next((claim for claim in engine.machine.claims if claim.name == name), None)
        self.ask = engine.claims.get(name)
        self.left = MOST_STEPS

    def look(self, state: State, moment: str | None) -> None:
        if self.claim is None or self.ask is None or moment != self.claim.moment:
            return
        if bool(self.ask(state)) != (self.claim.sort == "invariant"):
            raise _Shown

    def shortest(self, trace: Trace) -> Trace:
        """Leaves out more and more moves, large pieces first, as long as the play still shows it."""
        shown = self._shown(trace)
        if shown is None:
            return trace
        shown = self._steadier(shown)
        sizes = _sizes(len(shown.moves))
        while shown.moves and sizes and self.left > 0:
            shorter = self._without(shown, sizes[0])
            if shorter is not None:
                shown = shorter
            else:
                sizes.pop(0)
        return self._plainer(self._luckier(self._steadier(shown)))

    def _steadier(self, trace: Trace) -> Trace:
        """One action always done instead of another, as long as that makes the play shorter."""
        found: Trace | None = trace
        while found is not None:
            trace = found
            swapped = (self._shown(trace, fill=True, swap=swap) for swap in self._swaps(trace))
            found = next((each for each in swapped if each and len(each.moves) < len(trace.moves)), None)
        return trace

    def _swaps(self, trace: Trace) -> list[Swap]:
        """Every action of the play with every other that could have been done in its place."""
        oracle = _Lenient(trace)
        found: dict[Swap, None] = {}
        try:
            state = self.engine.new(oracle, trace.given)
            for move in trace.moves:
                other = {each[0] for each in self.engine.legal(state)} - {move[0]}
                found.update(dict.fromkeys((state.at, move[0], each) for each in sorted(other)))
                self.engine.step(state, move, oracle)
        except (_Shown, Fault):
            pass
        return list(found)

    def _luckier(self, trace: Trace) -> Trace:
        """Random plays that stop before the known one does: short ones are often found by luck."""
        chance = random.Random(1)
        steps = 0
        while len(trace.moves) > 1 and steps < MOST_LUCKY_STEPS:
            seed = chance.getrandbits(32)
            steps += len(trace.moves)
            found = self._random(seed, len(trace.moves) - 1)
            if found is not None:
                trace = found
        return trace

    def _random(self, seed: int, longest: int) -> Trace | None:
        """A random play of so many moves at most, if it shows what it should."""
        chance = random.Random(seed)
        run = Run(self.engine, Seeded(seed), random_given(self.engine, chance))
        try:
            Driver(self.engine).play(run, at_random(chance), longest)
        except _Shown:
            return run.trace()
        if run.fault is not None:
            shows = run.fault.property == self.name
        else:
            shows = self.name == DEAD_END and self._is_stuck(run.state)
        return run.trace() if shows else None

    def _is_stuck(self, state: State) -> bool:
        return state.at != FINAL and not self.engine.legal(state)

    def _without(self, trace: Trace, size: int) -> Trace | None:
        drawn = self._drawn(trace)
        for start in range(len(trace.moves) - size, -1, -max(1, size // 4)):
            moves = trace.moves[:start] + trace.moves[start + size :]
            away = {thing for things in drawn[start : start + size] for thing in things}
            # What these moves have drawn goes to the bottom, so that others draw what they drew.
            lower = replace(trace, shuffles=_at_the_bottom(trace.shuffles, away), moves=moves)
            for shorter, fill in ((replace(trace, moves=moves), False), (lower, False), (lower, True)):
                found = self._shown(shorter, fill)
                if found is not None and len(found.moves) < len(trace.moves):
                    return found
        return None

    def _drawn(self, trace: Trace) -> list[set[int]]:
        """What each move takes away from where a shuffled pile was."""
        oracle = _Lenient(trace)
        found: list[set[int]] = []
        try:
            state = self.engine.new(oracle, trace.given)
            for move in trace.moves:
                before = list(state.where)
                found.append(set())
                self.engine.step(state, move, oracle)
                found[-1] = {
                    thing
                    for thing, (zone, now) in enumerate(zip(before, state.where, strict=True))
                    if zone != now and zone in oracle.piles
                }
        except (_Shown, Fault):
            pass
        return found

    def _plainer(self, trace: Trace) -> Trace:
        """Shuffles and rolls that do not matter are left plain."""
        for plain in (replace(trace, shuffles=()), replace(trace, rolls=())):
            found = self._shown(plain)
            if found is not None and len(found.moves) <= len(trace.moves):
                trace = found
        return trace

    def _shown(self, trace: Trace, fill: bool = False, swap: Swap | None = None) -> Trace | None:
        """The play up to where it shows what it should, or nothing.

        Moves that are not legal are left out; with `fill` something like them is done in their place, so that
        whose turn it is stays as it was. With `swap` one action is done instead of another wherever it can be.
        """
        if self.left < 0:
            return None
        self.left -= 1 + len(trace.moves)
        made: list[Move] = []
        oracle = _Lenient(trace)
        try:
            state = self.engine.new(oracle, trace.given)
            for move in trace.moves:
                legal = self.engine.legal(state)
                if swap is not None and swap[:2] == (state.at, move[0]):
                    move = next((other for other in legal if other[0] == swap[2]), move)
                if fill and legal and move not in legal:
                    move = next((other for other in legal if other[0] == move[0]), legal[0])
                if move in legal:
                    made.append(move)
                    self.engine.step(state, move, oracle)
        except _Shown:
            return replace(trace, moves=tuple(made))
        except Fault as fault:
            return replace(trace, moves=tuple(made)) if fault.property == self.name else None
        shows = self.name == DEAD_END and self._is_stuck(state)
        return replace(trace, moves=tuple(made)) if shows else None


def _sizes(moves: int) -> list[int]:
    """How many moves to leave out at once, from half of them down; rounds are often of two, three or four moves."""
    found = [moves >> shift for shift in range(1, 5) if moves >> shift > SMALL[0]]
    return [*found, *(size for size in SMALL if size <= max(1, moves // 2))]


def _at_the_bottom(shuffles: tuple[tuple[int, ...], ...], things: set[int]) -> tuple[tuple[int, ...], ...]:
    """The same piles with some things at the bottom."""
    return tuple(tuple(sorted(pile, key=things.__contains__)) for pile in shuffles)
