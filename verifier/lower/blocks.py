"""Blocks being written: labels, ways out, pauses and the cells of what is suspended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from verifier.diagnostics import Report
from verifier.kernel import expression as k
from verifier.kernel import machine as km
from verifier.lower.names import Env
from verifier.lower.nested_shows import nested_shows
from verifier.lower.straight_line import Straight
from verifier.model import steps as m
from verifier.model.game import Game, Procedure

SCENARIO = "scenario"
OVER = "round over"


@dataclass(slots=True)
class Draft:
    """A block being written."""

    label: str
    origin: str
    params: tuple[str, ...] = ()
    steps: list[km.Step] = field(default_factory=list)
    out: km.Out | None = None

    @property
    def way_out(self) -> km.Out:
        assert self.out is not None, f"the block {self.label} has no way out"
        return self.out


@dataclass(frozen=True, slots=True)
class StepContext:
    """Where steps stand: whose text it is, where to go when the rest is left out, whether nothing follows."""

    origin: str
    skip: str
    caller: str | None = None
    last: bool = False


class Blocks(Straight):
    def __init__(self, game: Game, report: Report) -> None:
        super().__init__(game, report)
        self.drafts: dict[str, Draft] = {}
        self.returns: dict[str, list[str]] = {}
        self.entered: dict[str, Procedure] = {}
        self.queue: list[Procedure] = []
        self.calling: dict[str, set[str]] = {}
        self.now: Draft = Draft("", "")
        self.entries: dict[str, str] = {}
        self.shown: set[str] = set()
        self.nested_shows = nested_shows(game)
        self.ends_tested = False

    # --- what the next rooms add

    def flow(self, steps: Sequence[m.Step], env: Env, place: StepContext) -> None:
        raise NotImplementedError

    # --- blocks

    def label(self, stem: str) -> str:
        name, count = stem, 2
        while name in self.drafts:
            name, count = f"{stem} {count}", count + 1
        self.drafts[name] = Draft(name, stem)
        return name

    def open(self, label: str, origin: str) -> None:
        """What is emitted from here on belongs to this block."""
        self.now = self.drafts[label]
        self.now.origin = origin

    def close(self, out: km.Out) -> None:
        if self.now.out is None:
            self.now.out = out

    def then(self, label: str, origin: str) -> None:
        """Closes the present block with a jump and goes on in the next."""
        self.close(km.Goto(label))
        self.open(label, origin)

    def emit(self, steps: Sequence[km.Step]) -> None:
        self.now.steps.extend(steps)

    def pause(self, name: str, sort: str) -> tuple[str, str]:
        """The labels of a pause and of the way into it, where it is asked whether the round is over."""
        stem = f"{name} {sort}"
        enter, stop = self.label(f"to {stem}"), self.label(stem)
        if name in self.game.decisions:
            self.drafts[stop].steps.append(km.Mark(name))
        draft = self.drafts[enter]
        draft.origin = stem
        draft.out = km.Fork(self.is_over(), OVER, stop) if self.ends_tested else km.Goto(stop)
        return enter, stop

    def is_over(self) -> k.Expr:
        over: k.Expr = k.Call("over", ())
        if "playing" in self.cells:
            return k.Logic("and", (k.Read("playing", ()), over))
        return over
