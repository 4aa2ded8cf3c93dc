"""A counterexample is believed only if the plain machine shows the same thing again."""

import pytest

from tests.check.games import GOOD, spoiled, subject_of
from verifier.engine import Engine
from verifier.runtime import Seeded
from verifier.trace.drive import Driver
from verifier.trace.policies.uniform import at_random, random_given
from verifier.trace.record import Run
from verifier.trace.validate import Validator

LOOSE = spoiled("is more than highest", "is at least highest").replace(
    "each colour, each value", "each colour, each value, copies 2"
)


@pytest.fixture
def program(tmp_path):
    return subject_of(tmp_path, GOOD).program()


def played(program, seed=3, most=8):
    """A play at random, of so many moves at most."""
    engine, chance = Engine(program.machine), Seeded(seed)
    run = Run(engine, chance, random_given(engine, chance.random))
    Driver(engine).play(run, at_random(chance.random), most)
    return run.trace()


@pytest.mark.parametrize("name", ["rows-rise", "small-hands", "conservation", "bounds", "no-dead-end"])
def test_a_play_that_breaks_nothing_is_not_believed(program, name):
    found = Validator(program.machine, program.ruleset).validated(played(program), name, "it breaks")
    assert found.evidence is None
    assert found.doubt


def test_a_witness_that_is_not_met_is_not_believed(program):
    found = Validator(program.machine, program.ruleset).validated(played(program), "a-miracle", "met")
    assert found.evidence is None


def test_a_play_with_an_illegal_move_is_not_believed(program):
    trace = played(program)
    from dataclasses import replace

    twice = replace(trace, moves=(trace.moves[0], *trace.moves))
    found = Validator(program.machine, program.ruleset).validated(twice, "rows-rise", "it breaks")
    assert found.evidence is None


def test_a_play_that_breaks_a_claim_is_believed_and_made_shorter(tmp_path):
    program = subject_of(tmp_path, LOOSE).program()
    validator = Validator(program.machine, program.ruleset)
    traces = (played(program, seed, most=60) for seed in range(40))
    found = next(
        each
        for each in (validator.validated(trace, "rows-rise", "it breaks") for trace in traces)
        if each.evidence
    )
    assert len(found.evidence.play["moves"]) <= 3
