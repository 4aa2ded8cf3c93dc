"""Control from block to block: where a run goes, on which ways, until it meets a cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, assert_never

from verifier.backends.proof import moves
from verifier.backends.proof.carry_out import Place, Record, Steps, TooManyPathsError
from verifier.backends.proof.compare import equal
from verifier.backends.proof.encode import Encoding
from verifier.backends.proof.evaluate import Evaluation
from verifier.backends.proof.legal import anything_legal
from verifier.backends.proof.pieces import gets_ready
from verifier.backends.proof.pointers import pointers
from verifier.backends.proof.state import State
from verifier.backends.proof.symmetric import Symmetry, orbit_heads
from verifier.backends.proof.terms import FALSE, TRUE, Constant, Term, negation
from verifier.kernel.domain import Labels, Truth
from verifier.kernel.machine import Block, Decide, Final, Fork, Goto, Return

MOST_BLOCKS = 20_000
# So many ways through one transition, or so many to one block in it, and play is cut there.
FEW_PATHS = 700
CROWD = 40
MOST_PATHS = 3000
FEW_VALUES = 6


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
        self, label: str, env: dict[str, Term], state: State, record: Record, entered: bool = False
    ) -> list[Path]:
        """Every way from a block to the next cuts; `entered` if play has been cut at this block."""
        if entered and gets_ready(self.machine.blocks[label]):
            return self.merged(label, env, state, record)
        try:
            return self._followed(label, Place(env, state.copy()), record, entered, False)
        except TooManyPathsError:
            # Components stay open then: fewer ways, longer terms.
            record.clear()
            return self._followed(label, Place(env, state), record, entered, True)

    def merged(self, label: str, env: dict[str, Term], state: State, record: Record) -> list[Path]:
        """The same with components left open: getting ready is done once, whatever each card does."""
        return self._followed(label, Place(env, state), record, True, True)

    def _followed(self, label: str, place: Place, record: Record, entered: bool, merging: bool) -> list[Path]:
        steps = Steps(self.encoding, record, MOST_PATHS, merging, () if merging else self.symmetries)
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
                        waiting.append((following, Place({}, state), False))
        return found

    def _watch(self, visits: Counter[str], paths: int) -> None:
        if visits.total() > MOST_BLOCKS:
            raise TooManyPathsError
        if paths > FEW_PATHS:
            label, count = visits.most_common(1)[0]
            if count > CROWD:
                raise CrowdedError(label)

    def _pointed(self, block: Block, place: Place) -> list[Place]:
        """The place, once for each value of the cells that say what the block is about."""
        if block.label not in self._pointers:
            self._pointers[block.label] = pointers(block)
        places = [place]
        for cell in sorted(self._pointers[block.label]):
            places = [more for one in places for more in self._told(cell, one)]
        return places

    def _told(self, cell: str, place: Place) -> list[Place]:
        options = Evaluation(place.state, self.fresh).options(place.state.cell(cell, 0))
        if len(options) == 1 or len(options) > FEW_VALUES:
            return [place]
        alike = [one for one in self.symmetries if one.fixes(place.state, place.env)]
        heads = orbit_heads([value for value, _ in options], [one.cell_order(cell) for one in alike])
        found = []
        for value, test in options:
            state = place.state.copy()
            if value in heads and state.learn(test):
                found.append(Place(dict(place.env), state))
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
                if look.open:
                    truth = look.anything("anything legal", Truth())
                else:
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
            test = equal(held, self.encoding.store.number(place))
            if test is FALSE:
                continue
            branch = state if test is TRUE else state.copy()
            if branch.learn(test):
                yield label, branch


def _forked(
    test: Term, then: str | Cut, otherwise: str | Cut, state: State
) -> Iterator[tuple[str | Cut, State]]:
    test = state.settled(test)
    if isinstance(test, Constant):
        yield (then if test is TRUE else otherwise), state
        return
    other = state.copy()
    if state.learn(test):
        yield then, state
    if other.learn(negation(test)):
        yield otherwise, other
