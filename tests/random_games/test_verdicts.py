"""A sample of `python -m tests.random_games.verdicts`: what methods say of small games with a lock is true."""

import dataclasses
from collections import Counter

import pytest

from tests.random_games.locks import LockGame
from tests.random_games.programs import programs
from tests.random_games.truth import alike
from tests.random_games.verdicts import Judged, contradiction, judged, keep, kept, truth_of
from verifier.verdict.finding import Finding

# In the game of 38 a choice matters to nothing, and bounded search has to name one all the same.
SEEDS = (1, 7, 38)


def vault(seed, ruleset=0):
    return list(programs(LockGame(seed).text(), ["vault", "other"]))[ruleset]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_method_says_what_is_not_true(seed):
    found = judged(seed, budget=0.3)
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
    found = Judged(2, 1, 30, Counter({"prove: proved": 4}), ["seed 1: false"])
    keep(found, log)
    assert kept(log) == found


def test_machines_that_differ_behind_the_lock_are_not_alike():
    pairs = [(vault(seed, 0).machine, vault(seed, 1).machine) for seed in (0, 7)]
    assert [alike(*pair) for pair in pairs] == [False, True]
    assert all(alike(one, one) for one, _ in pairs)


@pytest.mark.slow
def test_every_text_is_accepted():
    made = [each for seed in range(25) for each in programs(LockGame(seed).text(), ["vault", "other"])]
    assert len(made) == 50
    assert not [each for each in made if isinstance(each, list)]
