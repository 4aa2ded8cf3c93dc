"""From one cut of a machine to the next: every transition as conditions and changes.

A cut is a pause, or a block where play is cut for the proof alone: the head of a circle without a pause, or a place
that too many ways lead to. A transition starts at a cut with a state of which nothing is known but the invariants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.backends.proof.carry_out import Record
from verifier.backends.proof.control import Control, Cut, Path
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.legal import Way, ways
from verifier.backends.proof.state import State
from verifier.backends.proof.symmetric import Symmetry, fixing, told_apart
from verifier.backends.proof.symmetry import Symmetries
from verifier.backends.proof.terms import FALSE, TRUE, Term
from verifier.kernel.machine import Decide
from verifier.runtime import STOP

START = Cut("", "start")


@dataclass(slots=True)
class Transition:
    """One concrete move at a pause (or the run from a cut that is none), with everything it can lead to."""

    source: Cut
    player: int | None
    # The place of the alternative among those of the pause; -1 for stopping.
    alternative: int | None
    action: str
    choices: tuple[tuple[str, Term], ...]
    paths: list[Path]
    record: Record
    # Where it starts, for people.
    label: str = ""

    @property
    def name(self) -> str:
        chosen = " ".join(f"{name}={value!r}" for name, value in self.choices)
        return f"{self.source.label}: {self.player} {self.action} {chosen}".rstrip()


class Execution:
    """The transitions of a machine. `cuts` are labels of blocks cut at their entry.

    With `symmetries`, of transitions that are images of each other one is made.
    """

    def __init__(
        self, encoding: Encoding, cuts: frozenset[str], symmetries: Symmetries | None = None
    ) -> None:
        self.encoding = encoding
        self.machine = encoding.machine
        self.cuts = cuts
        self.symmetries = symmetries
        self.control = Control(encoding, cuts)

    def set_up(self) -> Transition:
        """From the box to the first cuts."""
        record = Record()
        start = _in_the_box(self.encoding)
        paths = self.control.merged(self.machine.start, {}, start, record)
        return Transition(START, None, None, "set-up", (), paths, record)

    def from_cut(self, cut: Cut) -> Iterator[Transition]:
        """Every transition that starts at a cut."""
        alike = [] if self.symmetries is None else self.symmetries.at(cut, self.cuts)
        self.control.symmetries = alike
        if cut.kind == "entry":
            record = Record()
            paths = self.control.paths(cut.label, {}, State(self.encoding), record, entered=True)
            yield Transition(cut, None, None, "", (), paths, record)
            return
        out = self.machine.blocks[cut.label].out
        assert isinstance(out, Decide)
        for player, state in self._players(out, alike):
            left = fixing(alike, "me", self.encoding.store.number(player))
            look = Evaluation(state, self.control.fresh)
            for way in ways(look, out.alternatives, player, symmetries=left):
                yield from self._taken(cut, player, way, state)
            if out.stop is not None:
                record = Record()
                paths = self.control.paths(out.stop, {}, state.copy(), record)
                yield Transition(cut, player, STOP, "stop", (), paths, record)

    def _players(self, out: Decide, alike: Sequence[Symmetry]) -> Iterator[tuple[int, State]]:
        start = State(self.encoding)
        look = Evaluation(start, self.control.fresh)
        options = look.options(look.value(out.player, {}))
        heads = told_apart(alike, [player for player, _ in options], "me")
        for player, test in options:
            state = start.copy()
            if player >= 0 and player in heads and state.learn(test):
                yield player, state

    def _taken(self, cut: Cut, player: int, way: Way, state: State) -> Iterator[Transition]:
        state = state.copy()
        if not all(state.learn(test) for _, test in way.tests):
            return
        state.width = way.width
        env = {"me": self.encoding.store.number(player), **dict(way.choices)}
        wanted = self.machine.blocks[way.to].params
        record = Record()
        paths = self.control.paths(way.to, {name: env[name] for name in wanted}, state, record)
        yield Transition(cut, player, way.place, way.action, way.choices, paths, record)


def _in_the_box(encoding: Encoding) -> State:
    """Before the set-up: everything in the box, every cell at its start, what is given open."""
    state = State(encoding)
    machine = encoding.machine
    for (zone, _), here in encoding.inside.items():
        state.set(here, TRUE if zone == machine.box else FALSE)
    for zone, size in enumerate(encoding.sizes):
        state.set(size, encoding.store.number(len(machine.things) if zone == machine.box else 0))
    for (name, _), held in encoding.cells.items():
        cell = machine.cells[name]
        if not cell.given:
            state.set(held, encoding.store.constant(held, cell.starts))
    for thing, spot in encoding.spot.items():
        state.set(spot, encoding.store.number(thing if machine.box in encoding.ordered else 0))
    return state
