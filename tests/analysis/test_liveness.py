"""What was noted and is not read again before it is written anew."""

import pytest

from verifier.analysis.liveness import Liveness
from verifier.program import program_of

GAME = """\
game tolls
players 2

kind good: corn, salt
card coin: copies 6
zone bag: pile, hidden
zone purse: set per player, seen by owner
amount owed per good: 0..3, until turn ends
amount rests: 0..9, until turn ends

setup
    move every coin to bag
    each player p
        move 3 from bag to p.purse

turn
    act: any number of cross, visit, rest

action cross
    rule not-twice
        require rests is 0
    do toll

action visit
    do gift

action rest
    add 1 to rests

procedure toll
    each good g
        set owed of g to 1
    each good g
        repeat owed of g times
            do hand-over

procedure gift
    do hand-over

procedure hand-over
    choose coin in my purse
    move coin to bag

end
    rule poor
        when every player p: p.purse is empty

winner shared
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    path = tmp_path_factory.mktemp("tolls") / "tolls.rules"
    path.write_text(GAME, encoding="utf-8")
    return program_of(str(path), 2).machine


def pause(found, action):
    return next(
        label
        for label, block in found.blocks.items()
        if any(each.action == action for each in getattr(block.out, "alternatives", ()))
    )


def test_a_price_is_read_until_it_is_paid(found):
    liveness, asked = Liveness(found), ("owed", "rests")
    paying = next(label for label in found.blocks if label.startswith("toll") and "work" in label)
    assert liveness.read_later(paying, {}, asked) == {"owed", "rests"}
    assert liveness.read_later(pause(found, "cross"), {}, asked) == {"rests"}


def test_where_a_procedure_returns_to_is_known(found):
    liveness = Liveness(found)
    # Whether a coin is handed over for a toll or as a gift: only the toll goes on with what is owed.
    place = pause(found, "choose")
    homes = range(len(found.cells["hand-over: home"].domain.members))
    later = [liveness.read_later(place, {"hand-over: home": home}, ["owed"]) for home in homes]
    assert sorted(later, key=len) == [frozenset(), {"owed"}]
