"""What an instance shows: what is wrong in it from the start, and ties that nobody settles, are not `exhausted`."""

import pytest

from tests.random_games.programs import programs
from verifier.check.explore import explore
from verifier.check.explore.method import ExploredInstance, _exhausted

TEXT = """\
game tiny
players 2
amount coins per player: 0..2, rest lost
turn
    go: one of act
action act
    add 1 to my coins
end
    rule done
        when second.coins is 2
winner highest coins{shared}
invariant claim
    {claim}
"""


def verdict(name, claim="first.coins is at most 2", shared=""):
    (made,) = programs(TEXT.format(claim=claim, shared=shared), ["tiny"])
    instance = ExploredInstance(made, explore(made.machine, ends=made.game.ends))
    assert instance.found.complete
    return _exhausted(name, "invariant" if name == "claim" else "health", [instance], 0.0).verdict


@pytest.mark.parametrize(
    ("claim", "found"),
    [("first.coins is at most 2", "exhausted"), ("first.coins is at least 1", "unknown")],
)
def test_a_claim_that_fails_before_the_first_move(claim, found):
    assert verdict("claim", claim) == found


@pytest.mark.parametrize(("shared", "found"), [(", then shared", "exhausted"), ("", "unknown")])
def test_a_tie_that_nobody_settles(shared, found):
    assert verdict("somebody-wins", shared=shared) == found


AGAIN = """\
game tiny
players 2
kind suit: red, blue, green, gold
card gem: each suit
zone deck: pile, hidden
zone hand: set per player, seen by owner
setup
    move every gem to deck
turn
    go: one of act
action act
    shuffle deck
    move 1 from deck to first.hand
end
    rule done
        when deck is empty
winner first
invariant claim
    count gem in first.hand is at most 2
"""


def test_a_pile_that_is_shuffled_again_is_told():
    """What the first shuffle left in the pile lay somewhere in it."""
    (made,) = programs(AGAIN, ["tiny"])
    play = explore(made.machine, ends=made.game.ends).violations["claim"]
    assert [len(shuffle) for shuffle in play.shuffles] == [4, 3, 2]
