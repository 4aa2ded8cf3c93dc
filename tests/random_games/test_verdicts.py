"""A sample of `python -m tests.random_games.verdicts`: what methods say of small games with a lock is true."""

import dataclasses
import random
from collections import Counter

import pytest

from tests.random_games import comparisons
from tests.random_games.guessed import Guesser, falsified, wrongly_accepted
from tests.random_games.locks import LockGame
from tests.random_games.programs import programs
from tests.random_games.truth import alike
from tests.random_games.verdicts import (
    ALL,
    TURNS,
    Judged,
    contradiction,
    judged,
    keep,
    kept,
    too_short,
    truth_of,
    turn_of,
)
from verifier.check.certificate.certificate import Outcome
from verifier.check.certificate.check import checked
from verifier.check.methods import METHODS
from verifier.verdict.finding import Finding

# In the game of 38 a choice matters to nothing, and bounded search has to name one all the same.
SEEDS = (1, 7, 38)
NAMES = ["vault", "other", "extra"]


def vault(seed, ruleset=0):
    return list(programs(LockGame(seed).text(), NAMES))[ruleset]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_method_says_what_is_not_true(seed):
    found = judged(seed, budget=0.3, asked=ALL)
    assert found.false == []
    assert found.left_out == 0
    assert sum(count for name, count in found.verdicts.items() if name.endswith(("proved", "exhausted"))) > 10


@pytest.mark.slow
def test_a_false_verdict_would_be_noticed():
    program = vault(1)
    truth = truth_of(program)
    claims = {claim.name: claim.sort for claim in program.game.claims}
    broken = next(name for name, sort in claims.items() if sort == "invariant" and not truth.holds(name))
    kept = next(name for name, sort in claims.items() if sort == "invariant" and truth.holds(name))
    says = Finding(broken, "invariant", "proved", "a prover", "")
    assert contradiction(says, truth, program) is not None
    assert contradiction(dataclasses.replace(says, property=kept), truth, program) is None
    assert (
        contradiction(dataclasses.replace(says, property=kept, verdict="refuted"), truth, program) is not None
    )


def test_a_run_goes_on_from_its_log(tmp_path):
    log = tmp_path / "log.json"
    assert kept(None) == kept(log) == Judged()
    counts = (Counter({each: 4}) for each in ("prove: proved", "bounds", "prove: bounds"))
    found = Judged(2, 1, 30, *counts, ["seed 1: false"])
    keep(found, log)
    assert kept(log) == found


def test_machines_that_differ_behind_the_lock_are_not_alike():
    pairs = [(vault(seed, 0).machine, vault(seed, 1).machine) for seed in (0, 7)]
    assert [alike(*pair) for pair in pairs] == [False, True]
    assert all(alike(one, one) for one, _ in pairs)


@pytest.mark.slow
def test_every_text_is_accepted():
    made = [each for seed in range(25) for each in programs(LockGame(seed).text(), NAMES)]
    assert len(made) == 75
    assert not [each for each in made if isinstance(each, list)]


def test_every_method_has_its_turn():
    assert METHODS.keys() < ALL
    assert frozenset().union(*(turn_of(seed) for seed in range(len(TURNS)))) == ALL


def test_a_bound_that_a_play_exceeds_would_be_noticed():
    truth = truth_of(vault(2))
    assert truth.longest is not None
    said = "at most {} turns, {} moves; ranking function: clock"
    ends = Finding("it-ends", "health", "proved", "a ranking function", said.format(1, truth.longest))
    assert too_short(ends, truth) is None
    assert too_short(dataclasses.replace(ends, detail=said.format(1, truth.longest - 1)), truth) is not None


@pytest.mark.slow
def test_a_guessed_certificate_is_accepted_and_a_falsified_one_is_not():
    accepted = 0
    for seed in (0, 6, 8, 12, 16):
        program = vault(seed)
        truth, luck = truth_of(program), random.Random(seed)
        guess = Guesser(program.machine, truth, luck).certificate()
        found = checked(program.machine, guess)
        assert list(wrongly_accepted(found, guess, program.machine, truth)) == []
        accepted += len(found.accepted)
        false = falsified(guess, luck)
        assert false != guess
        assert checked(program.machine, false).broken
    assert accepted > 10


def test_a_checker_that_accepts_too_much_would_be_noticed():
    program = vault(1)
    truth, luck = truth_of(program), random.Random(1)
    guess = Guesser(program.machine, truth, luck).certificate()
    claims = frozenset(claim.name for claim in program.game.claims if claim.sort == "invariant")
    assert claims - truth.broken != claims
    everything = Outcome(asked=claims)
    assert len(list(wrongly_accepted(everything, guess, program.machine, truth))) == len(
        claims & truth.broken
    )
    nothing = Outcome()
    assert list(wrongly_accepted(nothing, guess, program.machine, truth)) == []
    assert list(wrongly_accepted(nothing, falsified(guess, luck), program.machine, truth))


def test_comparisons_that_say_too_much_would_be_noticed(monkeypatch):
    pair = vault(0, 0), vault(0, 1)
    assert [wrong for _, wrong in comparisons.compared(pair)] == [None]
    monkeypatch.setattr(comparisons, "alike", lambda one, other, faults=True: False)
    same = vault(7, 0), vault(7, 1)
    assert [said for said, _ in comparisons.compared(same)] == ["diff: equal"]
    assert [wrong is None for _, wrong in comparisons.compared(same)] == [False]
