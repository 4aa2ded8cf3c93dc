"""Names in the head of an action: they are worked out for the guards below them, and skip nothing."""

import pytest

from tests.agreement.definition import follow
from tests.rules import Unshuffled, text
from verifier.engine import Engine
from verifier.program import program_of
from verifier.runtime import Fault

GUARDED = "    let n be top number in heap\n    rule there-is-one\n        require n is not nothing\n"
UNGUARDED = "    let n be top number in heap\n"
TURN = (
    "turn\n    go: one of fetch, rest\n\naction rest\n    choose number in my hand\n    move number to heap\n"
)


def begun(folder, head):
    path = folder / "tiny.rules"
    path.write_text(text(TURN, f"action fetch\n{head}    move n to my hand\n"), encoding="utf-8")
    program = program_of(str(path), 2)
    follow(program.game, program.machine, 12)
    game = Engine(program.machine)
    return game, game.new(Unshuffled())


def test_a_guard_asks_about_a_name_that_may_be_nothing(tmp_path):
    game, state = begun(tmp_path, GUARDED)
    assert [refusal.rule for refusal in game.refusals(state, "fetch", {})] == ["there-is-one"]


def test_without_the_guard_the_rules_cannot_be_carried_out(tmp_path):
    game, state = begun(tmp_path, UNGUARDED)
    assert (0,) in game.legal(state)
    with pytest.raises(Fault, match="conservation"):
        game.step(state, (0,), Unshuffled())
