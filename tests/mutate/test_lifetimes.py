"""What is remembered for too long, or not long enough, is a mistake that somebody notices."""

import pytest

from tests.check.games import spoiled, subject_of
from verifier.mutate.judge import baseline_of, judged
from verifier.mutate.mutant import mutants_of

# A note of the turn, an amount that stays at its end, one that is kept from round to round.
TEXT = (
    spoiled(
        "amount coins per player: 0..9\n",
        "amount coins per player: 0..2, rest lost\n"
        "amount wins per player: 0..9, kept\n"
        "note dropped, until turn ends\n"
        "rounds 2\n",
    ).replace(
        "    move pebble to heap\n", "    move pebble to heap\n    set dropped\n    add 1 to my coins\n"
    )
    + """
after round
    each player p
        add 1 to p.wins

invariant turns-begin-afresh
    at start of turn
    not dropped
invariant as-many-wins-as-rounds
    at start of turn
    every player p: p.wins is round - 1
"""
)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return subject_of(tmp_path_factory.mktemp("lifetimes"), TEXT).program()


@pytest.mark.parametrize(
    ("words", "noticed_by"),
    [
        ("`dropped` is not forgotten when a turn ends", "turns-begin-afresh"),
        ("`wins` is not kept for the next round", "as-many-wins-as-rounds"),
        ("the rest of `coins` is not lost", "bounds"),
    ],
)
def test_a_mistaken_lifetime_is_noticed(program, words, noticed_by):
    mutant = next(each for each in mutants_of(program) if each.words == words)
    verdict = judged(mutant, baseline_of(program, (300,)), thorough=True)
    assert verdict.fate == "killed"
    assert noticed_by in verdict.broken


def test_what_lasts_as_it_does_unless_said_otherwise_has_no_such_mistake(program):
    assert sum(each.sort == "lifetime" for each in mutants_of(program)) == 2
