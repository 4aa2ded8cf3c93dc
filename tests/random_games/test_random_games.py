"""Random games: every alternative of the grammar is used, most are accepted, and the readings agree about them."""

import pytest

from tests.random_games.__main__ import keep, kept, summed
from tests.random_games.attack import Attacked, attack, comes_back
from tests.random_games.coverage import Coverage
from tests.random_games.overlays import Texts
from tests.random_games.programs import programs, random_text, read_text
from tests.random_games.shrink import shrunk
from verifier.program import Program

pytestmark = pytest.mark.slow

SEEDS = range(120)
PLAYED = range(24)


@pytest.fixture(scope="module")
def coverage():
    found = Coverage()
    for seed in SEEDS:
        assert found.read(random_text(seed)[0]), f"the text of seed {seed} cannot be read"
        assert found.read(Texts(seed).senseless())
    return found


def test_every_alternative_of_the_grammar_is_used(coverage):
    """A new construct needs a place in the generator."""
    assert coverage.missing == []
    assert len(coverage.all) > 400


def test_an_alternative_that_nobody_uses_would_be_missed():
    found = Coverage()
    found.read(random_text(0)[0])
    assert found.missing


def test_the_same_seed_gives_the_same_text():
    assert random_text(3) == random_text(3) != random_text(4)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_text_printed_and_read_again_is_the_same(seed):
    assert comes_back(*read_text(random_text(seed)[0]))


def test_most_games_are_accepted_and_small():
    made = [program for seed in range(40) for program in programs(*random_text(seed))]
    accepted = [program for program in made if isinstance(program, Program)]
    assert len(accepted) > 0.85 * len(made)
    assert all(len(program.game.things) < 40 for program in accepted)
    assert max(len(random_text(seed)[0].splitlines()) for seed in SEEDS) < 450


def test_the_machine_plays_random_games_as_they_are_defined():
    total = Attacked()
    for seed in PLAYED:
        total = summed(total, attack(seed, plays=2))
    assert total.differences == []
    assert total.programs > 2 * len(PLAYED)
    assert total.tally.steps > 20 * total.programs
    assert total.scenarios > total.programs / 2


def test_a_run_goes_on_from_its_log(tmp_path):
    log = tmp_path / "log.json"
    first = attack(3, plays=1, one=True)
    keep(first, log)
    assert kept(log) == first
    keep(summed(kept(log), attack(4, plays=1, one=True)), log)
    assert kept(log).games == 2
    assert kept(log).tally.actions.total() == kept(log).tally.steps
    assert kept(None) == Attacked()


def test_a_text_is_shrunk_to_what_matters():
    text = "a\n    b\n        c\n    d\ne\n"
    assert shrunk(text, lambda shorter: "c" in shorter) == "a\n    b\n        c\n"
    assert shrunk(text, lambda shorter: "a" in shorter and "d" in shorter) == "a\n    d\n"
