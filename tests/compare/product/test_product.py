"""The product of two machines: what agrees in every state is proved, and nothing else is."""

import random

import pytest

from tests.compare.shore import otherwise, written
from verifier.compare.diff import AGREEMENT, diff
from verifier.compare.distinguish import JointSearchLimits
from verifier.compare.product.construct import product_of
from verifier.compare.product.prove import Agreement
from verifier.compare.product.steps import ApartError
from verifier.engine import Engine
from verifier.program import program_of
from verifier.runtime import Fault, Seeded
from verifier.verdict.budget import Budget

pytestmark = pytest.mark.slow

FEW = JointSearchLimits(positions=50, plays=5, seconds=20)

ALIKE = {
    "a guard turned round": ("replace rule coins-enough", "    require my coins is more than price - 1"),
    "a guard that the end of the game makes true": (
        "replace rule coins-enough",
        "    require price is at most my coins",
        "    require bag is not empty",
    ),
    "not below instead of above, where no two are level": (
        "replace rule shells-rise",
        "    when card is shell",
        "    require card.size is at least highest size of shell in my beach of card.side else 0",
    ),
    "the top card instead of the highest": (
        "invariant beaches-rise",
        "    every beach b, shell s in b, shell t in b where s.position is less than t.position:"
        " s.size is less than t.size",
        "replace rule shells-rise",
        "    when card is shell",
        "    require card.size is more than top size of shell in my beach of card.side else 0",
    ),
    "a score in one line": (
        "remove rule stones-double",
        "replace rule sizes",
        "    add (1 + count stone in b) * sum size of shell in b",
    ),
    "a note of its own": (
        "note told-off: player",
        "note owing: player",
        "after pay",
        "    set owing to me",
        "    set told-off to me",
        "replace rule coins-enough",
        "    require price is at most my coins",
        "    require owing is told-off",
    ),
    "a tally of its own": (
        "amount paid per player: 0..99, rest lost",
        "after pay",
        "    add price to my paid",
        "replace rule coins-enough",
        "    require price is at most my coins",
        "    require my paid is at least 0",
    ),
    "an end in other words": ("replace rule bag-empty", "    when count card in bag is less than 1"),
}

OTHER = {
    "one more coin": ("replace rule coins-enough", "    require price is less than my coins"),
    "a score that parts only with two stones": (
        "replace rule stones-double",
        "    multiply by 1 + count stone in b",
        "change worth",
        "    rule two-stones",
        "        when count stone in b is 2",
        "        add 1",
    ),
    "the bottom of a hidden pile": (
        "replace rule one-from-the-bag",
        "    when bag is not empty",
        "    move bottom card in bag to my hand",
    ),
    "a note that forgets": (
        "note paid-by: player, until turn ends",
        "after pay",
        "    set paid-by to me",
        "replace rule shells-rise",
        "    when card is shell",
        "    require paid-by is nothing",
        "    require card.size is more than highest size of shell in my beach of card.side else 0",
    ),
    "a tally that is read": (
        "amount paid per player: 0..99, rest lost",
        "after pay",
        "    add price to my paid",
        "replace rule coins-count",
        "    add p.coins + p.paid",
    ),
    "another winner": ("replace winner lowest score, then shared",),
    "another end": ("replace rule bag-empty", "    when count card in bag is at most 1"),
    "another amount": ("replace rule storm-costs", "    when wind is storm", "    add 2 to my coins"),
}


@pytest.mark.parametrize("lines", ALIKE.values(), ids=ALIKE.keys())
def test_what_is_put_otherwise_and_agrees_is_equal(lines, shore, with_house):
    # The overlay stands first where it brings an invariant: what is known of the first machine is leaned on.
    sides = (with_house(*lines), shore) if "invariant" in lines[0] else (shore, with_house(*lines))
    found = diff(*sides, limits=FEW)
    assert (found.verdict, found.method) == ("equal", AGREEMENT)
    assert found.lines
    assert found.parting is None


@pytest.mark.parametrize("lines", OTHER.values(), ids=OTHER.keys())
def test_what_does_not_agree_is_never_proved(lines, shore, with_house):
    proof = Agreement(program_of(shore).machine, program_of(with_house(*lines)).machine, None, Budget(20))
    assert not proof.at_once()
    assert not proof.by_induction()
    assert proof.why


def test_a_move_that_only_one_side_knows_is_a_difference_whichever_side_comes_first(with_house):
    def tipping(most):
        tip = (
            "action tip",
            f"    choose n from 1 to {most}",
            "    set youngest to me",
            "change play: also tip",
        )
        return program_of(with_house(*tip)).machine

    wider, narrower = tipping(3), tipping(2)
    for one, other in ((wider, narrower), (narrower, wider)):
        proof = Agreement(one, other, None, Budget(20))
        assert not proof.at_once()
        assert not proof.by_induction()
    same = Agreement(wider, wider, None, Budget(20))
    assert same.at_once() or same.by_induction()


def test_names_may_differ_too(shore, tmp_path):
    text = otherwise().replace("portion is at most my bees", "my bees is more than portion - 1")
    found = diff(shore, written(tmp_path, "meadow", text), limits=FEW)
    assert (found.verdict, found.method) == ("equal", AGREEMENT)
    assert ("action", "pay", "feed") in found.renamed


def test_steps_in_another_form_have_no_product(shore, with_house):
    other = with_house(
        "replace rule one-from-the-bag",
        "    when bag is not empty",
        "    each player p where p is me",
        "        move top card in bag to p.hand",
    )
    with pytest.raises(ApartError):
        product_of(program_of(shore).machine, program_of(other).machine)


def test_a_large_game_has_no_product_for_a_small_budget():
    large = program_of("lost-cities-board").machine
    proof = Agreement(large, large, None, Budget(1))
    assert not proof.at_once()
    assert "larger budget" in proof.why


@pytest.mark.parametrize("lines", [ALIKE["a note of its own"], OTHER["another amount"]])
def test_the_product_plays_like_the_first_until_a_watch_is_broken(lines, shore, with_house):
    made = product_of(program_of(shore).machine, program_of(with_house(*lines)).machine)
    engine, both = Engine(program_of(shore).machine), Engine(made.machine)
    broken = 0
    for seed in range(30):
        broken += not _same_play(engine, both, made.watches, seed)
    assert bool(broken) == (lines is OTHER["another amount"])


def _same_play(engine, both, watches, seed):
    """Whether no watch is broken; as long as none is, the two engines offer and do the same."""
    chance = random.Random(seed)
    given = {"youngest": seed % 2}
    broken = None
    try:
        mine, theirs = engine.new(Seeded(seed), dict(given)), both.new(Seeded(seed), dict(given))
        while moves := [engine.describe(move, mine) for move in engine.legal(mine)]:
            assert moves == [both.describe(move, theirs) for move in both.legal(theirs)]
            number = chance.randrange(len(moves))
            engine.step(mine, engine.legal(mine)[number], Seeded(seed))
            both.step(theirs, both.legal(theirs)[number], Seeded(seed))
    except Fault as fault:
        broken = fault.subject
    assert broken is None or broken in watches
    return broken is None
