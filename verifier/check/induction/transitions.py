"""The transition relation between cutpoints: every transition as conditions and changes.

A cut is a pause, or a block where play is cut for the proof alone: the head of a circle without a pause, or a place
that too many ways lead to. A transition starts at a cut with a state of which nothing is known but the invariants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from verifier.check.induction import zones
from verifier.check.induction.arithmetic import equal
from verifier.check.induction.cutpoints import FINAL, START, Cut, is_shuffling_part, pointers
from verifier.check.induction.encode import Encoding
from verifier.check.induction.evaluate import Evaluation
from verifier.check.induction.execute_steps import Config, Executor, PathRecord, TooManyPathsError
from verifier.check.induction.legal import MoveInstance, anything_legal, move_instances
from verifier.check.induction.logic import negation
from verifier.check.induction.state import SymbolicState
from verifier.check.induction.symmetry import (
    Symmetries,
    Symmetry,
    orbit_heads,
    orbit_representatives,
    stabilizer,
)
from verifier.check.induction.terms import FALSE, TRUE, Constant, Term
from verifier.kernel.domain import Labels, Truth
from verifier.kernel.machine import Block, Decide, Final, Fork, Goto, Return
from verifier.runtime import STOP

MOST_BLOCKS = 20_000
# So many ways through one transition, or so many to one block in it, and play is cut there.
FEW_PATHS = 700
CROWD = 40
MOST_PATHS = 3000
FEW_VALUES = 6


@dataclass(frozen=True, slots=True)
class Path:
    """One way a transition can go: where it ends, and the state there."""

    target: Cut
    state: SymbolicState


class CrowdedError(Exception):
    """Too many ways of one transition lead through a block: it had better be a cut."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class Control:
    """Runs of a machine between cuts. `cuts` are labels of blocks cut at their entry."""

    def __init__(self, encoding: Encoding, cuts: frozenset[str]) -> None:
        self.encoding = encoding
        self.machine = encoding.machine
        self.cuts = cuts
        # Those of the cut from which ways are followed.
        self.symmetries: Sequence[Symmetry] = ()
        self._open = 0
        self._pointers: dict[str, frozenset[str]] = {}

    def fresh(self, name: str, low: int, high: int) -> Term:
        self._open += 1
        return self.encoding.store.variable(f"{name} (seen by a rule) #{self._open}", low, high)

    def paths(
        self,
        label: str,
        env: dict[str, Term],
        state: SymbolicState,
        record: PathRecord,
        entered: bool = False,
    ) -> list[Path]:
        """Every way from a block to the next cuts; `entered` if play has been cut at this block."""
        if entered and is_shuffling_part(self.machine.blocks[label]):
            return self.merged(label, env, state, record)
        try:
            return self._followed(label, Config(env, state.copy()), record, entered, False)
        except TooManyPathsError:
            # Components stay open then: fewer ways, longer terms.
            record.clear()
            return self._followed(label, Config(env, state), record, entered, True)

    def merged(
        self, label: str, env: dict[str, Term], state: SymbolicState, record: PathRecord
    ) -> list[Path]:
        """The same with components left open: getting ready is done once, whatever each card does."""
        return self._followed(label, Config(env, state), record, True, True)

    def _followed(
        self, label: str, place: Config, record: PathRecord, entered: bool, merging: bool
    ) -> list[Path]:
        steps = Executor(self.encoding, record, MOST_PATHS, merging, () if merging else self.symmetries)
        found: list[Path] = []
        waiting = [(label, place, entered)]
        visits: Counter[str] = Counter()
        while waiting:
            here, place, inside = waiting.pop(0)
            if here in self.cuts and not inside:
                found += self._arrived(Cut(here, "entry"), place.state, steps)
                continue
            visits[here] += 1
            self._watch(visits, len(waiting) + len(found))
            block = self.machine.blocks[here]
            places = [place] if merging else self._pointed(block, place)
            for after in steps.run(block.steps, places):
                for following, state in self._leaving(block, after, steps):
                    if isinstance(following, Cut):
                        found += self._arrived(following, state, steps)
                    else:
                        waiting.append((following, Config({}, state), False))
        return found

    def _watch(self, visits: Counter[str], paths: int) -> None:
        if visits.total() > MOST_BLOCKS:
            raise TooManyPathsError
        if paths > FEW_PATHS:
            label, count = visits.most_common(1)[0]
            if count > CROWD:
                raise CrowdedError(label)

    def _pointed(self, block: Block, place: Config) -> list[Config]:
        """The place, once for each value of the cells that say what the block is about."""
        if block.label not in self._pointers:
            self._pointers[block.label] = pointers(block)
        places = [place]
        for cell in sorted(self._pointers[block.label]):
            places = [more for one in places for more in self._told(cell, one)]
        return places

    def _told(self, cell: str, place: Config) -> list[Config]:
        options = Evaluation(place.state, self.fresh).options(place.state.cell(cell, 0))
        if len(options) == 1 or len(options) > FEW_VALUES:
            return [place]
        alike = [one for one in self.symmetries if one.fixes(place.state, place.env)]
        heads = orbit_heads([value for value, _ in options], [one.cell_order(cell) for one in alike])
        found = []
        for value, test in options:
            state = place.state.copy()
            if value in heads and state.learn(test):
                found.append(Config(dict(place.env), state))
        return found

    def _arrived(self, cut: Cut, state: SymbolicState, steps: Executor) -> list[Path]:
        zones.nothing_in_hand(state, steps.demand)
        return [Path(cut, state)] if state.proper else []

    def _leaving(
        self, block: Block, place: Config, steps: Executor
    ) -> Iterator[tuple[str | Cut, SymbolicState]]:
        state = place.state
        match block.out:
            case Goto(label):
                yield label, state
            case Fork(test, then, otherwise, _):
                truth = Evaluation(state, steps.fresh).truth(test, place.env)
                yield from _forked(truth, then, otherwise, state)
            case Return(cell):
                yield from self._returning(cell, state)
            case Decide(if_none=None):
                yield Cut(block.label, "pause"), state
            case Decide(player=player, alternatives=alternatives, if_none=if_none):
                assert if_none is not None
                look = Evaluation(state, steps.fresh)
                if look.open:
                    truth = look.anything("anything legal", Truth())
                else:
                    truth = anything_legal(look, alternatives, look.value(player, {}))
                yield from _forked(truth, Cut(block.label, "pause"), if_none, state)
            case Final():
                yield FINAL, state
            case _:
                assert_never(block.out)

    def _returning(self, cell: str, state: SymbolicState) -> Iterator[tuple[str, SymbolicState]]:
        domain = self.machine.cells[cell].domain
        assert isinstance(domain, Labels)
        held = state.cell(cell, 0)
        for place, label in enumerate(domain.members):
            test = equal(held, self.encoding.store.number(place))
            if test is FALSE:
                continue
            branch = state if test is TRUE else state.copy()
            if branch.learn(test):
                yield label, branch


