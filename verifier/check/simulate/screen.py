"""Ordinary plays of a campaign by the compiled machine: a seed in, how long the play was and what it met out.

The players of Python are compiled too, and every claim is asked at every state. A play in which anything is out of the
ordinary (a claim that fails, a fault, a dead end, a loop, no end) is left to Python, which tells what it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from verifier.engine import Engine
from verifier.engine.native.choose import compiled_machine, pays
from verifier.program import Program

if TYPE_CHECKING:
    from verifier.engine.native.reader import NativeMachine

# Greedy players have seeds of their own, a thousand for each play.
MOST_SEED = (1 << 32) // 1_000 - 1
# After so many steps, and then each time twice as many, it is asked whether compiling pays.
FIRST_LOOK = 20_000


@dataclass(frozen=True, slots=True)
class OrdinaryPlay:
    steps: int
    met: frozenset[str]


class PlayScreen:
    """Plays of one program with greedy players among them; long ones go on for as many moves as `patience` allows."""

    def __init__(self, program: Program, patience: int) -> None:
        self.program = program
        self.patience = patience
        self._steps, self._looks_at = 0, 0
        self._native: NativeMachine | None = None
        self._settled = False

    def play(self, seed: int, most: int) -> OrdinaryPlay | None:
        """The play of a seed; `None` if Python is to play it."""
        native = self._compiled() if 0 <= seed < MOST_SEED else None
        if native is None:
            return None
        found = native.ordinary_play(seed, True, most, self.patience, self.program.ties_are_shared)
        return None if found is None else OrdinaryPlay(*found)

    def played_in_python(self, steps: int) -> None:
        self._steps += steps

    def _compiled(self) -> NativeMachine | None:
        """The compiled machine, once there has been enough to do."""
        if self._settled or self._steps < self._looks_at:
            return self._native
        # Whoever plays in Python does not load the tables of compiled players.
        from verifier.trace.policies.compiled import play_form

        machine = self.program.machine
        form = play_form(Engine(machine, piecemeal=True))
        self._looks_at = 2 * self._steps + FIRST_LOOK
        if pays(machine, self._steps, form):
            self._settled = True
            self._native = compiled_machine(machine, form=form)
        return self._native
