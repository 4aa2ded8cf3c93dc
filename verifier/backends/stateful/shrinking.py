"""A play that shows something in, a shorter one that shows the same out: moves are left out, one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from verifier.backends.machine import Engine, Move, State
from verifier.backends.machine.engine import Given
from verifier.backends.stateful.watching import Watch
from verifier.plays import Recorder, WrittenPlay
from verifier.plays.moving import Moving
from verifier.runtime import FINAL, Fault

DEAD_END = "no-dead-end"
# So many plays are replayed for one shorter one.
MOST_REPLAYS = 1_500


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
        return shrinker.written(shrinker.shortest(wish))
    finally:
        engine.watch = before


class _Shown(Exception):  # noqa: N818 - no error: the play shows what it should
    """The claim was found broken or met."""


class _Lenient:
    """Chance as it was, as far as it fits; plain where it does not."""

    def __init__(self, wish: Wish) -> None:
        self.shuffles = list(wish.shuffles)
        self.rolls: dict[str, list[int]] = {}
        for die, face in wish.rolls:
            self.rolls.setdefault(die, []).append(face)

    def shuffle(self, zone: int, pile: list[int]) -> None:
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
        self.left = MOST_REPLAYS

    def look(self, state: State, moment: str | None) -> None:
        for claim, ask in self.asked.get(moment, ()):
            if bool(ask(state)) != (claim.sort == "invariant"):
                raise _Shown

    def shortest(self, wish: Wish) -> Wish:
        """Leaves out more and more moves, large pieces first, as long as the play still shows it."""
        shown = self._shown(wish)
        assert shown is not None, f"{self.name} is not shown again"
        size = max(1, len(shown.moves) // 2)
        while self.left > 0:
            shorter = self._without(shown, size)
            if shorter is not None:
                shown = shorter
            elif size > 1:
                size //= 2
            else:
                break
        return self._plainer(shown)

    def _without(self, wish: Wish, size: int) -> Wish | None:
        for start in range(len(wish.moves) - size, -1, -size):
            moves = wish.moves[:start] + wish.moves[start + size :]
            found = self._shown(replace(wish, moves=moves))
            if found is not None and len(found.moves) < len(wish.moves):
                return found
        return None

    def _plainer(self, wish: Wish) -> Wish:
        """Shuffles and rolls that do not matter are left plain."""
        for plain in (replace(wish, shuffles=()), replace(wish, rolls=())):
            found = self._shown(plain)
            if found is not None and len(found.moves) <= len(wish.moves):
                wish = found
        return wish

    def _shown(self, wish: Wish) -> Wish | None:
        """The play up to where it shows what it should, or nothing."""
        self.left -= 1
        if self.left < 0:
            return None
        made: list[Move] = []
        oracle = _Lenient(wish)
        try:
            state = self.engine.new(oracle, wish.given)
            for move in wish.moves:
                if move in self.engine.legal(state):
                    made.append(move)
                    self.engine.step(state, move, oracle)
        except _Shown:
            return replace(wish, moves=tuple(made))
        except Fault as fault:
            return replace(wish, moves=tuple(made)) if fault.property == self.name else None
        stuck = state.at != FINAL and not self.engine.legal(state)
        return replace(wish, moves=tuple(made)) if self.name == DEAD_END and stuck else None

    def written(self, wish: Wish) -> WrittenPlay:
        """The play with what chance gave in it."""
        self.asked = {}
        moving = Moving(self.engine)
        name = self.engine.machine.name
        try:
            recorder = Recorder(moving, name, _Lenient(wish), wish.given)
        except Fault:
            return WrittenPlay(name, self.engine.machine.players)
        try:
            for move in wish.moves:
                recorder.step(move)
        except Fault:
            # That is what the play shows: its last move cannot be carried out.
            pass
        return recorder.written()
