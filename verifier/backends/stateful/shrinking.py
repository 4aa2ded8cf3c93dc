"""A play that shows something in, a shorter one that shows the same out: moves are left out, actions exchanged."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from verifier.backends.machine import Engine, Move, State
from verifier.backends.machine.engine import Given
from verifier.backends.machine.players import random_given
from verifier.backends.stateful.watching import Watch
from verifier.plays import Recorder, WrittenPlay
from verifier.plays.moving import Moving
from verifier.runtime import FINAL, Fault, Recording, Seeded

DEAD_END = "no-dead-end"
# So many steps are taken again for one shorter play, and so many for a lucky one.
MOST_STEPS = 100_000
MOST_LUCKY_STEPS = 20_000
# Moves that are left out together in the end.
SMALL = (12, 8, 6, 4, 3, 2, 1)


Swap = tuple[int, int, int]
"""A pause, an action that was taken there, and another one, by their numbers."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A play as one would like it: moves that are not legal when their turn comes are left out."""

    given: Mapping[str, Given]
    shuffles: tuple[tuple[int, ...], ...]
    rolls: tuple[tuple[str, int], ...]
    moves: tuple[Move, ...]


def shrunk(engine: Engine, watch: Watch, wish: Wish, name: str) -> WrittenPlay:
    """A short play that breaks or meets `name`: a claim, `bounds`, `conservation` or `no-dead-end`."""
    shrinker = _Shrinker(engine, watch, name)
    before = engine.watch
    engine.watch = shrinker.look
    try:
        found = shrinker.shortest(wish)
    finally:
        engine.watch = before
    return played(engine, found)


def played(engine: Engine, wish: Wish) -> WrittenPlay:
    """The play as it is written, with what chance gave in it; its last step may break the rules."""
    before, engine.watch = engine.watch, _unwatched
    name = engine.machine.name
    try:
        recorder = Recorder(Moving(engine), name, _Lenient(wish), wish.given)
        try:
            for move in wish.moves:
                recorder.step(move)
        except Fault:
            # That is what the play shows.
            pass
        return recorder.written()
    except Fault:
        return WrittenPlay(name, engine.machine.players)
    finally:
        engine.watch = before


def _unwatched(state: State, moment: str | None) -> None:
    """Nobody looks."""


class _Shown(Exception):  # noqa: N818 - no error: the play shows what it should
    """The claim was found broken or met."""


