"""The graph of blocks: wherever control goes in play, the graph has an edge."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.chaos import machines
from tests.engine.tiny import block, cell
from verifier.engine import Engine
from verifier.engine.interpret_steps import Runner
from verifier.kernel.domain import Labels
from verifier.kernel.graph import decision, reachable_from, successors, successors_without_pause
from verifier.kernel.machine import Final, Goto, Return
from verifier.runtime import STOP, Fault, Seeded


class Recording(Runner):
    """Carries out moves and keeps each way from one block to the next."""

    def __init__(self, machine, layout):
        super().__init__(machine, layout)
        self.edges = set()

    def _following(self, block, env, state):
        following = super()._following(block, env, state)
        if following is not None:
            self.edges.add((block.label, following))
        return following


@pytest.mark.slow
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(machines(), st.integers(0, 2**20))
def test_control_goes_where_the_graph_says(machine, seed):
    engine, chance, oracle = Engine(machine), random.Random(seed), Seeded(seed)
    runner = Recording(machine, engine.layout)
    state, entered, pauses = engine.blank({}), {machine.start}, set()
    try:
        runner.begin(state, oracle)
        for _ in range(40):
            moves = runner.legal(state)
            if not moves:
                break
            move = chance.choice(moves)
            decide = runner.decide(state)
            to = decide.stop if move[0] == STOP else decide.alternatives[move[0]].to
            assert to in successors(decide, machine.cells)
            pauses.add(to)
            runner.step(state, move, oracle)
    except Fault:
        pass
    for label, following in runner.edges:
        assert following in successors_without_pause(machine.blocks[label].out, machine.cells)
        assert following in successors(machine.blocks[label].out, machine.cells)
    passed = {label for _, label in runner.edges} | pauses
    assert passed <= reachable_from(entered, machine)


def test_a_return_may_go_to_each_of_its_labels():
    cells = {"home": cell("home", Labels(("one", "two")))}
    assert successors(Return("home"), cells) == ("one", "two")
    assert successors(Goto("one"), cells) == ("one",)
    assert successors(Final(), cells) == ()


def test_a_decision_is_named_after_what_asks_for_it():
    assert decision(block("turn", [], Final())).startswith(block("turn", [], Final()).origin.split()[0])
