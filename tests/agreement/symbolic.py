"""Plays held against the symbolic transitions of their machine, step by step."""

from __future__ import annotations

import random

from tests.agreement.transitions import Agreement
from verifier.check.induction.samples import cut_of, state_assignment
from verifier.engine import Engine
from verifier.kernel.machine import Machine
from verifier.runtime import Fault, Seeded
from verifier.trace.policies.uniform import random_given


def told(run, *args):
    """The outcome of a step: nothing, or the property that a fault breaks."""
    try:
        run(*args)
    except Fault as fault:
        return fault.property
    return None


def assert_agreement(machine: Machine, seed: int, steps: int, in_order: bool, exact: bool = True) -> int:
    """Every step of a random play is an outcome of its transition; how many steps were taken."""
    engine, agreement = Engine(machine), Agreement(machine, in_order)
    chance, oracle = random.Random(seed), Seeded(seed)
    blank = engine.blank(random_given(engine, chance))
    state = blank.copy()
    fault = told(engine.enter, state, machine.start, oracle)
    assert_told(agreement, agreement.set_up_outcomes(blank), state, fault, False)
    for taken in range(steps):
        moves = [] if fault is not None else engine.legal(state)
        if not moves:
            return taken
        if in_order:
            assert agreement.legal(engine, state) == set(moves)
        move = chance.choice(moves)
        before = state.copy()
        fault = told(engine.step, state, move, oracle)
        outcomes = agreement.step_outcomes(engine, before, move)
        assert_told(agreement, outcomes, state, fault, in_order and exact)
    return steps


def assert_told(agreement: Agreement, outcomes: list, state, fault: str | None, exact: bool) -> None:
    """A step that ends has its state among the outcomes; one with a fault, without chance, has none."""
    settled = not any(fact.free for outcome in outcomes for fact in outcome.facts)
    if fault is not None:
        assert not (exact and settled and outcomes)
        return
    after, cut = state_assignment(agreement.encoding, state), cut_of(agreement.encoding, state)
    accepted = [outcome for outcome in outcomes if agreement.accepts(outcome, after, cut)]
    assert accepted
    if exact and settled:
        assert len(outcomes) == 1