class _Lenient:
    """Chance as it was, as far as it fits; plain where it does not."""

    def __init__(self, wish: Wish) -> None:
        self.shuffles = list(wish.shuffles)
        self.rolls: dict[str, list[int]] = {}
        for die, face in wish.rolls:
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
    def __init__(self, engine: Engine, watch: Watch, name: str) -> None:
        self.engine = engine
        self.name = name
        self.asked = {
            moment: [(claim, ask) for claim, ask in claims if claim.name == name]
            for moment, claims in watch.claims.items()
        }
        self.left = MOST_STEPS

    def look(self, state: State, moment: str | None) -> None:
        for claim, ask in self.asked.get(moment, ()):
            if bool(ask(state)) != (claim.sort == "invariant"):
                raise _Shown

    def shortest(self, wish: Wish) -> Wish:
        """Leaves out more and more moves, large pieces first, as long as the play still shows it."""
        shown = self._shown(wish)
        if shown is None:
            return wish
        shown = self._steadier(shown)
        sizes = _sizes(len(shown.moves))
        while shown.moves and sizes and self.left > 0:
            shorter = self._without(shown, sizes[0])
            if shorter is not None:
                shown = shorter
            else:
                sizes.pop(0)
        return self._plainer(self._luckier(self._steadier(shown)))

    def _steadier(self, wish: Wish) -> Wish:
        """One action always done instead of another, as long as that makes the play shorter."""
        found: Wish | None = wish
        while found is not None:
            wish = found
            swapped = (self._shown(wish, fill=True, swap=swap) for swap in self._swaps(wish))
            found = next((each for each in swapped if each and len(each.moves) < len(wish.moves)), None)
        return wish

    def _swaps(self, wish: Wish) -> list[Swap]:
        """Every action of the play with every other that could have been done in its place."""
        oracle = _Lenient(wish)
        found: dict[Swap, None] = {}
        try:
            state = self.engine.new(oracle, wish.given)
            for move in wish.moves:
                other = {each[0] for each in self.engine.legal(state)} - {move[0]}
                found.update(dict.fromkeys((state.at, move[0], each) for each in sorted(other)))
                self.engine.step(state, move, oracle)
        except (_Shown, Fault):
            pass
        return list(found)

    def _luckier(self, wish: Wish) -> Wish:
        """Random plays that stop before the known one does: short ones are often found by luck."""
        chance = random.Random(1)
        steps = 0
        while len(wish.moves) > 1 and steps < MOST_LUCKY_STEPS:
            seed = chance.getrandbits(32)
            steps += len(wish.moves)
            found = self._random(seed, len(wish.moves) - 1)
            if found is not None:
                wish = found
        return wish

    def _random(self, seed: int, longest: int) -> Wish | None:
        """A random play of so many moves at most, if it shows what it should."""
        chance, oracle = random.Random(seed), Recording(Seeded(seed))
        given = random_given(self.engine, chance)
        moves: list[Move] = []
        shows = False
        try:
            state = self.engine.new(oracle, given)
            legal = self.engine.legal(state)
            while legal and len(moves) < longest:
                moves.append(legal[int(chance.random() * len(legal))])
                self.engine.step(state, moves[-1], oracle)
                legal = self.engine.legal(state)
            shows = self.name == DEAD_END and not legal and state.at != FINAL
        except _Shown:
            shows = True
        except Fault as fault:
            shows = fault.property == self.name
        orders = tuple(tuple(order) for order in oracle.shuffles)
        return Wish(given, orders, tuple(oracle.rolls), tuple(moves)) if shows else None

    def _without(self, wish: Wish, size: int) -> Wish | None:
        drawn = self._drawn(wish)
        for start in range(len(wish.moves) - size, -1, -max(1, size // 4)):
            moves = wish.moves[:start] + wish.moves[start + size :]
            away = {thing for things in drawn[start : start + size] for thing in things}
            # What these moves have drawn goes to the bottom, so that others draw what they drew.
            lower = replace(wish, shuffles=_at_the_bottom(wish.shuffles, away), moves=moves)
            for shorter, fill in ((replace(wish, moves=moves), False), (lower, False), (lower, True)):
                found = self._shown(shorter, fill)
                if found is not None and len(found.moves) < len(wish.moves):
                    return found
        return None

    def _drawn(self, wish: Wish) -> list[set[int]]:
        """What each move takes away from where a shuffled pile was."""
        oracle = _Lenient(wish)
        found: list[set[int]] = []
        try:
            state = self.engine.new(oracle, wish.given)
            for move in wish.moves:
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

    def _plainer(self, wish: Wish) -> Wish:
        """Shuffles and rolls that do not matter are left plain."""
        for plain in (replace(wish, shuffles=()), replace(wish, rolls=())):
            found = self._shown(plain)
            if found is not None and len(found.moves) <= len(wish.moves):
                wish = found
        return wish

    def _shown(self, wish: Wish, fill: bool = False, swap: Swap | None = None) -> Wish | None:
        """The play up to where it shows what it should, or nothing.

        Moves that are not legal are left out; with `fill` something like them is done in their place, so that
        whose turn it is stays as it was. With `swap` one action is done instead of another wherever it can be.
        """
        if self.left < 0:
            return None
        self.left -= 1 + len(wish.moves)
        made: list[Move] = []
        oracle = _Lenient(wish)
        try:
            state = self.engine.new(oracle, wish.given)
            for move in wish.moves:
                legal = self.engine.legal(state)
                if swap is not None and swap[:2] == (state.at, move[0]):
                    move = next((other for other in legal if other[0] == swap[2]), move)
                if fill and legal and move not in legal:
                    move = next((other for other in legal if other[0] == move[0]), legal[0])
                if move in legal:
                    made.append(move)
                    self.engine.step(state, move, oracle)
        except _Shown:
            return replace(wish, moves=tuple(made))
        except Fault as fault:
            return replace(wish, moves=tuple(made)) if fault.property == self.name else None
        stuck = state.at != FINAL and not self.engine.legal(state)
        return replace(wish, moves=tuple(made)) if self.name == DEAD_END and stuck else None


def _sizes(moves: int) -> list[int]:
    """How many moves to leave out at once, from half of them down; rounds are often of two, three or four moves."""
    found = [moves >> shift for shift in range(1, 5) if moves >> shift > SMALL[0]]
    return [*found, *(size for size in SMALL if size <= max(1, moves // 2))]


def _at_the_bottom(shuffles: tuple[tuple[int, ...], ...], things: set[int]) -> tuple[tuple[int, ...], ...]:
    """The same piles with some things at the bottom."""
    return tuple(tuple(sorted(pile, key=things.__contains__)) for pile in shuffles)
