"""Plays of the reference interpreter, with every analysis held against every state and every value on the way."""

import random

from verifier.analysis.constants import known_cells
from verifier.analysis.interval_domain import singleton
from verifier.analysis.possible_values import Reach
from verifier.analysis.ranges import ranges_of
from verifier.analysis.simplify import Folding
from verifier.engine import Engine
from verifier.engine.interpret import Interpreter
from verifier.engine.interpret_steps import Runner
from verifier.kernel.domain import NOTHING
from verifier.kernel.layout import Layout
from verifier.runtime import Fault, Seeded
from verifier.trace.policies.uniform import random_given


class ContradictedError(AssertionError):
    """An analysis excludes what has happened."""


def contains(interval, value):
    inside = interval.low <= value <= interval.high
    return inside and (interval.among is None or value in interval.among)


def among(values, value):
    return values is None or value in values


class Doubting(Interpreter):
    """Works expressions out and asks the analyses whether they allow the value, of every so many (`stride`)."""

    def __init__(self, machine, layout, stride):
        super().__init__(machine, layout)
        self.stride, self.asked = stride, 0
        self.ranges, self.reach = ranges_of(machine), machine.analysis(Reach)

    def value(self, expr, state, env):
        found = super().value(expr, state, env)
        self.asked += 1
        if self.asked % self.stride:
            return found
        if not contains(
            self.ranges.interval(expr, {name: singleton(one) for name, one in env.items()}), found
        ):
            raise ContradictedError(f"ranges exclude {found} of {expr}")
        if not among(self.reach.values(expr, {name: frozenset((one,)) for name, one in env.items()}), found):
            raise ContradictedError(f"reach excludes {found} of {expr}")
        return found

    def members(self, source, state, env):
        found = super().members(source, state, env)
        interval = self.ranges.members(source, {name: singleton(one) for name, one in env.items()})
        reach = self.reach.members(source, {name: frozenset((one,)) for name, one in env.items()})
        for one in found:
            if not (contains(interval, one) and among(reach, one)):
                raise ContradictedError(f"{one} is a member of {source}")
        return found


class Following(Runner):
    """Carries moves out and looks at the state wherever a block begins."""

    def __init__(self, machine, stride):
        super().__init__(machine, Layout(machine))
        self.read = Doubting(machine, self.layout, stride)
        self.ranges, self.reach = self.read.ranges, self.read.reach
        self.parameters = dict(self.reach.entries())
        self.constants = known_cells(machine, Folding(machine))
        self.looks = 0

    def _run(self, label, env, state, oracle):
        following = label
        while following is not None:
            self._look(following, env, state)
            block = self.machine.blocks[following]
            self._steps(block.steps, env, state, oracle)
            following = self._following(block, env, state)
            env = {}

    def _look(self, label, env, state):
        self.looks += 1
        for thing, zone in enumerate(state.where[:-1]):
            if zone != NOTHING and thing not in self.ranges.possible[zone]:
                raise ContradictedError(f"{thing} lies in {zone} against ranges")
            if zone != NOTHING and zone not in self.reach.zones[thing]:
                raise ContradictedError(f"{thing} lies in {zone} against reach")
        for name, cell in self.machine.cells.items():
            held = getattr(state, self.layout.slots[name])
            for one in held[:-1] if cell.index else (held,):
                if not among(self.reach.cells[name], one):
                    raise ContradictedError(f"{name} is {one} against reach")
            if self.constants[label].get(name, held) != held:
                raise ContradictedError(f"{name} is {held} where {label} begins")
        for name in self.machine.blocks[label].params:
            interval = self.ranges.parameters[label].get(name)
            if interval is None or not contains(interval, env[name]):
                raise ContradictedError(f"{name} of {label} is {env[name]} against ranges")
            if not among(self.parameters[label][name], env[name]):
                raise ContradictedError(f"{name} of {label} is {env[name]} against reach")


def followed(machine, seed, most=40, stride=1):
    """Follow one random play; how often something was looked at."""
    runner, engine, chance, oracle = (
        Following(machine, stride),
        Engine(machine),
        random.Random(seed),
        Seeded(seed),
    )
    state = engine.blank(random_given(engine, chance))
    try:
        runner.begin(state, oracle)
        for _ in range(most):
            moves = runner.legal(state)
            if not moves:
                break
            runner.step(state, chance.choice(moves), oracle)
        for player in range(machine.players):
            runner.read.value(machine.score, state, {"p": player})
    except Fault:
        pass
    return runner.looks
