"""Capacity is asked at the end too, and a claim that no rule could break says so."""

from tests.check.games import findings_of, subject_of
from verifier.check.induction.prove import VACUOUS, prove

# The last move overfills the shelf, and the game is over before anybody decides again.
GAME = """\
game shelves
players 2

card pebble: copies 4
zone bag: pile, hidden
zone shelf: pile, seen, holds {holds}
amount coins per player: 0..9

setup
    move every pebble to bag

turn
    play: one of wait, finish

action wait
    add 1 to my coins
action finish
    move 2 from bag to shelf

end
    rule finished
        when shelf is not empty
    rule rich
        when any player p where p.coins is 9
winner highest coins, then shared

invariant here-or-there
    every pebble p: p is in bag or p is not in bag
invariant enough-left
    count pebble in bag is at least 2
"""


def bounds(folder, holds):
    machine = subject_of(folder, GAME.format(holds=holds)).program().machine
    return next(each for each in prove(machine) if each.property == "bounds")


def test_a_zone_that_is_overfull_at_the_end_is_not_proved_to_be_within_bounds(tmp_path):
    assert bounds(tmp_path, holds=1).verdict == "unknown"
    assert bounds(tmp_path, holds=2).verdict == "proved"


def test_a_claim_that_does_not_depend_on_the_rules_says_so(tmp_path):
    found = findings_of(tmp_path, GAME.format(holds=2))
    assert found["here-or-there"].detail == VACUOUS
    assert found["enough-left"].detail != VACUOUS
