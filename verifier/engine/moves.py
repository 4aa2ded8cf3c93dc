"""Moves as JSON, and back."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.engine.explain import Explainer, Refusal
from verifier.engine.notation import Notation
from verifier.engine.state import Move, State
from verifier.kernel.machine import Alternative, Choice, Decide
from verifier.runtime import NOTHING, STOP

# Copies may be meant in so many ways before a refusal is told of the ways tried so far.
MOST_READINGS = 64


def choices(alternative: Alternative) -> list[Choice]:
    return [part for part in alternative.prelude if isinstance(part, Choice)]


def move_as_json(move: Move, player: int, decide: Decide, speech: Notation) -> dict[str, Any]:
    """A move as it stands in a play."""
    if move[0] == STOP:
        return {"player": player, "action": "stop"}
    taken = decide.alternatives[move[0]]
    chosen = {
        choice.local: speech.value(speech.domain(choice.source), value)
        for choice, value in zip(choices(taken), move[1:], strict=True)
    }
    return {"player": player, "action": taken.action, "with": chosen}


@dataclass(frozen=True, slots=True)
class MoveTally:
    """What trying a move brought, summed over its tries; `margin` is what the player was ahead by."""

    move: Move
    tries: int
    ended: int
    gain: float
    won: float
    margin: float


class RequestedMove:
    """A written move, held against what may be done now."""

    def __init__(self, written: Mapping[str, Any], decide: Decide, speech: Notation) -> None:
        self.action = str(written.get("action"))
        given = written.get("with") or {}
        self.given: Mapping[str, Any] = given if isinstance(given, Mapping) else {"with": given}
        self.decide = decide
        self.speech = speech
        self.meant = {
            number: {
                choice.local: speech.heard(speech.domain(choice.source), self.given[choice.local])
                for choice in choices(each)
                if choice.local in self.given
            }
            for number, each in enumerate(decide.alternatives)
            if each.action == self.action
        }

    def among(self, legal: list[Move]) -> Move | None:
        """The legal move that is meant; of several copies the one that was named."""
        found = [(rank, move) for move in legal if (rank := self._rank(move)) is not None]
        return min(found)[1] if found else None

    def _rank(self, move: Move) -> list[int] | None:
        meant = self.meant.get(move[0])
        if meant is None:
            return None
        names = [choice.local for choice in choices(self.decide.alternatives[move[0]])]
        if set(names) != set(self.given):
            return None
        if any(value not in meant[name] for name, value in zip(names, move[1:], strict=True)):
            return None
        return [meant[name].index(value) for name, value in zip(names, move[1:], strict=True)]

    def refusals(self, state: State, explainer: Explainer) -> list[Refusal]:
        """Every reason against the move."""
        found = [
            Refusal(choice.rule, (("is unknown", str(self.given[choice.local])),))
            for number, meant in self.meant.items()
            for choice in choices(self.decide.alternatives[number])
            if meant.get(choice.local) == []
        ]
        if found:
            return found
        told = [
            explainer.refusals(state, self.decide, self.action, choices)
            for choices in itertools.islice(self._readings(), MOST_READINGS)
        ]
        return min(told, key=len)

    def _readings(self) -> Iterator[dict[str, int]]:
        """Every way to understand the choices, copies standing for each other."""
        known: dict[str, list[int]] = {name: [NOTHING] for name in self.given}
        for meant in self.meant.values():
            known.update(meant)
        for values in itertools.product(*known.values()):
            yield dict(zip(known, values, strict=True))
