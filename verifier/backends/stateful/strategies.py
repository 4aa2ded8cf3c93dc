"""Strategies for whoever tests with Hypothesis: plays of a rule set, and states that plays lead to."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from verifier.backends.machine import Engine, Move, State
from verifier.backends.stateful.chance import Draw, Drawn, chooser, drawn_given
from verifier.kernel.machine import Machine
from verifier.program import program_of
from verifier.trace import Recorder, WrittenTrace
from verifier.trace.moves import Moving

LONGEST = 60


@dataclass(frozen=True, slots=True)
class Position:
    """A state, the engine that can say more about it, and the play that leads to it."""

    engine: Engine
    state: State
    play: WrittenTrace

    @property
    def moves(self) -> list[Move]:
        """The legal moves."""
        return self.engine.legal(self.state)


def plays(
    ruleset: str | Machine, players: int | None = None, *, longest: int = LONGEST
) -> st.SearchStrategy[WrittenTrace]:
    """Plays by the rules, of so many moves at most; they shrink to few plain moves and unshuffled piles."""
    return states(ruleset, players, longest=longest).map(lambda position: position.play)


def states(
    ruleset: str | Machine, players: int | None = None, *, longest: int = LONGEST
) -> st.SearchStrategy[Position]:
    """States that can be reached, each with a play that reaches it."""
    return _positions(moving_of(ruleset, players), longest)


def moving_of(ruleset: str | Machine, players: int | None = None) -> Moving:
    """The engine of a rule set, with what writes its moves; compiled once."""
    machine = program_of(ruleset, players).machine if isinstance(ruleset, str) else ruleset
    return machine.analysis(_moving)


def _moving(machine: Machine) -> Moving:
    return Moving(Engine(machine))


@st.composite
def _positions(draw: st.DrawFn, moving: Moving, longest: int) -> Position:
    recorder = begun(moving, draw)
    choose = chooser(draw)
    for _ in range(draw(st.integers(0, longest))):
        moves = moving.engine.legal(recorder.state)
        if not moves:
            break
        recorder.step(choose(moves))
    return Position(moving.engine, recorder.state, recorder.written())


def begun(moving: Moving, draw: Draw) -> Recorder:
    """A play at its first pause, with everything that chance says drawn from Hypothesis."""
    given = drawn_given(moving.engine, draw)
    return Recorder(moving, moving.engine.machine.name, Drawn(draw), given).begin()
