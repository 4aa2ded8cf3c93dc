"""Hypothesis as chance and every player: plays and states as strategies, a state machine with claims as invariants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from verifier.engine import Engine, Move, State
from verifier.engine.engine import Given
from verifier.kernel.domain import values
from verifier.kernel.machine import Claim, Machine
from verifier.program import program_of
from verifier.runtime import FINAL
from verifier.trace import Recorder, WrittenTrace, trace_in_words
from verifier.trace.drive import Claims
from verifier.trace.moves import MoveNotation


class Draw(Protocol):
    """`draw` of a composite strategy, or of `st.data()`."""

    def __call__(self, strategy: st.SearchStrategy[Any]) -> Any: ...


class Drawn:
    """An oracle that asks Hypothesis. The plainest shuffle leaves a pile in the order of its numbers."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def shuffle(self, zone: int, pile: list[int]) -> None:
        pile[:] = self._draw(st.permutations(sorted(pile)))

    def roll(self, cell: str, faces: Sequence[int]) -> int:
        return int(self._draw(st.sampled_from(sorted(set(faces)))))

    def draw(self, zone: int, pile: list[int]) -> int:
        return int(self._draw(st.sampled_from(sorted(pile))))


def drawn_given(engine: Engine, draw: Draw) -> dict[str, Given]:
    """What comes with a play."""
    found: dict[str, Given] = {}
    for name, cell in engine.machine.cells.items():
        if cell.given:
            size = max(1, len(engine.layout.row(cell)) - 1)
            chosen = [int(draw(st.sampled_from(values(cell.domain)))) for _ in range(size)]
            found[name] = chosen if cell.index else chosen[0]
    return found


def chooser(draw: Draw) -> Callable[[list[Any]], Any]:
    """One of several, the first being the plainest."""
    return lambda several: several[draw(st.integers(0, len(several) - 1))]


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
    return _positions(engine_and_notation(ruleset, players), longest)


def engine_and_notation(ruleset: str | Machine, players: int | None = None) -> MoveNotation:
    """The engine of a rule set, with what writes its moves; compiled once."""
    machine = program_of(ruleset, players).machine if isinstance(ruleset, str) else ruleset
    return machine.analysis(_moving)


def _moving(machine: Machine) -> MoveNotation:
    return MoveNotation(Engine(machine))


@st.composite
def _positions(draw: st.DrawFn, moving: MoveNotation, longest: int) -> Position:
    recorder = drawn_start(moving, draw)
    choose = chooser(draw)
    for _ in range(draw(st.integers(0, longest))):
        moves = moving.engine.legal(recorder.state)
        if not moves:
            break
        recorder.step(choose(moves))
    return Position(moving.engine, recorder.state, recorder.written())


def drawn_start(moving: MoveNotation, draw: Draw) -> Recorder:
    """A play at its first pause, with everything that chance says drawn from Hypothesis."""
    given = drawn_given(moving.engine, draw)
    return Recorder(moving, moving.engine.machine.name, Drawn(draw), given).begin()


class ClaimFailedError(AssertionError):
    """A claim does not hold, or nobody can move. The text tells the play."""


class Playing(RuleBasedStateMachine):
    """A play in which Hypothesis is chance and every player. Subclasses name the machine.

    `failing` is the last play that failed: after a run, the shortest that Hypothesis found. With `save`, it
    is written to that file.
    """

    moving: ClassVar[MoveNotation]
    claims: ClassVar[Claims]
    failing: ClassVar[WrittenTrace | None] = None
    save: ClassVar[Path | None] = None

    def __init__(self) -> None:
        super().__init__()
        self.recorder: Recorder | None = None

    @initialize(data=st.data())
    def set_up(self, data: Any) -> None:
        """The set-up, with everything that is given."""
        self.claims.clear()
        self.recorder = drawn_start(self.moving, data.draw)

    @precondition(lambda self: self.recorder is not None and self.recorder.state.at != FINAL)
    @rule(data=st.data())
    def move(self, data: Any) -> None:
        """A legal move, the first being the plainest."""
        assert self.recorder is not None
        moves = self.moving.engine.legal(self.recorder.state)
        if not moves:
            self._fail("nobody has a legal move")
        try:
            self.recorder.step(chooser(data.draw)(moves))
        except Exception as error:
            self._fail(f"the rules cannot be executed: {error}")

    @precondition(lambda self: self.recorder is not None and self.recorder.state.at == FINAL)
    @rule()
    def rest(self) -> None:
        """The play is over."""

    @invariant()
    def claims_hold(self) -> None:
        """Everything that was asked at the pause and on the way to it."""
        for words in self.claims.broken.values():
            self._fail(words)

    def _fail(self, words: str) -> None:
        assert self.recorder is not None
        play = self.recorder.written()
        type(self).failing = play
        if self.save is not None:
            self.save.write_text(play.as_text(), encoding="utf-8")
        lines = [
            f"  {number}. {line}" for number, line in enumerate(trace_in_words(self.moving.engine, play), 1)
        ]
        raise ClaimFailedError("\n".join([words, *lines]))


def playing(
    ruleset: str | Machine,
    players: int | None = None,
    *,
    claims: Sequence[Claim] | None = None,
    save: Path | None = None,
) -> type[Playing]:
    """The state machine of a rule set; its `TestCase` is a test for `unittest` and `pytest`."""
    made = program_of(ruleset, players).machine if isinstance(ruleset, str) else ruleset
    wanted = [claim for claim in (made.claims if claims is None else claims) if claim.sort == "invariant"]
    engine = Engine(replace(made, claims=tuple(wanted)), checked=True)
    monitor = Claims(wanted, engine.claims)
    engine.watch = monitor.watch
    members = {"moving": MoveNotation(engine), "claims": monitor, "failing": None, "save": save}
    return type("Playing", (Playing,), members)
