"""Who answers when chance is asked."""

import itertools

from verifier.runtime import Enumerating, Seeded

TWINS = (0, 1, 2, 2)


def test_the_same_seed_gives_the_same_chances():
    piles = [list(range(20)) for _ in range(3)]
    for pile, seed in zip(piles, (1, 1, 2), strict=True):
        Seeded(seed).shuffle(0, pile)
    assert piles[0] == piles[1] != piles[2]
    assert sorted(piles[2]) == list(range(20))


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
