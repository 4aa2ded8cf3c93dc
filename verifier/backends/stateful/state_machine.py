"""A state machine of Hypothesis made from one of ours: its rule is to move, its invariants are the claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from verifier.backends.machine import Engine, State
from verifier.backends.stateful.chance import chooser
from verifier.backends.stateful.strategies import begun
from verifier.kernel.machine import Claim, Machine
from verifier.program import program_of
from verifier.runtime import FINAL
from verifier.trace import Recorder, WrittenTrace, told
from verifier.trace.moves import Moving


class ClaimFailedError(AssertionError):
    """A claim does not hold, or nobody can move. The text tells the play."""


class Playing(RuleBasedStateMachine):
    """A play in which Hypothesis is chance and every player. Subclasses name the machine.

    `failing` is the last play that failed: after a run, the shortest that Hypothesis found. With `save`, it
    is written to that file.
    """

    moving: ClassVar[Moving]
    watched: ClassVar[list[tuple[str | None, str]]]
    failing: ClassVar[WrittenTrace | None] = None
    save: ClassVar[Path | None] = None

    def __init__(self) -> None:
        super().__init__()
        self.recorder: Recorder | None = None

    @initialize(data=st.data())
    def set_up(self, data: Any) -> None:
        """The set-up, with everything that is given."""
        self.watched.clear()
        self.recorder = begun(self.moving, data.draw)

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
            self._fail(f"the rules break: {error}")

    @precondition(lambda self: self.recorder is not None and self.recorder.state.at == FINAL)
    @rule()
    def rest(self) -> None:
        """The play is over."""

    @invariant()
    def claims_hold(self) -> None:
        """Everything that was asked at the pause and on the way to it."""
        for moment, name in self.watched:
            self._fail(f"`{name}` does not hold" + (f" at {moment}" if moment else ""))

    def _fail(self, words: str) -> None:
        assert self.recorder is not None
        play = self.recorder.written()
        type(self).failing = play
        if self.save is not None:
            self.save.write_text(play.as_text(), encoding="utf-8")
        lines = [f"  {number}. {line}" for number, line in enumerate(told(self.moving.engine, play), 1)]
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
    watched: list[tuple[str | None, str]] = []
    questions = engine.claims

    def watch(state: State, moment: str | None) -> None:
        for claim in wanted:
            if claim.moment == moment and not questions[claim.name](state):
                watched.append((moment, claim.name))

    engine.watch = watch
    members = {"moving": Moving(engine), "watched": watched, "failing": None, "save": save}
    return type("Playing", (Playing,), members)
