"""A play that is written down while it is played, and can be taken back move by move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verifier.backends.machine import Engine, Move, State
from verifier.backends.machine.engine import Given
from verifier.plays.moving import Moving
from verifier.plays.written import Word, WrittenPlay
from verifier.runtime import Oracle, Recording


@dataclass(frozen=True, slots=True)
class _Before:
    """What there was before a move."""

    state: State
    shuffles: int
    rolls: int


class Recorder:
    """A play under way. `state` is where it stands; `moves` are the moves so far as they are written.

    With `undoing`, every state is kept so that moves can be taken back.
    """

    def __init__(
        self,
        moving: Moving,
        ruleset: str,
        oracle: Oracle,
        given: Mapping[str, Given],
        undoing: bool = False,
    ) -> None:
        self.moving = moving
        self.engine: Engine = moving.engine
        self.ruleset = ruleset
        self.given = dict(given)
        self.oracle = Recording(oracle)
        self.moves: list[dict[str, Any]] = []
        self.state = self.engine.new(self.oracle, self.given)
        self._past: list[_Before] | None = [] if undoing else None

    def step(self, move: Move) -> None:
        """Makes a legal move and writes it down."""
        if self._past is not None:
            before = _Before(self.state.copy(), len(self.oracle.shuffles), len(self.oracle.rolls))
            self._past.append(before)
        self.moves.append(self.moving.written(self.state, move))
        self.engine.step(self.state, move, self.oracle)

    def undo(self) -> bool:
        """Takes the last move back; no if there is none."""
        if not self._past:
            return False
        before = self._past.pop()
        self.state = before.state
        self.moves.pop()
        del self.oracle.shuffles[before.shuffles :]
        del self.oracle.rolls[before.rolls :]
        return True

    def written(self) -> WrittenPlay:
        """The play so far."""
        machine, speech = self.engine.machine, self.engine.speech
        names = [thing.name for thing in machine.things]
        return WrittenPlay(
            self.ruleset,
            machine.players,
            {name: self._spoken(name, value) for name, value in self.given.items()},
            tuple(tuple(names[thing] for thing in shuffle) for shuffle in self.oracle.shuffles),
            tuple(
                (die, _face(speech.value(machine.cells[die].domain, face))) for die, face in self.oracle.rolls
            ),
            tuple(self.moves),
        )

    def _spoken(self, name: str, value: Given) -> Word | list[Word]:
        domain = self.engine.machine.cells[name].domain
        if isinstance(value, int):
            return self.engine.speech.value(domain, value)
        return [self.engine.speech.value(domain, each) for each in value]


def _face(word: Word) -> str | int:
    assert isinstance(word, str | int)
    return word
