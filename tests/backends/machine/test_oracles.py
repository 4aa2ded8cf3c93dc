"""Who answers when chance is asked."""

import itertools

import pytest

from tests.backends.machine import tiny
from verifier.backends.machine import Engine
from verifier.runtime import Enumerating, Recording, Scripted, Seeded, WrongScript

NAMES = ("ace", "two", "coin-1", "coin-2")
TWINS = (0, 1, 2, 2)


def scripted(*shuffles, rolls=()):
    return Scripted(shuffles, rolls, NAMES, TWINS, {0: "deck"})


def test_the_same_seed_gives_the_same_chances():
    piles = [list(range(20)) for _ in range(3)]
    for pile, seed in zip(piles, (1, 1, 2), strict=True):
        Seeded(seed).shuffle(0, pile)
    assert piles[0] == piles[1] != piles[2]
    assert sorted(piles[2]) == list(range(20))


def test_a_recorded_play_can_be_scripted():
    engine = Engine(tiny.drawing())
    recording = Recording(Seeded(5))
    state = engine.new(recording)
    names = [thing.name for thing in engine.machine.things]
    twins = [thing.twin for thing in engine.machine.things]
    script = Scripted(recording.shuffles, recording.rolls, names, twins, {1: "deck"})
    assert engine.new(script).key() == state.key()
    assert script.rest() == (0, 0)


def test_a_script_lists_a_pile_from_the_top():
    pile = [0, 1, 2, 3]
    scripted([0, 1, 2, 3]).shuffle(0, pile)
    assert pile == [3, 2, 1, 0]


def test_copies_in_a_script_stand_for_each_other():
    pile = [0, 1, 2, 3]
    scripted([2, 0, 2, 1]).shuffle(0, pile)
    assert pile[::-1] == [2, 0, 3, 1]


@pytest.mark.parametrize(
    ("shuffle", "words"),
    [
        ([0, 0, 1, 2], "`ace` is listed too often"),
        ([0, 1, 2], "lacks `coin-2`"),
        ([0, 1, 2, 2, 2], "`coin-1` is listed too often"),
    ],
)
def test_a_script_that_does_not_fit_says_why(shuffle, words):
    with pytest.raises(WrongScript, match=f"shuffle 1 \\(of `deck`\\).*{words}"):
        scripted(shuffle).shuffle(0, [0, 1, 2, 3])


def test_a_card_that_is_not_in_the_pile_is_named():
    with pytest.raises(WrongScript, match="`ace` is not in the pile"):
        scripted([0]).shuffle(0, [1])


def test_a_script_that_is_too_short_says_what_is_missing():
    with pytest.raises(WrongScript, match="shuffle 1 \\(of `deck`\\) is missing"):
        scripted().shuffle(0, [0])
    with pytest.raises(WrongScript, match="roll 1 \\(of `die`\\) is missing"):
        scripted().roll("die", (1, 2))


def test_a_roll_of_another_die_or_face_is_refused():
    assert scripted(rolls=[("die", 2)]).roll("die", (1, 2)) == 2
    with pytest.raises(WrongScript, match="is of `other`"):
        scripted(rolls=[("other", 2)]).roll("die", (1, 2))
    with pytest.raises(WrongScript, match="no such face"):
        scripted(rolls=[("die", 9)]).roll("die", (1, 2))


def every(run, **options):
    oracle, found = Enumerating(**options), []
    while True:
        found.append(run(oracle))
        if not oracle.advance():
            return found


def test_enumerating_sees_every_order_once():
    def shuffled(oracle):
        pile = [2, 0, 1]
        oracle.shuffle(0, pile)
        return tuple(pile)

    assert sorted(every(shuffled)) == sorted(itertools.permutations(range(3)))


def test_enumerating_counts_copies_once():
    def shuffled(oracle):
        pile = [0, 2, 3]
        oracle.shuffle(0, pile)
        return tuple(TWINS[thing] for thing in pile)

    assert sorted(every(shuffled, twins=TWINS)) == [(0, 2, 2), (2, 0, 2), (2, 2, 0)]


def test_enumerating_follows_questions_that_depend_on_answers():
    def rolls(oracle):
        first = oracle.roll("die", (1, 2, 2))
        return (first, oracle.roll("die", (1, 3))) if first == 2 else (first,)

    assert every(rolls) == [(1,), (2, 1), (2, 3)]
