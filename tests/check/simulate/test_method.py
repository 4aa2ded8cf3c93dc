"""What random plays show, and what they can never show."""

import pytest

from tests.check.games import GOOD, spoiled, subject_of
from verifier.check.simulate.method import METHOD
from verifier.verdict.budget import Budget
from verifier.verdict.method import Request

pytestmark = pytest.mark.slow


def found(tmp_path, text=GOOD):
    program = subject_of(tmp_path, text).program()
    return {each.property: each for each in METHOD.run(program, Request(Budget(0.1)))}


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    return found(tmp_path_factory.mktemp("good"))


def test_plays_prove_no_claim_about_every_state(good):
    assert {each.verdict for each in good.values() if each.kind == "invariant"} == {"tested"}


def test_a_witness_that_is_met_is_proved_by_the_play(good):
    assert good["two-in-a-row"].verdict == "proved"
    assert good["two-in-a-row"].trace is not None


def test_the_same_seed_gives_the_same_plays(tmp_path, good):
    again = found(tmp_path)
    assert {name: each.detail for name, each in again.items()} == {n: e.detail for n, e in good.items()}


def test_a_claim_that_breaks_comes_with_a_play(tmp_path):
    broken = found(
        tmp_path, spoiled("require pebble.value is more than", "require pebble.value is at most 9 +")
    )["rows-rise"]
    assert broken.verdict == "refuted"
    assert broken.trace is not None
    assert broken.trace.play["moves"]


def test_an_invariant_about_what_never_happens_says_so(tmp_path):
    claims = (
        "invariant rich-and-happy\n    every player p where p.coins is 9: p.hand is empty",
        "invariant hands-are-small\n    every player p: count pebble in p.hand is at most 9",
    )
    rows = found(tmp_path, "\n\n".join((GOOD, *claims)) + "\n")
    assert "its premise was met in no play" in rows["rich-and-happy"].detail
    assert rows["rich-and-happy"].remark
    assert not rows["hands-are-small"].remark
