"""Observations hold what a player sees and nothing else: unseen components may be exchanged unnoticed."""

import random

import pytest

from tests.trace.conftest import SHORE
from verifier.adapters.observe import UNSEEN, Observer
from verifier.engine import Engine
from verifier.engine.view import seen_things
from verifier.program import program_of
from verifier.runtime import Seeded
from verifier.trace.policies.uniform import random_given


def positions(engine, seed, most=60):
    chance = random.Random(seed)
    state, oracle = engine.new(Seeded(seed), random_given(engine, chance)), Seeded(seed)
    for _ in range(most):
        yield state
        legal = engine.legal(state)
        if not legal:
            return
        engine.step(state, chance.choice(legal), oracle)


def exchanged(state, first, second):
    """The state with two components in each other's place."""
    other = state.copy()
    for thing, there in ((first, second), (second, first)):
        zone = state.where[there]
        other.zones[zone][state.zones[zone].index(there)] = thing
        other.where[thing] = zone
    return other


@pytest.mark.parametrize("ruleset", [str(SHORE), "hanabi", "hearts"])
def test_what_is_not_seen_changes_nothing(ruleset):
    engine = Engine(program_of(ruleset).machine)
    observer, chance, tried = Observer(engine), random.Random(5), 0
    for state in positions(engine, 2):
        for player in range(engine.machine.players):
            vector = observer.vector(state, player)
            assert len(vector) == observer.size
            assert observer.low <= min(vector) <= max(vector) <= observer.high
            seen = seen_things(state, player, engine.read)
            unseen = [thing for thing in range(len(engine.machine.things)) if thing not in seen]
            assert vector.count(UNSEEN) >= len(unseen)
            # Notes that tell of a component (a clue) go with it: those are left where they are.
            free = [each for each in unseen if not _noted(engine, state, each)]
            if len(free) > 1:
                other = exchanged(state, *chance.sample(free, 2))
                assert observer.vector(other, player) == vector
                assert observer.text(other, player) == observer.text(state, player)
                tried += 1
    assert tried > 10


def _noted(engine, state, thing):
    """Does a cell say something of a component, or hold it?"""
    from verifier.kernel.domain import Things
    from verifier.kernel.layout import flat

    for cell in engine.machine.cells.values():
        held = getattr(state, engine.layout.slots[cell.name])
        if isinstance(cell.domain, Things) and thing in (held if cell.index else [held]):
            return True
        if len(cell.index) == 1 and isinstance(cell.index[0], Things):
            if held[flat(engine.layout.cell_axes(cell), (thing,))] != cell.starts:
                return True
        elif any(isinstance(domain, Things) for domain in cell.index):
            return True
    return False
