"""Ways on which a verdict once went wrong, each behind a lock of six right codes of eight, and each with a mended twin.

Every method is asked. None may call the broken one right; the truth is what the plain interpreter finds in all states.
"""

from dataclasses import dataclass

import pytest

from tests.random_games.programs import programs
from tests.random_games.truth import alike
from tests.random_games.verdicts import contradiction, findings, truth_of
from verifier.compare.diff import compared_programs
from verifier.compare.distinguish import JointSearchLimits

CLAIM = "claim"
FRAME = """\
game vault
players 2
kind code: 0..7
kind step: 0..6
number combination by step: 0 is 5, 1 is 2, 2 is 7, 3 is 0, 4 is 3, 5 is 6, 6 is 0
card gem: copies 2
zone deck: pile, hidden
zone hand: set per player, seen
zone heap: pile, seen, holds 1
amount dialled: 0..6
amount clock: 0..8, starts 7
amount pot: 0..2, rest lost
note open
note chief: player
note heir: player
setup
    move every gem to deck
    move 1 from deck to first.hand
turn
    go: one of dial
action dial
    choose code c
    rule right-code
        when c is combination of dialled
        add 1 to dialled
    otherwise rule wrong-code
        set dialled to 0
    rule ticking
        {ticks}
        take 1 from clock
    rule opened
        when dialled is 6
        set open
        set dialled to 0
{behind}
procedure reward with player p
    rule nobody-is-rewarded
        when p is nothing
        set pot to 2
end
    rule done
        when {end}
winner first, then shared
invariant claim
    {claim}
"""


@dataclass(frozen=True)
class Hole:
    """Steps behind the lock that break a property, and others that do not."""

    broken: str
    mended: str
    property: str = CLAIM
    claim: str = "pot is at most 2"
    ticks: tuple[str, str] = ("when clock is at least 0", "when clock is at least 0")
    end: str = "clock is 0"


HOLES = {
    "left-of-nobody": Hole(
        "set heir to left of chief",
        "set chief to second\nset heir to left of chief",
        claim="not open or heir is first",
    ),
    "nobody-decides": Hole(
        "chief chooses code x\nset pot to 1",
        "set chief to first\nchief chooses code x\nset pot to 1",
        "bounds",
    ),
    "overfull-at-the-end": Hole(
        "move every gem to heap", "move top gem g in deck to heap", "bounds", end="clock is 0 or open"
    ),
    "swap-of-sets": Hole(
        "swap first.hand with second.hand",
        "swap first.hand with second.hand\nswap first.hand with second.hand",
        claim="second.hand is empty",
    ),
    "a-constant-is-clamped": Hole("set pot to 9", "set pot to 1", claim="pot is not 2"),
    "a-parameter-is-nobody": Hole(
        "do reward with chief", "set chief to me\ndo reward with chief", claim="pot is not 2"
    ),
    "a-counter-that-stops": Hole(
        "set pot to 1",
        "set pot to 1",
        "it-ends",
        ticks=("when not open", "when clock is at least 0"),
    ),
}


def program(hole: Hole, mended: bool):
    steps = hole.mended if mended else hole.broken
    behind = "\n".join(f"        {line}" for line in steps.splitlines())
    text = FRAME.format(behind=behind, claim=hole.claim, ticks=hole.ticks[mended], end=hole.end)
    (made,) = programs(text, ["vault"])
    assert not isinstance(made, list), made
    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", HOLES)
def test_no_method_calls_right_what_breaks_behind_the_lock(name):
    hole = HOLES[name]
    made = program(hole, mended=False)
    truth = truth_of(made)
    assert not truth.holds(hole.property)
    found = findings(made, 1.0, hole.property)
    assert [method for method, finding in found if contradiction(finding, truth, made)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", HOLES)
def test_its_mended_twin_is_still_shown(name):
    hole = HOLES[name]
    made = program(hole, mended=True)
    assert truth_of(made).holds(hole.property)
    assert {"proved", "exhausted"} & {finding.verdict for _, finding in findings(made, 1.0, hole.property)}


PAIRS = {
    "a-constant-is-clamped": ("set pot to 9", "set pot to 1", "set pot to 2"),
    "a-parameter-is-nobody": ("do reward with chief", "set pot to 0", "set pot to 2"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_rule_sets_that_differ_behind_the_lock_are_not_equal(name):
    first, other, same = (
        program(Hole(steps, steps, end="clock is 0 or pot is 2"), False) for steps in PAIRS[name]
    )
    limits = JointSearchLimits(positions=500, plays=50, seconds=1)
    assert not alike(first.machine, other.machine)
    assert alike(first.machine, same.machine)
    assert compared_programs(("a", "b"), (first, other), None, limits).verdict != "equal"
