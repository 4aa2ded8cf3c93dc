"""Plays by the plain reader, block by block: what a block began with, and what it left behind."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import z3

from verifier.check.quantified.fold_terms import as_number, equal
from verifier.check.quantified.proof import ExecutedBlock, QuantifiedProof
from verifier.engine import Engine, State
from verifier.engine.interpret_steps import Runner
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Machine
from verifier.runtime import Seeded
from verifier.trace.policies.uniform import random_given


@dataclass(frozen=True)
class Passed:
    label: str
    env: dict[str, int]
    before: State
    after: State


class Following(Runner):
    """Keeps every block that was run."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine, Layout(machine))
        self.passed: list[Passed] = []

    def _run(self, label, env, state, oracle) -> None:
        following = label
        while following is not None:
            block = self.machine.blocks[following]
            before, chosen = state.copy(), dict(env)
            self._steps(block.steps, env, state, oracle)
            self.passed.append(Passed(following, chosen, before, state.copy()))
            following = self._following(block, env, state)
            env = {}


def passages(machine: Machine, seed: int, moves: int) -> Iterator[tuple[Following, Passed]]:
    """The blocks of a random play."""
    engine = Engine(machine)
    runner = Following(machine)
    chance = random.Random(seed)
    oracle = Seeded(seed)
    state = engine.blank(random_given(engine, chance))
    runner.begin(state, oracle)
    for _ in range(moves):
        yield from ((runner, one) for one in runner.passed)
        runner.passed.clear()
        legal = runner.legal(state)
        if not legal:
            return
        runner.step(state, chance.choice(legal), oracle)


def untrue(proof: QuantifiedProof, runner: Following, one: Passed) -> list[str]:
    """What is said to be carried to a block and does not hold where it began."""
    return [
        str(fact) for fact in proof.carried.at(one.label) if not runner.read.value(fact, one.before, one.env)
    ]


def is_denied(proof: QuantifiedProof, stretch: ExecutedBlock, one: Passed) -> bool:
    """Does the proof think that a block cannot do what it did?"""
    solver = z3.SimpleSolver()
    solver.set("rlimit", 4_000_000)
    solver.set("mbqi", False)
    check = stretch.checks[-1]
    assert check.name == stretch.label
    given = [*proof._now, *stretch.laws]
    given += [equal(stretch.chosen[name], one.env[name]) for name in stretch.chosen]
    given += [fact.truth for fact in stretch.carried]
    for world, state in ((proof.start, one.before), (check.world, one.after)):
        given += [equal(world.lies(thing), zone) for thing, zone in enumerate(state.where[:-1])]
        given += [equal(world.sizes(zone), len(state.zones[zone])) for zone in range(proof.machine.zones)]
        for name, slot in proof.reading.layout.slots.items():
            held = getattr(state, slot)
            if proof.machine.cells[name].index:
                given += [equal(world.rows[name](place), value) for place, value in enumerate(held[:-1])]
            else:
                given.append(equal(as_number(world.cells[name]), held))
    if any(truth is False for truth in given):
        return True
    solver.add(*(truth for truth in given if truth is not True))
    return solver.check() == z3.unsat
