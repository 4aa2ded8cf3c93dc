"""The transition that the checker of certificates encodes, held against the plain interpreter.

Some slots of a state, chosen at random, are left open and only equated with what they hold; the others are known. So
both the arithmetic of known values and the terms are compared. A step without chance must have exactly one outcome.

`python -m tests.agreement.checker [STEPS] [RULESET...]` follows long plays of rule sets.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass, field, replace
from itertools import pairwise

import click
import z3

from verifier.check.certificate.board import Board
from verifier.check.certificate.certificate import TOPS
from verifier.check.certificate.names import EVERYTHING, Names
from verifier.check.certificate.read import Reader
from verifier.check.certificate.state import State, cell_slot, height_slot, zone_slot
from verifier.check.certificate.terms import all_of, any_of, comparison, equal, negation
from verifier.check.certificate.walk import Walk
from verifier.check.subjects import subjects_of
from verifier.diagnostics import Report
from verifier.engine import Engine
from verifier.kernel.expression import Contents
from verifier.kernel.machine import Choice, Decide, Machine
from verifier.runtime import FINAL, STOP, Fault, Recording, Seeded
from verifier.trace.policies.uniform import random_given

LONGEST = 300
# Set-ups of machines with more components are not compared.
SMALL = 12


@dataclass
class Arrivals:
    """Where paths led, and what was asked to be fine on the way."""

    met: list[tuple[str | None, State]] = field(default_factory=list)
    faults: list[tuple[State, object]] = field(default_factory=list)

    def is_cut(self, label):
        return False

    def ring(self, label, state):
        raise Endless

    def arrive(self, label, state):
        self.met.append((label, state))

    def fault(self, what, state, fine):
        self.faults.append((state, fine))
        return state.assuming(fine)

    def may_be(self, state):
        return not any(part is False for part in state.path)

    def moment(self, name, state):
        pass


class Endless(Exception):  # noqa: N818 - no error of ours
    """A ring of blocks: the checker asks for a cutpoint in it."""


@dataclass
class Tally:
    steps: int = 0
    chance: int = 0
    faults: int = 0
    moves: int = 0
    open: int = 0


def _is_from_zone(part) -> bool:
    return isinstance(part, Choice) and isinstance(part.source, Contents)


class Held:
    """A machine, its plain interpreter, and the checker's reading of it."""

    def __init__(self, machine: Machine, seed: int = 0, opened: float = 8) -> None:
        self.machine = machine
        self.engine = Engine(machine)
        self.runner = self.engine.runner
        self.board = Board(machine)
        self.luck = random.Random(seed)
        self.opened = opened
        self.tally = Tally()

    def follow(self, steps: int, longest: int = LONGEST) -> None:
        """Plays until so many steps were compared."""
        until = self.tally.steps + steps
        while self.tally.steps < until:
            state = self.engine.blank(random_given(self.engine, self.luck))
            if len(self.machine.things) <= SMALL:
                if not self.compared(state, None):
                    continue
            else:
                # A deal of many cards has too many outcomes to be written out; steps after it are compared.
                self.runner.begin(state, Seeded(self.luck.randrange(2**30)))
            for _ in range(longest):
                moves = self.runner.legal(state)
                if state.at == FINAL or not moves or self.tally.steps >= until:
                    break
                if not self.compared(state, self.luck.choice(moves)):
                    break

    def compared(self, state, move) -> bool:
        """One step (the set-up, if there is no move) read both ways; afterwards the state is the next one."""
        question = Question(self, state)
        if move is not None:
            question.compare_moves(state, self.runner.legal(state))
        before = state.copy()
        oracle = Recording(Seeded(self.luck.randrange(2**30)))
        fault = False
        try:
            if move is None:
                self.runner.begin(state, oracle)
            else:
                self.runner.step(state, move, oracle)
        except Fault:
            fault = True
        chance = bool(oracle.shuffles or oracle.rolls)
        self.tally.steps += 1
        self.tally.chance += chance
        self.tally.faults += fault
        question.compare_outcome(before, move, None if fault else state, chance)
        return not fault


