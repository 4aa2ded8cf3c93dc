"""Numbers that outlive a pause: what has a name is kept as it was worked out, also where nothing was there to read."""

import pytest

from tests.agreement.definition import LockStep
from verifier.program import program_of

TURN = """\
game numbers
players 2
kind good: silk, rope
kind length: 2..4
number price by good: silk is 3, rope is 4
number toll by length: 2 is 7, 3 is 8, 4 is 9
card gem: power -1
card stone: copies 2, heavy
zone market: pile, seen
amount coins per player: -9..60
amount purse per player: 2..5
amount purchases: 2..5
note best: good
die wind: 2..3
note who: player
define own-purse for player p: p.purse
setup
    set purchases to 3
    each player p
        set p.purse to 3
    move every stone to market
turn
    main: one of buy
end
    rule all-sold
        when market is empty
winner highest coins, then shared
"""
KEPT = """\
action buy
    let n be {}
    choose card in market
    may choose good
    add n to my coins
    move card to box
"""
GIVEN = """\
action buy
    choose card in market
    do pay with {}
    move card to box
procedure pay with length n
{}    add {} to my coins
"""


def played(folder, text, plain):
    """The first steps of a game, by the machine and by the definition; which of them could not be carried out."""
    path = folder / "numbers.rules"
    path.write_text(TURN + text, encoding="utf-8")
    program = program_of(str(path), 2)
    both = LockStep(program.game, program.machine, 1, plain=plain)
    return both.follow(6).faults


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    "number",
    [
        "top power of card in market else 2",
        "price of best",
        "who.purse",
        "own-purse of who",
        "toll of purchases + 4",
        "toll of (purchases + 4)",
        "lowest purse of player p else 0",
    ],
)
def test_a_number_is_kept_over_a_decision_as_it_was_worked_out(tmp_path, number, plain):
    assert played(tmp_path, KEPT.format(number), plain) == 0


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("asks", ["", "    may choose good\n"])
@pytest.mark.parametrize("reads", ["n", "1"])
@pytest.mark.parametrize(
    ("given", "faults"),
    [
        ("purchases - 1", 0),
        ("3", 0),
        ("7", 1),
        ("purchases + 4", 1),
        ("who.purse", 1),
        ("own-purse of who", 1),
        ("wind", 1),
    ],
)
def test_a_parameter_takes_only_numbers_of_its_kind(tmp_path, given, faults, reads, asks, plain):
    assert played(tmp_path, GIVEN.format(given, asks, reads), plain) == faults
