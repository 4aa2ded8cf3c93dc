"""The recorder: a play recorded while it is played, in numbers or in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from verifier.engine import Engine, Move, State
from verifier.engine.engine import Given
from verifier.runtime import Fault, Oracle, Recording, Rewindable
from verifier.trace.moves import MoveNotation
from verifier.trace.trace import Trace, Word, WrittenTrace


class NotReplayedError(Exception):
    """The machine does not play what was found: then nothing has been shown."""


class Run:
    """A play under way. `state` is where it stands, `moves` are the moves so far; `begin` sets the table.

    `number` says which of many plays it is. At a `fault` the last move, or the set-up, broke off.
    """

    def __init__(self, engine: Engine, oracle: Oracle, given: Mapping[str, Given], number: int = 0) -> None:
        self.engine = engine
        self.number = number
        self.fault: Fault | None = None
        self.given = dict(given)
        self.oracle = Recording(oracle)
        self.moves: list[Move] = []
        self.state: State = engine.blank(self.given)

    def begin(self) -> Self:
        """The set-up, up to the first pause; whoever looks on by then sees all of it."""
        self.state.watch = self.engine.watch
        self.engine.enter(self.state, self.engine.machine.start, self.oracle)
        return self

    def step(self, move: Move) -> None:
        """Makes a legal move."""
        self.moves.append(move)
        self.engine.step(self.state, move, self.oracle)

    @property
    def asked(self) -> int:
        """How often chance has been asked for a shuffle or a roll."""
        return len(self.oracle.shuffles) + len(self.oracle.rolls)

    def trace(self) -> Trace:
        """The play so far."""
        shuffles = tuple(tuple(shuffle) for shuffle in self.oracle.shuffles)
        return Trace(dict(self.given), shuffles, tuple(self.oracle.rolls), tuple(self.moves))


# A state is kept after so many moves; taking one back makes at most so many again.
SPACING = 32


@dataclass(frozen=True, slots=True)
class _Kept:
    """Where a play stood: the state, how much there was by then, and where chance stood."""

    state: State
    moves: int
    shuffles: int
    rolls: int
    chance: Rewindable
    mark: Any


class Recorder(Run):
    """A run whose moves are also put into words, those of `words`.

    With `undoing`, states are kept now and then so that moves can be taken back; chance must be rewindable.
    """

    def __init__(
        self,
        moving: MoveNotation,
        ruleset: str,
        oracle: Oracle,
        given: Mapping[str, Given],
        undoing: bool = False,
    ) -> None:
        super().__init__(moving.engine, oracle, given)
        self.moving = moving
        self.ruleset = ruleset
        self.words: list[dict[str, Any]] = []
        self._kept: list[_Kept] | None = [] if undoing else None

    def step(self, move: Move) -> None:
        """Makes a legal move and writes it down."""
        if self._kept is not None and (not self._kept or len(self.moves) - self._kept[-1].moves >= SPACING):
            self._keep()
        self.words.append(self.moving.written(self.state, move))
        super().step(move)

    def hand_over(self, oracle: Oracle) -> None:
        """From here on chance is somebody else."""
        self.oracle.oracle = oracle
        if self._kept is not None:
            self._keep()

    @property
    def undoable(self) -> int:
        """How many moves can be taken back."""
        return len(self.moves) - self._kept[0].moves if self._kept else 0

    def undo(self, count: int = 1) -> bool:
        """Takes the last moves back, and chance with them; no if there are not so many."""
        kept = self._kept
        if not kept or not 0 <= count <= self.undoable:
            return False
        wanted, present = len(self.moves) - count, self.oracle.oracle
        while kept[-1].moves > wanted:
            last = kept.pop()
            last.chance.rewind(last.mark)
        self._go_back(kept[-1], wanted)
        if self.oracle.oracle is not present:
            self.hand_over(present)
        return True

    def _keep(self) -> None:
        assert self._kept is not None
        chance, recorded = self.oracle.oracle, self.oracle
        if not isinstance(chance, Rewindable):
            raise TypeError("chance that cannot be rewound cannot be taken back")
        counts = len(self.moves), len(recorded.shuffles), len(recorded.rolls)
        self._kept.append(_Kept(self.state.copy(), *counts, chance, chance.mark()))

    def _go_back(self, kept: _Kept, wanted: int) -> None:
        """The state that was kept, and from there as many moves as are wanted, made again."""
        self.state = kept.state.copy()
        again = self.moves[kept.moves : wanted]
        del self.moves[kept.moves :]
        del self.words[wanted:]
        del self.oracle.shuffles[kept.shuffles :]
        del self.oracle.rolls[kept.rolls :]
        self.oracle.oracle = kept.chance
        kept.chance.rewind(kept.mark)
        for move in again:
            super().step(move)

    def written(self) -> WrittenTrace:
        """The play so far."""
        machine, speech = self.engine.machine, self.engine.speech
        names = [thing.name for thing in machine.things]
        return WrittenTrace(
            self.ruleset,
            machine.players,
            {name: self._spoken(name, value) for name, value in self.given.items()},
            tuple(tuple(names[thing] for thing in shuffle) for shuffle in self.oracle.shuffles),
            tuple(
                (die, _face(speech.value(machine.cells[die].domain, face))) for die, face in self.oracle.rolls
            ),
            tuple(self.words),
        )

    def _spoken(self, name: str, value: Given) -> Word | list[Word]:
        domain = self.engine.machine.cells[name].domain
        if isinstance(value, int):
            return self.engine.speech.value(domain, value)
        return [self.engine.speech.value(domain, each) for each in value]


def _face(word: Word) -> str | int:
    assert isinstance(word, str | int)
    return word


class _Exact:
    """Chance as a trace has it, and nothing else."""

    def __init__(self, trace: Trace) -> None:
        self.shuffles = iter(trace.shuffles)
        self.rolls = iter(trace.rolls)

    def shuffle(self, zone: int, pile: list[int]) -> None:
        order = next(self.shuffles, ())
        if sorted(order) != sorted(pile):
            raise NotReplayedError("a shuffle does not fit the pile")
        pile[:] = order[::-1]

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        die, face = next(self.rolls, ("", 0))
        if die != cell or face not in faces:
            raise NotReplayedError(f"a roll of `{cell}` is missing or wrong")
        return face

    def draw(self, zone: int, pile: list[int]) -> int:
        raise AssertionError("piles of a trace have an order")


def written_trace(moving: MoveNotation, ruleset: str, trace: Trace) -> tuple[WrittenTrace, Fault | None]:
    """A trace in words, every move asked for among the legal ones; the fault at which it ends, if it does."""
    recorder = Recorder(moving, ruleset, _Exact(trace), trace.given)
    try:
        recorder.begin()
        for number, move in enumerate(trace.moves):
            if move not in moving.engine.legal(recorder.state):
                raise NotReplayedError(f"move {number + 1} is refused")
            recorder.step(move)
    except Fault as fault:
        return recorder.written(), fault
    return recorder.written(), None