def _forked(
    test: Term, then: str | Cut, otherwise: str | Cut, state: SymbolicState
) -> Iterator[tuple[str | Cut, SymbolicState]]:
    test = state.settled(test)
    if isinstance(test, Constant):
        yield (then if test is TRUE else otherwise), state
        return
    other = state.copy()
    if state.learn(test):
        yield then, state
    if other.learn(negation(test)):
        yield otherwise, other


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
    record: PathRecord
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
        record = PathRecord()
        start = _in_the_box(self.encoding)
        paths = self.control.merged(self.machine.start, {}, start, record)
        return Transition(START, None, None, "set-up", (), paths, record)

    def from_cut(self, cut: Cut) -> Iterator[Transition]:
        """Every transition that starts at a cut."""
        alike = [] if self.symmetries is None else self.symmetries.at(cut, self.cuts)
        self.control.symmetries = alike
        if cut.kind == "entry":
            record = PathRecord()
            paths = self.control.paths(cut.label, {}, SymbolicState(self.encoding), record, entered=True)
            yield Transition(cut, None, None, "", (), paths, record)
            return
        out = self.machine.blocks[cut.label].out
        assert isinstance(out, Decide)
        for player, state in self._players(out, alike):
            left = stabilizer(alike, "me", self.encoding.store.number(player))
            look = Evaluation(state, self.control.fresh)
            for way in move_instances(look, out.alternatives, player, symmetries=left):
                yield from self._taken(cut, player, way, state)
            if out.stop is not None:
                record = PathRecord()
                paths = self.control.paths(out.stop, {}, state.copy(), record)
                yield Transition(cut, player, STOP, "stop", (), paths, record)

    def _players(self, out: Decide, alike: Sequence[Symmetry]) -> Iterator[tuple[int, SymbolicState]]:
        start = SymbolicState(self.encoding)
        look = Evaluation(start, self.control.fresh)
        options = look.options(look.value(out.player, {}))
        heads = orbit_representatives(alike, [player for player, _ in options], "me")
        for player, test in options:
            state = start.copy()
            if player >= 0 and player in heads and state.learn(test):
                yield player, state

    def _taken(self, cut: Cut, player: int, way: MoveInstance, state: SymbolicState) -> Iterator[Transition]:
        state = state.copy()
        if not all(state.learn(test) for _, test in way.tests):
            return
        state.width = way.width
        env = {"me": self.encoding.store.number(player), **dict(way.choices)}
        wanted = self.machine.blocks[way.to].params
        record = PathRecord()
        paths = self.control.paths(way.to, {name: env[name] for name in wanted}, state, record)
        yield Transition(cut, player, way.place, way.action, way.choices, paths, record)


def _in_the_box(encoding: Encoding) -> SymbolicState:
    """Before the set-up: everything in the box, every cell at its start, what is given open."""
    state = SymbolicState(encoding)
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


def made_of(truths: Iterable[Term], transitions: Iterable[Transition]) -> frozenset[Term]:
    """The variables of some truths, and those from which a step gives them, or one of these, a value."""
    changes = [path.state.changed for transition in transitions for path in transition.paths]
    found = frozenset[Term]().union(*(truth.free for truth in truths))
    while True:
        more = found.union(
            *(new.free for change in changes for variable, new in change.items() if variable in found)
        )
        if more == found:
            return found
        found = more
