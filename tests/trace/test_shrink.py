"""A play that is made shorter still shows what the long one showed."""

from tests.check.games import subject_of
from tests.rules import text
from verifier.engine import Engine
from verifier.runtime import Seeded
from verifier.trace.drive import Driver
from verifier.trace.record import Run
from verifier.trace.validate import Validator

RULES = """
turn
    play: one of earn, burst
action earn
    add 1 to my coins
action burst
    add 20 to my coins
    add 20 to my coins
invariant few
    every player p: p.coins is at most 2
"""


def test_another_fault_on_the_way_is_not_what_the_play_shows(tmp_path):
    program = subject_of(tmp_path, text(RULES)).program()
    engine = Engine(program.machine)
    run = Run(engine, Seeded(1), {})
    Driver(engine).play(run, lambda state, moves: moves[0], 12)
    found = Validator(program.machine, program.ruleset).validated(run.trace(), "few", "too much")
    assert found.evidence is not None
    assert [move["action"] for move in found.evidence.play["moves"]] == ["earn"] * 5
