"""A component is moved from wherever it lies by then, however it was named and whatever happened since."""

import pytest

from tests.agreement.definition import follow
from tests.rules import Unshuffled, text
from verifier.engine import Engine
from verifier.program import program_of

CHOSEN = "    choose number in my hand\n"
TWO = "    choose number a in my hand\n    choose number b in my hand\n"
BACK = "    move number to my hand\n"
AGAIN = "action again\n    choose number in my hand\n    move number to heap\n    move 1 from heap to deck\n"
ROUND = """\
    go round player p from left of me where p.hand is not empty until heap is not empty
        p chooses number n in (left of p).hand
        move n to heap
"""


@pytest.mark.parametrize(
    "pieces",
    [
        (CHOSEN, "    move number to heap\n", "after act\n", BACK),
        (CHOSEN, "    move number to heap\n", BACK, "before act\n", "    move number to heap\n"),
        (CHOSEN, "    move 1 from my hand to heap\n", BACK),
        (CHOSEN, "    swap my hand with (left of me).hand\n", BACK),
        (CHOSEN, "    choose number b in deck\n", "    swap number with b\n", BACK, "    move b to deck\n"),
        (TWO, "    move a to heap\n", "    move b to my hand\n"),
        (CHOSEN, "    let a be number\n", "    move a to heap\n", BACK),
        ("    choose number in deck\n", "    move top number in deck to heap\n", BACK),
        (CHOSEN, "    may choose number n in my hand\n", "    move n to heap\n", BACK),
        (CHOSEN, "    one of again\n", BACK, AGAIN),
        (CHOSEN, ROUND, BACK),
        (CHOSEN, "    each number n in my hand\n        move number to heap\n        move n to my hand\n"),
        ("    choose hand h, number in h\n", "    may choose number n in deck\n", "    move number to h\n"),
        ("    each number n in my hand\n        move 1 from my hand to heap\n        move n to my hand\n",),
    ],
)
def test_it_is_found_where_it_lies_by_then(pieces, tmp_path):
    path = tmp_path / "tiny.rules"
    path.write_text(text("turn\n    go: one of act\n\naction act\n", *pieces), encoding="utf-8")
    program = program_of(str(path), 2)
    assert follow(program.game, program.machine, 40).faults == 0


def test_a_house_rule_takes_back_what_the_action_laid(tmp_path):
    path = tmp_path / "tiny.rules"
    play = "turn\n    go: one of act\n\naction act\n    choose number in my hand\n    move number to heap\n"
    path.write_text(text(play, "after act\n", BACK), encoding="utf-8")
    machine = program_of(str(path), 2).machine
    engine = Engine(machine)
    state = engine.new(Unshuffled())
    before = state.key()
    engine.step(state, engine.legal(state)[0], Unshuffled())
    hands = [sorted(state.zones[machine.families["hand"].base + player]) for player in range(2)]
    assert [len(hand) for hand in hands] == [2, 2]
    assert not state.zones[machine.families["heap"].base]
    assert state.key() != before  # the turn has passed
