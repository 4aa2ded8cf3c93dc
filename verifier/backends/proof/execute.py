"""From one cut of a machine to the next: every transition as conditions and changes.

A cut is a pause, or a block where play is cut for the proof alone: the head of a circle without a pause, or a place
that too many ways lead to. A transition starts at a cut with a state of which nothing is known but the invariants.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, assert_never

from verifier.backends.proof import moves
from verifier.backends.proof.carry_out import Place, Record, Steps, TooManyPathsError
from verifier.backends.proof.compare import equal
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.legal import Way, anything_legal, ways
from verifier.backends.proof.state import State
from verifier.backends.proof.terms import FALSE, TRUE, Term, negation, number, variable
from verifier.kernel.domain import Labels
from verifier.kernel.machine import Block, Decide, Final, Fork, Goto, Return

MOST_BLOCKS = 4000


class Cut(NamedTuple):
    """`pause` is the decision after a block's steps, `entry` the block before its steps, `final` the end."""

    label: str
    kind: str


FINAL = Cut("", "final")


@dataclass(frozen=True, slots=True)
class Path:
    """One way a transition can go: where it ends, and the state there."""

    target: Cut
    state: State


@dataclass(slots=True)
class Transition:
    """One concrete move at a pause (or the run from a cut that is none), with everything it can lead to."""

    source: Cut
    player: int | None
    action: str
    choices: tuple[tuple[str, Term], ...]
    paths: list[Path]
    record: Record

    @property
    def name(self) -> str:
        chosen = " ".join(f"{name}={value!r}" for name, value in self.choices)
        return f"{self.source.label}: {self.player} {self.action} {chosen}".rstrip()


class Execution:
    """Runs of a machine between cuts. `cuts` are labels of blocks cut at their entry."""

    def __init__(self, encoding: Encoding, cuts: frozenset[str], most_paths: int = 2000) -> None:
        self.encoding = encoding
        self.machine = encoding.machine
        self.cuts = cuts
        self.most_paths = most_paths
        self._open = 0

    def _fresh(self, name: str, low: int, high: int) -> Term:
        self._open += 1
        return variable(f"{name} (seen by a rule) #{self._open}", low, high)

    def set_up(self) -> Transition:
        """From the box to the first cuts."""
        record = Record()
        paths = self._paths(self.machine.start, {}, _in_the_box(self.encoding), record, entered=True)
        return Transition(Cut("", "start"), None, "set-up", (), paths, record)

    def from_cut(self, cut: Cut) -> Iterator[Transition]:
        """Every transition that starts at a cut."""
        if cut.kind == "entry":
            record = Record()
            paths = self._paths(cut.label, {}, State(self.encoding), record, entered=True)
            yield Transition(cut, None, "", (), paths, record)
            return
        out = self.machine.blocks[cut.label].out
        assert isinstance(out, Decide)
        for player, state in self._players(out):
            for way in ways(Evaluation(state, self._fresh), out.alternatives, player):
                yield from self._taken(cut, player, way, state)
            if out.stop is not None:
                record = Record()
                paths = self._paths(out.stop, {}, state.copy(), record)
                yield Transition(cut, player, "stop", (), paths, record)

    def _players(self, out: Decide) -> Iterator[tuple[int, State]]:
        start = State(self.encoding)
        look = Evaluation(start, self._fresh)
        for player, test in look.options(look.value(out.player, {})):
            state = start.copy()
            if player >= 0 and state.learn(test):
                yield player, state

    def _taken(self, cut: Cut, player: int, way: Way, state: State) -> Iterator[Transition]:
        state = state.copy()
        if not all(state.learn(test) for _, test in way.tests):
            return
        env = {"me": number(player), **dict(way.choices)}
        wanted = self.machine.blocks[way.to].params
        record = Record()
        paths = self._paths(way.to, {name: env[name] for name in wanted}, state, record)
        yield Transition(cut, player, way.action, way.choices, paths, record)

    # --- control

    def _paths(
        self, label: str, env: dict[str, Term], state: State, record: Record, entered: bool = False
    ) -> list[Path]:
        steps = Steps(self.encoding, record, self.most_paths)
        found: list[Path] = []
        waiting = [(label, Place(env, state), entered)]
        run = 0
        while waiting:
            here, place, inside = waiting.pop()
            run += 1
            if run > MOST_BLOCKS or len(found) > self.most_paths:
                raise TooManyPathsError
            if here in self.cuts and not inside:
                found += self._arrived(Cut(here, "entry"), place.state, steps)
                continue
            block = self.machine.blocks[here]
            for after in steps.run(block.steps, [place]):
                for following, state_ in self._leaving(block, after, steps):
                    if isinstance(following, Cut):
                        found += self._arrived(following, state_, steps)
                    else:
                        waiting.append((following, Place({}, state_), False))
        return found

    def _arrived(self, cut: Cut, state: State, steps: Steps) -> list[Path]:
        moves.nothing_in_hand(state, steps.demand)
        return [Path(cut, state)] if state.proper else []

    def _leaving(self, block: Block, place: Place, steps: Steps) -> Iterator[tuple[str | Cut, State]]:
        state = place.state
        match block.out:
            case Goto(label):
                yield label, state
            case Fork(test, then, otherwise, _):
                truth = Evaluation(state, steps.fresh).truth(test, place.env)
                yield from _forked(truth, then, otherwise, state)
            case Return(cell):
                yield from self._returning(cell, state)
            case Decide(vain=None):
                yield Cut(block.label, "pause"), state
            case Decide(player=player, alternatives=alternatives, vain=vain):
                assert vain is not None
                look = Evaluation(state, steps.fresh)
                truth = anything_legal(look, alternatives, look.value(player, {}))
                yield from _forked(truth, Cut(block.label, "pause"), vain, state)
            case Final():
                yield FINAL, state
            case _:
                assert_never(block.out)

    def _returning(self, cell: str, state: State) -> Iterator[tuple[str, State]]:
        domain = self.machine.cells[cell].domain
        assert isinstance(domain, Labels)
        held = state.cell(cell, 0)
        for place, label in enumerate(domain.members):
            test = equal(held, number(place))
            if test is FALSE:
                continue
            branch = state if test is TRUE else state.copy()
            if branch.learn(test):
                yield label, branch


def _forked(
    test: Term, then: str | Cut, otherwise: str | Cut, state: State
) -> Iterator[tuple[str | Cut, State]]:
    test = state.settled(test)
    if test.op == "const":
        yield (then if test is TRUE else otherwise), state
        return
    other = state.copy()
    if state.learn(test):
        yield then, state
    if other.learn(negation(test)):
        yield otherwise, other


def _in_the_box(encoding: Encoding) -> State:
    """Before the set-up: everything in the box, every cell at its start, what is given open."""
    state = State(encoding)
    machine = encoding.machine
    for (zone, _), here in encoding.inside.items():
        state.set(here, TRUE if zone == machine.box else FALSE)
    for zone, size in enumerate(encoding.sizes):
        state.set(size, number(len(machine.things) if zone == machine.box else 0))
    for (name, _), held in encoding.cells.items():
        cell = machine.cells[name]
        if not cell.given:
            state.set(held, (TRUE if cell.starts else FALSE) if held.truth else number(cell.starts))
    for thing, spot in encoding.spot.items():
        state.set(spot, number(thing if machine.box in encoding.ordered else 0))
    return state
