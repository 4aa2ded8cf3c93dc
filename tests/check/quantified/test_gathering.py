"""What goes to another pile as it lies goes there all at once, for a reader that knows no order."""

from tests.rules import made
from verifier.check.quantified.gathering import without_order
from verifier.check.quantified.proof import prove_quantified
from verifier.kernel.machine import Each, Times
from verifier.kernel.visit import block_steps, steps_within

TURN = "turn\n    play: one of lay\n"
LAY = """\
action lay
    choose number in my hand
    move number to heap
    move every number n in heap where n.suit is red to deck
    move every number in heap to bottom of deck
"""
CLAIMS = """\
invariant heap-is-cleared
    heap is empty
invariant heap-is-full
    heap is not empty
"""


def loops(machine, sort):
    return [step for step in steps_within(block_steps(machine)) if isinstance(step, sort)]


def test_loops_over_places_become_loops_over_components(tmp_path):
    machine = made(tmp_path, TURN, LAY)
    plain = without_order(machine)
    assert len(loops(machine, Times)) - len(loops(plain, Times)) == 2
    assert len(loops(plain, Each)) - len(loops(machine, Each)) == 2
    assert without_order(plain) is plain


def test_a_pile_that_was_moved_on_is_proved_empty(tmp_path):
    machine = made(tmp_path, TURN, LAY, CLAIMS)
    found = {
        verdict.property: verdict.verdict
        for verdict in prove_quantified(machine, ["heap-is-cleared", "heap-is-full"], [], 2_000)
    }
    assert found == {"heap-is-cleared": "proved", "heap-is-full": "unknown"}
