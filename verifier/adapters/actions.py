"""Moves as numbers: every move that a rule set can ever offer, in one list that does not change from state to state.

Copies of a component stand for each other: a move with any of them is written with the first.
"""

from __future__ import annotations

from itertools import product

from verifier.engine import Engine, Move, State
from verifier.engine.moves import choices
from verifier.engine.notation import Spoken
from verifier.kernel.domain import Things, values
from verifier.kernel.expression import Source
from verifier.kernel.machine import Alternative, Decide, Machine
from verifier.runtime import STOP

# An action and what it chooses, by name.
Key = tuple[str, tuple[tuple[str, Spoken], ...]]
STOPPED: Key = ("stop", ())


class ActionCodec:
    """The numbers of all moves of a machine, in the order in which the rules offer them."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        things = engine.machine.things
        first: dict[int, int] = {}
        for number, thing in enumerate(things):
            first.setdefault(thing.twin, number)
        self._first = [first[thing.twin] for thing in things]
        self.keys = tuple(self._all_keys(engine.machine))
        self._numbers = {key: number for number, key in enumerate(self.keys)}
        self._known: dict[tuple[int, Move], int] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def _all_keys(self, machine: Machine) -> dict[Key, None]:
        found: dict[Key, None] = {}
        for block in machine.blocks.values():
            if isinstance(block.out, Decide):
                for alternative in block.out.alternatives:
                    found |= dict.fromkeys(self._keys_of(alternative))
                if block.out.stop is not None:
                    found[STOPPED] = None
        return found

    def _keys_of(self, alternative: Alternative) -> list[Key]:
        parts = choices(alternative)
        names = [part.local for part in parts]
        rows = product(*(self._words(part.source) for part in parts))
        return [(alternative.action, tuple(zip(names, row, strict=True))) for row in rows]

    def _words(self, source: Source) -> dict[Spoken, None]:
        """Every value of a choice, once for all copies."""
        domain = self.engine.speech.domain(source)
        return dict.fromkeys(self._word(source, value) for value in values(domain))

    def _word(self, source: Source, value: int) -> Spoken:
        domain = self.engine.speech.domain(source)
        kept = self._first[value] if isinstance(domain, Things) else value
        return self.engine.speech.value(domain, kept)

    def number(self, state: State, move: Move) -> int:
        """The number of a legal move."""
        known = self._known.get((state.at, move))
        if known is None:
            known = self._known[state.at, move] = self._numbers[self._key(state, move)]
        return known

    def _key(self, state: State, move: Move) -> Key:
        if move[0] == STOP:
            return STOPPED
        taken = self.engine.decide(state).alternatives[move[0]]
        parts = zip(choices(taken), move[1:], strict=True)
        return taken.action, tuple((part.local, self._word(part.source, value)) for part, value in parts)

    def legal(self, state: State) -> dict[int, Move]:
        """Every legal move by its number, by rising number; of several copies the first."""
        found: dict[int, Move] = {}
        for move in self.engine.legal(state):
            found.setdefault(self.number(state, move), move)
        return dict(sorted(found.items()))

    def words(self, number: int) -> str:
        """A move as people read it: `lay card=red-7`."""
        action, parts = self.keys[number]
        return " ".join([action, *(f"{name}={value}" for name, value in parts)])
