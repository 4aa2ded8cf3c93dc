"""What is true of a small machine: every state that a play can reach, by the plain interpreter and nothing else."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from verifier.engine import Engine
from verifier.engine.interpret_steps import Runner
from verifier.kernel import machine as km
from verifier.kernel.domain import values
from verifier.kernel.machine import Machine
from verifier.runtime import FINAL, Enumerating, Fault


class TooLarge(Exception):  # noqa: N818 - not an error
    """More states than anybody wants to wait for."""


@dataclass(slots=True)
class Truth:
    """Properties that some play breaks, claims that some play meets, rules that applied, actions that were taken."""

    states: int = 0
    broken: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)
    applied: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    # The states of each pause, by its label; and how many moves the longest play has, if all end.
    reached: dict[str, list[Any]] = field(default_factory=dict)
    longest: int | None = None

    def holds(self, name: str) -> bool:
        return name not in self.broken


class Watching(Runner):
    """The plain interpreter, asking every claim where it is to be asked and noting the rules that apply."""

    def __init__(self, machine: Machine, layout: Any, truth: Truth) -> None:
        super().__init__(machine, layout)
        self.truth = truth
        # What is true of a state is true of it whenever play pauses there.
        self.paused: set[Hashable] = set()

    def ask(self, moment: str | None, state: Any) -> None:
        for claim in self.machine.claims:
            if claim.moment == moment:
                kept = self.truth.met if self.read.value(claim.truth, state, {}) else self.truth.broken
                kept.add(claim.name)

    def _step(self, step: km.Step, env: dict[str, int], state: Any, oracle: Any) -> None:
        match step:
            case km.Mark(moment):
                self.ask(moment, state)
            case km.Branch(test, rule=rule) if rule is not None and self.read.value(test, state, env):
                self.truth.applied.add(rule)
        super()._step(step, env, state, oracle)

    def _following(self, block: km.Block, env: Any, state: Any) -> str | None:
        match block.out:
            case km.Fork(test, rule=rule) if rule is not None and self.read.value(test, state, env):
                self.truth.applied.add(rule)
        return super()._following(block, env, state)

    def _pause(self, at: int, state: Any) -> None:
        super()._pause(at, state)
        key = (at, state.key())
        if key in self.paused:
            return
        self.paused.add(key)
        self.ask(None, state)
        for zone, family in enumerate(self.layout.family_of):
            if family.holds is not None and len(state.zones[zone]) > family.holds:
                self.truth.broken.add("bounds")


class BruteForce:
    """All plays of a machine: every given value, every outcome of chance, every move."""

    def __init__(self, machine: Machine, most: int, ties_are_shared: bool = True) -> None:
        self.machine, self.most, self.ties_are_shared = machine, most, ties_are_shared
        self.engine = Engine(machine, piecemeal=True)
        self.truth = Truth()
        self.runner = Watching(machine, self.engine.layout, self.truth)
        self.follows: dict[Hashable, set[Hashable]] = {}
        self.waiting: list[Any] = []
        # What the one who decides sees, and what that one may do.
        self.allowed: dict[tuple[Hashable, ...], list[tuple[int, ...]]] = {}

    def found(self) -> Truth:
        for _ in self.outcomes_of_the_start():
            pass
        while self.waiting:
            self.visit(self.waiting.pop())
        self.truth.states = len(self.follows)
        self.truth.longest = self._longest()
        if self.truth.longest is None:
            self.truth.broken.add("it-ends")
        return self.truth

    def outcomes_of_the_start(self) -> Iterator[Hashable]:
        for held in all_given(self.machine):
            yield from self.outcomes(self.engine.blank(held), self.runner.begin)

    def outcomes(self, state: Any, act: Callable[[Any, Any], None]) -> Iterator[Hashable]:
        """Every state to which chance leads from here; new ones wait for a visit."""
        oracle, going = Enumerating(), True
        while going:
            after = state.copy()
            try:
                act(after, oracle)
            except Fault as fault:
                self.truth.broken.add(fault.property)
            else:
                key = (after.at, after.key())
                if key not in self.follows:
                    self.follows[key] = set()
                    self.waiting.append(after)
                    if after.at != FINAL:
                        self.truth.reached.setdefault(self.runner.layout.labels[after.at], []).append(after)
                    if len(self.follows) > self.most:
                        raise TooLarge
                yield key
            going = oracle.advance()

    def visit(self, state: Any) -> None:
        if state.at == FINAL:
            winners = self.engine.result(state).winners
            if not winners or (len(winners) > 1 and not self.ties_are_shared):
                self.truth.broken.add("somebody-wins")
            return
        moves = self.runner.legal(state)
        if not moves:
            self.truth.broken.add("no-dead-end")
        self._look(state, moves)
        decide, key = self.runner.decide(state), (state.at, state.key())
        for move in moves:
            if move[0] >= 0:
                self.truth.taken.add(decide.alternatives[move[0]].action)

            def act(after: Any, oracle: Any, move: tuple[int, ...] = move) -> None:
                self.runner.step(after, move, oracle)

            self.follows[key].update(self.outcomes(state, act))

    def _look(self, state: Any, moves: list[tuple[int, ...]]) -> None:
        """Two positions that look the same to whoever decides allow the same."""
        player = self.engine.player(state)
        seen = json.dumps(self.engine.view(state, player), sort_keys=True, default=str)
        if self.allowed.setdefault((state.at, player, seen), sorted(moves)) != sorted(moves):
            self.truth.broken.add("no-peeking")

    def _longest(self) -> int | None:
        """The moves of the longest play: states from which every way ends are taken away, until none is left.

        None if some lead on for ever.
        """
        back: dict[Hashable, list[Hashable]] = {}
        left = {key: len(after) for key, after in self.follows.items()}
        for key, after in self.follows.items():
            for each in after:
                back.setdefault(each, []).append(key)
        done = [key for key, count in left.items() if not count]
        length = dict.fromkeys(done, 0)
        for key in done:
            for before in back.get(key, ()):
                length[before] = max(length.get(before, 0), length[key] + 1)
                left[before] -= 1
                if not left[before]:
                    done.append(before)
        return max(length.values(), default=0) if len(done) == len(self.follows) else None


def all_given(machine: Machine) -> Iterator[dict[str, int]]:
    """Every way in which what comes from outside the rules may be."""
    given = [name for name, cell in machine.cells.items() if cell.given]
    for held in itertools.product(*(values(machine.cells[name].domain) for name in given)):
        yield dict(zip(given, held, strict=True))


# --- two machines


class Uncoupled(Exception):  # noqa: N818 - not an error
    """Chance is asked differently: which outcomes belong together is for others to say."""


def alike(one: Machine, other: Machine, most: int = 4_000, faults: bool = True) -> bool:
    """Do both allow the same moves wherever the same play leads, and come to the same result?

    Without `faults`, a play that only one side cannot carry out is not followed further.
    """
    readers = (Reader(one), Reader(other))
    seen: set[Hashable] = set()
    try:
        waiting = [
            pair
            for held in all_given(one)
            for pair in _together([(reader, reader.engine.blank(held), None) for reader in readers])
        ]
        while waiting and len(seen) < most:
            states = waiting.pop()
            if None in states:
                if faults and states != (None, None):
                    return False
                continue
            key = tuple((state.at, state.key()) for state in states)
            if key in seen:
                continue
            seen.add(key)
            offers = [reader.moves(state) for reader, state in zip(readers, states, strict=True)]
            outward = [reader.outward(state) for reader, state in zip(readers, states, strict=True)]
            if offers[0].keys() != offers[1].keys() or outward[0] != outward[1]:
                return False
            for name in offers[0]:
                acts = [
                    (reader, state, moves[name])
                    for reader, state, moves in zip(readers, states, offers, strict=True)
                ]
                waiting += _together(acts)
    except Uncoupled:
        pass
    return True


class Reader:
    """One of two machines, by the plain interpreter; its moves by the names that players know."""

    def __init__(self, machine: Machine) -> None:
        self.engine = Engine(machine, piecemeal=True)
        self.runner = Runner(machine, self.engine.layout)

    def moves(self, state: Any) -> dict[tuple[Any, ...], tuple[int, ...]]:
        if state.at == FINAL:
            return {}
        offered = self.runner.decide(state).alternatives
        return {
            ("stop",) if move[0] < 0 else (offered[move[0]].action, *move[1:]): move
            for move in self.runner.legal(state)
        }

    def outward(self, state: Any) -> tuple[Any, ...]:
        if state.at == FINAL:
            result = self.engine.result(state)
            return True, result.scores, result.winners
        return False, self.engine.player(state)

    def act(self, state: Any, move: tuple[int, ...] | None, oracle: Any) -> Any:
        """The state after a move, or after the set-up; none where the rules cannot be carried out."""
        after = state.copy()
        try:
            if move is None:
                self.runner.begin(after, oracle)
            else:
                self.runner.step(after, move, oracle)
        except Fault:
            return None
        return after


def _together(acts: list[tuple[Reader, Any, tuple[int, ...] | None]]) -> list[tuple[Any, Any]]:
    """Both do the same; chance answers the same questions in the same way."""
    (first, here, mine), (second, there, other) = acts
    oracle, going, found = Enumerating(), True, []
    while going:
        one = first.act(here, mine, oracle)
        same = Enumerating()
        same.path = [list(question) for question in oracle.path]
        found.append((one, second.act(there, other, same)))
        if None not in found[-1] and same.path[: same.asked] != oracle.path[: oracle.asked]:
            raise Uncoupled
        going = oracle.advance()
    return found