class Question:
    """One state as the checker sees it, part of it open."""

    def __init__(self, held: Held, state) -> None:
        self.held, self.machine, self.board = held, held.machine, held.board
        self.names = Names(z3.Context())
        self.solver = z3.Solver(ctx=self.names.context)
        self.start = self._start(state)

    def _start(self, state) -> State:
        held, values = self.held, {}
        for thing in self.board.things:
            zone = state.where[thing]
            values[zone_slot(thing)] = zone
            values[height_slot(thing)] = state.zones[zone].index(thing)
        for cell in self.machine.cells.values():
            for point in self.board.points(cell.index):
                values[cell_slot(cell.name, point)] = held.runner.read.read(cell.name, point, state)
        count = min(len(values), int(held.luck.expovariate(1 / held.opened)))
        chosen = set(held.luck.sample(sorted(values, key=str), count))
        # Heights count only against each other: within a zone all are open, or none is.
        slots, highest = dict(values), len(self.board.things)
        for slot in sorted(chosen, key=str):
            held.tally.open += 1
            if slot[0] != "height":
                slots[slot] = z3.Int(f"{slot}", self.names.context)
                self.solver.add(slots[slot] == values[slot])
        for zone in {state.where[slot[1]] for slot in chosen if slot[0] == "height"}:
            pile = [height_slot(thing) for thing in state.zones[zone]]
            for slot in pile:
                slots[slot] = z3.Int(f"{slot}", self.names.context)
                self.solver.add(slots[slot] >= -1, slots[slot] <= highest)
            self.solver.add([slots[a] < slots[b] for a, b in pairwise(pile)])
        counted = tuple(values[zone_slot(thing)] for thing in self.board.things)
        return State(slots, highest=highest, lowest=-1, counted=counted)

    def _can(self, state: State, goal) -> bool:
        """Is there a way for this to be so on the path of a state?"""
        if goal is False or any(part is False for part in state.path):
            return False
        parts = self.names.cone(goal, state.path, EVERYTHING)
        if any(part is False for part in parts):
            return False
        self.solver.push()
        self.solver.add([part for part in parts if part is not True])
        answer = self.solver.check()
        self.solver.pop()
        assert answer != z3.unknown
        return answer == z3.sat

    def _walk(self) -> tuple[Walk, Arrivals]:
        arrivals = Arrivals()
        reader = Reader(self.board, self.names, None)
        # Whether ends of piles and choices are looked at one by one is the certificate's choice: both are held.
        unseen = {each for each in self._classes() if self.held.luck.random() < 0.5}
        return Walk(reader, arrivals, unseen), arrivals

    def _classes(self) -> list[str]:
        """The ends of piles, and the classes of what is chosen from a zone."""
        decisions = (block.out for block in self.machine.blocks.values() if isinstance(block.out, Decide))
        parts = (part for each in decisions for taken in each.alternatives for part in taken.prelude)
        chosen = {part.source.things.name for part in parts if _is_from_zone(part)}
        return [TOPS, *sorted(chosen)]

    def compare_moves(self, before, legal) -> None:
        """The checker offers exactly the legal moves."""
        walk, _ = self._walk()
        decide = self.held.runner.decide(before)
        for number, taken in enumerate(decide.alternatives):
            names = [part.local for part in taken.prelude if isinstance(part, Choice)]
            single = replace(decide, alternatives=(taken,))
            offered = []
            for way in walk.ways(single, self.start, one_by_one=True):
                if self._can(way.state, way.offered):
                    offered.append((number, *(way.env.values[name] for name in names)))
            assert sorted(offered) == sorted({move for move in legal if move[0] == number})
            self.held.tally.moves += len(offered)

    def _ways(self, walk: Walk, before, move) -> list[tuple[str, State]]:
        """The checker's ways that are this move."""
        if move is None:
            return [(self.machine.start, self.start)]
        decide = self.held.runner.decide(before)
        if move[0] == STOP:
            return [(decide.stop, self.start)]
        taken = decide.alternatives[move[0]]
        names = [part.local for part in taken.prelude if isinstance(part, Choice)]
        wanted = dict(zip(names, move[1:], strict=True))
        found = []
        for way in walk.ways(replace(decide, alternatives=(taken,)), self.start):
            same = all_of(equal(way.env.values[name], value) for name, value in wanted.items())
            state = way.state.assuming(way.offered, same)
            if self._can(state, True):
                found.append((way.to, replace(state, env=way.env, visited=(way.to,))))
        assert len(found) == 1, f"{move} is offered {len(found)} times"
        return found

    def compare_outcome(self, before, move, after, chance: bool) -> None:
        """`after` is where the plain interpreter came, nothing if it met a fault."""
        walk, arrivals = self._walk()
        try:
            for label, state in self._ways(walk, before, move):
                if move is None or move[0] == STOP:
                    walk.go(label, state)
                else:
                    walk.follow(label, state)
        except Endless:
            return
        broken = any(self._can(state, negation(fine)) for state, fine in arrivals.faults)
        in_the_air = [
            (state, any_of(equal(state.slots[zone_slot(each)], -1) for each in self.board.things))
            for _, state in arrivals.met
        ]
        broken = broken or any(self._can(state, lost) for state, lost in in_the_air)
        if after is None:
            assert broken, "the interpreter met a fault, the checker none"
            return
        assert not broken or chance, "the checker meets a fault, the interpreter none"
        here = None if after.at == FINAL else self.held.runner.layout.labels[after.at]
        admitted = False
        for label, state in arrivals.met:
            alike = self._alike(state, after)
            if label == here:
                admitted = admitted or self._can(state, alike)
            if not chance:
                other = negation(alike) if label == here else True
                assert not self._can(state, other), f"another outcome at {label}"
        assert admitted, "the step is not admitted"

    def _alike(self, state: State, played):
        parts = []
        for thing in self.board.things:
            parts.append(equal(state.slots[zone_slot(thing)], played.where[thing]))
        for zone, family in enumerate(self.held.runner.layout.family_of):
            if family.shape != "set":
                heights = [state.slots[height_slot(thing)] for thing in played.zones[zone]]
                parts += [comparison("<", a, b) for a, b in pairwise(heights)]
        for cell in self.machine.cells.values():
            for point in self.board.points(cell.index):
                value = self.held.runner.read.read(cell.name, point, played)
                parts.append(equal(state.slots[cell_slot(cell.name, point)], value))
        return all_of(parts)


def main(words: list[str]) -> None:
    steps = int(words[0]) if words else 100
    report = Report()
    subjects = subjects_of(tuple(words[1:]), None, report)
    report.reject_errors()
    for subject in subjects:
        began = time.process_time()
        held = Held(subject.program().machine)
        held.follow(steps)
        click.echo(f"{subject}: {held.tally}, {time.process_time() - began:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
